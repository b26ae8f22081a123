// The lines of a table's chat: in their order, each once; how far one has read, and whom one does not want to read.

import { keep, kept } from './store.js';

const SEEN = 'chat-seen';
const MUTED = 'muted';
const MOST_TABLES = 50;
const MOST_MUTED = 500;

const key = ({ side, number }) => `${side} ${number}`;
const order = (a, b) => a.at.localeCompare(b.at) || a.side.localeCompare(b.side) || a.number - b.number;

export class Lines {
  constructor(match) {
    this.match = match;
    this.known = new Map();
    // By side: where to ask on from for what was said earlier.
    this.before = {};
    this.seen = kept(SEEN, {})[match] ?? {};
    this.muted = new Set(kept(MUTED, []));
  }

  /** Add lines; those that are new here. */
  add(lines) {
    const fresh = lines.filter((line) => !this.known.has(key(line)));
    for (const line of fresh) this.known.set(key(line), line);
    return fresh;
  }

  get all() {
    return [...this.known.values()].sort(order);
  }

  isMuted(line) {
    return this.muted.has(`${this.match} ${line.who}`);
  }

  mute(line, muted) {
    const who = `${this.match} ${line.who}`;
    this.muted.delete(who);
    if (muted) this.muted.add(who);
    keep(MUTED, [...this.muted].slice(-MOST_MUTED));
  }

  /** Lines that others said since one last looked. */
  get unread() {
    return this.all.filter((line) => !line.mine && !this.isMuted(line) && line.number > (this.seen[line.side] ?? -1)).length;
  }

  read() {
    for (const { side, number } of this.known.values()) this.seen[side] = Math.max(this.seen[side] ?? -1, number);
    const { [this.match]: old, ...others } = kept(SEEN, {});
    keep(SEEN, Object.fromEntries([...Object.entries(others), [this.match, this.seen]].slice(-MOST_TABLES)));
  }
}
