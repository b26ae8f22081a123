// The waiting room, and the list of who sits where.

import { linkField, reachesFriends } from './dialogs.js';
import { clear, el, find, icon, redraw } from './dom.js';
import { inviteFriend, loadFriends, loadInvited, takeBack } from './friends.js';
import { seatMark } from './panels.js';
import { countDown, handingOn, hostRow, startRow, startTexts } from './starting.js';
import { at } from './where.js';
import { t } from './words.js';

function seatState(seat, bots) {
  const bot = bots.get(seat.bot)?.label ?? seat.bot ?? '';
  if (seat.failed) return t('seat.failed', { bot });
  if (seat.gone) return seat.gone === 'timeout' ? t('seat.timeout', { name: seat.was ?? seat.name, bot }) : t('seat.left', { name: seat.was ?? seat.name, bot });
  if (seat.kind === 'bot') return t('seat.bot', { bot });
  if (seat.kind === 'open') return { anyone: t('seat.open.anyone'), friends: t('seat.open.friends'), player: t('seat.open.player') }[seat.wanted] ?? t('seat.open');
  if (seat.program) return seat.online ? t('seat.program', { owner: seat.program }) : t('seat.program.away', { owner: seat.program });
  if (seat.confirmed === false) return seat.mine ? t('seat.asked') : t('seat.unconfirmed');
  if (seat.mine) return t('seat.mine');
  return seat.online ? t('seat.online') : t('seat.away');
}

/** One row per seat: who, how, and a link where a friend is awaited; its host may fill that seat with a bot instead, or
 *  take an invitation to it back. A bot that cannot move may be asked again, or another one be put in its place. */
export function seatList(status, bots, { fill = null, invite = null, invited = [], back = null, again = null, replace = null, handOn = null } = {}) {
  const button = (label, kind, action) => el('button', { type: 'button', class: `button ${kind}`, text: label, on: { click: action } });
  return el('ul', { class: 'seat-list' }, ...status.seats.map((seat) => el('li', { class: `seat-row ${seat.kind}` },
    seatMark(status.game, seat.seat, `seat-${seat.seat}`),
    el('div', { class: 'seat-about' },
      el('b', { text: seat.name || t('seat.nobody') }),
      el('small', { class: seat.kind !== 'open' && seat.online && !seat.failed ? 'here' : '' },
        el('span', { class: 'presence' }), seatState(seat, bots))),
    seat.link ? linkField(seat.link, t('seat.link', { seat: seat.seat + 1 })) : null,
    seat.link && invite && seat.wanted !== 'player' ? button(t('invite.title'), 'small', () => invite(seat.seat)) : null,
    ...invited.filter((each) => each.seat === seat.seat).map((each) => button(t('invite.back', { name: each.name }), 'quiet', () => back(each))),
    seat.link && fill ? button(t('seat.fill'), 'quiet', () => fill(seat.seat)) : null,
    handOn && seat.kind === 'guest' && !seat.mine ? button(t('host.hand'), 'quiet', () => handOn(seat)) : null,
    seat.failed && again ? button(t('seat.again'), 'small', () => again(seat)) : null,
    seat.failed && replace ? button(t('seat.replace'), 'small', () => replace(seat)) : null)));
}

export function spectatorLink(status) {
  return el('div', { class: 'spectate' }, el('p', {}, icon('eye'), el('span', { text: t('room.spectate') })),
    linkField(`/match/${status.match}`, t('room.spectate')));
}

let people = null; // whom a host could ask; looked for once
let invited = []; // whom the host has asked
let shown = null;

/** Find out whom one could ask to sit down, and draw the room again if there is anybody. */
async function lookForPeople() {
  if (people) return;
  people = [];
  people = await loadFriends();
  if (people.length && shown) drawCover(...shown);
}

/** Find out who was asked to the open seats, and draw the room again if that is news. */
async function lookForInvited(match) {
  const found = await loadInvited(match);
  if (JSON.stringify(found) === JSON.stringify(invited)) return;
  invited = found;
  drawCover(...shown);
}

/** What lies over the stage while there is nothing to play. */
export function drawCover(status, bots, fill, game) {
  shown = [status, bots, fill, game];
  const cover = find('#cover');
  const texts = {
    ...startTexts(status),
    sealing: [t('room.sealing'), t('room.sealed')],
    frozen: [t('room.frozen'), status.reason ?? ''],
  }[status.status];
  cover.hidden = !texts;
  document.body.dataset.cover = texts ? 'yes' : 'no';
  if (!texts) {
    clear(cover);
    return;
  }
  const sign = JSON.stringify([status.status, status.seats, status.reason, status.host, status.options, status.hints, status.door, people, invited]);
  countDown(status.start_left);
  if (cover.dataset.sign === sign) return;
  cover.dataset.sign = sign;
  const open = status.seats.some((seat) => seat.link);
  if (open) lookForPeople();
  if (open && status.host) lookForInvited(status.match);
  const then = (action) => action.then(() => lookForInvited(status.match));
  const invite = people?.length ? (seat) => then(inviteFriend(status.match, seat, people)) : null;
  const back = (invitation) => then(takeBack(invitation));
  redraw(cover, el('div', { class: 'room-card' },
    el('h2', { text: texts[0] }),
    el('p', { text: texts[1] }),
    status.status === 'closed' && status.tournament ? el('a', { class: 'button primary', href: at(`/tournament/${status.tournament}`), text: t('tournament.go') }) : null,
    ['frozen', 'closed'].includes(status.status) ? el('a', { class: 'button', href: at('/'), text: t('final.home') })
      : seatList(status, bots, { fill, invite, invited, back, handOn: handingOn(status) }),
    status.programs && status.status === 'waiting' ? el('p', { class: 'agree', text: t('room.programs') }) : null,
    startRow(status, game),
    hostRow(status, game),
    open ? el('p', { class: 'hint', text: reachesFriends() ? t('room.links') : t('room.local') }) : null,
    status.status === 'waiting' ? spectatorLink(status) : null));
}

/** What lies over it when this session was ended from another device, or by whoever runs the server. */
export function drawKeptOut(reason) {
  const banned = reason === 'banned';
  const cover = find('#cover');
  find('#banner').hidden = true;
  cover.hidden = false;
  document.body.dataset.cover = 'yes';
  clear(cover).append(el('div', { class: 'room-card', role: 'alert' },
    el('h2', { text: banned ? t('door.banned') : t('account.ended') }),
    el('p', { text: banned ? t('door.banned.table') : t('account.ended.table') }),
    banned ? el('a', { class: 'button primary', href: at('/'), text: t('final.home') })
      : el('a', { class: 'button primary', href: at('/account'), text: t('signin.title') })));
}
