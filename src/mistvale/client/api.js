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

const tournament = (id) => `/api/tournaments/${encodeURIComponent(id)}`;

export const api = {
  me: () => call('GET', '/api/me'),
  rename: (name) => call('PUT', '/api/me', { name }),
  setHoliday: (on) => call('PUT', '/api/me/holiday', { on }),
  games: () => call('GET', '/api/games'),
  door: () => call('GET', '/api/door'),
  guide: (game) => call('GET', `/api/games/${encodeURIComponent(game)}/guide`),
  learning: (game) => call('GET', `/api/games/${encodeURIComponent(game)}/lessons`),
  lesson: (game, id, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}`, wish),
  puzzles: (game) => call('GET', `/api/games/${encodeURIComponent(game)}/puzzles`),
  puzzle: (game, id, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(id)}`, wish),
  puzzlePreview: (game, id, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(id)}/preview`, wish),
  lessonPreview: (game, id, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}/preview`, wish),
  puzzleWhy: (game, id, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(id)}/why`, wish),
  lessonWhy: (game, id, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}/why`, wish),
  gameReady: (game) => call('GET', `/api/games/${encodeURIComponent(game)}/ready`),
  linkReady: (token) => call('GET', `/api/join/${encodeURIComponent(token)}/ready`),
  tableReady: (id) => call('GET', `${match(id)}/ready`),
  tables: () => call('GET', '/api/matches'),
  open: (wish) => call('POST', '/api/matches', wish),
  status: (id) => call('GET', match(id)),
  rematch: (id, seals) => call('POST', `${match(id)}/rematch`, { seals }),
  frames: (id, seat, from, to) =>
    call('GET', `${match(id)}/frames?${seat === null ? '' : `seat=${seat}&`}from=${from}&to=${to}&patches=true`),
  why: (id, step) => call('GET', `${match(id)}/why?step=${step}`),
  checkBox: (game, wish) => call('POST', `/api/boxes/${encodeURIComponent(game)}/check`, wish),
  keepBox: (game, wish) => call('POST', `/api/boxes/${encodeURIComponent(game)}`, wish),
  box: (game, digest) => call('GET', `/api/boxes/${encodeURIComponent(game)}/${digest}`),
  tableBoxLink: (id) => at(`${match(id)}/box`),
  analysis: (id) => call('GET', `${match(id)}/analysis`),
  playOn: (id, wish) => call('POST', `${match(id)}/on`, wish),
  variations: (id) => call('GET', `${match(id)}/variations`),
  comment: (id, wish) => call('POST', `${match(id)}/comments`, wish),
  removeComment: (id, number) => call('DELETE', `${match(id)}/comments/${number}`),
  reportComment: (id, number, why) => call('POST', `${match(id)}/comments/${number}/report`, { why }),
  lessonOn: (game, lesson, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}/on`, wish),
  puzzleOn: (game, puzzle, wish) => call('POST', `/api/games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(puzzle)}/on`, wish),
  beginAnalysis: (id) => call('POST', `${match(id)}/analysis`),
  record: (id) => call('GET', `${match(id)}/record`),
  strengths: (id) => call('GET', `${match(id)}/strengths`),
  matchRating: (id) => call('GET', `${match(id)}/rating`),
  recordLink: (id) => at(`${match(id)}/record`),
  invitation: (token) => call('GET', `/api/join/${encodeURIComponent(token)}`),
  join: (token, wish) => call('POST', `/api/join/${encodeURIComponent(token)}`, wish),
  sit: (id, wish) => call('POST', `${match(id)}/sit`, wish),
  stand: (id) => call('POST', `${match(id)}/stand`),
  confirm: (id, seals) => call('POST', `${match(id)}/confirm`, { seals }),
  sealAnew: (id, seals) => call('POST', `${match(id)}/seals`, { seals }),
  changeTable: (id, wish) => call('POST', `${match(id)}/change`, wish),
  closeTable: (id) => call('POST', `${match(id)}/close`),
  handOn: (id, seat) => call('POST', `${match(id)}/host`, { seat }),
  health: () => call('GET', '/health'),
  account: () => call('GET', '/api/account'),
  becomePlayer: (name) => call('POST', '/api/account', { name }),
  deleteAccount: () => call('DELETE', '/api/account'),
  newCodes: () => call('POST', '/api/account/codes'),
  dropNote: (id) => call('DELETE', `/api/account/notes/${id}`),
  endSession: (id) => call('DELETE', `/api/account/sessions/${id}`),
  endOthers: () => call('DELETE', '/api/account/sessions'),
  verifyOptions: () => call('POST', '/api/account/verify/options'),
  verify: (credential) => call('POST', '/api/account/verify', { credential }),
  verifyByCode: (code) => call('POST', '/api/account/verify/code', { code }),
  passkeyOptions: () => call('POST', '/api/account/passkeys/options'),
  addPasskey: (credential) => call('POST', '/api/account/passkeys', { credential }),
  renamePasskey: (id, name) => call('PUT', `/api/account/passkeys/${id}`, { name }),
  removePasskey: (id) => call('DELETE', `/api/account/passkeys/${id}`),
  signInOptions: () => call('POST', '/api/sign-in/options'),
  signIn: (credential) => call('POST', '/api/sign-in', { credential }),
  signInByCode: (code) => call('POST', '/api/sign-in/code', { code }),
  signInWay: (provider) => call('POST', `/api/sign-in/openid/${provider}`),
  linkWay: (provider) => call('POST', `/api/account/openid/${provider}`),
  verifyWay: (provider) => call('POST', `/api/account/verify/openid/${provider}`),
  arriveSignedIn: (name) => call('POST', '/api/sign-in/openid', { name }),
  arriveLinked: () => call('POST', '/api/account/openid'),
  arriveVerified: () => call('POST', '/api/account/verify/openid'),
  removeIdentity: (id) => call('DELETE', `/api/account/identities/${id}`),
  signOut: () => call('POST', '/api/sign-out'),
  openLink: () => call('POST', '/api/account/links'),
  linkState: (id) => call('GET', `/api/account/links/${id}`),
  confirmLink: (id, number) => call('POST', `/api/account/links/${id}/confirm`, { number }),
  dropLink: (id) => call('DELETE', `/api/account/links/${id}`),
  claimLink: (secret) => call('POST', '/api/sign-in/link', { secret }),
  finishLink: (secret) => call('POST', '/api/sign-in/link/finish', { secret }),
  admin: {
    view: () => call('GET', '/api/admin'),
    players: (name) => call('GET', `/api/admin/players?${new URLSearchParams({ find: name })}`),
    tables: (status, player = '') => call('GET', `/api/admin/tables?${new URLSearchParams({ status, ...(player ? { player } : {}) })}`),
    reports: (closed) => call('GET', `/api/admin/reports?${new URLSearchParams({ closed })}`),
    reportLines: (id) => call('POST', `/api/admin/reports/${id}/lines`),
    closeReport: (id, outcome, note) => call('POST', `/api/admin/reports/${id}/close`, { outcome, note }),
    ban: (handle, reason, days) => call('PUT', `/api/admin/players/${handle}/ban`, { reason, days }),
    unban: (handle) => call('DELETE', `/api/admin/players/${handle}/ban`),
    recover: (handle) => call('POST', `/api/admin/players/${handle}/recover`),
    announce: (text, hours) => call('POST', '/api/admin/announcements', { text, hours }),
    takeDown: (id) => call('DELETE', `/api/admin/announcements/${id}`),
    maintain: (on, text) => call('PUT', '/api/admin/maintenance', { on, text }),
  },
  tokens: () => call('GET', '/api/account/tokens'),
  makeToken: (wish) => call('POST', '/api/account/tokens', wish),
  renewToken: (id, days) => call('POST', `/api/account/tokens/${id}/renew`, { days }),
  revokeToken: (id) => call('DELETE', `/api/account/tokens/${id}`),
  privacy: () => call('GET', '/api/account/privacy'),
  setPrivacy: (privacy) => call('PUT', '/api/account/privacy', privacy),
  chat: (id, side, before = null) => call('GET', `${match(id)}/chat?side=${side}${before === null ? '' : `&before=${before}`}`),
  switchChat: (id, on) => call('PUT', `${match(id)}/chat`, { on }),
  report: (id, side, number, why) => call('POST', `${match(id)}/chat/report`, { side, number, why }),
  notices: () => call('GET', '/api/notices'),
  switchNotices: (way, kinds) => call('PUT', `/api/notices/kinds/${way}`, { kinds }),
  addPush: (subscription) => call('POST', '/api/notices/push', subscription),
  addMail: (address) => call('POST', '/api/notices/mail', { address }),
  addHook: (url, form) => call('POST', '/api/notices/hooks', { url, form }),
  dropChannel: (id) => call('DELETE', `/api/notices/channels/${id}`),
  channelOn: (id) => call('POST', `/api/notices/channels/${id}/on`),
  confirmMail: (token) => call('POST', '/api/mail/confirm', { token }),
  unsubscribe: (token) => call('POST', `/unsubscribe/${encodeURIComponent(token)}`),
  exportLink: () => at('/api/account/export'),
  player: (handle) => call('GET', `/api/players/${encodeURIComponent(handle)}`),
  playerMatches: (handle, wanted) => call('GET', `/api/players/${encodeURIComponent(handle)}/matches?${new URLSearchParams(wanted)}`),
  insights: (handle) => call('GET', `/api/players/${encodeURIComponent(handle)}/insights`),
  ratings: (handle) => call('GET', `/api/players/${encodeURIComponent(handle)}/ratings`),
  ladder: (game, pool, kind) => call('GET', `/api/ladder/${encodeURIComponent(game)}?${new URLSearchParams({ pool, kind })}`),
  daily: (day) => call('GET', `/api/daily${day ? `?${new URLSearchParams({ day })}` : ''}`),
  tryDaily: () => call('POST', '/api/daily'),
  tournaments: () => call('GET', '/api/tournaments'),
  openTournament: (wish) => call('POST', '/api/tournaments', wish),
  tournament: (id) => call('GET', tournament(id)),
  enterTournament: (id) => call('POST', `${tournament(id)}/enter`),
  leaveTournament: (id) => call('POST', `${tournament(id)}/leave`),
  startTournament: (id) => call('POST', `${tournament(id)}/start`),
  endTournament: (id) => call('POST', `${tournament(id)}/end`),
  removeEntrant: (id, handle) => call('DELETE', `${tournament(id)}/people/${handle}`),
  tournamentFile: (id) => at(`${tournament(id)}/file`),
  tournamentTable: (id) => at(`${tournament(id)}/crosstable`),
  friends: () => call('GET', '/api/friends'),
  follow: (handle) => call('PUT', `/api/friends/${handle}`),
  unfollow: (handle) => call('DELETE', `/api/friends/${handle}`),
  block: (handle) => call('PUT', `/api/blocks/${handle}`),
  unblock: (handle) => call('DELETE', `/api/blocks/${handle}`),
  invite: (id, seat, player) => call('POST', `${match(id)}/invite`, { seat, player }),
  invitations: () => call('GET', '/api/invitations'),
  invited: (id) => call('GET', `${match(id)}/invitations`),
  endInvitation: (id) => call('DELETE', `/api/invitations/${id}`),
};
