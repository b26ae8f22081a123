// The match of the day: one try, the board, and the days before.

import { api } from './api.js';
import { day as written, shortDay } from './dates.js';
import { clear, el, find, icon } from './dom.js';
import { dressMasthead } from './masthead.js';
import { button, card, figures } from './parts.js';
import { prepared } from './preparing.js';
import { keepSeal, sealFor } from './seals.js';
import { sha256 } from './sha256.js';
import { bytesOf, proofList, sealedSeed } from './verify.js';
import { at } from './where.js';
import { loadWords, t, TITLES } from './words.js';

const DAYS = 7; // that can be picked; an address names any other

/** Days before one, as the server writes them. */
export const before = (day, n) => new Date(Date.parse(`${day}T00:00:00Z`) - n * 86400000).toISOString().slice(0, 10);

const asked = () => new URLSearchParams(location.search).get('day') ?? '';

async function begin(game) {
  await prepared(() => api.gameReady(game), find('#daily'));
  const { match } = await api.tryDaily();
  location.href = at(`/match/${match}`);
}

function action(daily, account) {
  if (daily.over) return null;
  if (daily.score !== null) return el('p', { id: 'my-place', text: t('daily.done', { score: daily.score, place: daily.place, of: daily.of }) });
  if (!account.player) return el('p', {}, t('daily.players'), ' ', el('a', { href: at('/account'), text: t('daily.become') }));
  const label = daily.tried ? t('daily.go') : t('daily.begin');
  return el('div', { class: 'button-row' }, button(label, () => begin(daily.game), 'primary', { id: 'try' }));
}

function boardCard(daily) {
  if (!daily.board.length) return card(t('daily.board'), el('p', { class: 'hint', text: daily.over ? t('daily.nobody') : t('daily.first') }));
  const name = (line) => {
    if (line.me) return el('b', { text: t('daily.me', { name: line.name }) });
    return line.player ? el('a', { href: at(`/player/${line.player}`), text: line.name }) : line.name;
  };
  const heads = [t('daily.name'), t('daily.rank'), t('daily.score')];
  const rows = daily.board.map((line) => [name(line), String(line.rank), String(line.score)]);
  if (daily.over) {
    heads.push(t('daily.match'));
    daily.board.forEach((line, i) => rows[i].push(line.match
      ? el('a', { href: at(`/match/${line.match}#replay`), 'aria-label': t('daily.replay', { name: line.name }), text: t('final.replay') }) : ''));
  }
  return card(t('daily.board'), el('p', { class: 'hint', text: t('daily.count', { n: daily.of }) }), figures(t('daily.board'), heads, rows));
}

/** Whether the day's seed is the one that was sealed before. */
function proof(daily) {
  const seen = sealFor(`daily ${daily.day}`);
  const fits = sha256(bytesOf(daily.part)) === daily.seal && (seen === null || seen === daily.seal);
  return proofList([
    [fits, seen === null ? t('daily.proof.unseen') : t('daily.proof.seen')],
    [sealedSeed(`daily ${daily.day}`, [daily.part]) === daily.seed, t('daily.proof.seed')],
  ]);
}

function sealCard(daily) {
  const facts = [[t('daily.seal'), daily.seal], [t('daily.part'), daily.part], [t('daily.seed'), daily.seed],
    [daily.next ? t('daily.next', { day: written(`${daily.next.day}T12:00:00Z`) }) : '', daily.next?.seal]];
  const place = el('div', { id: 'proof', role: 'status' });
  return card(t('daily.sealed'), el('p', { class: 'hint', text: daily.over ? t('daily.sealed.past') : t('daily.sealed.today') }),
    el('dl', { class: 'facts-list' }, ...facts.filter(([, value]) => value).flatMap(([name, value]) => [el('dt', { text: name }), el('dd', {}, el('code', { text: value }))])),
    daily.over ? el('div', { class: 'button-row' }, button(t('shuffle.verify'), () => clear(place).append(proof(daily)), '', { id: 'verify' })) : null, place);
}

function daysRow(daily, today) {
  const days = Array.from({ length: DAYS }, (_, n) => before(today, n));
  return el('nav', { class: 'button-row', 'aria-label': t('daily.days') }, ...days.map((each, n) => el('a', {
    class: `button small ${each === daily.day ? 'primary' : 'quiet'}`, href: n ? `?day=${each}` : at('/daily'), 'aria-current': each === daily.day ? 'page' : null,
  }, n ? el('time', { datetime: each, text: shortDay(each) }) : t('daily.today'))));
}

async function show() {
  const [daily, account] = await Promise.all([api.daily(asked()), api.account()]);
  const today = daily.next ? daily.day : (await api.daily('')).day;
  // What is sealed was seen here before: the day after, that is a proof.
  if (!daily.over) keepSeal(`daily ${daily.day}`, daily.seal);
  if (daily.next) keepSeal(`daily ${daily.next.day}`, daily.next.seal);
  clear(find('#daily')).append(
    el('section', { class: 'card' }, el('h1', { text: t('daily.title') }),
      el('p', {}, el('b', { lang: TITLES, text: daily.title }), ' · ', el('time', { datetime: daily.day, text: written(`${daily.day}T12:00:00Z`) })),
      el('p', { class: 'hint', text: t('daily.hint') }), action(daily, account) ?? '', daysRow(daily, today)),
    boardCard(daily), sealCard(daily));
}

async function start() {
  await loadWords();
  dressMasthead();
  try {
    await api.me(); // who asks is known first: several calls at once would make several guests of a newcomer
    await show();
  } catch (error) {
    clear(find('#daily')).append(el('section', { class: 'card' }, el('h1', { text: t('daily.title') }), el('p', {}, icon('warn'), ` ${error.message}`),
      el('a', { class: 'button', href: at('/daily'), text: t('daily.today') })));
  }
  document.body.dataset.ready = 'yes';
}

if (typeof document !== 'undefined' && find('#daily')) start();
