// The page of those who look after the server: the door, reports, players, tables, and what was done.

import { api } from './api.js';
import { moment } from './dates.js';
import { ask, toast } from './dialogs.js';
import { clear, el, find } from './dom.js';
import { dressMasthead } from './masthead.js';
import { button, card, row, sure } from './parts.js';
import { proven } from './proof.js';
import { outcomeWords, reportsCard } from './reports.js';
import { at } from './where.js';
import { loadWords, t } from './words.js';

const SHOWN = 20;
let account = null;

const stampOf = (seconds) => (seconds ? moment(new Date(seconds * 1000).toISOString()) : t('admin.ever'));

const when = (stamp, ...more) => el('small', {}, el('time', { datetime: stamp, text: moment(stamp) }), ...more);

/** Do what wants a fresh proof, and show the page as it is then. */
async function act(action) {
  const view = await proven(account, action);
  if (view) draw(view);
}

function field(label, input) {
  return el('label', { class: 'field' }, el('span', { text: label }), input);
}

/** Ask for a text and a number; null if it was thought better of. */
async function askFor(title, label, more) {
  const text = el('input', { type: 'text', maxlength: 300, autocomplete: 'off' });
  const number = more ? el('input', { type: 'number', min: 0, max: more.most, value: more.value, inputmode: 'numeric' }) : null;
  const yes = await ask({
    title,
    body: [field(label, text), number ? field(more.label, number) : null].filter(Boolean),
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('dialog.done'), value: true, kind: 'primary' }],
    first: text,
  });
  return yes ? { text: text.value.trim(), number: Number(number?.value ?? 0) } : null;
}

// ---------------------------------------------------------------- the door

async function announce() {
  const said = await askFor(t('admin.announce'), t('admin.text'), { label: t('admin.hours'), value: 24, most: 8760 });
  if (said?.text) await act(() => api.admin.announce(said.text, said.number));
}

async function close() {
  const said = await askFor(t('admin.close'), t('admin.why'));
  if (said) await act(() => api.admin.maintain(true, said.text));
}

function doorCard({ door, tables, connections }) {
  const closed = door.maintenance !== null;
  const figures = t('admin.figures', { playing: tables.playing, waiting: tables.waiting, over: tables.over, connections });
  return card(t('admin.door'), el('p', { text: figures }),
    closed ? el('p', { class: 'notice', text: `${t('door.maintenance')} ${door.maintenance}` }) : null,
    el('ul', { class: 'things' }, ...door.announcements.map(({ id, text, at: since }) => row(text, when(since),
      button(t('admin.down'), () => act(() => api.admin.takeDown(id)), 'small')))),
    el('div', { class: 'button-row' },
      button(t('admin.announce'), announce, '', { id: 'announce' }),
      closed ? button(t('admin.open'), () => act(() => api.admin.maintain(false, '')), 'primary', { id: 'open-doors' })
        : button(t('admin.close'), close, '', { id: 'close-doors' })));
}

// ---------------------------------------------------------------- players

async function ban(player) {
  const said = await askFor(t('admin.ban.title', { name: player.name }), t('admin.ban.reason'),
    { label: t('admin.ban.days'), value: 7, most: 3650 });
  if (said?.text) await act(() => api.admin.ban(player.player, said.text, said.number));
}

async function recover(player) {
  if (!await sure(t('admin.recover.title', { name: player.name }), t('admin.recover.why'), t('admin.recover'))) return;
  const given = await proven(account, () => api.admin.recover(player.player));
  if (given) await ask({ title: t('admin.recover'), body: [el('p', { text: t('admin.recover.given', { hours: given.hours }) }), el('code', { class: 'wraps', text: given.link })] });
}

function playerRow(player) {
  const name = el('a', { href: at(`/player/${player.player}`), text: player.name || player.player });
  const about = player.banned !== null ? t('admin.banned', { until: stampOf(player.until), reason: player.banned })
    : t('admin.player', { handle: player.player, seen: player.seen });
  return row(name, about,
    button(t('admin.recover'), () => recover(player), 'small quiet'),
    player.banned !== null ? button(t('admin.unban'), () => act(() => api.admin.unban(player.player)), 'small')
      : button(t('admin.ban'), () => ban(player), 'small'));
}

function playersCard(bans) {
  const list = el('ul', { class: 'things', id: 'players' }, ...bans.map(playerRow));
  const input = el('input', { type: 'text', id: 'find-player', maxlength: 64, autocomplete: 'off' });
  const look = async () => {
    const found = await api.admin.players(input.value.trim());
    clear(list).append(...found.slice(0, SHOWN).map(playerRow));
    if (!found.length) list.append(el('li', { class: 'hint', text: t('admin.nobody') }));
  };
  const go = button(t('admin.find'), look, 'primary', { id: 'find' });
  input.addEventListener('keydown', (event) => event.key === 'Enter' && go.click());
  return card(t('admin.players'), el('div', { class: 'button-row search-row' }, field(t('admin.name'), input), go), list);
}

// ---------------------------------------------------------------- tables, and what was done

const statusWords = () => ({ playing: t('admin.tables.playing'), waiting: t('admin.tables.waiting'), over: t('admin.tables.over') });

function tableRow(table) {
  return row(el('a', { href: at(`/match/${table.match}`), text: `${table.game} ${table.match}` }), [table.names.join(', '), table.touched].filter(Boolean).join(' · '));
}

function tablesCard(tables) {
  const list = el('ul', { class: 'things', id: 'tables', 'aria-live': 'polite' });
  const status = el('select', { id: 'table-status' }, ...Object.entries(statusWords()).map(([value, text]) => el('option', { value, text })));
  const player = el('input', { type: 'text', id: 'table-player', maxlength: 16, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' });
  const fill = (found) => {
    clear(list).append(...found.slice(0, SHOWN).map(tableRow));
    if (!found.length) list.append(el('li', { class: 'hint', text: t('admin.quiet') }));
  };
  const go = button(t('admin.find'), async () => fill(await api.admin.tables(status.value, player.value.trim())), 'primary', { id: 'find-tables' });
  player.addEventListener('keydown', (event) => event.key === 'Enter' && go.click());
  fill(tables);
  return card(t('admin.tables'), el('div', { class: 'button-row search-row' }, field(t('admin.tables.status'), status), field(t('admin.tables.player'), player), go), list);
}

const doneWords = ({ role, outcome }) => ({
  ban: t('audit.ban'),
  unban: t('audit.unban'),
  'recovery-link': t('audit.link'),
  'recovery-link-used': t('audit.link.used'),
  role: role ? t('audit.role') : t('audit.role.off'),
  'token-revoked': t('audit.token'),
  'ratings-rebuilt': t('audit.ratings'),
  announcement: t('audit.announcement'),
  maintenance: t('audit.maintenance'),
  'take-down': t('audit.down'),
  'keys-rotated': t('audit.keys'),
  'report-closed': [t('audit.report.closed'), outcomeWords()[outcome]].filter(Boolean).join(': '),
  'report-read': t('audit.report.read'),
  'end-tournament': t('audit.tournament'),
});

function doneRow({ what, player, at: since, who, data }) {
  const ends = 'until' in data ? t('audit.until', { until: stampOf(data.until) }) : '';
  // What somebody wrote, or what it was done to; the command line tells the rest.
  const { text, reason, note, token, tournament, report } = data;
  const more = ['', who, ends, text, reason, note, token, tournament, report].filter((each, i) => each || !i).join(' · ');
  return row([doneWords(data)[what] ?? what, player].filter(Boolean).join(' · '),
    when(since, el('span', { text: more })));
}

function auditCard(audit) {
  return card(t('admin.audit'), el('ul', { class: 'things', id: 'audit' }, ...audit.slice(0, SHOWN).map(doneRow)));
}

async function draw(view) {
  const [tables, reports] = await Promise.all([api.admin.tables('playing'), api.admin.reports(false)]);
  const asked = { proven: (action) => proven(account, action), ban, redraw: async () => draw(await api.admin.view()) };
  clear(find('#admin')).append(doorCard(view), reportsCard(reports, asked), playersCard(view.bans), tablesCard(tables), auditCard(view.audit));
}

async function begin() {
  await loadWords();
  document.title = t('title.admin');
  dressMasthead();
  try {
    account = await api.account();
    await draw(await api.admin.view());
  } catch (error) {
    const nobody = error.code === 'not-found';
    clear(find('#admin')).append(el('p', { class: 'trouble', text: nobody ? t('admin.none') : error.message }));
    if (!nobody) toast(error.message, 'error');
  }
  document.body.dataset.ready = 'yes';
}

begin();
