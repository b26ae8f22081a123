// Asking why of a rival in a lesson: which of its moves, and what there is to say of it.

import { ask } from './dialogs.js';
import { el } from './dom.js';
import { t } from './words.js';

/** The move that somebody asks about; null for none. */
async function chosen(rivals) {
  if (rivals.length === 1) return rivals[0];
  let close;
  const rows = rivals.map((move) => el('li', {}, el('button', { class: 'rival-move', type: 'button', text: move.text, on: { click: () => close(move) } })));
  return ask({ title: t('recap.title'), body: [el('ol', { class: 'rival-moves' }, ...rows)], closer: (closing) => { close = closing; } });
}

/** Ask about one of these moves: `fetch(step)` gets the answer. */
export async function askWhy(rivals, fetch) {
  const move = await chosen(rivals);
  if (!move) return;
  const { why } = await fetch(move.step);
  await ask({ title: move.text, body: why.map((text) => el('p', { text })), buttons: [{ label: t('dialog.close'), value: true, kind: 'primary' }] });
}
