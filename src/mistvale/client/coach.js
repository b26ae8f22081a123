// The coach beside a first match: explains what is new when it comes up, answers why something can't be done, tells what
// rivals did, and says less and less. Never where a match is rated.

import { sentence } from './aloud.js';
import { api } from './api.js';
import { fillBox, paragraphs, remark } from './coachbox.js';
import { isWanted } from './coachseat.js';
import { toast } from './dialogs.js';
import { el, find, icon } from './dom.js';
import { coached, isNew, noteCoached } from './learned.js';
import { change, onChange } from './settings.js';
import { at } from './where.js';
import { t } from './words.js';

const TURNS = 8; // turns in which it is told what rivals did
const MOST_LINES = 4; // of what they did
const MOST_TIPS = 2; // at a time

/** Whether a move or a key fits one of these patterns, as in `place *`. */
export function fits(text, patterns) {
  return patterns.some((pattern) => {
    const parts = pattern.split('*');
    if (parts.length === 1) return text === pattern;
    let from = 0;
    return parts.every((part, i) => {
      if (i === 0) { from = part.length; return text.startsWith(part); }
      if (i === parts.length - 1) return text.length >= from + part.length && text.endsWith(part);
      const place = text.indexOf(part, from);
      from = place + part.length;
      return place >= 0;
    });
  });
}

/** All moves that a scene offers. */
const offered = ({ sprites, panels }) => [
  ...sprites.flatMap(({ move, turns }) => [move, ...(turns ?? [])]),
  ...(panels?.prompt?.buttons ?? []).map(({ move }) => move),
].filter(Boolean);

/** The tips that have come up: what can be done, what lies there, what has just happened, what is so; and were not said often
 *  enough. */
export function comingUp(tips, scene, beats, said) {
  const moves = offered(scene);
  const signs = scene.panels?.prompt?.signs ?? [];
  return tips.filter((tip) => (said[tip.id] ?? 0) < tip.times && (moves.some((move) => fits(move, tip.moves))
    || scene.sprites.some(({ key }) => fits(key, tip.sprites)) || beats.some((beat) => tip.beats.includes(beat)) || signs.some((sign) => tip.signs.includes(sign))));
}

/** Why a thing can't be played now: what it says of itself, and what is asked instead. */
function whyNot({ label, hint, place }, prompt) {
  const name = label || place || '';
  return [name && sentence(name), hint && sentence(hint.split('\n').join(' ')), prompt && t('coach.now', { text: prompt })].filter(Boolean).join(' ');
}

export class Coach {
  constructor(table) {
    this.table = table;
    this.game = table.status.game;
    this.tips = [];
    this.beats = [];
    this.decision = null;
    this.heard = null;
    find('#stage').addEventListener('click', (event) => this.pressed(event));
    find('#prompt-buttons').addEventListener('click', (event) => this.blocked(event));
    onChange((name) => { if (name === 'coach') this.again(); });
  }

  /** Whether it still has a word. */
  get on() {
    return isWanted(this.table.status);
  }

  /** What there is to say, asked for once. Without it one plays all the same. */
  learn() {
    this.asked ??= api.learning(this.game).then(({ tips }) => { this.tips = tips; }, () => {});
    return this.asked;
  }

  /** What happens by itself is remembered until there is time to speak of it. */
  note(frames) {
    this.beats.push(...frames.filter(({ kind }) => kind === 'beat').map(({ beat }) => beat));
  }

  /** The table rests: say what is new, if it is my turn. */
  async rest(frame, mine) {
    if (this.on && this.table.status.status === 'over') this.end();
    if (!this.on || !mine) {
      this.remember();
      this.decision = null;
      this.quiet();
      return;
    }
    await this.learn();
    if (this.table.player.frame === frame && this.on) this.explain(frame.scene);
  }

  /** What is new about a decision, once; what others do meanwhile changes nothing about it. */
  explain(scene) {
    const decision = offered(scene).join();
    if (decision === this.decision) return;
    this.remember();
    this.decision = decision;
    this.played = true;
    const { said, turns } = coached(this.game);
    const tips = comingUp(this.tips, scene, this.beats, said).slice(0, MOST_TIPS);
    const rivals = this.table.recap.steps.filter(({ kind, seat }) => kind === 'move' && seat !== this.table.viewing);
    const fresh = turns < TURNS && rivals.length > 0 && rivals[0] !== this.told;
    this.beats = [];
    if (fresh) [this.told] = rivals;
    this.heard = { tips, fresh };
    this.say([
      isNew(this.game) && !this.offered ? this.offer() : null,
      fresh ? remark('news', t('coach.since', { lines: rivals.slice(-MOST_LINES).map(({ text }) => sentence(text)).join(' ') })) : null,
      ...tips.flatMap(({ text }) => paragraphs(text)),
    ].filter(Boolean));
  }

  /** What was said of a decision counts as known once it is taken: whoever comes back to it is told again. */
  remember() {
    if (!this.heard) return;
    const { tips, fresh } = this.heard;
    const { said, turns } = coached(this.game);
    this.heard = null;
    noteCoached(this.game, {
      said: { ...said, ...Object.fromEntries(tips.map(({ id }) => [id, (said[id] ?? 0) + 1])) },
      turns: turns + (fresh ? 1 : 0),
    });
  }

  /** Whoever plays a game for the first time is told that there are lessons. */
  offer() {
    this.offered = true;
    if (!this.table.game?.lessons) return null;
    return el('p', {}, t('coach.lessons'), ' ', el('a', { href: at(`/learn/${this.game}`), text: t('coach.learn') }));
  }

  /** A match that was played to its end here, and not only looked at. */
  end() {
    if (!this.played) return;
    this.played = false;
    noteCoached(this.game, { matches: coached(this.game).matches + 1 });
  }

  /** A thing on the table that can't be played: why. */
  pressed(event) {
    const { frame } = this.table.player;
    const sprite = event.target.closest?.('.sprite')?.actor?.sprite;
    const prompt = frame?.scene.panels?.prompt;
    if (!this.on || !prompt?.mine || !sprite || sprite.move || !(sprite.label || sprite.hint)) return;
    this.say([remark('why', whyNot(sprite, prompt.text))]);
  }

  /** A button that is blocked says it itself; here it stays to be read. */
  blocked(event) {
    const button = event.target.closest?.('.button.blocked');
    if (this.on && button) this.say([remark('why', [button.querySelector('span')?.textContent, button.title].filter(Boolean).map(sentence).join(' '))]);
  }

  say(body) {
    if (!body.length) {
      this.quiet();
      return;
    }
    fillBox({
      head: [
        el('h2', { text: t('coach.title') }), el('span', { class: 'grow' }),
        el('button', { class: 'button quiet small', type: 'button', id: 'coach-off', text: t('coach.off'), on: { click: () => this.dismiss() } }),
        el('button', { class: 'icon-button', type: 'button', 'aria-label': t('coach.close'), title: t('coach.close'), on: { click: () => this.quiet() } }, icon('close')),
      ],
      body,
    });
    this.table.voice.say(body.map((part) => part.textContent).join(' '));
    // It takes room from the table on a phone: what is to be played must not be hidden by it.
    requestAnimationFrame(() => this.table.stage.seek());
  }

  quiet() {
    fillBox();
  }

  dismiss() {
    change('coach', false);
    toast(t('coach.gone'));
  }

  /** It was sent away, or called back. */
  again() {
    this.decision = null;
    this.heard = null;
    const { frame } = this.table.player;
    if (!this.on) this.quiet();
    else if (frame) this.rest(frame, Boolean(frame.scene.panels?.prompt?.mine));
  }
}
