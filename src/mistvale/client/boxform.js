// The form of a box: a field for each figure and word that may be chosen, with what differs from the standard marked.

import { clear, el, find } from './dom.js';
import { button } from './parts.js';
import { t, TITLES } from './words.js';

const idOf = (path) => `field-${path.replaceAll('.', '-')}`;
const lastOf = (path) => path.split('.').at(-1);
const nameOf = (path) => (/^\d+$/.test(lastOf(path)) ? `${path.split('.').at(-2)} ${Number(lastOf(path)) + 1}` : lastOf(path));

/** What was typed: a number if it is one; anything else goes to the server, which says what is wrong with it. */
function valueOf(field, text) {
  if (field.words) return text;
  return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** The changes after one more: what is as in the standard box is none. */
export function changed(changes, field, value) {
  const { [field.path]: _, ...others } = changes;
  return value === field.standard ? others : { ...others, [field.path]: value };
}

/** Whether two forms have the same fields, so that those on the page may stay. */
export const sameFields = (one, other) => JSON.stringify(one.groups.map(({ fields }) => fields.map(({ path, words }) => [path, words])))
  === JSON.stringify(other.groups.map(({ fields }) => fields.map(({ path, words }) => [path, words])));

function inputOf(field, change) {
  const id = idOf(field.path);
  const shared = { id, name: field.path, lang: TITLES, 'aria-describedby': `${id}-about` };
  if (!field.words) {
    const input = el('input', { type: 'number', inputmode: field.least < 0 ? null : 'numeric', step: 1, min: field.least, max: field.most, ...shared });
    input.value = field.value ?? '';
    input.addEventListener('input', () => change(field, valueOf(field, input.value.trim())));
    return input;
  }
  const empty = field.value === null ? [el('option', { value: '', text: t('box.pick') })] : [];
  const select = el('select', shared, ...empty, ...field.words.map((value) => el('option', { value, text: value })));
  select.value = field.value ?? '';
  select.addEventListener('change', () => change(field, select.value));
  return select;
}

function fieldOf(field, change) {
  const name = nameOf(field.path);
  const input = inputOf(field, change);
  const about = [field.words ? '' : t('box.span', { least: field.least, most: field.most })];
  const reset = field.standard === null ? null : button(t('box.standard', { value: field.standard }), () => {
    input.value = field.standard;
    change(field, field.standard);
    input.focus();
  }, 'small quiet', { hidden: true, 'aria-label': t('box.reset', { name, value: field.standard }) });
  return el('div', { class: 'box-field', data: { path: field.path } },
    el('label', { for: input.id, lang: TITLES, text: name }), input,
    el('small', { id: `${input.id}-about` }, about.filter(Boolean).join(' · '), el('span', { class: 'wrong' })), reset);
}

function groupOf(group, change) {
  return el('fieldset', { class: 'box-group' }, el('legend', { lang: TITLES, text: group.name, class: group.name === group.section ? 'unseen' : null }), ...group.fields.map((field) => fieldOf(field, change)));
}

/** All fields, by the parts of the box file; which of them are open stays. */
export function drawFields(place, form, change) {
  const first = !place.childNodes.length;
  const open = new Set([...place.querySelectorAll('details[open]')].map(({ dataset }) => dataset.section));
  const held = document.activeElement?.id;
  clear(place);
  for (const section of new Set(form.groups.map((group) => group.section))) {
    const groups = form.groups.filter((group) => group.section === section);
    const part = el('details', { class: 'card', data: { section } },
      el('summary', { lang: TITLES }, section, el('span', { class: 'box-count' })),
      el('div', { class: 'box-groups' }, ...groups.map((group) => groupOf(group, change))));
    part.open = open.has(section) || (first && place.childNodes.length === 0);
    place.append(part);
  }
  if (held?.startsWith('field-')) document.getElementById(held)?.focus({ preventScroll: true });
}

/** Mark what differs and what is wrong, without touching what somebody types in. */
export function markFields(place, form) {
  const wrong = new Map(form.problems.filter(({ path }) => path).map(({ path, text }) => [path, text]));
  for (const field of form.groups.flatMap(({ fields }) => fields)) {
    const row = find(`[data-path="${CSS.escape(field.path)}"]`, place);
    if (!row) continue;
    const differs = field.path in form.changes;
    row.classList.toggle('changed', differs);
    const reset = find('.button', row);
    if (reset) reset.hidden = !differs;
    find('.wrong', row).textContent = wrong.has(field.path) ? ` ${wrong.get(field.path)}` : '';
    find('input, select', row).setAttribute('aria-invalid', String(wrong.has(field.path)));
  }
  for (const part of place.querySelectorAll('details')) {
    const count = part.querySelectorAll('.changed').length;
    find('.box-count', part).textContent = count ? ` · ${count}` : '';
    if (part.querySelector('[aria-invalid="true"]')) part.open = true;
  }
}
