// Friends: in a short list on the first page, with what they invite to; in the account; and to be asked to a free seat.

import { api } from './api.js';
import { ask, toast } from './dialogs.js';
import { clear, el, find, icon } from './dom.js';
import { button, card, row } from './parts.js';
import { at } from './where.js';
import { t, TITLES } from './words.js';

const MOST = 12; // on the first page, which is not about them

/** Everybody whom one follows or is followed by, each once: those who play first, then friends, then by name. */
export function everybody({ following, followers }) {
  const known = new Map([...followers, ...following].map((each) => [each.player, each]));
  const rank = ({ playing, friend }) => (playing ? 0 : friend ? 1 : 2);
  return [...known.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** The people of whoever is here; nobody for a guest. */
export async function loadFriends() {
  try {
    return (await api.account()).player ? everybody(await api.friends()) : [];
  } catch {
    return [];
  }
}

/** Whom I have asked to the open seats of my table; nobody, if I am a guest. */
export async function loadInvited(match) {
  try {
    return (await api.account()).player ? await api.invited(match) : [];
  } catch {
    return [];
  }
}

function stateOf({ friend, playing }) {
  if (playing) return t('friends.playing');
  return friend ? t('friends.friend') : '';
}

const nameLink = ({ player, name }) => el('a', { href: at(`/player/${player}`), text: name });

function chip(friend) {
  const state = stateOf(friend);
  return el('li', { class: friend.playing ? 'friend here' : 'friend' }, el('span', { class: 'presence' }), nameLink(friend),
    state ? el('small', { text: state }) : null);
}

function invitationRow(invitation, redraw) {
  return el('li', { class: 'waiting-row' },
    el('span', { class: 'table-words' }, el('b', { lang: TITLES, text: invitation.title }),
      el('span', { text: t('invitations.from', { name: invitation.name }) })),
    el('span', { class: 'button-row' },
      button(t('invitations.decline'), async () => {
        await api.endInvitation(invitation.id);
        await redraw();
      }, 'quiet small'),
      el('a', { class: 'button primary', href: at(invitation.link) }, icon('play'), el('span', { text: t('invitations.go') }))));
}

/** Friends and invitations on the first page, where there are any. */
export async function drawFriends() {
  const found = everybody(await api.friends());
  find('#friends').hidden = found.length === 0;
  clear(find('#friends-list')).append(...found.slice(0, MOST).map(chip));
}

export async function drawInvitations() {
  const invitations = await api.invitations();
  find('#invitations').hidden = invitations.length === 0;
  clear(find('#invitations-list')).append(...invitations.map((each) => invitationRow(each, drawInvitations)));
  return invitations.map(({ id }) => id);
}

/** Whom one follows, who follows, and whom one blocks, in the account. */
export function friendsCard(friends) {
  const place = el('div', { class: 'ways' });
  const draw = (now) => {
    const part = (title, people, action) => (people.length
      ? [el('h3', { text: title }), el('ul', { class: 'things' }, ...people.map((each) => row(nameLink(each), stateOf(each), action(each))))] : []);
    const followed = new Set(now.following.map(({ player }) => player));
    const doing = (label, door) => ({ player, name }) => button(label, async () => draw(await door(player)), 'small',
      { 'aria-label': t('friends.deed', { deed: label, name }) });
    clear(place).append(...[
      part(t('friends.following'), now.following, doing(t('friends.unfollow'), api.unfollow)),
      part(t('friends.followers'), now.followers, (each) => (followed.has(each.player) ? null : doing(t('friends.follow'), api.follow)(each))),
      part(t('friends.blocked'), now.blocked, doing(t('friends.unblock'), api.unblock)),
    ].flat());
    if (!place.childNodes.length) place.append(el('p', { class: 'hint', text: t('friends.none') }));
  };
  draw(friends);
  return card(t('friends.title'), place);
}

/** Ask one of them to take a free seat of my table. */
export async function inviteFriend(match, seat, people) {
  const select = el('select', { id: 'invite-whom' }, ...people.map(({ player, name }) => el('option', { value: player, text: name })));
  const yes = await ask({
    title: t('invite.title'),
    body: [el('label', { class: 'field' }, el('span', { text: t('invite.whom') }), select), el('p', { class: 'hint', text: t('invite.how') })],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('invite.go'), value: true, kind: 'primary' }],
    first: select,
  });
  if (!yes) return;
  try {
    await api.invite(match, seat, select.value);
    toast(t('invite.sent', { name: select.selectedOptions[0].text }));
  } catch (error) {
    toast(error.message, 'error');
  }
}

/** Ask somebody no longer to take a seat of my table. */
export async function takeBack({ id }) {
  try {
    await api.endInvitation(id);
    toast(t('invite.back.done'));
  } catch (error) {
    toast(error.message, 'error');
  }
}
