// Passkeys: what the server sends as JSON, as browsers want it, and their answers as the server wants them.
// Browsers have functions for that, but only the newest ones.

import { t } from './words.js';

// The last two of 64 letters: as usual, and as they stand in any address.
const USUAL = '+/';
const SAFE = '-_';

export const passkeysHere = () => Boolean(globalThis.PublicKeyCredential && globalThis.isSecureContext && navigator.credentials);

export function toBytes(text) {
  const plain = atob(text.replace(/[-_]/g, (letter) => USUAL[SAFE.indexOf(letter)]));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function fromBytes(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replace(/[+/]/g, (letter) => SAFE[USUAL.indexOf(letter)]).replaceAll('=', '');
}

const described = (list = []) => list.map((each) => ({ ...each, id: toBytes(each.id) }));

/** What is to be made. */
export function wanted(options) {
  return { ...options, challenge: toBytes(options.challenge), user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: described(options.excludeCredentials) };
}

/** What is to be signed. */
export function asked(options) {
  return { ...options, challenge: toBytes(options.challenge), allowCredentials: described(options.allowCredentials) };
}

/** A browser's answer, as JSON. */
export function answered(credential) {
  const { response } = credential;
  const told = { clientDataJSON: fromBytes(response.clientDataJSON) };
  for (const part of ['attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (response[part]) told[part] = fromBytes(response[part]);
  }
  if (response.getTransports) told.transports = response.getTransports();
  return { id: credential.id, rawId: fromBytes(credential.rawId), type: credential.type, response: told,
    authenticatorAttachment: credential.authenticatorAttachment ?? null, clientExtensionResults: credential.getClientExtensionResults() };
}

/** What browsers say when nothing came of it is for programmers. */
async function patiently(action) {
  try {
    return answered(await action());
  } catch (error) {
    throw new Error(error.name === 'InvalidStateError' ? t('passkey.known') : t('passkey.none'), { cause: error });
  }
}

export const makePasskey = ({ options }) => patiently(() => navigator.credentials.create({ publicKey: wanted(options) }));
export const usePasskey = ({ options }) => patiently(() => navigator.credentials.get({ publicKey: asked(options) }));
