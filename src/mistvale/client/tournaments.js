// Tournaments: those to enter, those that run, those that are over; and the form that opens one.

import { api } from './api.js';
import { clear, el, find, icon } from './dom.js';
import { dressMasthead } from './masthead.js';
import { PACES, paceWords } from './paces.js';
import { button, card, row } from './parts.js';
import { optionField } from './seating.js';
import { keep, kept } from './store.js';
import { doors, facts, forms, stateWords } from './tournamentwords.js';
import { at } from './where.js';
import { loadWords, t, TITLES } from './words.js';

const SIZES = [2, 3, 4, 5];
const PATIENCE = [2, 5, 10, 20, 60]; // minutes
const TIMED = PACES.filter(({ kind }) => kind !== 'none');
const MOST_ROUNDS = 15;

function line(one) {
  const name = el('div', {}, el('b', {}, el('a', { href: at(`/tournament/${one.id}`), text: one.name })), facts(one));
  const about = [stateWords(one), t('tournament.entrants', { n: one.entrants }), one.entered ? t('tournament.in') : null].filter(Boolean).join(' · ');
  return row(name, about);
}

function list(title, found, none) {
  return card(title, found.length ? el('ul', { class: 'things' }, ...found.map(line)) : el('p', { class: 'hint', text: none }));
}

// ---------------------------------------------------------------- opening one

const field = (label, input, hint = null) => el('label', { class: 'field' }, el('span', { text: label }), input, hint ? el('small', { text: hint }) : null);

function select(name, values, chosen) {
  const made = el('select', { name, id: `tournament-${name}` }, ...values.map(([value, text, lang]) => el('option', { value: String(value), text, lang })));
  made.value = String(chosen);
  if (!made.value) made.value = String(values[0][0]);
  return made;
}

const sizesOf = (game) => SIZES.filter((n) => game.seats.includes(n));

function openingForm(games) {
  const before = kept('tournament', {});
  const name = el('input', { type: 'text', name: 'name', id: 'tournament-name', maxlength: 40, required: true, autocomplete: 'off' });
  const game = select('game', games.map(({ name: value, title }) => [value, title, TITLES]), before.game);
  const form = select('form', Object.entries(forms()), before.form ?? 'swiss');
  const rounds = select('rounds', [[0, t('tournament.rounds.needed')], ...Array.from({ length: MOST_ROUNDS }, (_, n) => [n + 1, String(n + 1)])], before.rounds ?? 0);
  const late = select('late', [[0, t('tournament.late.none')], ...[2, 3, 4].map((n) => [n, t('tournament.late.round', { n })])], before.late ?? 2);
  const pace = select('pace', TIMED.map((each, i) => [i, paceWords(each)]), before.pace ?? 1);
  const patience = select('patience', PATIENCE.map((n) => [n * 60, t('time.minutes', { n })]), before.patience ?? 600);
  const door = select('door', Object.entries(doors()), before.door ?? 'public');
  const starts = el('input', { type: 'datetime-local', name: 'starts', id: 'tournament-starts' });
  const rated = el('input', { type: 'checkbox', class: 'switch', name: 'rated', id: 'tournament-rated' });
  rated.checked = Boolean(before.rated);
  const rest = el('div', { class: 'fields' });
  const lateField = field(t('tournament.late'), late, t('tournament.late.hint'));
  const roundsField = field(t('tournament.rounds'), rounds);
  const patienceField = field(t('tournament.patience'), patience, t('tournament.patience.hint'));
  const go = el('button', { type: 'submit', class: 'button primary', id: 'tournament-open', text: t('tournament.open') });
  let size = null;
  let options = {};

  function turn() {
    const chosen = games.find((each) => each.name === game.value);
    size = select('size', sizesOf(chosen).map((n) => [n, String(n)]), size?.value ?? before.size ?? 2);
    size.addEventListener('change', show);
    options = { ...(before.game === chosen.name ? before.options : {}) };
    clear(rest).append(field(t('tournament.size'), size), ...chosen.options.map((option) => optionField(option, options)));
    show();
  }

  function show() {
    roundsField.hidden = form.value === 'knockout' || (form.value === 'robin' && size.value === '2');
    lateField.hidden = form.value !== 'swiss';
    patienceField.hidden = TIMED[Number(pace.value)].kind !== 'live';
  }

  function wish() {
    return {
      name: name.value, game: game.value, options, form: form.value, size: Number(size.value), pace: TIMED[Number(pace.value)],
      rounds: roundsField.hidden ? 0 : Number(rounds.value), late: lateField.hidden ? 0 : Number(late.value), patience: Number(patience.value),
      rated: rated.checked, door: door.value, starts: starts.value ? Math.floor(new Date(starts.value).getTime() / 1000) : 0,
    };
  }

  for (const each of [form, pace]) each.addEventListener('change', show);
  game.addEventListener('change', turn);
  turn();
  const trouble = el('p', { class: 'trouble', role: 'alert', hidden: true });
  const made = el('form', { class: 'form-grid', id: 'tournament-form' },
    el('div', { class: 'fields' }, field(t('tournament.name'), name), field(t('history.game'), game), field(t('tournament.form'), form)), rest,
    el('div', { class: 'fields' }, roundsField, field(t('pace.title'), pace), lateField, patienceField, field(t('tournament.door'), door), field(t('tournament.begins'), starts, t('tournament.begins.hint'))),
    el('label', { class: 'setting' }, el('span', { text: t('tournament.rated') }), rated), trouble,
    el('div', { class: 'button-row' }, go));
  made.addEventListener('submit', async (event) => {
    event.preventDefault();
    go.disabled = true;
    const wanted = wish();
    keep('tournament', { ...wanted, pace: Number(pace.value), name: undefined, starts: undefined });
    try {
      const { id } = await api.openTournament(wanted);
      location.href = at(`/tournament/${id}`);
    } catch (error) {
      trouble.hidden = false;
      trouble.textContent = error.message;
    }
    go.disabled = false;
  });
  return made;
}

function openingCard(account, games) {
  if (!account.player) return el('p', {}, t('tournament.players'), ' ', el('a', { href: at('/account'), text: t('daily.become') }));
  return el('details', { id: 'opening' }, el('summary', { text: t('tournament.new') }), openingForm(games));
}

// ---------------------------------------------------------------- the page

async function show() {
  const account = await api.account();
  const [lists, games] = await Promise.all([api.tournaments(), api.games()]);
  const fitting = games.filter((game) => sizesOf(game).length);
  clear(find('#tournaments')).append(
    el('section', { class: 'card' }, el('h1', { text: t('tournament.title') }), el('p', { class: 'hint', text: t('tournament.lead') }), openingCard(account, fitting)),
    list(t('tournament.list.open'), lists.open, t('tournament.list.open.none')),
    list(t('tournament.list.running'), lists.running, t('tournament.list.running.none')),
    list(t('tournament.list.over'), lists.over, t('tournament.list.over.none')));
}

async function begin() {
  await loadWords();
  dressMasthead();
  try {
    await api.me(); // who asks is known first: several calls at once would make several guests of a newcomer
    await show();
  } catch (error) {
    clear(find('#tournaments')).append(el('section', { class: 'card' }, el('h1', { text: t('tournament.title') }), el('p', {}, icon('warn'), ` ${error.message}`),
      button(t('tournament.again'), () => location.reload())));
  }
  document.body.dataset.ready = 'yes';
}

begin();
