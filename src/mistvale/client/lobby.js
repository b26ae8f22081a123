// The lobby: who waits for others, which tables can be watched, and quick match.

import { api } from './api.js';
import { favourite } from './bots.js';
import { toast } from './dialogs.js';
import { el, find } from './dom.js';
import { LobbyLine } from './lobbyline.js';
import { drawList } from './lobbylist.js';
import { dressMasthead } from './masthead.js';
import { prepared } from './preparing.js';
import { Quick } from './quick.js';
import { drawPart, keepParts } from './seals.js';
import { openTable } from './seating.js';
import { takeSeat } from './sitting.js';
import { keep, kept } from './store.js';
import { TEMPI, tempoWords } from './tempo.js';
import { at } from './where.js';
import { loadWords, t, TITLES } from './words.js';

const ANY = '';
const MOST_SEATS = 5;

let games = [];
let me = { name: '' };
let line = null;
let quick = null;
let part = null; // of the seal that waits in the queue
let shown = { open: [], running: [] };

// ---------------------------------------------------------------- filters

const filters = { game: ANY, pace: ANY, seats: ANY, rated: ANY, ...kept('lobby', {}) };

function wanted() {
  const { game, pace, seats, rated } = filters;
  return {
    games: game ? [game] : [],
    pace: pace || null,
    seats: Number(seats) || null,
    rated: rated ? rated === 'yes' : null,
  };
}

const filtered = () => Object.values(filters).some(Boolean);

function filterField(name, label, values) {
  const select = el('select', { name, id: `filter-${name}` }, el('option', { value: ANY, text: t('lobby.any') }),
    ...values.map(([value, text, lang]) => el('option', { value, text, lang })));
  select.value = filters[name];
  if (!select.value) filters[name] = select.value = ANY;
  select.addEventListener('change', () => {
    filters[name] = select.value;
    keep('lobby', filters);
    line.look(wanted());
  });
  return el('label', { class: 'field' }, el('span', { text: label }), select);
}

function drawFilters() {
  const seats = [...new Set(games.flatMap((game) => game.seats))].filter((n) => n > 1 && n <= MOST_SEATS).sort((a, b) => a - b);
  find('#filters').replaceChildren(
    filterField('game', t('lobby.game'), games.map(({ name, title }) => [name, title, TITLES])),
    filterField('seats', t('quick.players'), seats.map((n) => [String(n), String(n)])),
    filterField('pace', t('quick.pace'), Object.entries(tempoWords())),
    filterField('rated', t('lobby.stake'), [['yes', t('lobby.rated')], ['no', t('lobby.unrated')]]));
}

function showAll() {
  for (const name of Object.keys(filters)) filters[name] = ANY;
  keep('lobby', filters);
  drawFilters();
  line.look(wanted());
  find('#filter-game').focus();
}

// ---------------------------------------------------------------- lists

function drawTables(tables) {
  shown = tables;
  const { open, running } = tables;
  drawList(find('#open-list'), open, games, sit);
  drawList(find('#running-list'), running, games, sit);
  const count = open.length ? t('lobby.count', { n: open.length }) : t('lobby.count.none');
  if (find('#open-count').textContent !== count) find('#open-count').textContent = count;
  find('#open-empty').hidden = open.length > 0;
  find('#running-empty').hidden = running.length > 0;
  find('#open-empty-text').textContent = filtered() ? t('lobby.empty.filtered') : t('lobby.empty');
  find('#empty-open').hidden = filtered();
  find('#empty-all').hidden = !filtered();
}

/** One press: take a seat and go there. */
async function sit(table, button) {
  button.disabled = true;
  button.classList.add('working');
  try {
    await prepared(() => api.gameReady(table.game), button.parentElement);
    const status = await takeSeat(table.match, me.name, table.rated);
    if (status) location.href = at(`/match/${status.match}`);
  } catch (error) {
    toast(error.message, 'error');
  }
  button.disabled = false;
  button.classList.remove('working');
}

// ---------------------------------------------------------------- quick match

const defaults = (game) => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

async function open(game, { seats, pace, rated }) {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: 'anyone' }));
  await openTable({ game: game.name, options: defaults(game), seats: [{ kind: 'me', name: me.name }, ...others], door: 'public', pace: TEMPI[pace], hints: false, rated });
}

/** Who has an account may play for a rating: that is offered as soon as it is known. */
async function offerRated() {
  try {
    if ((await api.account()).player) quick.allowRated();
  } catch {
    // Everything else is worth having without it.
  }
}

async function playBots(game, { seats }) {
  line.unqueue();
  const others = Array.from({ length: seats - 1 }, () => ({ kind: 'bot', bot: favourite(game.bots) }));
  await openTable({ game: game.name, options: defaults(game), seats: [{ kind: 'me', name: me.name }, ...others] });
}

function findOthers(wish) {
  const drawn = drawPart();
  part = drawn.part;
  line.queue({ ...wish, name: me.name, seal: drawn.seal });
  quick.begin();
}

function seated({ match, seat }) {
  keepParts(match, { [seat]: part });
  location.href = at(`/match/${match}`);
}

// ---------------------------------------------------------------- the page

const on = {
  tables: drawTables,
  queued: (told) => quick.tell(told),
  unqueued: () => quick.end(),
  seated,
  state(connected) {
    find('#banner').hidden = connected;
    find('#banner').textContent = connected ? '' : t('net.away');
  },
  keptOut(reason) {
    find('#banner').textContent = reason === 'banned' ? t('door.banned') : t('account.ended');
    quick.end();
  },
  trouble: (error) => toast(error.message, 'error'),
};

async function rename(name) {
  me.name = name;
  keep('name', name);
  try {
    if (name) await api.rename(name);
  } catch (error) {
    toast(error.message, 'error');
  }
}

async function begin() {
  await loadWords();
  dressMasthead();
  const name = find('#my-name');
  try {
    // Who asks is known first: two calls at once would make two guests of a newcomer.
    me = await api.me();
    games = await api.games();
  } catch (error) {
    toast(error.message, 'error');
    return;
  }
  me = { ...me, name: me.name || kept('name', '') };
  name.value = me.name;
  name.addEventListener('change', () => rename(name.value.trim()));
  line = new LobbyLine(on);
  quick = new Quick(games, {
    find: findOthers,
    stop() {
      line.unqueue();
      quick.end();
    },
    open,
    bots: playBots,
  });
  drawFilters();
  find('#empty-open').addEventListener('click', () => find('#open-table').click());
  find('#empty-all').addEventListener('click', showAll);
  line.wanted = wanted();
  line.connect();
  await offerRated();
  document.body.dataset.ready = 'yes';
  // How long ago something was opened is told anew every minute.
  setInterval(() => document.hidden || drawTables(shown), 60000);
  // Back from a table, out of the browser's memory: whatever is shown is old.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}

begin();
