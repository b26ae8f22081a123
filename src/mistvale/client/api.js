// The REST side of docs/protocol.md.

import { told } from './language.js';
import { at } from './where.js';
import { t } from './words.js';

/** What a server refused, with its code and its words. */
export class Refused extends Error {
  constructor(code, text, status = 0) {
    super(text);
    this.code = code;
    this.status = status;
  }
}

async function call(method, path, body) {
  const request = { method, headers: { Accept: 'application/json' }, credentials: 'same-origin' };
  if (body !== undefined) {
    request.headers['Content-Type'] = 'application/json';
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(at(told(path)), request);
  } catch {
    throw new Refused('offline', t('net.unreachable'));
  }
  let json = null;
  try {
    json = await answer.json();
  } catch {
    // An answer that is not JSON comes from something between us and the server.
  }
  if (!answer.ok) {
    throw new Refused(json?.error ?? 'http', json?.text ?? t('net.failed', { code: answer.status }), answer.status);
  }
  return json;
}

const match = (id) => `/api/matches/${encodeURIComponent(id)}`;

export const api = {
  me: () => call('GET', '/api/me'),
  rename: (name) => call('PUT', '/api/me', { name }),
  games: () => call('GET', '/api/games'),
  guide: (game) => call('GET', `/api/games/${encodeURIComponent(game)}/guide`),
  gameReady: (game) => call('GET', `/api/games/${encodeURIComponent(game)}/ready`),
  linkReady: (token) => call('GET', `/api/join/${encodeURIComponent(token)}/ready`),
  tableReady: (id) => call('GET', `${match(id)}/ready`),
  tables: () => call('GET', '/api/matches'),
  open: (wish) => call('POST', '/api/matches', wish),
  status: (id) => call('GET', match(id)),
  rematch: (id, seals) => call('POST', `${match(id)}/rematch`, { seals }),
  frames: (id, seat, from, to) =>
    call('GET', `${match(id)}/frames?${seat === null ? '' : `seat=${seat}&`}from=${from}&to=${to}&patches=true`),
  recordLink: (id) => at(`${match(id)}/record`),
  invitation: (token) => call('GET', `/api/join/${encodeURIComponent(token)}`),
  join: (token, wish) => call('POST', `/api/join/${encodeURIComponent(token)}`, wish),
  health: () => call('GET', '/health'),
};
