// What is said to those who listen: what happened, once and when there is time; what is asked of them, at once.

import { el, find } from './dom.js';
import { t } from './words.js';

const KEPT = 8; // lines that a screen reader may still be about to read
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
    // Added and not replaced: several lines at once are all read.
    this.polite.append(el('p', { text }));
    while (this.polite.children.length > KEPT) this.polite.firstChild.remove();
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
