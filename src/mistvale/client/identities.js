// The accounts elsewhere that a player signs in with; and what comes of a way to a provider once it has led back.

import { api } from './api.js';
import { day } from './dates.js';
import { ask, toast } from './dialogs.js';
import { el } from './dom.js';
import { welcome } from './newcomer.js';
import { button, card, row, sure } from './parts.js';
import { proven } from './proof.js';
import { goThere } from './providers.js';
import { keep, kept } from './store.js';
import { t } from './words.js';

/** Which way has led back here, if one has: to sign in, to link, to verify; or none that is known. */
export const ledBack = (hash) => /^#openid-(sign-in|link|verify|lost)$/.exec(hash)?.[1] ?? null;

async function remove(account, { id, name }, redraw) {
  if (!await sure(t('openid.remove.title', { provider: name }), t('openid.remove.why', { provider: name }), t('openid.remove'))) return;
  if (await proven(account, () => api.removeIdentity(id))) await redraw();
}

function identityRow(account, identity, redraw) {
  const used = t('openid.used', { day: day(identity.created), used: day(identity.used) });
  return row(identity.name, identity.provider ? used : `${used} ${t('openid.gone')}`,
    button(t('openid.remove'), () => remove(account, identity, redraw), 'small quiet',
      { 'aria-label': t('openid.remove.one', { provider: identity.name }) }));
}

/** Go to a provider, to sign in with it from now on. */
async function link(account, provider) {
  const way = await proven(account, () => api.linkWay(provider));
  if (way) await goThere(way);
}

/** Null where there is nothing to link, and nothing was linked. */
export function identitiesCard(account, redraw) {
  const { identities, providers, providers_why_not: whyNot } = account;
  if (!identities.length && !providers.length && !whyNot) return null;
  const linked = new Set(identities.map(({ provider }) => provider));
  const left = providers.filter(({ id }) => !linked.has(id));
  return card(t('openid.title'),
    el('p', { text: t('openid.why') }),
    identities.length ? el('ul', { class: 'things', id: 'identities' }, ...identities.map((each) => identityRow(account, each, redraw))) : null,
    whyNot ? el('p', { class: 'hint', text: whyNot }) : el('div', { class: 'button-row' }, ...left.map(({ id, name }) =>
      button(t('openid.add', { provider: name }), () => link(account, id), '', { data: { provider: id } }))));
}

// ---------------------------------------------------------------- back from a provider

/** Nobody is known so yet: become a player, or do nothing. */
async function becomeKnown(came, account) {
  const { name } = came.provider;
  const input = el('input', { type: 'text', id: 'new-name', maxlength: 40, autocomplete: 'nickname', required: true,
    value: account.name || kept('name', ''), placeholder: t('home.name.empty') });
  const yes = await ask({
    title: t('openid.new.title'),
    body: [el('p', { text: t('openid.new.why', { provider: name }) }), el('p', { text: t('openid.new.else', { provider: name }) }),
      el('label', { class: 'field' }, el('span', { text: t('home.name') }), input)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('newcomer.keep'), value: true, kind: 'primary' }],
    first: input,
  });
  if (!yes) return;
  if (input.value.trim()) await welcome(await api.arriveSignedIn(input.value.trim()));
  else await becomeKnown(came, account);
}

const ARRIVALS = {
  'sign-in': async (account) => {
    const came = await api.arriveSignedIn();
    if (came.account) keep('name', came.account.name);
    else await becomeKnown(came, account);
  },
  link: async (account) => (await proven(account, () => api.arriveLinked()) ? t('openid.added') : ''),
  verify: async () => {
    await api.arriveVerified();
    return t('openid.verified');
  },
  lost: async () => { throw new Error(t('openid.lost')); },
};

/** What came of the way that has led back here; the words to be told about it. Looked at again, it is over. */
export async function arrive(way, account) {
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const told = await ARRIVALS[way](account);
    if (told) toast(told);
    return '';
  } catch (error) {
    return error.message;
  }
}
