// The account page of a guest: what an account brings, how to get one, and how to come back to it.

import { api } from './api.js';
import { showCodes } from './codes.js';
import { ask, toast } from './dialogs.js';
import { el } from './dom.js';
import { button, card } from './parts.js';
import { makePasskey, passkeysHere, usePasskey } from './passkey.js';
import { codeField } from './proof.js';
import { providersCard } from './providers.js';
import { keep, kept } from './store.js';
import { at } from './where.js';
import { t } from './words.js';

const possible = (account) => account.passkeys_possible && passkeysHere();

/** The secret in a device link that somebody typed or pasted; what else it may be is no such link. */
export const secretOf = (text) => /(?:^|#)([\w-]{20,})$/.exec(text.trim())?.[1] ?? null;

/** Make a passkey right away, for those who want one; without it there are the codes. */
async function offerPasskey() {
  const yes = await ask({
    title: t('newcomer.passkey'),
    body: [el('p', { text: t('passkey.why') })],
    buttons: [{ label: t('newcomer.later'), value: false }, { label: t('passkey.add'), value: true, kind: 'primary' }],
  });
  if (!yes) return;
  try {
    await api.addPasskey(await makePasskey(await api.passkeyOptions()));
  } catch (error) {
    toast(error.message, 'error');
  }
}

/** Whoever has just become a player gets codes, and a passkey if there are any here. */
export async function welcome({ account, codes }) {
  keep('name', account.name);
  await showCodes(account.name, codes);
  if (possible(account)) await offerPasskey();
}

async function become(name, arrived) {
  await welcome(await api.becomePlayer(name));
  await arrived();
}

function becomeCard(account, arrived) {
  const input = el('input', { type: 'text', id: 'player-name', maxlength: 40, autocomplete: 'nickname', required: true,
    value: account.name || kept('name', ''), placeholder: t('home.name.empty') });
  const go = button(t('newcomer.keep'), () => {
    if (input.value.trim()) return become(input.value.trim(), arrived);
    input.focus();
    return null;
  }, 'primary', { id: 'become' });
  input.addEventListener('keydown', (event) => event.key === 'Enter' && go.click());
  return card(t('newcomer.title'),
    el('p', { text: t('newcomer.brings') }), el('p', { text: t('newcomer.nothing') }),
    el('label', { class: 'field' }, el('span', { text: t('home.name') }), input),
    el('div', { class: 'button-row' }, go));
}

function signInCard(account, arrived) {
  const enter = async (signed) => {
    keep('name', signed.name);
    await arrived();
  };
  const { input: code, field } = codeField();
  code.id = 'sign-in-code';
  const byCode = button(t('signin.code.go'), async () => {
    if (code.value.trim()) await enter(await api.signInByCode(code.value.trim()));
    else code.focus();
  }, '', { id: 'by-code' });
  code.addEventListener('keydown', (event) => event.key === 'Enter' && byCode.click());
  const link = el('input', { type: 'text', id: 'sign-in-link', autocomplete: 'off', spellcheck: 'false' });
  const byLink = button(t('signin.link.go'), async () => {
    const secret = secretOf(link.value);
    if (secret) location.href = at(`/device#${secret}`);
    else throw new Error(t('signin.link.wrong'));
  });
  link.addEventListener('keydown', (event) => event.key === 'Enter' && byLink.click());
  const byPasskey = possible(account)
    ? el('div', { class: 'button-row' }, button(t('signin.passkey'), async () => {
      await enter(await api.signIn(await usePasskey(await api.signInOptions())));
    }, 'primary', { id: 'by-passkey' }))
    : el('p', { class: 'hint', text: account.why_not ?? t('passkey.browser') });
  return card(t('signin.title'), byPasskey,
    el('details', {}, el('summary', { text: t('signin.others') }),
      el('div', { class: 'ways' },
        field, el('p', { class: 'hint', text: t('signin.code.why') }), el('div', { class: 'button-row' }, byCode),
        el('label', { class: 'field' }, el('span', { text: t('signin.link') }), link),
        el('p', { class: 'hint', text: t('signin.link.why') }), el('div', { class: 'button-row' }, byLink))));
}

export const newcomerCards = (account, arrived) =>
  [becomeCard(account, arrived), signInCard(account, arrived), providersCard(account, api.signInWay)].filter(Boolean);
