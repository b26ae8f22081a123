// The page of one match: it ties connection, frames, stage and panels together.

import { drawAbout } from './about.js';
import { Afterwards } from './afterwards.js';
import { api } from './api.js';
import { callTurn, nameTab } from './badge.js';
import { favourite } from './bots.js';
import { callEnd } from './calls.js';
import { Camera } from './camera.js';
import { Clocks } from './clocks.js';
import { Chat } from './chat.js';
import { isMeant, offering } from './choices.js';
import { CoachSeat } from './coachseat.js';
import { drawCurtain, liftCurtain } from './curtain.js';
import { toast } from './dialogs.js';
import { find, pause } from './dom.js';
import { showDoor } from './door.js';
import { finishAll } from './animate.js';
import { isCut, showCut, tellGoing } from './going.js';
import { Hints } from './hints.js';
import { Keyboard } from './keyboard.js';
import { keysOf } from './keys.js';
import { showKeys, showSettings } from './options.js';
import { Connection } from './net.js';
import { Panels } from './panels.js';
import { Player } from './player.js';
import { Pointer } from './pointer.js';
import { hearPreparing } from './preparing.js';
import { readOut } from './readout.js';
import { Recap } from './recap.js';
import { Replay } from './replay.js';
import { drawCover, drawKeptOut } from './room.js';
import { callToStart, readyToReveal, sealAnew } from './starting.js';
import { drawParts, keepParts, keepSeal, partsFor } from './seals.js';
import { change, onChange, pace, setting } from './settings.js';
import { play as sound } from './sound.js';
import { Stage } from './stage.js';
import { showFinal, showSummary } from './summary.js';
import { Turning } from './turning.js';
import { Voice } from './voice.js';
import { at } from './where.js';
import { t, TITLES } from './words.js';
import { Zoom } from './zoom.js';

const DOUBLE_CLICK = 260;
const SAME_SPOT = 16;
const SINGLE_AFTER = 900;
const PICTURE_WITHIN = 1200;
const REVEAL_AGAIN = 2000;

export class Table {
  constructor(status, games) {
    this.id = status.match;
    this.status = status;
    const game = games.find(({ name }) => name === status.game);
    this.title = status.title ?? game?.title ?? status.game;
    this.game = game;
    this.bots = new Map((game?.bots ?? []).map((bot) => [bot.name, bot]));
    this.viewing = null;
    this.hidden = false;
    this.passing = false;
    this.sent = null;
    this.lastPlay = 0;
    this.acknowledged = new Set();
    this.wasMine = false;

    this.voice = new Voice();
    this.clocks = new Clocks((text) => this.voice.say(text));
    this.stage = new Stage(find('#stage'), status.game);
    this.camera = new Camera(this.stage);
    this.zoom = new Zoom(this.stage, this.camera);
    const actions = {
      play: (move, at) => this.play(move, at),
      undo: () => this.undo(),
      look: (seat) => this.pass(seat),
      preview: (move) => this.preview(move),
      busy: () => Boolean(this.sent),
      slips: (at) => this.slips(at),
      clock: (row, place) => this.clocks.face(row, place),
    };
    this.panels = new Panels(status.game, actions);
    this.turning = new Turning(this.stage, { ...actions, pointed: () => this.pointer.over, say: (text) => this.voice.say(text) });
    this.pointer = new Pointer(this.stage, this.camera, this.turning, actions);
    this.hints = new Hints(this.stage, { ask: () => this.askHints(), play: actions.play, preview: (move) => this.lookAhead(move) });
    this.keyboard = new Keyboard(this.stage, this.camera, { play: actions.play, actions: keysOf(this) });
    this.camera.onMove = () => { this.pointer.leave(); this.hints.place(); };
    this.stage.onResize = () => this.pointer.leave();
    this.stage.onLaid = () => { this.keyboard.refresh(); this.keyboard.keep(); this.zoom.place(); this.hints.place(); };
    this.player = new Player({
      show: (frame, duration) => this.show(frame, duration),
      skip: (frame) => { this.panels.news(frame); this.voice.tell(frame); },
      summary: (frame) => this.summary(frame),
      rest: () => this.rest(),
    });
    this.replay = new Replay(this);
    this.afterwards = new Afterwards(this);
    this.recap = new Recap(status.game, {
      show: (frame) => this.draw(frame, pace()),
      back: () => this.draw(this.player.frame, 0).then(() => this.rest()),
    });
    this.coach = new CoachSeat(this);
    this.chat = new Chat(this.id, status.game, { send: (message) => this.net.ask(message), say: (text) => this.voice.say(text) });
    this.net = new Connection(this.id, {
      chat: (message) => this.chat.hear(message),
      status: (next) => this.onStatus(next),
      presence: (online) => this.onPresence(online),
      clocks: (told) => this.clocks.tell(told),
      preparing: hearPreparing(find('.stage-wrap')),
      frames: (message) => this.onFrames(message),
      state: (connected) => this.onState(connected),
      door: showDoor,
      keptOut: drawKeptOut,
      trouble: (error) => toast(error.message, 'error'),
    });
    this.buttons();
  }

  begin() {
    find('#game-title').textContent = this.title;
    find('#game-title').lang = TITLES;
    nameTab(t('title.match', { game: this.title }));
    find('#own-mark').hidden = !this.status.own_box;
    find('#own-mark').addEventListener('click', () => find('#tab-about').click());
    this.onStatus(this.status);
    const { mine } = this.status;
    // One seat of mine: sit down. Several: begin as a spectator, until somebody says who is there.
    this.viewing = mine.length === 1 ? mine[0] : null;
    this.net.open(this.viewing);
    this.afterwards.follow();
  }

  buttons() {
    const on = (id, action) => find(id).addEventListener('click', action);
    on('#settings', () => showSettings());
    on('#keys', () => showKeys());
    on('#read', () => this.readOut());
    on('#sound', () => change('sound', !setting('sound')));
    on('#result', () => { if (this.final()) this.end(this.final()); else if (isCut(this.status)) showCut(this); });
    const draw = () => find('#sound').setAttribute('aria-pressed', String(setting('sound')));
    onChange(draw);
    draw();
  }

  // What the server says.

  onState(connected) {
    const banner = find('#banner');
    banner.hidden = connected;
    banner.textContent = connected ? '' : t('net.away');
    // What was said while we were away is asked for when we are back.
    if (connected && document.body.dataset.away === 'yes') this.chat.load();
    document.body.dataset.away = connected ? 'no' : 'yes';
  }

  /** Who sits where, and who of them is here. */
  drawSeats() {
    drawCover(this.status, this.bots, (seat) => this.send({ type: 'leave', seat, bot: favourite([...this.bots.values()]) }), this.game);
    drawAbout(this);
  }

  onPresence(online) {
    this.status = { ...this.status, seats: this.status.seats.map((seat, i) => ({ ...seat, online: online[i] })) };
    this.drawSeats();
  }

  onStatus(status) {
    const before = this.status;
    this.status = status;
    this.clocks.hear(status, this.viewing);
    if (['waiting', 'confirming', 'sealing'].includes(status.status)) keepSeal(status.match, status.host_seal);
    this.panels.waiting(status.status === 'waiting');
    this.panels.about(status, this.viewing);
    this.chat.about(status);
    this.drawSeats();
    find('#role').textContent = status.mine.length ? '' : t('role.spectator');
    find('#role').hidden = status.mine.length > 0;
    callToStart(status, before);
    sealAnew(status);
    // A start that came to nothing is followed by another one, with other parts.
    if (readyToReveal(status) && this.revealed !== status.host_seal) {
      this.revealed = status.host_seal;
      this.reveal(status.mine);
    }
    tellGoing(this, before);
    callEnd(status, before);
    if (status.rematch && !before.rematch && status.status === 'over') toast(t('final.rematch.ready'));
    if (status.mine.length === 1 && this.viewing === null && !this.replay.on) {
      this.viewing = status.mine[0];
      this.net.watch(this.viewing);
    } else if (this.viewing !== null && !status.mine.includes(this.viewing)) {
      // The seat went to a bot: look on as a spectator, as the server lets us anyway, or from another seat of mine.
      this.viewing = status.mine.length === 1 ? status.mine[0] : null;
      this.stage.clear();
      this.net.watch(this.viewing);
    }
    if (status.mine.length > 1 && status.status === 'playing' && !this.player.busy) this.whoIsNext();
  }

  /** Reveal my seats' parts, one by one: a seat that gave no seal is refused, and must not hold up the others. */
  reveal(seats) {
    for (const [seat, part] of Object.entries(partsFor(this.id, seats))) this.revealOne(seat, part);
  }

  async revealOne(seat, part) {
    try {
      await this.net.ask({ type: 'parts', parts: { [seat]: part } });
    } catch ({ code }) {
      // A part that does not fit (another browser opened the table) is as good as lost.
      if (code === 'bad-request' && part) this.revealOne(seat, '');
      // The table waits for it, so it is tried until the server can keep it.
      if (code === 'read-only' || code === 'too-many') setTimeout(() => this.revealOne(seat, part), REVEAL_AGAIN);
    }
  }

  onFrames({ seat, frames, whole }) {
    // Never two hands: what was meant for another seat is not shown, and nothing behind a curtain.
    if ((seat ?? null) !== this.viewing || this.hidden || !frames.length) return;
    this.latest = frames[frames.length - 1];
    this.arrived?.();
    this.recap.note(frames, this.viewing, whole);
    this.coach.note(frames);
    if (this.replay.on) return;
    if (this.passing) {
      this.passing = false;
      liftCurtain();
      this.shut(false);
    }
    this.player.add(frames, whole);
  }

  // What is shown.

  show(frame, duration) {
    this.recap.close(false);
    this.recap.offer(false);
    return this.draw(frame, duration);
  }

  async draw(frame, duration) {
    const scene = offering(this.turning.face(frame.scene));
    this.hints.clear();
    this.hints.offer(false);
    this.pointer.leave();
    this.panels.show(frame, this.status, this.viewing);
    this.voice.tell(frame, this.replay.on || this.recap.on);
    if (duration || this.player.upToDate) sound(frame.sound);
    const shown = this.stage.show(scene, duration);
    this.pointer.catchUp();
    await shown;
    this.keyboard.keep();
    this.pointer.refresh();
  }

  /** The table in words; what is chosen there is played. */
  async readOut() {
    const { frame } = this.player;
    if (!frame || this.hidden) return;
    const since = this.recap.steps.map(({ text }) => text);
    const move = await readOut(this.stage.scene ?? frame.scene, since);
    if (!move) return;
    this.keyboard.here = true;
    this.play(move);
  }

  async summary(frame) {
    const { summary } = frame.scene.panels;
    const sign = `${frame.step} ${summary.title}`;
    if (this.acknowledged.has(sign)) return;
    this.acknowledged.add(sign);
    if (!summary.final) {
      await showSummary(summary);
      return;
    }
    if ((frame.scene.panels.scores ?? []).some((row) => row.me && row.rank === 1)) sound('win');
    await this.end(summary);
  }

  /** The result, once the match has one. */
  final() {
    const summary = this.latest?.scene.panels?.summary;
    return summary?.final ? summary : null;
  }

  /** Tell the end, and go where the viewer wants to go from there. */
  async end(summary) {
    const wish = await showFinal(summary, this.status);
    if (wish === 'rematch') this.rematch();
    if (wish === 'replay') this.replay.open();
    if (wish === 'analysis') this.afterwards.lookBack();
  }

  rest() {
    const { frame } = this.player;
    if (!frame) return;
    const prompt = frame.scene.panels?.prompt;
    const mine = Boolean(prompt?.mine) && this.status.status !== 'over';
    find('#result').hidden = !this.final() && !isCut(this.status);
    callTurn(mine);
    if (mine && !this.wasMine) sound('turn');
    this.wasMine = mine;
    this.voice.ask({ text: prompt?.text, mine, step: frame.step }, () => this.player.frame === frame);
    this.hints.offer(mine && this.status.hints);
    this.recap.offer(mine);
    this.coach.rest(frame, mine);
    if (mine) {
      this.pointer.introduce();
      this.stage.seek();
      this.turning.rest();
    }
    this.keyboard.keepSoon();
    if (mine && setting('single')) this.single(frame);
    if (this.status.mine.length > 1) this.whoIsNext();
  }

  /** With one choice left and the player's leave, play it after a moment. */
  single(frame) {
    const moves = new Set([
      ...frame.scene.sprites.flatMap(({ move, turns }) => (turns?.length ? turns : [move])),
      ...(frame.scene.panels.prompt.buttons ?? []).map(({ move }) => move),
    ].filter(Boolean));
    if (moves.size !== 1) return;
    setTimeout(() => {
      if (this.player.frame === frame && this.player.upToDate && !this.sent) this.play([...moves][0]);
    }, SINGLE_AFTER);
  }

  // Seats that share this screen.

  async whoIsNext() {
    if (this.hidden || this.replay.on || this.asking) return;
    this.asking = true;
    try {
      // A seat's own scene does not tell what others did meanwhile; the status does.
      const status = await api.status(this.id);
      const mine = status.seats.filter((seat) => status.mine.includes(seat.seat));
      const pending = mine.filter((seat) => seat.pending).map(({ seat }) => seat);
      if (status.status !== 'playing' || pending.includes(this.viewing)) return;
      if (this.viewing !== null && pending.length) await pause(Math.max(500, pace()));
      const next = pending[0] ?? (this.viewing === null ? mine[0].seat : null);
      if (next !== null && next !== undefined) this.pass(next);
    } catch {
      // Away for a moment: the next status asks again.
    } finally {
      this.asking = false;
    }
  }

  shut(shut) {
    for (const node of document.querySelectorAll('[data-behind]')) node.inert = shut;
  }

  async pass(seat) {
    if (this.hidden || seat === this.viewing) return;
    this.hidden = true;
    this.shut(true);
    this.player.stop();
    this.player.frame = null;
    this.turning.drop();
    this.hints.clear();
    this.recap.close(false);
    this.recap.forget();
    this.coach.quiet();
    this.voice.forget();
    this.stage.clear();
    this.panels.blank();
    this.pointer.leave();
    callTurn(false);
    await drawCurtain(this.status.seats[seat].name);
    this.viewing = seat;
    this.hidden = false;
    this.passing = true;
    this.net.watch(seat);
  }

  // What the player does.

  /** Play a move; `at` is the click that asked for it, if it was one. */
  async play(move, at = null) {
    if (this.replay.on || this.recap.on || this.hidden || this.viewing === null || isCut(this.status)) return;
    if (!this.player.upToDate) {
      // The table has gone on: show where it stands. What that does not change is played all the same.
      const stale = this.stale(move);
      this.player.hurry();
      finishAll();
      if (stale) return;
    }
    const now = Date.now();
    if (this.sent || (now - this.lastPlay < DOUBLE_CLICK && this.slips(at))) return;
    this.lastPlay = now;
    this.lastAt = at;
    this.pointer.leave();
    if (!await this.isMeant(move)) return;
    await this.send({ type: 'move', seat: this.viewing, move });
  }

  /** Whether a move is to be played, and the table still is as it was when that was asked. Rated matches are played
   *  without advice, so nothing is asked there, and no clock runs on for it. */
  async isMeant(move) {
    const { frame } = this.player;
    if (!frame || this.status.rated) return true;
    return await isMeant(frame.scene, move) && this.player.frame === frame;
  }

  /** Whether a click so soon after another is the second half of a double click: on the same spot, whatever lies there by now. */
  slips(at) {
    return !at || !this.lastAt || Math.hypot(at.clientX - this.lastAt.clientX, at.clientY - this.lastAt.clientY) < SAME_SPOT;
  }

  /** Whether a click was meant for a table that is not there any more. */
  stale(move) {
    const { queue, frame } = this.player;
    if (queue.some((next) => next.kind !== 'beat' && next.seat === this.viewing)) return true;
    const targets = ({ scene }) => scene.sprites.filter((sprite) => sprite.move === move || sprite.turns?.includes(move)).map(({ key }) => key).join();
    return !targets(frame) || targets(frame) !== targets(queue.at(-1));
  }

  async undo() {
    if (this.replay.on || this.recap.on || this.hidden || this.sent || !this.player.frame?.can_undo) return;
    await this.send({ type: 'undo', seat: this.viewing });
  }

  async send(message) {
    this.sent = message;
    document.body.dataset.sent = 'yes';
    try {
      await this.net.ask(message);
      // The answer comes before the picture; until then the old table must not be played on.
      if (['move', 'undo'].includes(message.type)) await Promise.race([new Promise((done) => { this.arrived = done; }), pause(PICTURE_WITHIN)]);
    } catch (error) {
      toast(error.message, 'error');
    } finally {
      this.sent = null;
      document.body.dataset.sent = 'no';
      this.pointer.catchUp();
    }
  }

  async preview(move) {
    if (this.replay.on || this.viewing === null || !this.player.upToDate || this.sent) return null;
    try {
      const { scene } = await this.net.ask({ type: 'preview', seat: this.viewing, move });
      return scene;
    } catch {
      return null;
    }
  }

  /** The hints for the table as it stands; null if it has gone on meanwhile. */
  async askHints() {
    if (this.replay.on || this.viewing === null || !this.player.upToDate || this.sent) return null;
    const { frame } = this.player;
    try {
      const { moves } = await this.net.ask({ type: 'hint', seat: this.viewing });
      return this.player.frame === frame ? moves : null;
    } catch (error) {
      // Whoever has moved meanwhile wants no hint any more.
      if (error.code !== 'not-pending') toast(error.message, 'error');
      return null;
    }
  }

  /** Show what a hinted move would lead to, or the table again. */
  async lookAhead(move) {
    this.ahead = move;
    this.stage.hidePreview();
    const scene = move && await this.preview(move);
    const sprite = this.hints.sprite(move);
    if (scene && this.ahead === move) this.stage.showPreview(scene, sprite ? this.stage.actors.get(sprite.key) : null);
  }

  /** My seats add their parts to the seed of the rematch too, unless somebody was faster. */
  async openRematch() {
    const { parts, seals } = drawParts(this.status.mine);
    const { match } = await api.rematch(this.id, seals);
    keepParts(match, parts);
    return match;
  }

  async rematch() {
    try {
      const next = this.status.rematch ?? await this.openRematch();
      location.href = at(`/match/${next}`);
    } catch (error) {
      toast(error.message, 'error');
    }
  }
}
