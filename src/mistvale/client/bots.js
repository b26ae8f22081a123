// Bots as players choose them: the levels in order, each with a line about it, and apart from them the tools.

import { el } from './dom.js';
import { decimal, t } from './words.js';

const isLevel = ({ level }) => level;

/** Whoever does not choose gets a level that a newcomer can beat. */
export function favourite(bots) {
  return (bots.find(({ name }) => name === 'novice') ?? bots.find(isLevel) ?? bots[0])?.name ?? null;
}

/** Levels first, the weakest first among them; what is only there to compare with comes last. */
export function inGroups(bots) {
  return { levels: bots.filter(isLevel), tools: bots.filter((bot) => !isLevel(bot)) };
}

/** How strong a bot is at a table of so many seats, in words for it; null where nobody has measured it. */
function ratingOf({ ratings }, seats) {
  const rating = ratings?.[seats];
  return rating === undefined ? null : decimal(rating);
}

/** A list to choose a bot from, and below it a line about the one that is chosen; with ratings, if it is known for how many seats. */
export function botField(bots, chosen, label, seats = 0) {
  const { levels, tools } = inGroups(bots);
  const named = (bot) => {
    const rating = ratingOf(bot, seats);
    return rating === null ? bot.label : t('bots.rated', { name: bot.label, rating });
  };
  const one = (bot) => el('option', { value: bot.name, text: bot.hint ? t('bots.one', { name: named(bot), hint: bot.hint }) : named(bot) });
  const group = (title, list) => (list.length ? el('optgroup', { label: title }, ...list.map(one)) : null);
  const select = el('select', { 'aria-label': label }, group(t('bots.levels'), levels), group(t('bots.tools'), tools));
  select.value = chosen ?? '';
  if (!select.value) select.value = favourite(bots) ?? '';
  const line = el('small', { class: 'hint' });
  const tell = () => {
    const bot = bots.find(({ name }) => name === select.value);
    const rating = bot ? ratingOf(bot, seats) : null;
    line.textContent = [bot?.hint, rating === null ? '' : t('bots.rating', { rating, n: seats })].filter(Boolean).join(' ');
  };
  select.addEventListener('change', tell);
  tell();
  return { select, field: el('span', { class: 'bot-field' }, select, line) };
}
