// Frames are shown one after another; when many wait, faster, and the oldest not at all.

import { pause } from './dom.js';
import { pace } from './settings.js';

const CROWD = 5;
const TOO_MANY = 30;

export class Player {
  /** show(frame, duration) draws one; skip(frame) is told of one that is not drawn; summary(frame) waits for the
   *  viewer; rest() is told when all is shown. */
  constructor({ show, skip, summary, rest }) {
    this.show = show;
    this.skip = skip;
    this.summary = summary;
    this.rest = rest;
    this.queue = [];
    this.turn = 0;
    this.busy = false;
    this.frame = null;
    this.hasty = 0;
  }

  /** Everything shown is the last word: what is clicked now is meant for this table. */
  get upToDate() {
    return this.queue.length === 0;
  }

  add(frames, whole) {
    if (whole) {
      this.stop();
      this.queue = frames.slice(-TOO_MANY);
    } else {
      this.queue.push(...frames);
    }
    if (!this.busy) this.run();
  }

  stop() {
    this.turn += 1;
    this.queue = [];
    this.busy = false;
    this.hasty = 0;
  }

  /** Somebody is in a hurry: show all that waits at once, but not what comes of it. */
  hurry() {
    this.hasty = this.queue.length;
  }

  duration() {
    if (this.hasty || this.queue.length > TOO_MANY) return 0;
    const full = pace();
    return this.queue.length > CROWD ? Math.max(90, full * (CROWD / this.queue.length)) : full;
  }

  /** Whether the next frame takes the place of this one before anybody could see it. */
  gives(frame) {
    return this.queue.length > 0 && (this.hasty > 0 || !pace()) && !frame.scene.panels?.summary;
  }

  async run() {
    const turn = this.turn;
    this.busy = true;
    while (this.queue.length && turn === this.turn) {
      const frame = this.queue.shift();
      const duration = this.frame ? this.duration() : 0;
      this.hasty = Math.max(0, this.hasty - 1);
      this.frame = frame;
      if (!duration && this.gives(frame)) {
        this.skip(frame);
        continue;
      }
      await this.show(frame, duration);
      if (turn !== this.turn) return;
      if (frame.scene.panels?.summary) {
        await this.summary(frame);
        if (turn !== this.turn) return;
      } else if (this.queue.length && duration) {
        await pause(frame.kind === 'beat' ? duration * 0.75 : duration * 0.3);
      }
    }
    if (turn !== this.turn) return;
    this.busy = false;
    this.hasty = 0;
    this.rest();
  }
}
