// One tournament: my table, standings, rounds, who takes part; and what its organiser may do.

import { api } from './api.js';
import { callTurn, nameTab } from './badge.js';
import { linkField } from './dialogs.js';
import { clear, el, find, icon, redraw } from './dom.js';
import { lang } from './language.js';
import { unusual } from './lobbylist.js';
import { dressMasthead } from './masthead.js';
import { button, card, row, sure } from './parts.js';
import { play as sound } from './sound.js';
import { doors, facts, stateWords } from './tournamentwords.js';
import { at } from './where.js';
import { loadWords, t } from './words.js';

const LOOK = 4000;
const id = location.pathname.split('/').at(-1);
const opened = new Set(); // rounds that somebody has opened, or closed
let shown = null;
let account = { player: null };
let games = [];

const figure = (number) => new Intl.NumberFormat(lang(), { maximumFractionDigits: 2 }).format(number);
const nameOf = (number) => shown.people.find((each) => each.number === number);

function person(number, kind = '') {
  const { name, player, me, away } = nameOf(number);
  const link = player ? el('a', { href: at(`/player/${player}`), text: name }) : el('span', { text: name });
  return el(me ? 'b' : 'span', { class: [kind, away ? 'away' : ''].join(' ').trim() || null }, link);
}

// ---------------------------------------------------------------- what one can do

const action = (label, what, kind, more) => button(label, async () => take(await what()), kind, more);

function entering() {
  if (!account.player) return el('p', {}, t('tournament.players'), ' ', el('a', { href: at('/account'), text: t('daily.become') }));
  const back = shown.people.some(({ me }) => me);
  return action(back ? t('tournament.back') : t('tournament.enter'), () => api.enterTournament(id), 'primary', { id: 'enter' });
}

async function leave() {
  const running = shown.status === 'running';
  if (running && !await sure(t('tournament.leave'), t('tournament.leave.sure'), t('tournament.leave'))) return shown;
  return api.leaveTournament(id);
}

async function end() {
  return await sure(t('tournament.end'), t('tournament.end.sure'), t('tournament.end')) ? api.endTournament(id) : shown;
}

function actions() {
  return el('div', { class: 'button-row' },
    shown.may_enter ? entering() : null,
    shown.may_start ? action(t('tournament.start'), () => api.startTournament(id), 'primary', { id: 'start' }) : null,
    shown.may_leave ? action(t('tournament.leave'), leave, 'quiet', { id: 'leave' }) : null,
    shown.may_end ? action(t('tournament.end'), end, 'quiet', { id: 'end' }) : null);
}

/** The table that waits for me, with one press. */
function call() {
  if (!shown.table) return null;
  return el('div', { class: 'call', role: 'status' }, el('p', { text: t('tournament.table.ready') }),
    el('a', { class: 'button primary large', id: 'my-table', href: at(`/match/${shown.table}`), text: t('tournament.table') }));
}

function waiting() {
  const me = shown.people.find((each) => each.me);
  if (shown.status !== 'running' || shown.table || !me || me.away) return null;
  return el('p', { class: 'hint', role: 'status', text: t('tournament.table.none') });
}

function headCard() {
  const game = games.find(({ name }) => name === shown.game);
  const more = [...unusual(game, shown.options), t('lobby.option', { option: t('tournament.door'), value: doors()[shown.door] }), t('tournament.by', { name: shown.organiser }), t('tournament.entrants', { n: shown.entrants })];
  const wait = shown.pace.kind === 'live' ? t('tournament.waits', { n: Math.round(shown.patience / 60) }) : null;
  const late = shown.late > shown.round ? t('tournament.late.told', { n: shown.late }) : null;
  return el('section', { class: 'card' }, el('h1', { text: shown.name }), facts(shown),
    el('p', { id: 'state', role: 'status' }, el('b', { text: stateWords(shown) })), el('p', { class: 'hint', text: more.join(' · ') }),
    shown.status === 'open' || shown.status === 'running' ? el('p', { class: 'hint', text: [wait, late].filter(Boolean).join(' ') }) : null,
    call(), waiting(), actions(),
    shown.mine && shown.status === 'open' ? linkField(`/tournament/${id}`, t('tournament.link')) : null);
}

// ---------------------------------------------------------------- standings

const columns = () => [
  [t('tournament.points'), t('tournament.points.why'), (line) => figure(line.points)],
  [t('tournament.buchholz'), t('tournament.buchholz.why'), (line) => figure(line.buchholz)],
  [t('tournament.sonneborn'), t('tournament.sonneborn.why'), (line) => figure(line.sonneborn)],
  [t('tournament.direct'), t('tournament.direct.why'), (line) => (line.direct === null ? '–' : figure(line.direct))],
  [t('tournament.wins'), t('tournament.wins.why'), (line) => String(line.wins)],
  [t('tournament.lot'), t('tournament.lot.why'), (line) => line.lot],
];

function outWords({ out }) {
  return out ? t('tournament.out', { round: out }) : shown.status === 'over' ? t('tournament.won') : t('tournament.still');
}

const aways = () => ({ '': '', left: t('tournament.away.left'), removed: t('tournament.away.removed'), absent: t('tournament.away.absent') });

function gone(number) {
  const { away } = nameOf(number);
  return away ? el('small', { class: 'away', text: ` ${aways()[away]}` }) : null;
}

function standingsCard() {
  if (!shown.standings.length) return null;
  const knockout = shown.form === 'knockout';
  const heads = knockout ? [[t('tournament.fate'), t('tournament.fate.why'), outWords]] : columns();
  const titles = [t('tournament.entrant'), t('tournament.place'), ...heads.map(([title]) => title)];
  const rows = shown.standings.map((line) => el('tr', { class: nameOf(line.number).me ? 'own' : null },
    el('th', { scope: 'row' }, person(line.number), gone(line.number)), el('td', { text: String(line.rank) }), ...heads.map(([, , tell]) => el('td', { text: tell(line) }))));
  return card(t('tournament.standings'),
    el('div', { class: 'figures', role: 'group', 'aria-label': t('tournament.standings'), tabindex: 0 }, el('table', {},
      el('thead', {}, el('tr', {}, ...titles.map((text) => el('th', { scope: 'col', text })))), el('tbody', {}, ...rows))),
    el('details', {}, el('summary', { text: t('tournament.explained') }),
      el('p', { class: 'hint', text: knockout ? t('tournament.explained.knockout') : t('tournament.explained.order') }),
      el('dl', { class: 'explained' }, ...heads.flatMap(([title, why]) => [el('dt', { text: title }), el('dd', { text: why })]))));
}

// ---------------------------------------------------------------- rounds

const hows = () => ({ played: '', timeout: t('tournament.how.timeout'), left: t('tournament.how.left'), absent: t('tournament.how.absent'), walkover: t('tournament.how.walkover'), bye: t('tournament.how.bye') });

function boardRow(board, number) {
  const mine = board.seats.some((seat) => nameOf(seat.number).me);
  const over = board.seats.every(({ place }) => place !== null);
  const people = board.seats.map((seat) => el('span', {}, person(seat.number, seat.place === 1 && board.seats.length > 1 ? 'first' : ''),
    seat.points === null ? null : el('span', { class: 'points', text: ` ${figure(seat.points)}` }), seat.how && hows()[seat.how] ? el('small', { text: ` (${hows()[seat.how]})` }) : null));
  const label = over ? t('final.replay') : mine ? t('tournament.table') : t('tournament.watch');
  return el('li', { class: `board ${mine ? 'own' : ''}` }, el('div', { class: 'board-people' }, ...people),
    board.match ? el('a', { class: 'button small', href: at(`/match/${board.match}${over ? '#replay' : ''}`), 'aria-label': t('tournament.board', { label, number }), text: label }) : null);
}

function roundPart(round, newest) {
  const over = round.boards.every(({ seats }) => seats.every(({ place }) => place !== null));
  const open = (round.number === newest) !== opened.has(round.number);
  const part = el('details', { open }, el('summary', { text: over ? t('tournament.round', { n: round.number }) : t('tournament.round.on', { n: round.number }) }),
    el('ul', { class: 'boards' }, ...round.boards.map((board, i) => boardRow(board, i + 1))));
  part.addEventListener('toggle', () => {
    // What somebody has opened or closed stays so when the page is drawn again.
    if ((round.number === newest) === part.open) opened.delete(round.number);
    else opened.add(round.number);
  });
  return part;
}

function roundsCard() {
  if (!shown.played.length) return null;
  const newest = shown.played.at(-1).number;
  return card(t('tournament.played'), ...[...shown.played].reverse().map((round) => roundPart(round, newest)));
}

// ---------------------------------------------------------------- who takes part, and what is left in the end

async function remove({ name, player }) {
  return await sure(t('tournament.remove'), t('tournament.remove.sure', { name }), t('tournament.remove')) ? api.removeEntrant(id, player) : shown;
}

function peopleCard() {
  const going = ['open', 'running'].includes(shown.status);
  // Later they stand in the standings; whoever organises it still looks after them here.
  if (shown.standings.length && !(shown.mine && going)) return null;
  const rows = shown.people.map((each) => row(person(each.number), aways()[each.away],
    shown.mine && going && each.player && !each.me && each.away !== 'removed'
      ? action(t('tournament.remove'), () => remove(each), 'small quiet', { 'aria-label': t('tournament.remove.one', { name: each.name }) }) : null));
  return card(t('tournament.people'), rows.length ? el('ul', { class: 'things' }, ...rows) : el('p', { class: 'hint', text: t('tournament.people.none') }));
}

function filesCard() {
  const over = ['over', 'ended'].includes(shown.status) && shown.played.length > 0;
  return card(t('tournament.proof'), el('p', { class: 'hint', text: t('tournament.proof.hint') }),
    el('dl', { class: 'facts-list' }, el('dt', { text: t('tournament.seal') }), el('dd', {}, el('code', { text: shown.seal })),
      ...(shown.seed ? [el('dt', { text: t('tournament.seed') }), el('dd', {}, el('code', { text: shown.seed }))] : [])),
    over ? el('div', { class: 'button-row' },
      el('a', { class: 'button', id: 'file', href: api.tournamentFile(id), download: `tournament-${id}.json`, text: t('tournament.file') }),
      el('a', { class: 'button quiet', href: api.tournamentTable(id), download: `tournament-${id}.csv`, text: t('tournament.crosstable') })) : null);
}

// ---------------------------------------------------------------- the page

function draw() {
  redraw(find('#tournament'), ...[headCard(), standingsCard(), roundsCard(), peopleCard(), filesCard()].filter(Boolean));
}

/** Show what is new; whoever looks elsewhere is called to the table. */
function take(told) {
  const before = shown;
  shown = told;
  if (before && before.version === told.version && before.table === told.table && before.may_end === told.may_end) return;
  draw();
  callTurn(Boolean(told.table));
  if (before && told.table && told.table !== before.table) sound('turn');
}

async function look() {
  if (document.hidden && !shown?.people.some(({ me }) => me)) return;
  if (['over', 'ended'].includes(shown?.status)) return;
  try {
    take(await api.tournament(id));
  } catch {
    // The server is away for a moment; the next look finds it.
  }
}

async function begin() {
  await loadWords();
  dressMasthead();
  try {
    await api.me(); // who asks is known first: several calls at once would make several guests of a newcomer
    [account, games] = await Promise.all([api.account(), api.games()]);
    take(await api.tournament(id));
    nameTab(t('title.tournament', { name: shown.name }));
    setInterval(look, LOOK);
  } catch (error) {
    clear(find('#tournament')).append(el('section', { class: 'card' }, el('h1', { text: t('tournament.title') }), el('p', {}, icon('warn'), ` ${error.message}`),
      el('a', { class: 'button', href: at('/tournaments'), text: t('tournament.all') })));
  }
  document.body.dataset.ready = 'yes';
}

begin();
