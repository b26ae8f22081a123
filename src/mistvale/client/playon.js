// Playing on from a step of a finished match: who sits where, and whether hidden things are dealt anew.

import { api } from './api.js';
import { botField, favourite } from './bots.js';
import { ask, toast } from './dialogs.js';
import { el } from './dom.js';
import { at } from './where.js';
import { t } from './words.js';

const FRIEND = 'friend';

function seatField(seats, viewing) {
  const select = el('select', { id: 'on-seat' }, ...seats.map(({ seat, name }) => el('option', { value: String(seat), text: name })));
  select.value = String(viewing ?? 0);
  return { select, field: el('label', { class: 'field' }, el('span', { text: t('playon.seat') }), select) };
}

function rivalField(bots) {
  const { select, field } = botField(bots, favourite(bots), t('playon.rivals'));
  select.append(el('option', { value: FRIEND, text: t('playon.friend') }));
  return { select, field: el('div', { class: 'field' }, el('span', { text: t('playon.rivals') }), field) };
}

/** What is wished for, as the server takes it. */
function wishOf(seats, mine, rival, asItLay) {
  const others = rival === FRIEND ? { kind: 'friend' } : { kind: 'bot', bot: rival };
  return { as_it_lay: asItLay, seats: seats.map(({ seat }) => (seat === mine ? { kind: 'me' } : others)) };
}

/** Ask how, open the table, and go there: `open(wish, seat)` does it, at a place among `seats`. */
async function goOn({ title, seats, bots, viewing, open }) {
  const own = seatField(seats, viewing);
  const rivals = rivalField(bots);
  const lay = el('input', { type: 'checkbox', class: 'switch', id: 'as-it-lay' });
  const yes = await ask({
    title,
    body: [
      el('p', { text: t('playon.about') }),
      seats.length > 1 && own.field,
      seats.length > 1 && rivals.field,
      el('label', { class: 'setting', for: lay.id }, el('span', {}, t('playon.lay'), el('small', { text: t('playon.lay.why') })), lay),
    ].filter(Boolean),
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('playon.go'), value: true, kind: 'primary' }],
  });
  if (!yes) return;
  const mine = Number(own.select.value);
  try {
    const { match } = await open(wishOf(seats, mine, rivals.select.value, lay.checked), mine);
    location.href = at(`/match/${match}`);
  } catch (error) {
    toast(error.message, 'error');
  }
}

/** From a step of a finished match. */
export function playOn(table, step, viewing) {
  return goOn({
    title: t('playon.title', { step }),
    seats: table.status.seats,
    bots: [...table.bots.values()],
    viewing,
    open: (wish, seat) => api.playOn(table.id, { step, seat, ...wish }),
  });
}

/** From what lies there in a lesson or a puzzle. */
export function playOnHere({ game, seats, viewing, open }) {
  return goOn({ title: t('playon.here'), seats, bots: game.bots, viewing, open });
}
