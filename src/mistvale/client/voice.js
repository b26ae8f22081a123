// What is said to those who listen: what happened, once and when there is time; what is asked of them, at once.

import { sentence } from './aloud.js';
import { el, find } from './dom.js';
import { t } from './words.js';

const KEPT = 6000; // milliseconds after which what was said is taken away, so that it is not read again as if it were new
const TOGETHER = 30; // what happens within so many is said in one breath, in its order
const PAUSE = 600; // what happened comes first

/** The lines that a log has and did not have before, in their order. */
export function added(before, now) {
  const same = now.findIndex((line, i) => line !== before[i]);
  const left = before.slice(same < 0 ? now.length : same);
  return (same < 0 ? [] : now.slice(same)).filter((line) => {
    const known = left.indexOf(line);
    if (known >= 0) left.splice(known, 1);
    return known < 0;
  });
}

export class Voice {
  constructor() {
    this.polite = find('#live');
    this.urgent = find('#asked');
    this.lines = [];
    document.addEventListener('close', () => setTimeout(() => this.flush(), TOGETHER), true);
    this.forget();
  }

  /** Another seat listens now, or another table: nothing was told yet. */
  forget() {
    clearTimeout(this.coming);
    this.told = null;
    this.question = '';
    this.urgent.replaceChildren();
  }

  /** Tell what is new in the log, each line once; `again` tells of the past, for those who look back.
   *  The log and not the frames: rivals' moves of one epoch are told when it is over, among lines that were told before. */
  tell({ text, kind, scene }, again = false) {
    if (again || kind === 'undo') {
      if (text) this.say(text);
      if (again) return;
    }
    const log = (scene.panels?.log ?? []).map((line) => line.text);
    for (const line of this.told ? added(this.told, log) : []) this.say(line);
    this.told = log;
  }

  say(text) {
    this.lines.push(text);
    if (this.lines.length === 1) setTimeout(() => this.flush(), TOGETHER);
  }

  /** Say what waits to be said. Behind a dialog nothing is heard: it waits until that is closed. */
  flush() {
    if (!this.lines.length || document.querySelector('dialog[open]')) return;
    const said = el('p', {}, ...this.lines.splice(0).flatMap((text) => [el('span', { text: sentence(text) }), ' ']));
    this.polite.append(said);
    setTimeout(() => said.remove(), KEPT);
  }

  /** Say what is asked of me now, or whom the table waits for; each question once. `still()` says whether it is still so. */
  ask({ text, mine, step }, still) {
    clearTimeout(this.coming);
    const question = mine ? `${step} ${text}` : text;
    if (!text || question === this.question) return;
    this.coming = setTimeout(() => {
      if (!still()) return;
      this.question = question;
      if (mine) this.urgent.replaceChildren(el('p', { text: t('aloud.asked', { text }) }));
      else this.say(text);
    }, PAUSE);
  }
}
