// Where notices go beside the page, and what is told there: a card of the account.

import { api } from './api.js';
import { ask, copyField, toast } from './dialogs.js';
import { el } from './dom.js';
import { button, card, row, sure } from './parts.js';
import { at } from './where.js';
import { t } from './words.js';

const KINDS = ['turn', 'invitation', 'result', 'account'];

const kindName = (kind) => ({ turn: t('notices.turn'), invitation: t('notices.invitation'), result: t('notices.result'),
  account: t('notices.account') })[kind];
const wayName = (way) => ({ push: t('notices.push'), mail: t('notices.mail'), hook: t('notices.hook') })[way];

// This browser.

/** Why this browser cannot be told anything; nothing if it can. */
function whyNot() {
  if (!window.isSecureContext) return t('notices.push.secure');
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!able) return t('notices.push.browser');
  return Notification.permission === 'denied' ? t('notices.push.denied') : '';
}

async function worker() {
  await navigator.serviceWorker.register(at('/worker.js'), { scope: at('/') });
  return navigator.serviceWorker.ready;
}

async function subscribe(key) {
  if (await Notification.requestPermission() !== 'granted') throw new Error(t('notices.push.denied'));
  const { pushManager } = await worker();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let made;
  try {
    made = await pushManager.subscribe(options);
  } catch (error) {
    // It was subscribed with the key of another server.
    if (error.name !== 'InvalidStateError') throw new Error(t('notices.push.failed'));
    await (await pushManager.getSubscription())?.unsubscribe();
    made = await pushManager.subscribe(options);
  }
  const { endpoint, keys } = made.toJSON();
  return api.addPush({ endpoint, keys });
}

async function unsubscribeHere() {
  const registration = await navigator.serviceWorker?.getRegistration(at('/'));
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function pushPart(notices, redraw) {
  const why = whyNot();
  const here = notices.channels.some(({ way, here: own }) => way === 'push' && own);
  if (why) return el('p', { class: 'hint', id: 'push-why-not', text: why });
  if (here) return null;
  return el('div', { class: 'button-row' },
    button(t('notices.push.add'), async () => redraw(await subscribe(notices.push_key)), '', { id: 'add-push' }));
}

// Mail and web addresses.

function mailPart(notices, redraw) {
  const input = el('input', { type: 'text', id: 'mail-address', inputmode: 'email', autocomplete: 'email', maxlength: 254 });
  const add = button(t('notices.mail.add'), async () => {
    if (!input.value.trim()) {
      input.focus();
      return;
    }
    redraw(await api.addMail(input.value.trim()));
    toast(t('notices.mail.asked'));
  }, '', { id: 'add-mail' });
  input.addEventListener('keydown', (event) => event.key === 'Enter' && add.click());
  return el('div', { class: 'ways' }, el('label', { class: 'field' }, el('span', { text: t('notices.mail.address') }), input),
    el('p', { class: 'hint', text: t('notices.mail.hint') }), el('div', { class: 'button-row' }, add));
}

function hookPart(notices, redraw) {
  const input = el('input', { type: 'text', id: 'hook-url', inputmode: 'url', autocomplete: 'off', maxlength: 1000, placeholder: 'https://' });
  const form = el('select', { id: 'hook-form' }, el('option', { value: 'json', text: t('notices.hook.json') }),
    el('option', { value: 'ntfy', text: t('notices.hook.ntfy') }));
  const add = button(t('notices.hook.add'), async () => {
    if (!input.value.trim()) {
      input.focus();
      return;
    }
    const { secret, notices: now } = await api.addHook(input.value.trim(), form.value);
    await ask({ title: t('notices.hook.secret'), body: [el('p', { text: t('notices.hook.secret.why') }), copyField(secret, t('notices.hook.secret'))],
      buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }] });
    redraw(now);
  }, '', { id: 'add-hook' });
  return el('div', { class: 'ways' }, el('label', { class: 'field' }, el('span', { text: t('notices.hook.url') }), input),
    el('label', { class: 'field' }, el('span', { text: t('notices.hook.form') }), form), el('div', { class: 'button-row' }, add));
}

const PARTS = { push: pushPart, mail: mailPart, hook: hookPart };

// What there is, and what is told.

function channelRow(channel, redraw) {
  const name = channel.label || t('device.unknown');
  const state = { asked: t('notices.asked'), off: t('notices.off') }[channel.state] ?? (channel.here ? t('notices.here') : '');
  const again = channel.state === 'off'
    ? button(t('notices.again'), async () => redraw(await api.channelOn(channel.id)), 'small') : null;
  return row(name, state, again, button(t('notices.remove'), async () => {
    if (!await sure(t('notices.remove.title', { name }), t('notices.remove.why'), t('notices.remove'))) return;
    if (channel.here) await unsubscribeHere();
    redraw(await api.dropChannel(channel.id));
  }, 'small quiet', { 'aria-label': t('notices.remove.one', { name }) }));
}

function wayPart(way, notices, redraw) {
  const own = notices.channels.filter((channel) => channel.way === way);
  const adding = PARTS[way](notices, redraw);
  // Whoever has one seldom wants another.
  const folded = own.length && way !== 'push' ? el('details', {}, el('summary', { text: t('notices.another') }), adding) : adding;
  return el('section', { class: 'notice-way', 'aria-label': wayName(way) }, el('h3', { text: wayName(way) }),
    own.length ? el('ul', { class: 'things' }, ...own.map((channel) => channelRow(channel, redraw))) : null,
    folded);
}

/** One after the other: each sends all of its way, and must know what the one before has changed. */
let saved = Promise.resolve();

function kindSwitch(way, kind, notices) {
  const box = el('input', { type: 'checkbox', class: 'switch', 'aria-label': t('notices.switch', { kind: kindName(kind), way: wayName(way) }),
    data: { way, kind } });
  box.checked = notices.kinds[way].includes(kind);
  box.addEventListener('change', () => {
    saved = saved.then(async () => {
      const others = notices.kinds[way].filter((each) => each !== kind);
      try {
        Object.assign(notices.kinds, (await api.switchNotices(way, box.checked ? [...others, kind] : others)).kinds);
      } catch (error) {
        box.checked = !box.checked;
        toast(error.message, 'error');
      }
    });
  });
  return box;
}

/** What is told by which way, where there is something to tell it to. */
function switches(notices) {
  const used = notices.ways.filter((way) => notices.channels.some((channel) => channel.way === way));
  if (!used.length) return null;
  return el('div', { class: 'figures notice-kinds' }, el('table', {},
    el('caption', { class: 'unseen', text: t('notices.what') }),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col', text: t('notices.what') }), ...used.map((way) => el('th', { scope: 'col', text: wayName(way) })))),
    el('tbody', {}, ...KINDS.map((kind) => el('tr', {}, el('th', { scope: 'row', text: kindName(kind) }),
      ...used.map((way) => el('td', {}, kindSwitch(way, kind, notices))))))));
}

/** The card, or nothing where this server has no way to tell anybody. */
export function noticesCard(notices) {
  if (!notices.ways.length) return null;
  const made = card(t('notices.title'));
  made.id = 'notices';
  const heading = made.firstElementChild;
  const draw = (now) => {
    made.replaceChildren(...[heading, el('p', { text: t('notices.why') }),
      ...now.ways.map((way) => wayPart(way, now, draw)), switches(now)].filter(Boolean));
  };
  draw(notices);
  return made;
}
