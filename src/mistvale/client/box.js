// A box of one's own: changed in a form that follows from what the game says of its box, tried, and played with.

import { api } from './api.js';
import { drawFields, changed, markFields, sameFields } from './boxform.js';
import { toast } from './dialogs.js';
import { clear, el, find, icon, pause, redraw } from './dom.js';
import { dressMasthead } from './masthead.js';
import { differences } from './ownbox.js';
import { button, card, sure } from './parts.js';
import { prepared } from './preparing.js';
import { openTable, seatingForm } from './seating.js';
import { keep, kept } from './store.js';
import { at, named } from './where.js';
import { loadWords, t, TITLES } from './words.js';

const CALM = 250; // milliseconds without a key before it is asked what is wrong
const EVERY = 1000; // milliseconds between two looks how far a trial is
const MOST = 64 * 1024; // bytes of a file that are read: longer ones are refused, and so is a part that is longer than any box
const UNDER_WAY = ['waiting', 'running'];

const me = {
  name: kept('name', ''),
  player: null,
  async call(name) {
    me.name = name;
    keep('name', name);
    if (name) await api.rename(name);
  },
};

const game = named();
let form = null;
let changes = {};
let state = null; // of the box that is kept, while nothing was changed since
let asked = 0; // checks: the last answer wins
let timer = 0;

// ---------------------------------------------------------------- what was typed

function draw(anew) {
  const place = find('#fields');
  if (anew) drawFields(place, form, change);
  markFields(place, form);
  drawProblems();
  drawTrial();
}

function take(next) {
  const anew = !form || !sameFields(form, next);
  form = next;
  draw(anew);
}

async function check(wish) {
  asked += 1;
  const mine = asked;
  try {
    const found = await api.checkBox(game, wish);
    if (mine === asked) take(found);
  } catch (error) {
    if (mine === asked) toast(error.message, 'error');
  }
}

function change(field, value) {
  changes = changed(changes, field, value);
  state = null;
  asked += 1; // what is under way tells of what was there before
  history.replaceState(null, '', location.pathname);
  clearTimeout(timer);
  timer = setTimeout(() => check({ changes }), CALM);
}

async function startOver() {
  if (Object.keys(changes).length && !await sure(t('box.reset.all'), t('box.same'), t('box.reset.all'))) return;
  changes = {};
  state = null;
  form = null;
  history.replaceState(null, '', location.pathname);
  await check({ changes });
}

async function upload(input) {
  const [file] = input.files;
  if (!file) return;
  const text = await file.slice(0, MOST).text();
  input.value = '';
  try {
    const found = await api.checkBox(game, { file: text });
    asked += 1;
    changes = found.changes;
    state = null;
    form = null;
    history.replaceState(null, '', location.pathname);
    take(found);
  } catch (error) {
    toast(error.message, 'error');
  }
}

// ---------------------------------------------------------------- what is wrong

const list = (found) => el('ul', { class: 'box-problems' }, ...found.map(({ text }) => el('li', { text })));

function drawProblems() {
  const { problems, lacks } = form;
  redraw(find('#problems'), ...(problems.length
    ? [el('h2', { text: t('box.problems') }), list(problems)]
    : [el('p', { text: Object.keys(form.changes).length ? t('box.fine') : t('box.same') }),
      ...(lacks.length ? [el('p', { text: t('box.lacks') }), list(lacks)] : [])]));
}

// ---------------------------------------------------------------- the trial, and play

async function tryIt() {
  clearTimeout(timer);
  state = await api.keepBox(game, { changes });
  history.replaceState(null, '', `#${state.digest}`);
  drawTrial();
  await follow();
}

/** Look until it is tried, or something else is typed. */
async function follow() {
  while (state && UNDER_WAY.includes(state.trial)) {
    const { digest } = state;
    await pause(EVERY);
    if (state?.digest !== digest) return;
    state = await api.box(game, digest);
    drawTrial();
  }
}

async function play(go, wish) {
  go.disabled = true;
  try {
    await prepared(() => api.gameReady(game), find('#trial'));
    await openTable({ ...wish, box: state.digest });
  } catch (error) {
    toast(error.message, 'error');
  }
  go.disabled = false;
}

let shown = '';

function drawTrial() {
  const trial = state?.trial ?? 'none';
  const can = form.problems.length === 0 && Object.keys(form.changes).length > 0;
  const sign = JSON.stringify([trial, can, state?.digest]);
  if (sign === shown) return;
  shown = sign;
  const says = {
    none: t('box.trial.none'), waiting: t('box.trial.waiting'), running: t('box.trial.running'),
    passed: t('box.trial.passed'), failed: t('box.trial.failed'), late: t('box.trial.late'),
  };
  find('#trial-state').textContent = says[trial];
  const again = ['none', 'late'].includes(trial);
  redraw(find('#trial-actions'),
    again ? button(t('box.try'), tryIt, 'primary large', { id: 'try', disabled: !can }) : null,
    state ? el('a', { class: 'button', href: at(`/api/boxes/${game}/${state.digest}/file`), download: '', text: t('box.download') }) : null);
  redraw(find('#trial-found'), state?.finding ? el('pre', { class: 'box-finding', lang: 'en', tabindex: 0, text: state.finding }) : null,
    trial === 'passed' ? el('div', { class: 'stack' }, el('p', { class: 'hint', text: t('box.link') }), el('h3', { text: t('box.differs') }), differences(state.differs)) : null);
  drawPlay(trial === 'passed');
}

async function drawPlay(passed) {
  const place = find('#play');
  place.hidden = !passed;
  if (!passed) return;
  const { seats } = state;
  if (place.dataset.seats === String(seats)) return;
  const found = (await api.games()).find(({ name }) => name === game);
  place.dataset.seats = String(seats);
  clear(place).append(card(t('box.play'), seatingForm({ ...found, seats }, me, play, true)));
}

// ---------------------------------------------------------------- the page

function lay(title) {
  const input = el('input', { type: 'file', accept: '.toml,application/toml,text/plain', id: 'upload', on: { change: () => upload(input) } });
  input.hidden = true;
  clear(find('#box')).append(
    el('section', { class: 'card' }, el('h1', {}, t('box.title', { game: title })),
      el('p', { text: t('box.lead') }), el('p', { class: 'hint', text: t('box.terms') }),
      el('div', { class: 'button-row' }, button(t('box.reset.all'), startOver, 'small', { id: 'start-over' }),
        button(t('box.upload'), () => input.click(), 'small', { id: 'choose-file' }), input)),
    el('div', { id: 'fields', class: 'cards' }),
    el('section', { class: 'card', id: 'problems', role: 'status' }),
    card(t('box.trial'), el('p', { id: 'trial-state', role: 'status' }), el('div', { id: 'trial-found' }), el('div', { class: 'button-row', id: 'trial-actions' })),
    el('div', { id: 'play', hidden: true }));
}

/** The box behind the #, or the standard one. */
async function begin() {
  const digest = location.hash.slice(1);
  if (/^[0-9a-f]{64}$/.test(digest)) {
    try {
      state = await api.box(game, digest);
      changes = Object.fromEntries(state.differs.map(({ path, value }) => [path, value]));
    } catch (error) {
      toast(error.message, 'error');
    }
  }
  return api.checkBox(game, { changes });
}

async function start() {
  await loadWords();
  dressMasthead();
  try {
    await api.me(); // who asks is known first
    const found = await begin();
    me.player = (await api.account()).player ?? null;
    lay(found.title);
    take(found);
    document.body.dataset.ready = 'yes';
    await follow();
  } catch (error) {
    clear(find('#box')).append(el('section', { class: 'card' }, el('h1', { lang: TITLES, text: game }), el('p', {}, icon('warn'), ` ${error.message}`)));
  }
  document.body.dataset.ready = 'yes';
}

if (typeof document !== 'undefined' && find('#box')) start();
