// The whole table in words, on a key: what is asked, what can be done and what comes of it, what has changed, what lies where.

import { choicesOf, heardIn, moreOf, nameOf, sentence } from './aloud.js';
import { told } from './breakdown.js';
import { ask } from './dialogs.js';
import { el } from './dom.js';
import { t } from './words.js';

const part = (title, ...body) => el('section', {}, el('h3', { text: title }), ...body);
const list = (tag, rows) => el(tag, {}, ...rows.map((row) => el('li', {}, row)));

/** What can be done, in the order in which the table is read; buttons beside the prompt come last. */
function choicesIn(scene) {
  const onTable = scene.groups.flatMap((group) => heardIn(scene, group).flatMap((sprite) =>
    choicesOf(sprite).map(({ move, more }) => ({ move, name: nameOf(sprite), more, where: group.title }))));
  const beside = (scene.panels.prompt?.buttons ?? []).filter(({ move }) => move).map(({ move, label }) => ({ move, name: label, more: '', where: '' }));
  // Where all lie at one place, nothing is gained by naming it each time.
  const apart = new Set(onTable.map(({ where }) => where)).size > 1;
  return [...onTable.map((choice) => (apart ? choice : { ...choice, where: '' })), ...beside];
}

function asked({ text = '', buttons = [] }) {
  const blocked = buttons.filter(({ move }) => !move).map(({ label, why }) => el('p', { text: t('readout.blocked', { label, why }) }));
  return part(t('prompt.title'), el('p', { text: text || t('readout.nothing') }), ...blocked);
}

function scores(rows) {
  return part(t('scores.title'), list('ul', rows.map((row) => [row.name, told(row), row.note].filter(Boolean).map(sentence).join(' '))));
}

function lying(scene, group) {
  const rows = heardIn(scene, group).map((sprite) => {
    const more = moreOf(sprite);
    return el('span', {}, `${sentence(nameOf(sprite))} `, more && el('small', { text: more }));
  });
  return part([group.title, group.note].filter(Boolean).join('. '), rows.length ? list('ul', rows) : el('p', { text: t('readout.empty') }));
}

/** Read the table out; resolves with the move that was chosen there, or null. `since` is what happened since my turn. */
export function readOut(scene, since) {
  const { prompt = {}, scores: rows = [] } = scene.panels;
  let close = () => {};
  const choices = choicesIn(scene).map(({ move, name, more, where }) => el('button', { class: 'read-choice', type: 'button', data: { move },
    on: { click: () => close(move) } }, el('b', { text: name }), ' ', el('small', { text: [sentence(where), more].filter(Boolean).join(' ') })));
  const body = el('div', { class: 'readout-body' },
    asked(prompt),
    choices.length ? part(t('readout.choices'), list('ol', choices)) : null,
    part(t('recap.title'), since.length ? list('ol', since) : el('p', { text: t('log.empty') })),
    scores(rows),
    ...scene.groups.map((group) => lying(scene, group)));
  return ask({
    title: t('readout.title'),
    className: 'readout',
    body: [body],
    buttons: [{ label: t('dialog.done'), value: null, kind: 'primary' }],
    begins: true,
    closer: (action) => { close = action; },
  });
}
