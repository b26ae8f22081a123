// Before the first move, at the table: sitting down, being there, and what the host may do.

import { api } from './api.js';
import { callTurn } from './badge.js';
import { ask, toast } from './dialogs.js';
import { el, find } from './dom.js';
import { unusual } from './lobbylist.js';
import { button, sure } from './parts.js';
import { drawParts, keepParts } from './seals.js';
import { optionField } from './seating.js';
import { takeSeat } from './sitting.js';
import { play as sound } from './sound.js';
import { kept } from './store.js';
import { at } from './where.js';
import { t } from './words.js';

const BEFORE = ['waiting', 'confirming'];

// ---------------------------------------------------------------- parts of the seed

/** Whether it is time to reveal: all have sealed, and nobody can choose a part any more. */
export const readyToReveal = ({ status, mine, seats }) => status === 'sealing' && mine.length > 0 && !seats.some(({ due }) => due);

let sealing = '';

/** Seats of mine that are due, after a start that came to nothing, give new seals by themselves. */
export async function sealAnew({ match, mine, seats, host_seal: round }) {
  const due = mine.filter((seat) => seats[seat].due);
  if (!due.length || sealing === round) return;
  sealing = round;
  const { parts, seals } = drawParts(due);
  keepParts(match, parts);
  try {
    await api.sealAnew(match, seals);
  } catch (error) {
    sealing = '';
    toast(error.message, 'error');
  }
}

// ---------------------------------------------------------------- what is said

/** What the room is called while it waits for people. */
export function startTexts(status) {
  const asked = status.seats.some(({ mine, confirmed }) => mine && confirmed === false);
  return {
    waiting: [t('room.waiting'), asked ? t('room.changed') : status.door === 'link' ? t('room.starts') : t('room.found')],
    confirming: [asked ? t('room.there') : t('room.confirming'), asked ? t('room.there.why') : t('room.confirming.why')],
    closed: [t('room.closed'), status.tournament ? t('tournament.closed') : t('room.closed.why')],
  };
}

const asksMe = ({ status, seats }) => status === 'confirming' && seats.some(({ mine, confirmed }) => mine && confirmed === false);

/** Whoever looks elsewhere is called when the start waits for it. */
export function callToStart(status, before) {
  if (asksMe(status) === asksMe(before) && status !== before) return;
  callTurn(asksMe(status));
  if (asksMe(status)) sound('turn');
}

let ticking = 0;

/** How many seconds are left, counted here from what the server said. */
export function countDown(left) {
  clearInterval(ticking);
  if (left === null || left === undefined) return;
  const end = Date.now() + left * 1000;
  const tell = () => {
    const place = find('#start-left');
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    if (place) place.textContent = seconds < 3600 ? t('room.left', { n: seconds }) : '';
  };
  ticking = setInterval(tell, 1000);
  queueMicrotask(tell);
}

// ---------------------------------------------------------------- those who sit there, or could

const sitDown = ({ match, rated }) => takeSeat(match, kept('name', ''), rated);

function agreement(status) {
  const asked = status.seats.some(({ mine, confirmed }) => mine && confirmed === false);
  if (!asked || !BEFORE.includes(status.status)) return null;
  return button(status.status === 'confirming' ? t('start.here') : t('start.agree'), () => api.confirm(status.match, {}), 'primary large', { id: 'confirm' });
}

/** What is agreed on, where strangers have to know it: what is otherwise than usual, and whether there are hints. */
function agreed(status, game) {
  if (status.door === 'link' && !status.seats.some(({ confirmed }) => confirmed === false)) return null;
  const facts = [...unusual(game, status.options), status.hints ? t('room.hints') : t('room.hints.no')];
  return el('p', { class: 'agreed' }, facts.join(' · '));
}

/** What somebody can do about a seat of one's own, or to get one. */
export function startRow(status, game) {
  const before = [...BEFORE, 'sealing'].includes(status.status);
  if (!before) return null;
  const sits = status.mine.length > 0;
  const free = status.seats.some(({ kind, wanted }) => kind === 'open' && ['anyone', 'friends'].includes(wanted));
  return el('div', { class: 'start-row' },
    agreed(status, game),
    el('p', { id: 'start-left', class: 'hint', role: 'timer' }),
    el('div', { class: 'button-row' },
      agreement(status),
      !sits && free ? button(t('lobby.sit'), () => sitDown(status), 'primary large', { id: 'sit-down' }) : null,
      status.tournament ? el('a', { class: 'button quiet', href: at(`/tournament/${status.tournament}`), text: t('tournament.go') }) : null,
      sits && !status.tournament && (status.door !== 'link' || !status.host) ? button(t('start.stand'), () => api.stand(status.match), 'quiet', { id: 'stand-up' }) : null));
}

// ---------------------------------------------------------------- the host

async function close({ match }) {
  if (await sure(t('host.close'), t('host.close.sure'), t('host.close.yes'))) await api.closeTable(match);
}

async function changeTable(status, game) {
  const options = { ...status.options };
  const hints = el('input', { type: 'checkbox', class: 'switch', name: 'hints' });
  hints.checked = status.hints;
  const doors = { link: t('host.door.link'), friends: t('host.door.friends'), public: t('host.door.public') };
  const door = el('select', { name: 'door' }, ...Object.entries(doors).map(([value, text]) => el('option', { value, text })));
  door.value = status.door;
  const others = status.seats.some(({ kind, mine }) => kind === 'guest' && !mine);
  const yes = await ask({
    title: t('host.change'),
    body: [
      ...(game?.options ?? []).map((option) => optionField(option, options)),
      el('label', { class: 'field' }, el('span', { text: t('host.door') }), door),
      el('label', { class: 'setting' }, el('span', { text: t('hints.allow') }), hints),
      others ? el('p', { class: 'hint', text: t('host.change.asked') }) : null,
    ].filter(Boolean),
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('host.change.go'), value: true, kind: 'primary' }],
  });
  if (yes) await api.changeTable(status.match, { options, hints: hints.checked, door: door.value });
}

async function handOn(status, seat) {
  const yes = await ask({
    title: t('host.hand'),
    body: [el('p', { text: t('host.hand.sure', { name: seat.name }) })],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('host.hand'), value: true, kind: 'primary' }],
  });
  try {
    if (yes) await api.handOn(status.match, seat.seat);
  } catch (error) {
    toast(error.message, 'error');
  }
}

/** What the host may do with the whole table; nothing for others. */
export function hostRow(status, game) {
  if (!status.host || ![...BEFORE, 'sealing'].includes(status.status)) return null;
  return el('div', { class: 'button-row host-row' },
    BEFORE.includes(status.status) ? button(t('host.change'), () => changeTable(status, game), 'small', { id: 'change-table' }) : null,
    button(t('host.close'), () => close(status), 'small quiet', { id: 'close-table' }));
}

/** A way to hand the table to somebody, for its host. */
export function handingOn(status) {
  return status.host && [...BEFORE, 'sealing'].includes(status.status) ? (seat) => handOn(status, seat) : null;
}
