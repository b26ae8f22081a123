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
function wishOf(seats, step, mine, rival, asItLay) {
  const others = rival === FRIEND ? { kind: 'friend' } : { kind: 'bot', bot: rival };
  return { step, seat: mine, as_it_lay: asItLay, seats: seats.map(({ seat }) => (seat === mine ? { kind: 'me' } : others)) };
}

/** Ask how, open the table, and go there. */
export async function playOn(table, step, viewing) {
  const { seats } = table.status;
  const own = seatField(seats, viewing);
  const rivals = rivalField([...table.bots.values()]);
  const lay = el('input', { type: 'checkbox', class: 'switch', id: 'as-it-lay' });
  const yes = await ask({
    title: t('playon.title', { step }),
    body: [
      el('p', { text: t('playon.about') }),
      seats.length > 1 && own.field,
      seats.length > 1 && rivals.field,
      el('label', { class: 'setting', for: lay.id }, el('span', {}, t('playon.lay'), el('small', { text: t('playon.lay.why') })), lay),
    ].filter(Boolean),
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('playon.go'), value: true, kind: 'primary' }],
  });
  if (!yes) return;
  try {
    const { match } = await api.playOn(table.id, wishOf(seats, step, Number(own.select.value), rivals.select.value, lay.checked));
    location.href = at(`/match/${match}`);
  } catch (error) {
    toast(error.message, 'error');
  }
}
