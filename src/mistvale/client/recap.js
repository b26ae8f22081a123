// What rivals did since my last turn: read at a glance, and stepped through on the table.

import { clear, el, find, icon } from './dom.js';
import { seatMark } from './panels.js';
import { still } from './replay.js';
import { t } from './words.js';

/** What is remembered of a match once a frame has come: the frames of rivals' latest moves, and whether I moved since.
 *  It stays while I take my turn, and begins anew with the first move of a rival after it. */
export function remembered({ frames, moved }, frame, seat) {
  if (frame.kind === 'start') return { frames: [], moved: false };
  if (frame.kind === 'beat') return { frames: moved ? frames : [...frames, frame], moved };
  if (frame.seat === seat) return { frames, moved: true };
  return { frames: moved ? [frame] : [...frames, frame], moved: false };
}

/** A frame of the past: nothing can be played there, nobody is waited for, and it is said what it is. */
function past(frame) {
  const { scene, ...rest } = still(frame);
  const scores = (scene.panels.scores ?? []).map((row) => ({ ...row, pending: false }));
  return { ...rest, scene: { ...scene, panels: { ...scene.panels, scores, prompt: { text: t('recap.title'), mine: false, buttons: [] } } } };
}

export class Recap {
  /** show(frame) draws a step of the past; back() the table as it stands. */
  constructor(game, { show, back }) {
    this.game = game;
    this.show = show;
    this.back = back;
    this.forget();
    this.at = null;
    this.button = find('#recap');
    this.box = find('#recap-box');
    this.button.addEventListener('click', () => this.toggle());
  }

  get on() {
    return this.at !== null;
  }

  get steps() {
    return this.memory.frames.filter(({ text }) => text);
  }

  forget() {
    this.memory = { frames: [], moved: false };
  }

  note(frames, seat, whole) {
    if (whole) this.forget();
    for (const frame of frames) this.memory = remembered(this.memory, frame, seat);
  }

  /** Whether there is something to look back at now. */
  offer(mine) {
    const count = this.steps.length;
    this.button.hidden = !mine || !count;
    this.button.dataset.count = String(count);
  }

  toggle() {
    if (!this.box.hidden) {
      this.close();
      this.button.focus({ preventScroll: true });
      return;
    }
    const rows = this.steps.map((frame, i) => el('li', {}, el('button', { class: 'recap-step', type: 'button', on: { click: () => this.go(i) } },
      frame.seat === null || frame.seat === undefined ? el('span', { class: 'seat-mark none' }) : seatMark(this.game, frame.seat, `seat-${frame.seat}`),
      el('span', { text: frame.text }))));
    const step = (name, label, by) => el('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label,
      on: { click: () => this.go((this.at ?? (by > 0 ? -1 : rows.length)) + by) } }, icon(name));
    this.list = el('ol', {}, ...rows);
    clear(this.box).append(
      el('header', {}, el('p', { text: t('recap.title') }), step('back', t('replay.back'), -1), step('next', t('replay.next'), 1),
        el('button', { class: 'icon-button', type: 'button', 'aria-label': t('recap.close'), title: t('recap.close'), on: { click: () => this.toggle() } }, icon('close'))),
      this.list);
    this.box.hidden = false;
    // Whoever opens it wants to read it; it stands far from the button in the order of Tab.
    (this.list.querySelector('button') ?? this.box.querySelector('button')).focus({ preventScroll: true });
  }

  /** The table as it stood after a step. */
  go(wanted) {
    const { steps } = this;
    const i = Math.max(0, Math.min(steps.length - 1, wanted));
    this.at = i;
    [...this.list.children].forEach((row, n) => row.firstChild.toggleAttribute('aria-current', n === i));
    this.list.children[i].scrollIntoView({ block: 'nearest' });
    this.show(past(steps[i]));
  }

  /** Put it away; the table is drawn as it stands, unless that happens anyway. */
  close(draw = true) {
    const away = this.on;
    const held = this.box.contains(document.activeElement);
    this.at = null;
    this.box.hidden = true;
    if (held && !this.button.hidden) this.button.focus({ preventScroll: true });
    if (away && draw) this.back();
  }
}
