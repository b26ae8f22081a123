// A lesson: the real table and the real rules, with somebody who tells what to do and what came of it.

import { finishAll } from './animate.js';
import { api } from './api.js';
import { nameTab } from './badge.js';
import { Camera } from './camera.js';
import { offering } from './choices.js';
import { fillBox, paragraphs, remark } from './coachbox.js';
import { toast } from './dialogs.js';
import { clear, el, find, icon } from './dom.js';
import { Keyboard } from './keyboard.js';
import { done, following, noteDone } from './learned.js';
import { showKeys, showSettings } from './options.js';
import { Panels } from './panels.js';
import { unfolded } from './patch.js';
import { Player } from './player.js';
import { Pointer } from './pointer.js';
import { readOut } from './readout.js';
import { still } from './replay.js';
import { defaultSeats, openTable } from './seating.js';
import { change, onChange, setting } from './settings.js';
import { play as sound } from './sound.js';
import { Stage } from './stage.js';
import { kept } from './store.js';
import { Turning } from './turning.js';
import { Voice } from './voice.js';
import { at } from './where.js';
import { listed, t, TITLES } from './words.js';
import { Zoom } from './zoom.js';

export const button = (label, action, kind = '', more = {}) => el('button', { class: `button ${kind}`, type: 'button', text: label, on: { click: action }, ...more });

/** Whether a sprite leads to one of these moves: at once, turned, or in one of several ways. */
const leadsTo = ({ move, turns, choices }, right) => [move, ...(turns ?? []), ...(choices ?? []).map((way) => way.move)].some((one) => right.includes(one));

/** A scene in which what is asked for, and what is to be looked at, is marked. What else could be played stays a button, but
 *  only what is asked for calls for it. */
function marked(scene, right, look) {
  // Of a place and what fills it, which may have one name, the place is framed.
  const places = new Set(scene.groups.map(({ key }) => key));
  const stands = (sprite) => (look.includes(sprite.key) && !places.has(sprite.key)) || leadsTo(sprite, right);
  const marks = (sprite) => {
    if (stands(sprite)) return [...(sprite.marks ?? []), 'focus'];
    return right.length ? (sprite.marks ?? []).filter((mark) => mark !== 'legal') : sprite.marks;
  };
  return { ...scene, sprites: scene.sprites.map((sprite) => ({ ...sprite, marks: marks(sprite) })) };
}

/** A table that is only looked at: nothing can be played, and nobody is waited for. */
function quiet(frame, text) {
  const { scene, ...rest } = still(frame);
  const scores = (scene.panels.scores ?? []).map((row) => ({ ...row, pending: false }));
  return { ...rest, scene: { ...scene, panels: { ...scene.panels, scores, prompt: { text, mine: false, buttons: [] } } } };
}

export class LessonTable {
  constructor(game, lessons) {
    this.game = game;
    this.lessons = lessons;
    this.deeds = [];
    this.tried = false;
    this.busy = false;
    this.voice = new Voice();
    this.stage = new Stage(find('#stage'), game.name);
    this.camera = new Camera(this.stage);
    this.zoom = new Zoom(this.stage, this.camera);
    const actions = {
      play: (move) => this.play(move),
      undo: () => this.back(),
      preview: (move) => this.preview(move),
      busy: () => this.busy,
      slips: () => false,
    };
    this.panels = new Panels(game.name, actions);
    this.turning = new Turning(this.stage, { ...actions, pointed: () => this.pointer.over, say: (text) => this.voice.say(text) });
    this.pointer = new Pointer(this.stage, this.camera, this.turning, actions);
    this.keyboard = new Keyboard(this.stage, this.camera, { play: actions.play, actions: this.keys(),
      asked: (sprite) => Boolean(this.standing) && leadsTo(sprite, this.asked) });
    this.camera.onMove = () => this.pointer.leave();
    this.stage.onResize = () => this.pointer.leave();
    this.stage.onLaid = () => { this.point(); this.keyboard.refresh(); this.keyboard.keep(); this.zoom.place(); };
    this.player = new Player({
      show: (frame, duration) => this.show(frame, duration),
      skip: (frame) => { this.panels.news(frame); this.voice.tell(frame); },
      summary: () => {}, // the lesson itself says what came of it
      rest: () => this.rest(),
    });
    this.furnish();
    addEventListener('hashchange', () => this.arrive());
  }

  /** The page of a match without what only a match has. */
  furnish() {
    document.body.dataset.mode = 'lesson';
    find('#game-title').textContent = this.game.title;
    find('#game-title').lang = TITLES;
    nameTab(t('title.learn', { game: this.game.title }));
    for (const id of ['#tab-chat', '#tab-about', '#hint', '#recap']) find(id).hidden = true;
    const on = (id, action) => find(id).addEventListener('click', action);
    on('#settings', () => showSettings());
    on('#keys', () => showKeys());
    on('#read', () => this.readOut());
    on('#sound', () => change('sound', !setting('sound')));
    const draw = () => find('#sound').setAttribute('aria-pressed', String(setting('sound')));
    onChange(draw);
    draw();
  }

  keys() {
    return {
      u: () => this.back(),
      n: () => this.goOn(),
      m: () => change('sound', !setting('sound')),
      p: () => this.panels.fold(),
      t: () => { this.readOut(); },
      F2: () => { this.readOut(); },
      l: () => this.stage.lookCloser(this.stage.nextCloser()),
      q: () => this.turning.turn(-1),
      e: () => this.turning.turn(1),
      r: () => this.turning.turn(1),
      R: () => this.turning.turn(-1),
      '?': () => { showKeys(); },
      '+': () => this.camera.step(1.3),
      '=': () => this.camera.step(1.3),
      '-': () => this.camera.step(1 / 1.3),
      0: () => this.camera.fit(),
      Escape: () => {
        this.turning.drop();
        this.pointer.leave();
        this.stage.lookCloser(null);
        finishAll();
        this.player.hurry();
        document.body.dataset.sheet = 'closed';
        this.keyboard.keepSoon();
      },
    };
  }

  // Which lesson.

  /** The lesson that the address names; the list of all where it names none. */
  async arrive() {
    const id = decodeURIComponent(location.hash.slice(1));
    this.cover(null);
    if (this.lessons.some((lesson) => lesson.id === id)) await this.open(id);
    else this.list();
  }

  async open(id) {
    this.id = id;
    this.deeds = [];
    this.tried = false;
    this.stage.clear();
    this.panels.blank();
    this.voice.forget();
    await this.ask(null);
  }

  cover(card) {
    const cover = find('#cover');
    cover.hidden = !card;
    document.body.dataset.cover = card ? 'yes' : 'no';
    clear(cover).append(...(card ? [card] : []));
    // Before something lies on the table there is nothing beside it but the guide.
    for (const id of ['#tab-log', '#tab-cards']) find(id).hidden = Boolean(card);
    this.panels.waiting(Boolean(card));
  }

  /** The path: what is done, and what comes next. */
  list() {
    this.id = null;
    this.player.stop();
    this.stage.clear();
    this.panels.blank();
    fillBox();
    const known = done(this.game.name);
    const next = following(this.game.name, this.lessons);
    const all = known.length >= this.lessons.length;
    const rows = this.lessons.map(({ id, title }, i) => el('li', {}, el('a', { class: `lesson-row${id === next && !all ? ' next' : ''}`, href: `#${id}` },
      el('span', { class: 'lesson-number', text: String(i + 1) }), el('b', { text: title }),
      known.includes(id) ? el('span', { class: 'lesson-done', role: 'img', 'aria-label': t('learn.done'), title: t('learn.done') }, icon('check')) : null)));
    this.cover(el('div', { class: 'room-card lessons-card' },
      el('h2', { text: t('learn.title', { game: this.game.title }) }), el('p', { text: all ? t('learn.all') : t('learn.lead') }),
      el('ol', { class: 'lesson-list' }, ...rows),
      el('div', { class: 'button-row' },
        all ? null : el('a', { class: 'button primary large', href: `#${next}`, id: 'learn-go', text: known.length ? t('learn.go') : t('learn.begin') }),
        button(t('learn.match'), () => this.firstMatch(), all ? 'primary large' : 'quiet', { id: 'first-match' }))));
    find('#learn-go, #first-match')?.focus({ preventScroll: true });
  }

  // What the server says.

  /** Ask where I stand; the table is known after so many deeds, or not at all. */
  async ask(known) {
    this.busy = true;
    document.body.dataset.sent = 'yes';
    const { id } = this;
    try {
      const standing = await this.fetch({ deeds: this.deeds, ...(known === null ? {} : { known }) });
      if (id !== this.id) return true;
      this.standing = standing;
      this.note(standing);
      this.status = { status: 'playing', seats: [], mine: [standing.seat] };
      this.player.add(unfolded(standing.frames, null), known === null);
      this.draw();
      return true;
    } catch (error) {
      toast(error.message, 'error');
      return false;
    } finally {
      this.busy = false;
      document.body.dataset.sent = 'no';
    }
  }

  fetch(wish) {
    return api.lesson(this.game.name, this.id, wish);
  }

  /** What is remembered of where I stand. */
  note({ verdict, wants }) {
    if (verdict === 'wrong') this.tried = true;
    if (wants === 'nothing') noteDone(this.game.name, this.id);
  }

  fetchPreview(move) {
    return api.lessonPreview(this.game.name, this.id, { deeds: this.deeds, move });
  }

  async preview(move) {
    if (this.busy || this.standing?.wants !== 'move' || !this.player.upToDate) return null;
    try {
      return (await this.fetchPreview(move)).scene;
    } catch {
      return null;
    }
  }

  // What is shown.

  /** Whether the table can be played on: while there is something to read, or to take back, it is only looked at. */
  get plays() {
    return this.standing.wants === 'move' && this.player.upToDate;
  }

  /** What the prompt says meanwhile. */
  get says() {
    return { next: t('learn.says.next'), back: t('learn.says.back'), nothing: t('learn.says.over') }[this.standing.wants] ?? '';
  }

  /** The moves to mark: at once, or once something else was tried. */
  get asked() {
    const { right, shown } = this.standing;
    return this.plays && (shown || this.tried) ? right : [];
  }

  async show(frame, duration) {
    const live = this.plays ? frame : quiet(frame, this.says);
    if (this.tried) this.turnRight(live.scene);
    const scene = this.turning.face(marked(offering(live.scene), this.asked, this.player.upToDate ? this.standing.look : []));
    this.pointer.leave();
    this.panels.show({ ...live, scene }, this.status, this.standing.seat);
    this.voice.tell(frame);
    if (duration) sound(frame.sound);
    await this.stage.show(scene, duration);
    this.point();
    this.keyboard.keep();
    this.pointer.refresh();
  }

  /** Whoever asked to be shown how sees what is turned before it is laid turned the right way. */
  turnRight({ sprites }) {
    const ways = sprites.flatMap(({ turns }) => (turns ?? []).map((move, way) => (this.asked.includes(move) ? way : null))).filter((way) => way !== null);
    if (ways.length) [this.turning.way] = ways;
  }

  /** Places to look at are framed, and buttons that are asked for stand out. */
  point() {
    if (!this.standing) return;
    const look = this.player.upToDate ? this.standing.look : [];
    for (const [key, place] of this.stage.places) place.el.classList.toggle('looked', look.includes(key));
    for (const node of document.querySelectorAll('#prompt-buttons [data-move]')) node.classList.toggle('asked', this.asked.includes(node.dataset.move));
  }

  rest() {
    this.point();
    if (this.standing.wants === 'move') {
      this.pointer.introduce();
      this.stage.seek();
      this.turning.rest();
    }
    this.keyboard.keepSoon();
  }

  /** The words beside the table, and what can be done about them. */
  draw() {
    document.body.dataset.wants = this.standing.wants;
    const { title, at: step, steps, told, wants, verdict, feedback, following: next, right, shown, rivals } = this.standing;
    const number = this.lessons.findIndex(({ id }) => id === this.id) + 1;
    const over = wants === 'nothing';
    const head = [
      el('a', { class: 'icon-button', href: '#', 'aria-label': t('learn.list'), title: t('learn.list') }, icon('guide')),
      el('div', { class: 'lesson-title' }, el('small', { text: t('learn.number', { number, count: this.lessons.length }) }), el('h2', { text: title })),
      this.onButton(),
      this.deeds.length ? el('button', { class: 'icon-button', type: 'button', id: 'lesson-back', 'aria-label': t('learn.back'), title: t('learn.back'), on: { click: () => this.back() } }, icon('undo')) : null,
      el('progress', { max: steps, value: step, 'aria-label': t('learn.step', { step: Math.min(step + 1, steps), steps }) }),
    ].filter(Boolean);
    const body = [
      feedback ? remark(verdict, feedback) : null,
      ...(wants === 'back' ? [] : paragraphs(told)),
      over ? el('p', { class: 'lesson-over', text: next ? t('learn.over') : t('learn.path') }) : null,
    ].filter(Boolean);
    // Among the words: a row of its own would be taken from the table.
    if (rivals.length) body.at(-1).append(' ', this.whyButton());
    const buttons = [
      over ? button(t('learn.again'), () => this.open(this.id), 'quiet', { id: 'lesson-again' }) : null,
      over ? button(t('playon.here'), () => this.playOn(), 'quiet', { id: 'lesson-over-on' }) : null,
      wants === 'move' && !shown && !this.tried && right.length ? button(t('learn.show'), () => this.reveal(), 'quiet', { id: 'lesson-show' }) : null,
      wants === 'next' ? button(t('learn.next'), () => this.goOn(), 'primary', { id: 'lesson-next' }) : null,
      wants === 'back' ? button(t('learn.retry'), () => this.back(), 'primary', { id: 'lesson-retry' }) : null,
      over && next ? el('a', { class: 'button primary', href: `#${next}`, id: 'lesson-following', text: t('learn.following') }) : null,
      over && !next ? button(t('learn.match'), () => this.firstMatch(), 'primary', { id: 'first-match' }) : null,
    ].filter(Boolean);
    fillBox({ head, body, buttons });
    this.voice.say([feedback, wants === 'back' ? '' : told].filter(Boolean).join(' '));
    // Whoever reads on with the keyboard has the next thing to press under it.
    if (wants !== 'move' && (document.activeElement === document.body || this.keyboard.here)) find('#coach .primary')?.focus({ preventScroll: true });
  }

  // What the learner does.

  async play(move) {
    if (this.busy || this.standing?.wants !== 'move') return;
    if (!this.player.upToDate) {
      this.player.hurry();
      finishAll();
      return;
    }
    const before = this.deeds;
    this.deeds = [...before, move];
    const step = this.standing.at;
    if (!await this.ask(before.length)) this.deeds = before;
    else if (this.standing.at !== step) this.tried = false;
    if (this.standing.verdict) sound(this.standing.verdict === 'right' ? 'card' : 'undo');
  }

  /** Whatever the one button stands for: read on, try again, the next lesson. */
  goOn() {
    if (this.busy || !this.standing || !this.id) return;
    const { wants, following: next } = this.standing;
    if (wants === 'back') this.back();
    else if (wants === 'nothing' && next) location.hash = next;
    else if (wants === 'next') {
      this.deeds = [...this.deeds, 'next'];
      this.tried = false;
      this.ask(this.deeds.length - 1);
    }
  }

  whyButton() {
    return el('button', { class: 'ask-why', type: 'button', id: 'lesson-why', text: t('learn.why', { names: listed([...new Set(this.standing.rivals.map(({ name }) => name))]) }), on: { click: () => this.askWhy() } });
  }

  /** Why one of these moves was made: what rivals have just done. */
  async askWhy(moves = this.standing.rivals) {
    const asked = find('#lesson-why');
    if (asked.dataset.busy === 'yes') return;
    asked.dataset.busy = 'yes';
    const { deeds, id } = this;
    try {
      const { askWhy } = await import('./asking.js');
      await askWhy(moves, (step) => this.fetchWhy(id, deeds, step));
    } catch (error) {
      toast(error.message, 'error');
    } finally {
      asked.dataset.busy = 'no';
    }
  }

  fetchWhy(id, deeds, step) {
    return api.lessonWhy(this.game.name, id, { deeds, step });
  }

  /** A new table that goes on with what lies here, against bots or with a friend. */
  async playOn() {
    const scores = this.player.frame?.scene.panels.scores ?? [];
    if (!scores.length) return;
    try {
      const { playOnHere } = await import('./playon.js');
      await playOnHere({ game: this.game, seats: scores, viewing: this.standing.seat, open: (wish) => this.openOn({ ...wish, deeds: this.deeds }) });
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  openOn(wish) {
    return api.lessonOn(this.game.name, this.id, wish);
  }

  /** The way out of what is told, as a sign among others. */
  onButton() {
    return el('button', { class: 'icon-button', type: 'button', id: 'lesson-on', 'aria-label': t('playon.here'), title: t('playon.here'), on: { click: () => this.playOn() } }, icon('branch'));
  }

  back() {
    if (this.busy || !this.deeds.length) return;
    this.deeds = this.deeds.slice(0, -1);
    this.ask(null);
  }

  /** Mark what was to be found. */
  reveal() {
    this.tried = true;
    this.draw();
    if (this.player.frame) this.show(this.player.frame, 0);
  }

  async readOut() {
    const { frame } = this.player;
    if (!frame) return;
    const move = await readOut(this.plays ? this.stage.scene ?? frame.scene : still(frame).scene, []);
    if (!move) return;
    this.keyboard.here = true;
    this.play(move);
  }

  /** The match at the end of the path: against bots that a newcomer can beat, with the coach beside it. */
  async firstMatch() {
    change('coach', true);
    const options = Object.fromEntries(this.game.options.map((option) => [option.name, option.default]));
    try {
      await openTable({ game: this.game.name, options, seats: defaultSeats(this.game, kept('name', '')) });
    } catch (error) {
      toast(error.message, 'error');
    }
  }
}

/** A game that has no lessons. */
export function noLessons(title) {
  return el('div', { class: 'room-card' }, el('h2', { text: title }), el('p', { text: t('learn.none') }),
    el('a', { class: 'button primary', href: at('/'), text: t('final.home') }));
}
