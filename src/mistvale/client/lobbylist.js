// The lists of the lobby: tables to sit down at, and tables to watch.

import { loadArt, picture } from './art.js';
import { ago } from './dates.js';
import { el, icon } from './dom.js';
import { paceWords } from './paces.js';
import { tempoWords } from './tempo.js';
import { at } from './where.js';
import { listed, t, TITLES } from './words.js';

const TEMPO_ICONS = { none: null, live: 'clock', mail: 'clock' };

/** How fast one plays at a table, with the time that there is; tables of before do not say it. */
export const tempoOf = ({ pace, bank, decision }) => (decision ? paceWords({ kind: pace, bank, decision }) : tempoWords()[pace]);

/** The options of a table that are not what most people play with. */
export function unusual(game, options) {
  const found = [];
  for (const option of game?.options ?? []) {
    const value = options[option.name];
    if (value === undefined || value === option.default) continue;
    const label = option.values.find((each) => each.value === value)?.label ?? value;
    found.push(t('lobby.option', { option: option.label, value: label }));
  }
  return found;
}

function seatChip(seat) {
  if (seat.kind === 'open') {
    const words = { anyone: t('lobby.seat.anyone'), friends: t('lobby.seat.friends'), link: t('lobby.seat.link'), player: t('lobby.seat.player') };
    return el('li', { class: `seat-chip open ${seat.wanted}` }, icon({ link: 'link', player: 'person' }[seat.wanted] ?? 'plus'), el('span', { text: words[seat.wanted] }));
  }
  const name = seat.player ? el('a', { href: at(`/player/${seat.player}`), text: seat.name, data: { key: `player ${seat.player}` } }) : el('span', { text: seat.name });
  return el('li', { class: `seat-chip ${seat.kind}` }, icon(seat.kind === 'bot' ? 'bot' : 'person'), name);
}

function cover(game) {
  const place = el('span', { class: 'lobby-cover', 'aria-hidden': 'true' });
  if (!game) return place;
  loadArt(game.name).then(() => {
    const drawn = picture(game.name, game.cover || 'cover', 'cover-picture', true);
    if (drawn) place.append(drawn);
  });
  return place;
}

function facts(table, game) {
  const fact = (name, text, kind = '') => el('span', { class: kind || null }, name ? icon(name) : null, text);
  return el('p', { class: 'facts' },
    fact('table', t('lobby.seats', { n: table.seats.length })),
    fact(TEMPO_ICONS[table.pace], tempoOf(table)),
    table.rated ? fact('crown', t('lobby.rated'), 'rated') : fact(null, t('lobby.unrated')),
    table.own_box ? fact('guide', t('box.own'), 'own-box') : null,
    table.door === 'friends' ? fact('person', t('lobby.door.friends')) : null,
    table.friends && table.door !== 'friends' ? fact('person', t('lobby.friend')) : null,
    ...unusual(game, table.options).map((text) => fact(null, text)),
    table.watching ? fact('eye', t('lobby.watching', { n: table.watching })) : null,
    el('time', { datetime: table.created, text: ago(table.created) }));
}

/** What can be done with a table that waits: go on with one's own, sit down, or look on. */
function action(table, sit) {
  const whose = listed(table.seats.filter(({ kind }) => kind === 'guest').map(({ name }) => name)) || table.title;
  const link = (word, kind, name) => el('a', { class: `button ${kind}`, href: at(`/match/${table.match}`), data: { key: `go ${table.match}` },
    'aria-label': t('lobby.deed', { deed: word, game: table.title, names: whose }) }, icon(name), el('span', { text: word }));
  if (table.mine) return link(t('lobby.mine'), '', 'play');
  if (table.status === 'playing' || !table.free) return link(t('lobby.watch'), '', 'eye');
  const button = el('button', { class: 'button primary', type: 'button', data: { key: `sit ${table.match}`, sit: table.match },
    'aria-label': t('lobby.deed', { deed: t('lobby.sit'), game: table.title, names: whose }) }, icon('play'), el('span', { text: t('lobby.sit') }));
  button.addEventListener('click', () => sit(table, button));
  return button;
}

function row(table, games, sit) {
  const game = games.find(({ name }) => name === table.game);
  return el('li', { class: `lobby-row ${table.mine ? 'own' : ''}`, data: { table: table.match } }, cover(game),
    el('div', { class: 'lobby-words' }, el('h3', { lang: TITLES, text: table.title }), facts(table, game),
      el('ul', { class: 'seat-chips' }, ...table.seats.map(seatChip))),
    action(table, sit));
}

/** Put other rows into a list; what had the focus keeps it, wherever it stands now. */
function fill(list, rows) {
  const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  list.replaceChildren(...rows);
  if (key) [...list.querySelectorAll('[data-key]')].find((one) => one.dataset.key === key)?.focus({ preventScroll: true });
}

export function drawList(list, tables, games, sit) {
  fill(list, tables.map((table) => row(table, games, sit)));
}
