// Where a player loses points: the card of a profile, from matches that were looked back at.

import { api } from './api.js';
import { el } from './dom.js';
import { card, figures } from './parts.js';
import { decimal, t, TITLES } from './words.js';

const PARTS = { opening: () => t('insights.opening'), middle: () => t('insights.middle'), end: () => t('insights.end') };

const tenth = (number) => decimal(Math.round(number * 10) / 10);

/** Points a match, and how far the truth may lie to each side: `2.4 ± 1.3`. */
const reach = ([mean, low, high]) => `${tenth(mean)} ± ${tenth((high - low) / 2)}`;

function losses(label, head, rows) {
  return figures(label, [head, t('insights.decisions'), t('insights.lost'), t('insights.mistakes')],
    rows.map(([name, { decisions, lost, mistakes }]) => [name, String(decisions), reach(lost), String(mistakes)]));
}

function ofGame({ game, title, matches, all, parts, kinds }) {
  return el('div', { class: 'rating', data: { insights: game } }, el('h3', { lang: TITLES, text: title }),
    el('p', { text: t('insights.rests', { n: matches, decisions: all.decisions }) }),
    losses(`${title}: ${t('insights.phase')}`, t('insights.phase'), [...parts.map((each) => [PARTS[each.name](), each]), [t('insights.all'), all]]),
    losses(`${title}: ${t('insights.kind')}`, t('insights.kind'), kinds.map((each) => [each.label, each])));
}

export async function insightsCard(handle) {
  const games = await api.insights(handle);
  return card(t('insights.title'), el('p', { class: 'hint', text: games.length ? t('insights.about') : t('insights.none') }), ...games.map(ofGame));
}
