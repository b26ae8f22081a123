// A player's profile: results by game and opponent, bots beaten, grades of matches alone, and all matches.

import { api } from './api.js';
import { day } from './dates.js';
import { toast } from './dialogs.js';
import { clear, el, find } from './dom.js';
import { historyCard } from './history.js';
import { dressMasthead } from './masthead.js';
import { button, card, figures, sure } from './parts.js';
import { ratingsCard } from './ratings.js';
import { at, named } from './where.js';
import { decimal, loadWords, t, TITLES } from './words.js';

const number = (value) => new Intl.NumberFormat(document.documentElement.lang).format(value);
const titled = (text) => el('span', { lang: TITLES, text });

function resultsCard({ games }) {
  if (!games.length) return card(t('profile.results'), el('p', { class: 'hint', text: t('profile.results.none') }));
  return card(t('profile.results'), figures(t('profile.results'),
    [t('profile.game'), t('profile.seats'), t('profile.played'), t('profile.won'), t('profile.average'), t('profile.best')],
    games.map((each) => [titled(each.title), number(each.seats), number(each.played), number(each.won), decimal(each.average),
      el('a', { href: at(`/match/${each.best_match}#replay`), 'aria-label': t('profile.best.replay', { n: each.best }), text: number(each.best) })])));
}

function opponentsCard({ opponents }) {
  if (!opponents.length) return null;
  return card(t('profile.opponents'), figures(t('profile.opponents'),
    [t('profile.name'), t('profile.played'), t('profile.ahead'), t('profile.behind')],
    opponents.map((each) => [el('a', { href: at(`/player/${each.player}`), text: each.name }), number(each.played), number(each.won), number(each.lost)])));
}

function levelsCard({ levels }, titles) {
  if (!levels.length) return null;
  return card(t('profile.levels'), figures(t('profile.levels'),
    [t('profile.game'), t('profile.bot'), t('profile.played'), t('profile.ahead')],
    levels.map((each) => [titled(titles[each.game] ?? each.game), each.label, number(each.played), number(each.beaten)])));
}

function gradesCard({ grades }, titles) {
  if (!grades.length) return null;
  const byGame = new Map();
  for (const { game, label } of grades) byGame.set(game, [...(byGame.get(game) ?? []), label]);
  return card(t('profile.grades'), figures(t('profile.grades'), [t('profile.game'), t('profile.grade')],
    [...byGame].map(([game, labels]) => [titled(titles[game] ?? game), labels.join(' · ')])));
}

/** A seat that is kept for nobody. */
const isFree = ({ kind, wanted }) => kind === 'open' && wanted !== 'player';

/** My tables with a free seat, at which somebody could be asked to sit down. */
const hosted = (tables) => tables.filter(({ host, status, seats }) => host && status === 'waiting' && seats.some(isFree));

async function inviteButtons(profile) {
  return hosted(await api.tables()).map((table) => button(t('profile.invite', { game: table.title }), async () => {
    await api.invite(table.match, table.seats.find(isFree).seat, profile.player);
    toast(t('invite.sent', { name: profile.name }));
  }, '', { data: { invite: table.match } }));
}

async function block(profile) {
  if (!await sure(t('profile.block.title', { name: profile.name }), t('profile.block.why'), t('profile.block'))) return;
  await api.block(profile.player);
  location.href = at('/account');
}

function actions(profile) {
  const follows = ['following', 'friend'].includes(profile.friend);
  const turn = async () => {
    await (follows ? api.unfollow : api.follow)(profile.player);
    await show();
  };
  return [button(follows ? t('friends.unfollow') : t('friends.follow'), turn, follows ? '' : 'primary', { id: 'follow' }),
    button(t('profile.block'), () => block(profile), 'quiet', { id: 'block' })];
}

function stateOf({ friend, playing }) {
  const ties = { none: '', following: t('profile.following'), follower: t('profile.follower'), friend: t('profile.friend') };
  return [playing ? t('friends.playing') : '', ties[friend]].filter(Boolean).join(' · ');
}

/** Who it is, and what I can do about it; a guest can only look. */
async function headCard(profile, account) {
  const buttons = el('div', { class: 'button-row', id: 'actions' });
  if (profile.me) buttons.append(el('a', { class: 'button', href: at('/account'), text: t('account.title') }));
  else if (account.player) buttons.append(...actions(profile), ...await inviteButtons(profile));
  return el('section', { class: 'card profile-head' }, el('h1', { text: profile.name }),
    el('p', { class: 'hint', text: t('account.since', { day: day(profile.created) }) }),
    profile.cancelled ? el('p', { class: 'hint', text: t('profile.cancelled', { n: profile.cancelled }) }) : null,
    el('p', { id: 'tie', text: profile.me ? t('profile.me') : stateOf(profile) }), buttons);
}

async function show() {
  const [profile, account, games, ratings] = await Promise.all([api.player(named()), api.account(), api.games(), ratingsCard(named())]);
  const titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
  document.title = t('title.player', { name: profile.name });
  const insights = profile.insights ? await (await import('./insights.js')).insightsCard(profile.player) : null;
  clear(find('#profile')).append(...[await headCard(profile, account), ratings, resultsCard(profile), insights, opponentsCard(profile),
    levelsCard(profile, titles), gradesCard(profile, titles), historyCard(profile, games)].filter(Boolean));
}

async function begin() {
  await loadWords();
  dressMasthead();
  try {
    await api.me(); // who asks is known first: several calls at once would make several guests of a newcomer
    await show();
  } catch (error) {
    clear(find('#profile')).append(el('section', { class: 'card' }, el('h1', { text: t('profile.lost') }), el('p', { text: error.message }),
      el('a', { class: 'button', href: at('/'), text: t('final.home') })));
  }
  document.body.dataset.ready = 'yes';
}

begin();
