// What tables with a box of somebody's own are marked with.

import { api } from './api.js';
import { el } from './dom.js';
import { t, TITLES } from './words.js';

const written = (value) => String(value ?? t('box.nothing'));

/** What differs from the standard box, as a list of places. */
export function differences(differs) {
  return el('dl', { class: 'facts-list box-differs' }, ...differs.flatMap(({ path, name, value, standard }) => [
    el('dt', { lang: TITLES, title: path, text: name }), el('dd', { text: t('box.change', { value: written(value), standard: written(standard) }) })]));
}

/** At a table with such a box: that it is one, what differs on press, and the file. */
export function ownBox({ match, own_box: own }) {
  if (!own) return null;
  return el('details', { class: 'own-box', id: 'own-box' }, el('summary', { text: t('box.own') }),
    el('p', { class: 'hint', text: t('box.differs') }), differences(own.differs),
    el('a', { class: 'button small', href: api.tableBoxLink(match), download: '', text: t('box.download') }));
}
