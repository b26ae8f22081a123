// The devices of a player: those that are signed in, and one more by a link and a number.

import { api } from './api.js';
import { day } from './dates.js';
import { ask, copyField, toast } from './dialogs.js';
import { clear, el, pause } from './dom.js';
import { button, card, row, sure } from './parts.js';
import { t } from './words.js';

const LOOK_EVERY = 1500;
const MOST_LOOKS = 10;

const nameOf = (device) => device || t('device.unknown');

/** The part of the dialog that asks for the number, once another device shows one. */
function numberForm(id, device, done) {
  const input = el('input', { type: 'text', id: 'link-number', inputmode: 'numeric', maxlength: 3, autocomplete: 'off' });
  const go = button(t('device.confirm'), async () => {
    try {
      await api.confirmLink(id, input.value.trim());
      done(true);
    } catch (error) {
      // A wrong number ends the link.
      done(false);
      throw error;
    }
  }, 'primary', { id: 'link-confirm' });
  input.addEventListener('keydown', (event) => event.key === 'Enter' && go.click());
  return { input, nodes: [
    el('p', { text: t('device.opened', { device: nameOf(device) }) }),
    el('label', { class: 'field' }, el('span', { text: t('device.number') }), input),
    el('p', { class: 'hint', text: t('device.others') }),
    el('div', { class: 'button-row' }, go)] };
}

/** Show a link for another device until it is let in, or the dialog is closed. */
async function addDevice(account, redraw) {
  const { id, url, qr } = await api.openLink();
  const body = el('div', { class: 'link-body', 'aria-live': 'polite' },
    el('p', { text: t('device.how') }),
    el('img', { class: 'qr', src: qr, alt: t('device.qr') }),
    copyField(url, t('device.link')),
    el('p', { class: 'hint', text: t('device.minutes') }));
  let added = false;
  const done = (yes) => {
    added = yes;
    body.closest('dialog')?.close();
  };
  const look = setInterval(async () => {
    try {
      const { state, device } = await api.linkState(id);
      if (state !== 'opened') return;
      clearInterval(look);
      const { input, nodes } = numberForm(id, device, done);
      clear(body).append(...nodes);
      input.focus();
    } catch (error) {
      if (error.code !== 'not-found') return; // away for a moment
      toast(error.message, 'error');
      done(false);
    }
  }, LOOK_EVERY);
  await ask({ title: t('device.add'), className: 'device-link', body: [body] });
  clearInterval(look);
  if (!added) {
    await api.dropLink(id);
    return;
  }
  await arrival(account.sessions.length);
  toast(t('device.added'));
  await redraw();
}

/** Wait until a device that was let in has noticed it. */
async function arrival(before) {
  for (let i = 0; i < MOST_LOOKS; i += 1) {
    if ((await api.account()).sessions.length > before) return;
    await pause(LOOK_EVERY / 2);
  }
}

function sessionRow(session, redraw) {
  const about = t('device.since', { day: day(session.made), seen: day(session.seen) });
  if (session.here) return row(t('device.here', { device: nameOf(session.device) }), about);
  return row(nameOf(session.device), about, button(t('device.end'), async () => {
    await api.endSession(session.id);
    await redraw();
  }, 'small', { 'aria-label': t('device.end.one', { device: nameOf(session.device) }) }));
}

export function devicesCard(account, redraw) {
  const others = account.sessions.some(({ here }) => !here);
  const endOthers = async () => {
    if (!await sure(t('device.end.others'), t('device.end.why'), t('device.end.others'))) return;
    await api.endOthers();
    await redraw();
  };
  return card(t('device.title'),
    el('ul', { class: 'things', id: 'sessions' }, ...account.sessions.map((session) => sessionRow(session, redraw))),
    el('div', { class: 'button-row' },
      button(t('device.add'), () => addDevice(account, redraw), '', { id: 'add-device' }),
      others ? button(t('device.end.others'), endOthers, 'quiet', { id: 'end-others' }) : null));
}
