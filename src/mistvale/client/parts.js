// What the pages about people are made of: cards, rows, and buttons that tell what went wrong.

import { ask, toast } from './dialogs.js';
import { el } from './dom.js';
import { t } from './words.js';

let cards = 0;

/** A part of a page under a heading. */
export function card(title, ...body) {
  cards += 1;
  const heading = el('h2', { id: `card-${cards}`, text: title });
  return el('section', { class: 'card', 'aria-labelledby': heading.id }, heading, ...body);
}

/** A button for something that may fail; meanwhile it cannot be pressed again. */
export function button(label, action, kind = '', more = {}) {
  const made = el('button', { class: `button ${kind}`, type: 'button', text: label, ...more });
  made.addEventListener('click', async () => {
    made.disabled = true;
    try {
      await action();
    } catch (error) {
      toast(error.message, 'error');
    }
    made.disabled = false;
  });
  return made;
}

/** One thing of a list: what it is, what else is known of it, and what can be done with it. */
export function row(name, about, ...buttons) {
  return el('li', { class: 'thing-row' },
    el('div', { class: 'thing-about' }, typeof name === 'string' ? el('b', { text: name }) : name,
      typeof about === 'string' && about ? el('small', { text: about }) : about || null),
    el('div', { class: 'button-row' }, ...buttons));
}

/** Ask before something that cannot be taken back. */
export function sure(title, text, yes) {
  return ask({ title, body: [el('p', { text })],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: yes, value: true, kind: 'danger' }] });
}

/** A table of figures; what does not fit is scrolled to, by keys also. */
export function figures(label, heads, rows) {
  return el('div', { class: 'figures', role: 'group', 'aria-label': label, tabindex: 0 }, el('table', {},
    el('thead', {}, el('tr', {}, ...heads.map((text) => el('th', { scope: 'col', text })))),
    el('tbody', {}, ...rows.map(([first, ...rest]) => el('tr', {}, el('th', { scope: 'row' }, first), ...rest.map((each) => el('td', {}, each)))))));
}
