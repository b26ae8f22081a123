// Accounts that one has elsewhere (OpenID Connect): the buttons that lead to their providers.

import { el } from './dom.js';
import { button, card } from './parts.js';
import { t } from './words.js';

/** Go to a provider; it leads back to the account page. */
export async function goThere(way) {
  location.assign((await way).url);
}

/** For a guest: a button for each provider that one may sign in with here, or why there are none; null where the host has
 *  none. `way` asks the server where one leads. */
export function providersCard(account, way) {
  if (!account.providers.length && !account.providers_why_not) return null;
  const buttons = account.providers.map(({ id, name }) =>
    button(t('openid.go', { provider: name }), () => goThere(way(id)), '', { data: { provider: id } }));
  return card(t('openid.title'),
    el('p', { text: t('openid.guest') }),
    buttons.length ? el('div', { class: 'button-row', id: 'providers' }, ...buttons) : el('p', { class: 'hint', text: account.providers_why_not }));
}

/** The providers by which a player can prove anew who it is. */
export const provingProviders = (account) =>
  account.providers.filter(({ id }) => account.identities.some(({ provider }) => provider === id));
