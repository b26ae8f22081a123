// Dialogs, toasts and fields to copy from.

import { clear, el, find, icon } from './dom.js';
import { ROOT } from './where.js';
import { t } from './words.js';

const REACHED = 'a[href], button, input, select, [tabindex]';

/** What may be too long to be seen at once, and holds nothing that keys go to, is gone to itself, and scrolled. */
function reachable(words, heading) {
  words.tabIndex = 0;
  words.setAttribute('role', 'group');
  words.setAttribute('aria-labelledby', heading.id);
}

/** Show a modal dialog; resolves with the value of the button that closed it, or null (Escape, the cross).
 *  `first` has the focus at first: a field; or what is to be read, if it `begins` there. `closer` is given a way to close
 *  it with an answer from within. A button may have `told`: a sentence beside it. */
export function ask({ title, body = [], buttons = [], className = '', closable = true, first = null, begins = false, closer = null }) {
  return new Promise((resolve) => {
    const heading = el('h2', { id: `dialog-${Date.now()}`, text: title });
    const dialog = el('dialog', { class: `dialog ${className}`, 'aria-labelledby': heading.id });
    let answer = null;
    const close = (value) => { answer = value; dialog.close(); };
    closer?.(close);
    // Whatever closes it (a button, Escape, the browser itself) ends here.
    dialog.addEventListener('close', () => { dialog.remove(); resolve(answer); });
    // What says all of it stands beside a button whose words are few.
    const beside = (button, told, i) => {
      if (!told) return button;
      button.setAttribute('aria-describedby', `${heading.id}-${i}`);
      return el('div', { class: 'told-button' }, button, el('small', { id: `${heading.id}-${i}`, text: told }));
    };
    const row = buttons.map(({ label, value, kind = '', href = null, download = null }) => (href
      ? el('a', { class: `button ${kind}`, href, download, text: label })
      : el('button', { class: `button ${kind}`, type: 'button', text: label, data: { value: String(value) },
        on: { click: () => close(value) } })));
    const words = el('div', { class: 'dialog-body', tabindex: begins ? '0' : null }, ...body);
    if (!words.querySelector(REACHED)) reachable(words, heading);
    dialog.append(
      el('header', {}, heading, closable && el('button', { class: 'icon-button', type: 'button',
        'aria-label': t('dialog.close'), title: t('dialog.close'), on: { click: () => close(null) } }, icon('close'))),
      words,
      row.length ? el('footer', {}, ...row.map((button, i) => beside(button, buttons[i].told, i))) : '',
    );
    dialog.addEventListener('click', (event) => { if (event.target === dialog && closable) close(null); });
    document.body.append(dialog);
    dialog.showModal();
    // What has to be scrolled to be read is scrolled by keys, too.
    const read = find('.dialog-body', dialog);
    if (read.scrollHeight > read.clientHeight + 1) read.tabIndex = 0;
    // Enter does the likely thing, but never what cannot be taken back.
    const grave = buttons.some(({ kind }) => kind === 'danger');
    (first ?? (begins ? find('.dialog-body', dialog) : row.at(grave ? 0 : -1)) ?? dialog).focus();
    // In a field, Enter is the answer.
    first?.addEventListener('keydown', (event) => { if (event.key === 'Enter') row.at(-1).click(); });
  });
}

let fading = 0;

/** A word near the prompt that goes away by itself. */
export function toast(text, kind = 'info') {
  const place = find('#toasts');
  if (!place || !text) return;
  clear(place).append(el('p', { class: `toast ${kind}`, role: kind === 'error' ? 'alert' : 'status' },
    icon(kind === 'error' ? 'warn' : 'info'), el('span', { text })));
  clearTimeout(fading);
  fading = setTimeout(() => clear(place), 5200);
}

/** Copy where the browser lets us; plain http at home often does not, so the field is selectable anyway. */
async function copy(field) {
  field.focus();
  field.select();
  try {
    if (navigator.clipboard && window.isSecureContext) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand('copy')) return false;
    return true;
  } catch {
    return false;
  }
}

/** A button that copies, and says whether it has. */
function copying(action) {
  const button = el('button', { class: 'button small', type: 'button' }, icon('copy'), el('span', { text: t('link.copy') }));
  button.addEventListener('click', async () => {
    const done = await action(button);
    button.lastChild.textContent = done ? t('link.copied') : t('link.select');
    setTimeout(() => { button.lastChild.textContent = t('link.copy'); }, 2500);
  });
  return button;
}

/** A text in a field, with a button that copies it. */
export function copyField(value, label, buttons = []) {
  const field = el('input', { class: 'link-field', readonly: true, 'aria-label': label,
    value, on: { focus: (event) => event.target.select() } });
  return el('div', { class: 'link-row' }, field, copying(() => copy(field)), ...buttons);
}

/** A button that copies several lines, which stand elsewhere. */
export function copyButton(text) {
  return copying(async (button) => {
    const field = el('textarea', { class: 'unseen', 'aria-hidden': 'true', tabindex: -1, value: text });
    button.after(field);
    const done = await copy(field);
    field.remove();
    button.focus();
    return done;
  });
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Where a path is reached by friends: who opened the table on this machine must not send them to their own. */
let friendsUrl = null;
const onThisMachine = () => LOOPBACK.includes(location.hostname);
export const reachesFriends = () => !onThisMachine() || Boolean(friendsUrl);
export function learnFriendsUrl(url) {
  friendsUrl = onThisMachine() ? url ?? null : null;
}

/** A link in such a field, with the system's own way of sharing where there is one. */
export function linkField(path, label) {
  const url = new URL(path.slice(1), friendsUrl ?? ROOT).href;
  const share = navigator.share && window.isSecureContext
    ? el('button', { class: 'icon-button', type: 'button', 'aria-label': t('link.share'), title: t('link.share'),
      on: { click: () => navigator.share({ url }).catch(() => {}) } }, icon('share'))
    : null;
  return copyField(url, label, [share]);
}
