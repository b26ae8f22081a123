// Where a table's page begins: a match, a lesson, or a puzzle. Each is loaded where it is wanted.

import { api } from './api.js';
import { loadArt } from './art.js';
import { learnFriendsUrl } from './dialogs.js';
import { clear, el, find } from './dom.js';
import { showSettings } from './options.js';
import { prepared } from './preparing.js';
import { at, named, ROOT } from './where.js';
import { loadWords, t } from './words.js';

const RELOAD_AFTER = 3000;

async function openMatch(loading) {
  const id = named();
  await prepared(() => api.tableReady(id), find('.stage-wrap'));
  const [{ Table }, status, games, me] = await Promise.all([loading, api.status(id), api.games(), api.me()]);
  if (status.secret && !status.mine.length) throw Object.assign(new Error(t('daily.secret')), { title: t('daily.title') });
  learnFriendsUrl(me.friends_url);
  await loadArt(status.game);
  new Table(status, games).begin();
}

async function openLessons(loading) {
  const name = named();
  await prepared(() => api.gameReady(name), find('.stage-wrap'));
  const [{ LessonTable, noLessons }, games, { lessons }] = await Promise.all([loading, api.games(), api.learning(name)]);
  const game = games.find((each) => each.name === name);
  if (!lessons.length) {
    cover(noLessons(game.title));
    return;
  }
  await loadArt(name);
  await new LessonTable(game, lessons).arrive();
}

async function openPuzzles(loading) {
  const name = named();
  await prepared(() => api.gameReady(name), find('.stage-wrap'));
  const [{ noPuzzles, PuzzleTable }, games, shelf] = await Promise.all([loading, api.games(), api.puzzles(name)]);
  const game = games.find((each) => each.name === name);
  if (!shelf.puzzles.length) {
    cover(noPuzzles(game.title));
    return;
  }
  await loadArt(name);
  await new PuzzleTable(game, shelf).arrive();
}

const MATCH = { load: () => import('./table.js'), open: openMatch };

/** What is given at the page of a table beside matches, by the first part of its address. */
const WAYS = {
  learn: { load: () => import('./lesson.js'), open: openLessons },
  puzzles: { load: () => import('./puzzle.js'), open: openPuzzles },
};

/** What stands in the place of a table where there is none: nothing is left beside it but the settings. */
function cover(card) {
  find('#cover').hidden = false;
  document.body.dataset.cover = 'yes';
  document.body.dataset.panel = 'closed';
  for (const id of ['#panel', '#sound', '#read', '#keys', '#fold']) find(id).hidden = true;
  find('#settings').addEventListener('click', () => showSettings());
  clear(find('#cover')).append(card);
}

async function start() {
  const way = WAYS[location.pathname.slice(ROOT.pathname.length).split('/')[0]];
  const { load, open } = way ?? MATCH;
  const loading = load();
  loading.catch(() => {}); // it is awaited where it is needed
  await loadWords();
  try {
    await open(loading);
    document.body.dataset.ready = 'yes';
  } catch (error) {
    if (error.code === 'offline') {
      find('#banner').hidden = false;
      find('#banner').textContent = t('net.away');
      setTimeout(() => location.reload(), RELOAD_AFTER);
      return;
    }
    cover(el('div', { class: 'room-card' }, el('h2', { text: error.title ?? (way ? t('learn.lost') : t('match.lost')) }), el('p', { text: error.message }),
      el('a', { class: 'button primary', href: at('/'), text: t('final.home') })));
  }
}

start();
