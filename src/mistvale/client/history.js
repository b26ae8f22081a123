// A player's matches on the profile: looked through by game, number of seats, name; the newest first, page by page.

import { api } from './api.js';
import { day } from './dates.js';
import { toast } from './dialogs.js';
import { clear, el } from './dom.js';
import { button, card } from './parts.js';
import { at } from './where.js';
import { t, TITLES } from './words.js';

const TYPING = 300; // milliseconds after the last letter

/** What is asked for: only what was chosen, so that the address stays short. */
export const query = (filter, after) => Object.fromEntries(Object.entries({ ...filter, after }).filter(([, value]) => value));

function place(seat) {
  const name = seat.player && !seat.own ? el('a', { href: at(`/player/${seat.player}`), text: seat.name })
    : el(seat.own ? 'b' : 'span', { text: seat.program ? t('history.program', { name: seat.name }) : seat.name });
  return el('li', { class: seat.rank === 1 ? 'first' : '' }, name,
    seat.score === null ? null : el('span', { class: 'place-score', text: ` ${t('scores.points', { n: seat.score })}` }));
}

function line(match) {
  const over = match.status === 'over';
  const date = match.ended ?? match.created;
  const label = (action) => t('history.deed', { deed: action, game: match.title, day: day(date) });
  return el('li', { class: 'match-line', data: { match: match.match } },
    el('div', { class: 'match-head' }, el('b', { lang: TITLES, text: match.title }),
      match.own_box ? el('span', { class: 'own-box', text: t('box.own') }) : null, el('time', { datetime: date, text: day(date) })),
    el('ul', { class: 'places' }, ...match.seats.map(place)),
    el('div', { class: 'button-row' }, over
      ? [el('a', { class: 'button small', href: at(`/match/${match.match}#replay`), 'aria-label': label(t('final.replay')), text: t('final.replay') }),
        el('a', { class: 'button small quiet', href: api.recordLink(match.match), download: `mistvale-${match.match}.json`,
          'aria-label': label(t('final.record')), text: t('final.record') })]
      : el('a', { class: 'button small', href: at(`/match/${match.match}`), 'aria-label': label(t('history.go')), text: t('history.go') })));
}

function choice(id, label, values) {
  const select = el('select', { id }, ...values.map(([value, text]) => el('option', { value, text })));
  return { select, field: el('label', { class: 'field' }, el('span', { text: label }), select) };
}

/** The card, and a way to show only the matches with one opponent. */
export function historyCard(profile, games) {
  const filter = { game: '', status: '', seats: '', with: '', text: '' };
  const list = el('ul', { class: 'things', id: 'matches' });
  const state = el('p', { class: 'hint', role: 'status' });
  let next = null;
  let asked = 0;

  async function load(more) {
    asked += 1;
    const mine = asked;
    try {
      const found = await api.playerMatches(profile.player, query(filter, more ? next : ''));
      if (mine !== asked) return; // something else was chosen meanwhile
      if (!more) clear(list);
      list.append(...found.matches.map(line));
      ({ next } = found);
      further.hidden = !next;
      // Where there is nothing at all, there is nothing to look through.
      filters.hidden = !list.children.length && !Object.values(filter).some(Boolean);
      state.textContent = list.children.length ? '' : t('history.none');
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  const further = button(t('history.more'), () => load(true), '', { id: 'more-matches', hidden: true });
  const most = Math.max(...games.flatMap(({ seats }) => seats), 1);
  const counts = Array.from({ length: most }, (_, i) => [String(i + 1), t('history.seats.n', { n: i + 1 })]);
  const fields = {
    game: choice('filter-game', t('history.game'), [['', t('history.all')], ...games.map(({ name, title }) => [name, title])]),
    seats: choice('filter-seats', t('history.seats'), [['', t('history.all')], ...counts]),
    with: choice('filter-with', t('history.with'), [['', t('history.anybody')], ...profile.opponents.map(({ player, name }) => [player, name])]),
  };
  if (profile.me) {
    fields.status = choice('filter-status', t('history.status'), [['', t('history.all')], ['over', t('history.over')], ['going', t('history.going')]]);
  }
  for (const [name, { select }] of Object.entries(fields)) {
    select.addEventListener('change', () => {
      filter[name] = select.value;
      load(false);
    });
  }
  const search = el('input', { type: 'text', id: 'filter-text', maxlength: 100, autocomplete: 'off' });
  let typing = 0;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => {
      filter.text = search.value.trim();
      load(false);
    }, TYPING);
  });
  // Until it is known that there is something to look through.
  const filters = el('div', { class: 'fields', id: 'filters', hidden: true }, ...Object.values(fields).map(({ field }) => field),
    el('label', { class: 'field' }, el('span', { text: t('history.search') }), search));
  load(false);
  return card(t('history.title'), filters, state, list, el('div', { class: 'button-row' }, further));
}
