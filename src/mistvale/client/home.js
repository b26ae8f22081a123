// The first page: the games, a table opened with one click, and my tables.

import { api } from './api.js';
import { loadArt, picture } from './art.js';
import { ask, toast } from './dialogs.js';
import { clear, el, find, icon } from './dom.js';
import { showSettings } from './options.js';
import { prepared } from './preparing.js';
import { defaultSeats, openTable, seatingForm } from './seating.js';
import { stillness } from './settings.js';
import { keep, kept } from './store.js';
import { at } from './where.js';
import { loadWords, t } from './words.js';

let me = { name: '' };

function seatsText(seats) {
  const low = Math.min(...seats);
  const high = Math.max(...seats);
  return low === high ? t('home.seats.one', { low }) : t('home.seats', { low, high });
}

async function start(button, wish) {
  button.disabled = true;
  button.classList.add('working');
  try {
    await prepared(() => api.gameReady(wish.game), button.parentElement);
    await openTable(wish);
  } catch (error) {
    toast(error.message, 'error');
    button.disabled = false;
    button.classList.remove('working');
  }
}

async function showGuide(game) {
  try {
    const { html } = await api.guide(game.name);
    const article = el('article', { class: 'guide' });
    // Made by the server from Markdown that lets no tags through.
    article.innerHTML = html;
    await ask({ title: game.title, className: 'reading', body: [article], buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }] });
  } catch (error) {
    toast(error.message, 'error');
  }
}

function defaults(game) {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

function gameCard(game) {
  const cover = el('div', { class: 'cover-art' });
  loadArt(game.name).then(() => {
    const drawn = picture(game.name, game.cover || 'cover', 'cover-picture', true);
    if (drawn) cover.append(drawn);
  });
  const form = el('div', { class: 'seating-place', hidden: true });
  const more = el('button', { class: 'button', type: 'button', 'aria-expanded': 'false', data: { setup: game.name }, text: t('home.setup') });
  const play = el('button', { class: 'button primary large', type: 'button', data: { play: game.name } },
    icon('play'), el('span', { text: t('home.play') }));
  play.addEventListener('click', () => start(play, {
    game: game.name,
    options: defaults(game),
    seats: defaultSeats(game, me.name),
  }));
  const solo = game.seats.includes(1) ? el('button', { class: 'button', type: 'button', data: { solo: game.name } },
    icon('person'), el('span', { text: t('home.solo') })) : null;
  solo?.addEventListener('click', () => start(solo, {
    game: game.name, options: defaults(game), seats: [{ kind: 'me', name: me.name }],
  }));
  more.addEventListener('click', () => {
    form.hidden = !form.hidden;
    more.setAttribute('aria-expanded', String(!form.hidden));
    more.textContent = form.hidden ? t('home.setup') : t('home.setup.close');
    more.classList.toggle('quiet', !form.hidden);
    if (!form.childNodes.length) form.append(seatingForm(game, me, start));
    actions.classList.toggle('opened', !form.hidden);
    if (form.hidden) return;
    form.querySelector('input, select')?.focus({ preventScroll: true });
    form.scrollIntoView({ block: 'nearest', behavior: stillness() ? 'auto' : 'smooth' });
  });
  const guide = el('button', { class: 'guide-link', type: 'button', data: { guide: game.name }, on: { click: () => showGuide(game) } },
    icon('guide'), el('span', { text: t('home.guide') }));
  const actions = el('div', { class: 'actions' }, play, solo, more, el('span', { class: 'against', text: t('home.against') }));
  return el('article', { class: 'game-card', data: { game: game.name } }, cover,
    el('div', { class: 'game-words' },
      el('h3', { text: game.title }),
      el('p', { class: 'tagline', text: game.tagline }),
      el('p', { class: 'facts' }, el('span', {}, icon('table'), seatsText(game.seats)), game.credit ? el('span', { class: 'credit', text: game.credit }) : null, guide),
      actions), form);
}

function tableState(status) {
  const names = (seats) => seats.map((seat) => seat.name || t('seat.nobody')).join(', ');
  if (status.status === 'waiting') return [t('tables.waiting'), 'waiting'];
  if (status.status === 'sealing') return [t('tables.sealing'), 'waiting'];
  if (status.status === 'frozen') return [t('tables.frozen'), 'over'];
  if (status.status === 'over') {
    const first = status.seats.filter((_, i) => status.ranks?.[i] === 1);
    return [first.length ? t('tables.won', { names: names(first) }) : t('tables.over'), 'over'];
  }
  const pending = status.seats.filter((seat) => seat.pending);
  if (pending.some((seat) => seat.mine)) return [t('tables.mine'), 'mine'];
  return [t('tables.theirs', { names: names(pending) }), 'playing'];
}

function when(created) {
  const date = new Date(created);
  if (Number.isNaN(date.getTime())) return '';
  return date.toLocaleString(document.documentElement.lang, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
}

function tableRow(status) {
  const [text, kind] = tableState(status);
  return el('li', {}, el('a', { class: `table-row ${kind}`, href: at(`/match/${status.match}`) },
    el('span', { class: 'state-dot' }),
    el('span', { class: 'table-words' }, el('b', { text: status.title }),
      el('span', { text: status.seats.map((seat) => seat.name || t('seat.nobody')).join(' · ') })),
    el('span', { class: 'table-state', text }),
    el('time', { datetime: status.created, text: when(status.created) })));
}

async function drawTables() {
  try {
    const tables = await api.tables();
    find('#tables').hidden = tables.length === 0;
    clear(find('#tables-list')).append(...tables.slice(0, 30).map(tableRow));
  } catch {
    // The games are still worth showing without the list.
  }
}

async function health() {
  try {
    const { status, reason } = await api.health();
    if (status === 'ok') return;
    const note = find('#notice');
    note.hidden = false;
    note.textContent = t('home.readonly', { reason: reason ?? '' });
  } catch {
    // A server that does not answer shows itself soon enough.
  }
}

async function begin() {
  await loadWords();
  find('#settings').addEventListener('click', () => showSettings());
  const name = find('#my-name');
  try {
    const [who, games] = await Promise.all([api.me(), api.games()]);
    me = { ...who, name: who.name || kept('name', '') };
    name.value = me.name;
    clear(find('#games')).append(...games.map(gameCard));
    find('#games').dataset.count = String(games.length);
  } catch (error) {
    clear(find('#games')).append(el('p', { class: 'trouble', text: error.message }));
  }
  name.addEventListener('change', async () => {
    me.name = name.value.trim();
    keep('name', me.name);
    try {
      if (me.name) await api.rename(me.name);
    } catch (error) {
      toast(error.message, 'error');
    }
  });
  document.body.dataset.ready = 'yes';
  // Back from a table, out of the browser's memory: buttons are still pressed, the list is old.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  drawTables();
  health();
  document.addEventListener('visibilitychange', () => document.hidden || drawTables());
}

begin();
