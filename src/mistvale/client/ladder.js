// The ladder of a game: players, or programs, by rating, and the house bots among them.

import { api } from './api.js';
import { clear, el, find } from './dom.js';
import { dressMasthead } from './masthead.js';
import { figures } from './parts.js';
import { rated, tables } from './ratings.js';
import { keep, kept } from './store.js';
import { at } from './where.js';
import { loadWords, t, TITLES } from './words.js';

const POOLS = ['2', '3+'];

const playedAt = (game) => POOLS.filter((pool) => game.seats.some((seats) => (pool === '2' ? seats === 2 : seats > 2)));

function nameOf(line) {
  if (line.bot) return el('i', { text: t('ladder.bot', { bot: line.name }) });
  const link = (text) => el('a', { href: at(`/player/${line.player}`) }, el(line.me ? 'b' : 'span', { text }));
  return line.owner === null ? link(line.name) : el('span', {}, el('b', { text: line.name }), ' ', el('small', {}, `${t('ladder.owner')} `, link(line.owner)));
}

async function draw(place, game, pool, kind) {
  const { lines } = await api.ladder(game, pool, kind);
  const nobody = kind === 'programs' ? t('ladder.nobody.programs') : t('ladder.nobody');
  const rows = lines.map((line) => [nameOf(line), line.rank === null ? '' : String(line.rank), rated(line.rating, line.uncertainty), line.bot ? '' : String(line.matches)]);
  clear(place).append(lines.some(({ bot }) => !bot) ? '' : el('p', { class: 'hint', text: nobody }),
    figures(t('ladder.title'), [t('ladder.name'), t('ladder.rank'), t('ladder.rating'), t('ladder.matches')], rows));
}

function field(id, label, values, chosen) {
  const select = el('select', { id }, ...values.map(([value, text]) => el('option', { value, text, lang: id === 'ladder-game' ? TITLES : null })));
  select.value = values.some(([value]) => value === chosen) ? chosen : values[0][0];
  return { select, field: el('label', { class: 'field' }, el('span', { text: label }), select) };
}

async function show() {
  const games = (await api.games()).filter((game) => playedAt(game).length);
  const wanted = kept('ladder', {});
  const place = el('div', { id: 'lines', 'aria-live': 'polite' });
  const fields = el('div', { class: 'fields' });
  const game = field('ladder-game', t('history.game'), games.map(({ name, title }) => [name, title]), wanted.game);
  const kind = field('ladder-kind', t('ladder.list'), [['people', t('ladder.people')], ['programs', t('ladder.programs')]], wanted.kind);
  const hint = el('p', { class: 'hint' });
  let pool = null;

  async function refresh() {
    keep('ladder', { game: game.select.value, pool: pool.select.value, kind: kind.select.value });
    hint.textContent = kind.select.value === 'programs' ? t('ladder.hint.programs') : t('ladder.hint');
    try {
      await draw(place, game.select.value, pool.select.value, kind.select.value);
    } catch (error) {
      clear(place).append(el('p', { text: error.message }));
    }
  }

  function pools() {
    const open = playedAt(games.find(({ name }) => name === game.select.value));
    pool = field('ladder-pool', t('ladder.tables'), open.map((each) => [each, tables(each)]), pool?.select.value ?? wanted.pool);
    pool.select.addEventListener('change', refresh);
    clear(fields).append(game.field, pool.field, kind.field);
  }

  game.select.addEventListener('change', () => {
    pools();
    game.select.focus();
    refresh();
  });
  kind.select.addEventListener('change', refresh);
  pools();
  clear(find('#ladder')).append(el('section', { class: 'card' }, el('h1', { text: t('ladder.title') }), hint, fields, place));
  await refresh();
}

async function begin() {
  await loadWords();
  dressMasthead();
  try {
    await api.me();
    await show();
  } catch (error) {
    clear(find('#ladder')).append(el('p', { class: 'trouble', text: error.message }));
  }
  document.body.dataset.ready = 'yes';
}

begin();
