// People who go, and come back: seats that bots play on, matches that are cancelled or end early, holidays.

import { api } from './api.js';
import { ask, toast } from './dialogs.js';
import { day } from './dates.js';
import { el, find } from './dom.js';
import { paceWords } from './paces.js';
import { listed, t } from './words.js';

/** Whoever sat there before a bot did, if one plays on. */
const nameOf = ({ name, was }) => was ?? name;

/** Whether a match ended otherwise than by its rules. */
export const isCut = ({ ending }) => Boolean(ending) && ending.end !== 'rules';

function fateOf(fate, name) {
  if (fate === 'timeout') return t('gone.timeout', { name });
  return fate === 'left' ? t('gone.left', { name }) : '';
}

/** How a match ended beside its rules, in sentences. */
export function endingLines({ ending, seats, rated }) {
  if (!ending) return [];
  const lines = ending.end === 'cancelled' ? [t('ending.cancelled')] : ending.seats.map((fate, seat) => fateOf(fate, nameOf(seats[seat]))).filter(Boolean);
  if (rated && ending.ranks.length) {
    const order = ending.ranks.map((rank, seat) => [rank, nameOf(seats[seat])]).sort(([one], [other]) => one - other);
    lines.push(t('ending.ranks', { order: order.map(([rank, name]) => `${rank}. ${name}`).join(', ') }));
  }
  return lines;
}

/** What the prompt says of a match that ended early; '' of others. */
export function cutLine(status) {
  return isCut(status) ? endingLines(status)[0] ?? '' : '';
}

/** The end of a match that its rules did not end. */
export const showCut = (table) => table.end({ title: t('ending.title'), text: endingLines(table.status) });

/** Tell what has changed about who is there, and offer what can be done about it. */
export function tellGoing(table, before) {
  const { status } = table;
  for (const seat of status.seats) {
    const was = before.seats[seat.seat];
    if (status.status === 'playing' && seat.gone && !was.gone) toast(fateOf(seat.gone, nameOf(seat)));
    if (seat.cancelling && !was.cancelling && !seat.mine) toast(t('cancel.asked', { name: seat.name }));
  }
  const mine = status.seats.find(({ back }) => back);
  const back = find('#back');
  back.hidden = !mine;
  back.onclick = () => mine && table.send({ type: 'back', seat: mine.seat });
  if (!isCut(status)) return;
  find('#result').hidden = false;
  if (!table.cutShown && location.hash !== '#replay') showCut(table);
  table.cutShown = true;
}

/** Say that I want to cancel, or not any more, after asking. */
async function cancel(table) {
  const { seats, rated } = table.status;
  const others = seats.filter(({ kind, mine, cancelling }) => kind === 'guest' && !mine && !cancelling).map(({ name }) => name);
  const text = others.length ? t('cancel.text', { names: listed(others) }) : t('cancel.now');
  const yes = await ask({
    title: t('cancel.title'),
    body: [el('p', { text }), rated ? el('p', { text: t('cancel.counted') }) : null].filter(Boolean),
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('cancel.yes'), value: true, kind: 'danger' }],
  });
  if (yes) await table.send({ type: 'cancel', wish: true });
}

/** My clocks by mail stand still, or go on again: at all tables. */
async function holiday(on) {
  try {
    const { until, days_left: days } = await api.setHoliday(on);
    toast(on ? t('holiday.on', { day: day(until) }) : t('holiday.off', { n: Math.floor(days) }));
  } catch (error) {
    toast(error.message, 'error');
  }
}

/** What the tab about the table offers beside leaving. */
export function goingButtons(table, button) {
  const { status } = table;
  if (status.status !== 'playing') return [];
  const mine = status.seats.filter(({ mine: own }) => own);
  const wishing = mine.some(({ cancelling }) => cancelling);
  const resting = mine.some(({ seat }) => status.clocks?.[seat]?.holiday > 0);
  return [
    ...status.seats.filter(({ back }) => back).map(({ seat }) => button(t('back.take'), () => table.send({ type: 'back', seat }), 'primary')),
    mine.length && status.pace?.kind === 'mail' ? button(resting ? t('holiday.end') : t('holiday.begin'), () => holiday(!resting), 'quiet') : null,
    wishing ? button(t('cancel.not'), () => table.send({ type: 'cancel', wish: false }), 'quiet') : null,
    status.cancellable && !wishing ? button(t('cancel.button'), () => cancel(table), 'quiet') : null,
  ].filter(Boolean);
}

/** What was agreed on, and how it ended, in the tab about the table. */
export function termsOf(status) {
  const lines = [status.rated ? t('rated.is') : '', status.pace ? paceWords(status.pace) : '', ...endingLines(status)].filter(Boolean);
  return lines.length ? el('ul', { class: 'terms' }, ...lines.map((text) => el('li', { text }))) : null;
}
