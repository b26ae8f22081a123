// Choosing how fast one plays when a table is opened.

import { botField } from './bots.js';
import { el } from './dom.js';
import { DAY, HOUR, inWords, MINUTE, SECOND } from './durations.js';
import { t } from './words.js';

/** What is offered; whoever wants another one gives own values. */
export const PACES = [
  { kind: 'none' },
  { kind: 'live', decision: 15 * SECOND, bank: 3 * MINUTE },
  { kind: 'live', decision: 30 * SECOND, bank: 10 * MINUTE },
  { kind: 'live', decision: MINUTE, bank: 30 * MINUTE },
  { kind: 'mail', decision: DAY },
  { kind: 'mail', decision: 3 * DAY },
  { kind: 'mail', decision: 7 * DAY },
];
const STAND_IN = 'greedy';
// What is chosen for a match that has to have clocks: live, and time to think.
const USUAL = 2;
// The least and the most of own values, in the units that they are given in.
const OWN = { live: { unit: SECOND, least: 5, most: 600, usual: 20 }, mail: { unit: HOUR, least: 1, most: 720, usual: 48 } };
const LONGEST_BANK = 180;
const OTHER = 'own';

export function paceWords({ kind, decision, bank = 0 }) {
  if (kind === 'none') return t('pace.none');
  if (kind === 'mail') return t('pace.mail', { decision: inWords(decision) });
  return bank ? t('pace.live', { decision: inWords(decision), bank: inWords(bank) }) : t('pace.live.bare', { decision: inWords(decision) });
}

const same = (one, other) => one.kind === other.kind && one.decision === other.decision && (one.bank ?? 0) === (other.bank ?? 0);

/** A whole number within bounds, whatever was typed. */
export function within(text, { least, most, usual }) {
  const number = Math.round(Number(text));
  return Number.isFinite(number) && text !== '' ? Math.min(most, Math.max(least, number)) : usual;
}

/** A field to choose a pace, and who plays on for somebody who is gone; `wish()` is what the server is told. */
export function paceField(game, remembered = {}) {
  const pace = remembered.pace ?? PACES[0];
  const known = PACES.findIndex((each) => same(each, pace));
  const group = (label, kind) => el('optgroup', { label }, ...PACES.map((each, i) => [each, i]).filter(([each]) => each.kind === kind)
    .map(([each, i]) => el('option', { value: String(i), text: paceWords(each) })));
  const select = el('select', { name: 'pace' }, el('option', { value: '0', text: t('pace.none') }),
    group(t('pace.group.live'), 'live'), group(t('pace.group.mail'), 'mail'), el('option', { value: OTHER, text: t('pace.own') }));
  select.value = known < 0 ? OTHER : String(known);

  const kind = el('select', { name: 'pace-kind' }, el('option', { value: 'live', text: t('pace.group.live') }), el('option', { value: 'mail', text: t('pace.group.mail') }));
  const number = (name) => el('input', { type: 'number', name, inputmode: 'numeric', step: '1', min: '0' });
  const decision = number('pace-decision');
  const bank = number('pace-bank');
  const unit = el('span');
  const bankField = el('label', { class: 'field' }, el('span', { text: t('pace.bank') }), bank);
  const own = el('div', { class: 'own-pace' }, el('label', { class: 'field' }, el('span', { text: t('pace.kind') }), kind),
    el('label', { class: 'field' }, unit, decision), bankField);

  const words = { live: t('pace.seconds'), mail: t('pace.hours') };
  function turn(value) {
    const { unit: size, least, most, usual } = OWN[kind.value];
    unit.textContent = words[kind.value];
    Object.assign(decision, { min: least, max: most });
    decision.value = String(value ? value / size : usual);
  }
  kind.value = pace.kind === 'mail' ? 'mail' : 'live';
  bank.max = String(LONGEST_BANK);
  bank.value = String((pace.bank ?? 5 * MINUTE) / MINUTE);
  turn(known < 0 ? pace.decision : 0);

  const { select: bot, field: level } = botField(game.bots, remembered.level ?? STAND_IN, t('pace.level'));
  const gone = el('div', { class: 'field' }, el('span', { text: t('pace.level') }), level);
  const show = () => {
    own.hidden = select.value !== OTHER;
    bankField.hidden = kind.value === 'mail';
    // What is not seen must not keep the form from being sent.
    decision.disabled = own.hidden;
    bank.disabled = own.hidden || bankField.hidden;
    gone.hidden = select.value === '0' || !game.bots.length;
  };
  let before = null; // what was chosen until clocks were asked for
  select.addEventListener('change', () => { before = null; show(); });
  kind.addEventListener('change', () => { turn(0); show(); });
  show();

  function chosen() {
    if (select.value !== OTHER) return PACES[Number(select.value)];
    const time = within(decision.value, OWN[kind.value]) * OWN[kind.value].unit;
    if (kind.value === 'mail') return { kind: 'mail', decision: time };
    return { kind: 'live', decision: time, bank: within(bank.value, { least: 0, most: LONGEST_BANK, usual: 0 }) * MINUTE };
  }

  return {
    fields: [el('label', { class: 'field' }, el('span', { text: t('pace.title') }), select), own, gone],
    /** Whether there have to be clocks: then one cannot be without, and gets the usual ones. */
    require(needed) {
      select.options[0].disabled = needed;
      if (needed && select.value === '0') [before, select.value] = [select.value, String(USUAL)];
      else if (!needed && before !== null) [before, select.value] = [null, before];
      show();
    },
    /** Nothing where nobody is in a hurry. */
    wish: () => (select.value === '0' ? {} : { pace: chosen(), ...(bot.value ? { level: bot.value } : {}) }),
  };
}
