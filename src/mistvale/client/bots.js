// Bots as players choose them: the levels in order, each with a line about it, and apart from them the tools.

import { el } from './dom.js';
import { t } from './words.js';

const isLevel = ({ level }) => level;

/** Whoever does not choose gets a level that a newcomer can beat. */
export function favourite(bots) {
  return (bots.find(({ name }) => name === 'novice') ?? bots.find(isLevel) ?? bots[0])?.name ?? null;
}

/** Levels first, the weakest first among them; what is only there to compare with comes last. */
export function inGroups(bots) {
  return { levels: bots.filter(isLevel), tools: bots.filter((bot) => !isLevel(bot)) };
}

/** A list to choose a bot from, and below it a line about the one that is chosen. */
export function botField(bots, chosen, label) {
  const { levels, tools } = inGroups(bots);
  const one = ({ name, label: called, hint }) => el('option', { value: name, text: hint ? t('bots.one', { name: called, hint }) : called });
  const group = (title, list) => (list.length ? el('optgroup', { label: title }, ...list.map(one)) : null);
  const select = el('select', { 'aria-label': label }, group(t('bots.levels'), levels), group(t('bots.tools'), tools));
  select.value = chosen ?? '';
  if (!select.value) select.value = favourite(bots) ?? '';
  const line = el('small', { class: 'hint' });
  const tell = () => { line.textContent = bots.find(({ name }) => name === select.value)?.hint ?? ''; };
  select.addEventListener('change', tell);
  tell();
  return { select, field: el('span', { class: 'bot-field' }, select, line) };
}
