// The box beside the table in which somebody explains: a coach in a match, a lesson on its own page.

import { clear, el, find, icon } from './dom.js';

/** A text as paragraphs. */
export const paragraphs = (text) => text.split('\n\n').filter(Boolean).map((part) => el('p', { text: part }));

/** Words with a sign before them: what was right, what was not, or just so. */
export function remark(kind, text) {
  const sign = { right: 'check', wrong: 'warn' }[kind] ?? 'info';
  return el('div', { class: `remark ${kind}` }, icon(sign), el('div', {}, ...paragraphs(text)));
}

/** Fill the box; nothing puts it away. What is read aloud is its words, not its buttons. */
export function fillBox({ head = [], body = [], buttons = [] } = {}) {
  const box = find('#coach');
  const shown = body.length > 0 || head.length > 0;
  const held = box.contains(document.activeElement);
  box.hidden = !shown;
  if (!shown) {
    clear(box);
    return;
  }
  clear(box).append(
    el('header', {}, ...head),
    el('div', { class: 'coach-words' }, ...body),
    buttons.length ? el('div', { class: 'coach-buttons' }, ...buttons) : '',
  );
  // Drawn anew, the box keeps the keyboard's place at what goes on from here; without that, the table takes it.
  if (held) box.querySelector('.coach-buttons .primary')?.focus({ preventScroll: true });
}
