// The first page: the games, a table opened with one click, and my tables.

import { api } from './api.js';
import { loadArt, picture } from './art.js';
import { ask, toast } from './dialogs.js';
import { called, ended, keepLooking } from './calls.js';
import { clear, el, find, icon } from './dom.js';
import { drawFriends, drawInvitations } from './friends.js';
import { layGuide } from './guide.js';
import { dressMasthead } from './masthead.js';
import { prepared } from './preparing.js';
import { defaultSeats, openTable, seatingForm } from './seating.js';
import { stillness } from './settings.js';
import { keep, kept } from './store.js';
import { drawTables, waitsForMe } from './tables.js';
import { at } from './where.js';
import { loadWords, t, TITLES } from './words.js';

/** Whoever is here; `call` gives a name, and the server is told. */
const me = {
  name: '',
  player: null, // the handle, once it is known that there is one
  async call(name) {
    me.name = name;
    find('#my-name').value = name;
    keep('name', name);
    try {
      if (name) await api.rename(name);
    } catch (error) {
      toast(error.message, 'error');
    }
  },
};

function seatsText(seats) {
  const low = Math.min(...seats);
  const high = Math.max(...seats);
  return low === high ? t('home.seats.one', { low }) : t('home.seats', { low, high });
}

function weightText(weight) {
  return { light: t('home.light'), medium: t('home.medium'), heavy: t('home.heavy') }[weight] ?? '';
}

/** What one wants to know before one sits down: how many, how long, how hard. */
function factsOf(game) {
  const fact = (name, text) => (text ? el('span', {}, icon(name), text) : null);
  return el('p', { class: 'facts' }, fact('table', seatsText(game.seats)),
    fact('clock', game.minutes ? t('home.minutes', { minutes: game.minutes }) : ''), fact('weight', weightText(game.weight)));
}

/** Whom one plays against with one press. */
function againstText(seats) {
  const bots = seats.filter(({ kind }) => kind === 'bot').length;
  if (!bots) return '';
  return { 1: t('home.against.one'), 2: t('home.against.two'), 3: t('home.against.three') }[bots] ?? t('home.against.many', { bots });
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
    const article = el('article', { class: 'guide' });
    await layGuide(article, game.name);
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
    if (!form.childNodes.length) form.append(seatingForm(game, me, start), own ?? '');
    form.closest('.game-card').classList.toggle('opened', !form.hidden);
    if (form.hidden) return;
    form.querySelector('input, select')?.focus({ preventScroll: true });
    form.scrollIntoView({ block: 'nearest', behavior: stillness() ? 'auto' : 'smooth' });
  });
  const guide = el('button', { class: 'guide-link', type: 'button', data: { guide: game.name }, on: { click: () => showGuide(game) } },
    icon('guide'), el('span', { text: t('home.guide') }));
  const learn = game.lessons ? el('a', { class: 'guide-link', href: at(`/learn/${game.name}`), data: { learn: game.name } },
    icon('hint'), el('span', { text: t('home.learn') })) : null;
  const puzzles = game.puzzles ? el('a', { class: 'guide-link', href: at(`/puzzles/${game.name}`), data: { puzzles: game.name } },
    icon('puzzle'), el('span', { text: t('home.puzzles') })) : null;
  const own = game.own_box ? el('a', { class: 'guide-link', href: at(`/box/${game.name}`), data: { box: game.name } },
    icon('plus'), el('span', { text: t('box.make') })) : null;
  const against = el('p', { class: 'against', text: againstText(defaultSeats(game, '')) });
  const actions = el('div', { class: 'actions' }, play, more, solo);
  return el('article', { class: 'game-card', data: { game: game.name } }, cover,
    el('div', { class: 'game-words' },
      el('div', { class: 'game-about' }, el('h3', { lang: TITLES, text: game.title }), el('p', { class: 'tagline', text: game.tagline }), factsOf(game)),
      against, actions,
      el('div', { class: 'card-end' }, learn, puzzles, guide, game.credit ? el('small', { class: 'credit', text: game.credit }) : null)), form);
}

let goingOn = false;
let isPlayer = false;

async function lookForTables() {
  try {
    const tables = await api.tables();
    drawTables(tables);
    called('turn', tables.filter(waitsForMe).map(({ match }) => match));
    const withOthers = tables.filter(({ seats }) => seats.some(({ kind, mine }) => kind !== 'bot' && !mine));
    ended(withOthers.filter(({ status }) => status === 'over').map(({ match }) => match));
    goingOn = withOthers.some(({ status }) => status !== 'over');
  } catch {
    // The games are still worth showing without the lists.
  }
}

/** Friends and invitations are a player's; notes wait in the account. */
async function lookForPeople() {
  try {
    const { player, notes } = await api.account();
    find('#account-link').classList.toggle('noted', notes.length > 0);
    if (notes.length) find('#account-link span').textContent = t('nav.account.noted');
    me.player = player;
    isPlayer = Boolean(player);
    if (!player) return;
    const [, invited] = await Promise.all([drawFriends(), drawInvitations()]);
    called('invitation', invited);
  } catch {
    // The games are worth showing without them, too.
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
  dressMasthead();
  const name = find('#my-name');
  try {
    // Who asks is known first: both lists at once would make two guests of a newcomer.
    const { name: called } = await api.me();
    const [games] = await Promise.all([api.games(), lookForTables()]);
    me.name = called || kept('name', '');
    name.value = me.name;
    clear(find('#games')).append(...games.map(gameCard));
    find('#games').dataset.count = String(games.length);
  } catch (error) {
    clear(find('#games')).append(el('p', { class: 'trouble', text: error.message }));
  }
  name.addEventListener('change', () => me.call(name.value.trim()));
  document.body.dataset.ready = 'yes';
  // Back from a table, out of the browser's memory: buttons are still pressed, the list is old.
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  health();
  lookForPeople();
  const look = () => {
    lookForTables();
    lookForPeople();
  };
  document.addEventListener('visibilitychange', () => document.hidden || look());
  // Whoever plays with bots alone, and has no account, is called by nobody.
  keepLooking(() => (goingOn || isPlayer) && look());
}

begin();
