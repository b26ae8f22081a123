// Ratings: on a profile with the course they took, and after a rated match what it did to them.

import { api } from './api.js';
import { day } from './dates.js';
import { el, svg } from './dom.js';
import { card, figures } from './parts.js';
import { at } from './where.js';
import { decimal, t, TITLES } from './words.js';

const NARROW = 600; // a screen on which letters of a wide picture would be too small to read
const WIDTHS = { narrow: 360, wide: 760 };
const HIGH = 220;
const LEFT = 44;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;
const LISTED = 50;
const SURE = 2; // deviations to each side, in which the truth mostly lies

export const tables = (pool) => ({ 2: t('rating.two') })[pool] ?? t('rating.more');
export const rated = (rating, uncertainty) => t('rating.value', { rating: decimal(rating), uncertainty: decimal(SURE * uncertainty) });

/** Round figures that a scale is marked with: about five, and all between the ends. */
export function marks(low, high) {
  const step = [1, 2, 5, 10, 20, 50].find((each) => (high - low) / each <= 6) ?? 100;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step);
}

/** The course of a rating as points of a picture: its middle, and the band of what is likely. */
export function course(steps, wide) {
  const low = Math.min(...steps.map(({ rating, uncertainty }) => rating - SURE * uncertainty));
  const high = Math.max(...steps.map(({ rating, uncertainty }) => rating + SURE * uncertainty));
  const x = (i) => LEFT + (steps.length > 1 ? i / (steps.length - 1) : 0.5) * (wide - LEFT - RIGHT);
  const y = (value) => TOP + (high - value) / (high - low || 1) * (HIGH - TOP - BOTTOM);
  const point = (i, value) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`;
  const upper = steps.map((step, i) => point(i, step.rating + SURE * step.uncertainty));
  const lower = steps.map((step, i) => point(i, step.rating - SURE * step.uncertainty));
  return { line: steps.map((step, i) => point(i, step.rating)), band: [...upper, ...lower.reverse()], y, x, low, high };
}

let pictures = 0;

function picture(title, steps) {
  const wide = innerWidth < NARROW ? WIDTHS.narrow : WIDTHS.wide;
  const { line, band, x, y, low, high } = course(steps, wide);
  const [first, last] = [steps[0], steps.at(-1)];
  pictures += 1;
  const ids = [`course-${pictures}`, `course-words-${pictures}`];
  const label = (text, px, py, anchor) => svg('text', { x: px, y: py, 'text-anchor': anchor, text });
  const words = t('rating.course', { n: steps.length, from: rated(first.rating, first.uncertainty), to: rated(last.rating, last.uncertainty) });
  return svg('svg', { class: 'course', viewBox: `0 0 ${wide} ${HIGH}`, role: 'img', 'aria-labelledby': ids.join(' ') },
    svg('title', { id: ids[0], text: title }), svg('desc', { id: ids[1], text: words }),
    ...marks(low, high).flatMap((mark) => [svg('path', { class: 'course-mark', d: `M${LEFT} ${y(mark)}H${wide - RIGHT}` }), label(String(mark), LEFT - 8, y(mark) + 5, 'end')]),
    svg('polygon', { class: 'course-band', points: band.join(' ') }),
    svg('polyline', { class: 'course-line', points: line.join(' ') }),
    ...steps.map((step, i) => svg('circle', { class: 'course-dot', cx: x(i), cy: y(step.rating), r: steps.length > 60 ? 2 : 4 })),
    label(day(first.at), LEFT, HIGH - 6, 'start'),
    steps.length > 1 ? label(day(last.at), wide - RIGHT, HIGH - 6, 'end') : null);
}

function stepRow(step) {
  const link = el('a', { href: at(`/match/${step.match}`), text: day(step.at) });
  const why = step.why ? el('span', { class: 'why', text: step.why }) : null;
  if (step.rating === null) return [link, why];
  return [link, el('span', {}, rated(step.rating, step.uncertainty), why ? ' ' : '', why)];
}

function oneRating(info, steps) {
  const mine = steps.filter(({ kind, game, pool }) => kind === info.kind && game === info.game && pool === info.pool);
  const title = t('rating.of', { game: info.title, tables: tables(info.pool) });
  const counted = mine.filter(({ rating }) => rating !== null);
  return el('div', { class: 'rating', data: { rating: `${info.game} ${info.pool}` } },
    el('h3', {}, el('span', { lang: TITLES, text: info.title }), ` · ${tables(info.pool)}`),
    el('p', { class: 'rating-line' }, el('b', { class: 'rating-value', text: rated(info.rating, info.uncertainty) }),
      el('span', { text: t('rating.matches', { n: info.matches }) }),
      info.like ? el('span', { text: t('rating.like', { bot: info.like }) }) : null),
    counted.length ? picture(title, counted) : null,
    el('details', {}, el('summary', { text: t('rating.all') }),
      figures(title, [t('rating.day'), t('rating.after')], mine.slice(-LISTED).reverse().map(stepRow))));
}

/** Matches at rated tables that count in no game that one has a rating in yet. */
function uncounted(ratings, steps) {
  const known = new Set(ratings.map(({ kind, game, pool }) => `${kind} ${game} ${pool}`));
  const rest = steps.filter(({ kind, game, pool }) => !known.has(`${kind} ${game} ${pool}`));
  return rest.length ? figures(t('rating.uncounted'), [t('rating.day'), t('rating.after')], rest.slice(-LISTED).reverse().map(stepRow)) : null;
}

/** The card of a profile; nothing for who has never played a rated match. */
export async function ratingsCard(handle) {
  const { ratings, steps, programs } = await api.ratings(handle);
  if (!ratings.length && !steps.length && !programs.length) return null;
  return card(t('rating.title'), el('p', { class: 'hint', text: t('rating.hint') }),
    ...ratings.map((info) => oneRating(info, steps)), uncounted(ratings, steps), ...programRatings(programs));
}

/** The programs of a player, which are on a list of their own. */
function programRatings(programs) {
  if (!programs.length) return [];
  return [el('h3', { text: t('ladder.programs') }), el('p', { class: 'hint', text: t('rating.programs.hint') }),
    figures(t('ladder.programs'), [t('ladder.name'), t('history.game'), t('ladder.rating'), t('ladder.matches')], programs.map((info) => [info.name,
      el('span', {}, el('span', { lang: TITLES, text: info.title }), ` · ${tables(info.pool)}`), rated(info.rating, info.uncertainty), String(info.matches)]))];
}

/** What a rated match did: filled in when the server has said it. */
export function outcomeOf(match) {
  const place = el('div', { class: 'outcome', role: 'status' });
  api.matchRating(match).then(({ why, kind, changes }) => {
    if (why) place.append(el('p', { text: t('rating.why', { why }) }));
    else if (kind === 'programs') place.append(el('p', { text: t('rating.programs.alone') }));
    place.append(...changes.map(({ name, before, after, why: hurdle }) => el('p', {}, el('b', { text: name }),
      ` ${t('rating.change', { before: decimal(before), after: decimal(after) })}${hurdle ? ` (${hurdle})` : ''}`)));
  }).catch(() => {}); // the result is worth showing without it
  return place;
}

/** How strong those at a rated table are thought to be: filled in when the server has said it. */
export function strengthsOf({ match, seats }) {
  const place = el('div', { class: 'outcome', id: 'strengths' });
  api.strengths(match).then((found) => place.append(...found.map(({ seat, rating, uncertainty }) => el('p', {},
    el('b', { text: seats[seat].name }), ` ${rated(rating, uncertainty)}`)))).catch(() => {}); // a table without it is one still
  return place;
}
