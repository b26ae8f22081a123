// A group of a scene on the stage: its mat, its title and the layer on which its sprites stand.

import { between } from './animate.js';
import { hasSymbol, symbolHref } from './art.js';
import { svg } from './dom.js';
import { LETTERS, STRIP } from './layout.js';

const MOST = 6;
const BADGE = 18 * LETTERS;
const NARROW = 96;
const LEAST = 5;
let count = 0;

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** The id of a group's element, by which the table claims it. */
export const placeId = (key) => `place-${key}`;

export class Place {
  constructor(group, game) {
    count += 1;
    const clip = `clip-${count}`;
    this.mat = svg('rect', { class: 'mat', rx: 14 });
    this.window = svg('rect', { rx: 10 });
    this.game = game;
    this.badge = svg('use', { width: BADGE, height: BADGE, 'aria-hidden': 'true' });
    this.title = svg('text', { class: 'place-title', id: `title-${group.key}`, role: 'heading', 'aria-level': '2' });
    this.note = svg('text', { class: 'place-note', 'text-anchor': 'end', 'aria-hidden': 'true' });
    this.layer = svg('g', { class: 'layer' });
    this.frame = svg('g', {}, this.layer);
    this.el = svg('g', { role: 'group', id: placeId(group.key), 'data-group': group.key, 'aria-labelledby': this.title.id },
      svg('clipPath', { id: clip }, this.window), this.mat, this.badge, this.title, this.note, this.frame);
    this.clip = clip;
    this.zoom = 1;
    this.pan = { x: 0, y: 0 };
    this.inner = null;
  }

  name(group) {
    this.group = group;
    this.el.setAttribute('class', `place role-${group.role}${group.zoom ? ' zooms' : ''}`);
    // The whole title, also where there is no room to write it.
    this.title.setAttribute('aria-label', [group.title, group.note].filter(Boolean).join('. '));
    // The seat's own shape ties its place on the table to its line in the scores.
    const symbol = `seat-${group.seat}`;
    this.badged = Boolean(group.title) && hasSymbol(this.game, symbol);
    if (this.badged) this.badge.setAttribute('href', symbolHref(this.game, symbol));
    else this.badge.removeAttribute('href');
    if (group.zoom) this.frame.setAttribute('clip-path', `url(#${this.clip})`);
    else this.frame.removeAttribute('clip-path');
  }

  /** Claim what lies here, in the order in which it is read: it is drawn in another, and may be in the air. */
  own(ids) {
    const owned = ids.join(' ');
    if (owned === this.owned) return;
    this.owned = owned;
    this.el.setAttribute('aria-owns', owned);
  }

  /** Where the layout wants it; `put` goes there. */
  put({ inner, scale, top }) {
    this.inner = inner;
    this.base = scale;
    this.top = top;
    this.draw();
  }

  blend(from, to, t) {
    const mix = (name) => between(from.inner[name], to.inner[name], t);
    this.put({ inner: { x: mix('x'), y: mix('y'), w: mix('w'), h: mix('h') }, scale: between(from.scale, to.scale, t), top: to.top });
  }

  /** The layer's transform: stage = view.x + view.s * group. */
  get view() {
    const { x, y, w, h } = this.inner;
    const s = this.base * this.zoom;
    const wide = this.group.width * s;
    const high = this.group.height * s;
    const roomX = Math.max(0, (wide - w) / 2);
    const roomY = Math.max(0, (high - h) / 2);
    this.pan.x = clamp(this.pan.x, -roomX, roomX);
    this.pan.y = clamp(this.pan.y, -roomY, roomY);
    const { right, below } = this.strip;
    return { x: x + (w - right - wide) / 2 + this.pan.x, y: y + (h - below - high) / 2 + this.pan.y, s };
  }

  /** The room that the buttons which zoom take, beside the board or below it. */
  get strip() {
    if (!this.group.zoom) return { right: 0, below: 0 };
    const beside = this.group.width * this.base <= this.inner.w - STRIP + 1;
    return beside ? { right: STRIP, below: 0 } : { right: 0, below: STRIP };
  }

  draw() {
    const { x, y, w, h } = this.inner;
    const pad = this.group.role === 'main' ? 6 : 4;
    const set = (node, values) => { for (const [name, value] of Object.entries(values)) node.setAttribute(name, value.toFixed(2)); };
    set(this.mat, { x: x - pad, y: y - this.top - pad + 2, width: w + 2 * pad, height: h + this.top + 2 * pad - 2 });
    set(this.window, { x, y, width: w, height: h });
    const edge = w < NARROW ? 2 : 6;
    set(this.badge, { x: x + edge - 2, y: y - BADGE - 4 });
    set(this.title, { x: x + edge + (this.badged ? BADGE + 3 : 0), y: y - 8 * LETTERS });
    set(this.note, { x: x + w - 6, y: y - 8 * LETTERS });
    this.write(w);
    const view = this.view;
    this.layer.setAttribute('transform', `translate(${view.x.toFixed(2)} ${view.y.toFixed(2)}) scale(${view.s.toFixed(5)})`);
  }

  /** Title and note as far as there is room. Measuring is slow, so it is done once for a width. */
  write(w) {
    const { title, note } = this.group;
    const sign = [title, note, Math.round(w / 8)].join('|');
    if (sign === this.written) return;
    this.written = sign;
    const room = w - (w < NARROW ? 2 : 10) - (this.badged ? BADGE + 3 : 0);
    this.title.classList.toggle('small', w < NARROW);
    const long = (node) => node.getComputedTextLength();
    this.title.textContent = title ?? '';
    if (long(this.title) > room) this.title.classList.add('small'); // before any of it is cut
    this.note.textContent = title && note ? note : '';
    if (this.note.textContent && long(this.title) + long(this.note) + 14 > room) this.note.textContent = '';
    // Bots of one kind differ in their number only: it is kept when the rest is cut.
    const number = /\d+$/.exec(title ?? '')?.[0] ?? '';
    for (let n = (title ?? '').length - number.length - 1; n > 1 && long(this.title) > room; n -= 1) {
      this.title.textContent = `${title.slice(0, n).trimEnd()}…${number}`;
    }
    // Two letters say less than the seat's own shape, which stands beside them.
    if (this.badged && this.title.textContent.length < LEAST && title.length > LEAST) this.title.textContent = number;
  }

  /** A point of the group on the stage. */
  at(x, y, turn = 0) {
    const view = this.view;
    return { x: view.x + view.s * x, y: view.y + view.s * y, turn, scale: view.s };
  }

  get centre() {
    return this.at(this.group.width / 2, this.group.height / 2);
  }

  holds(x, y) {
    const { x: left, y: top, w, h } = this.inner;
    return x >= left && x <= left + w && y >= top && y <= top + h;
  }

  /** Zoom by a factor about a point of the stage. */
  zoomBy(factor, x, y) {
    const before = this.view;
    const zoom = clamp(this.zoom * factor, 1, MOST);
    const change = zoom / this.zoom;
    const { x: left, y: top, w, h } = this.inner;
    const middleX = left + w / 2 + this.pan.x;
    const middleY = top + h / 2 + this.pan.y;
    this.zoom = zoom;
    if (before.s > 0) {
      this.pan.x += (1 - change) * (x - middleX);
      this.pan.y += (1 - change) * (y - middleY);
    }
    this.draw();
  }

  panBy(dx, dy) {
    this.pan.x += dx;
    this.pan.y += dy;
    this.draw();
  }

  fit() {
    this.zoom = 1;
    this.pan = { x: 0, y: 0 };
    this.draw();
  }
}
