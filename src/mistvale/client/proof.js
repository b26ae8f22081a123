// Some things want to know once more that it is you: by a passkey, a recovery code, or an account elsewhere.

import { api } from './api.js';
import { ask, toast } from './dialogs.js';
import { el } from './dom.js';
import { passkeysHere, usePasskey } from './passkey.js';
import { goThere, provingProviders } from './providers.js';
import { t } from './words.js';

const canUsePasskey = (account) => account.passkeys_possible && passkeysHere() && account.passkeys.some(({ usable }) => usable);

/** A field for a recovery code. */
export function codeField() {
  const input = el('input', { type: 'text', maxlength: 100, autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: 'false' });
  return { input, field: el('label', { class: 'field' }, el('span', { text: t('codes.one') }), input) };
}

async function proveByCode() {
  const { input, field } = codeField();
  const yes = await ask({
    title: t('proof.title'),
    body: [el('p', { text: t('proof.code.why') }), field],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('proof.go'), value: true, kind: 'primary' }],
    first: input,
  });
  return yes && input.value.trim() ? api.verifyByCode(input.value.trim()) : null;
}

/** Ask for a proof; the account as it is then, or null. A provider leads away from here: what was to be done is done after it. */
async function prove(account) {
  const providers = provingProviders(account);
  const passkey = canUsePasskey(account);
  if (!passkey && !providers.length) return proveByCode();
  const way = await ask({
    title: t('proof.title'),
    body: [el('p', { text: t('proof.why') }), ...(providers.length ? [el('p', { text: t('proof.openid.why') })] : [])],
    buttons: [{ label: t('dialog.cancel'), value: null }, { label: t('proof.code'), value: 'code' },
      ...providers.map(({ id, name }) => ({ label: t('proof.openid', { provider: name }), value: `openid ${id}`, kind: passkey ? '' : 'primary' })),
      ...(passkey ? [{ label: t('proof.passkey'), value: 'passkey', kind: 'primary' }] : [])],
  });
  if (way === 'code') return proveByCode();
  if (way?.startsWith('openid ')) {
    await goThere(api.verifyWay(way.slice('openid '.length)));
    return null;
  }
  return way ? api.verify(await usePasskey(await api.verifyOptions())) : null;
}

/** Do what wants a fresh proof. Where the last one is too old it is asked for in place, and the action is done then.
 *  Null: it was not proved, or not done; what was wrong has been told. */
export async function proven(account, action) {
  try {
    try {
      return await action();
    } catch (error) {
      if (error.code !== 'not-fresh') throw error;
    }
    return await prove(account) ? await action() : null;
  } catch (error) {
    toast(error.message, 'error');
    return null;
  }
}
