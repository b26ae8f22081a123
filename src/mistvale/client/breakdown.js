// Where a seat's points come from: shown beside its score under a mouse, with the keyboard's focus, and after a tap.

import { sentence } from './aloud.js';
import { clear, el, find } from './dom.js';
import { onPointed } from './resting.js';
import { t } from './words.js';

/** Whether there is anything to tell of a score. */
export const isExplained = ({ parts = [], hint = '' }) => parts.length > 0 || hint !== '';

/** The points as they are written: with a plus where they are not all. */
export function figure({ points, partial = false }) {
  return points === null || points === undefined ? '' : `${points}${partial ? '+' : ''}`;
}

/** The same as a sentence, for those who listen. */
export function told({ points, partial = false, parts = [], hint = '' }) {
  const sources = parts.map(([label, n]) => `${label}: ${n}`).join(', ');
  const all = partial ? t('scores.partial', { n: points }) : t('scores.points', { n: points });
  return [all, sources, hint].filter(Boolean).map(sentence).join(' ');
}

export class Breakdown {
  constructor(root = find('#breakdown')) {
    this.root = root;
    this.seat = null;
    this.pinned = false;
    document.addEventListener('pointerdown', (event) => {
      if (!event.target.closest?.('[data-explains]')) this.hide();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.hide();
    });
  }

  /** Let an element explain a score; `handle` is the part of it that the keyboard reaches. */
  attach(element, row, handle = element) {
    if (!isExplained(row)) return;
    element.dataset.explains = row.seat;
    onPointed(element, () => this.show(element, row));
    element.addEventListener('pointerleave', () => { if (!this.pinned) this.hide(); });
    handle.addEventListener('focus', () => { if (handle.matches(':focus-visible')) this.show(element, row); });
    handle.addEventListener('blur', () => this.hide());
    element.addEventListener('click', (event) => {
      // A button beside the points does something else.
      if (event.target.closest('button') && event.target.closest('button') !== handle) return;
      const again = this.pinned && this.seat === row.seat;
      this.hide();
      if (again) return;
      this.show(element, row);
      this.pinned = true;
    });
    // Drawn anew while it was being read: what has changed is shown at once.
    if (this.seat === row.seat && !this.root.hidden && element.getClientRects().length) this.show(element, row);
  }

  show(element, row) {
    const { name, parts = [], hint } = row;
    clear(this.root).append(
      el('strong', {}, el('span', { text: name }), el('b', { text: figure(row) })),
      ...parts.map(([label, n]) => el('p', {}, el('span', { text: label }), el('b', { text: String(n) }))),
      hint ? el('small', { text: hint }) : '');
    this.seat = row.seat;
    this.root.hidden = false;
    const at = element.getBoundingClientRect();
    const own = this.root.getBoundingClientRect();
    const below = at.bottom + 6 + own.height < innerHeight - 8;
    this.root.style.left = `${Math.max(8, Math.min(innerWidth - own.width - 8, at.right - own.width))}px`;
    this.root.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - own.height - 6)}px`;
  }

  hide() {
    this.root.hidden = true;
    this.seat = null;
    this.pinned = false;
  }
}
