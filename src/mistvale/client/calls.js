// Pages call while I look elsewhere: when a table begins to wait for me, somebody invites me, or a match ends.

import { callNews, callTurn, nameTab } from './badge.js';
import { play as sound } from './sound.js';

const EVERY = 60000;
const waiting = new Map();
let over = null; // matches that have ended, as far as was told

/** What waits for me now, of one kind; what is new among it is called. The first look calls nothing: it is in sight. */
export function called(kind, keys) {
  const before = waiting.get(kind);
  waiting.set(kind, new Set(keys));
  const fresh = before && keys.some((key) => !before.has(key));
  if (fresh) sound('turn');
  if (fresh || ![...waiting.values()].some((each) => each.size)) callTurn(Boolean(fresh));
  return Boolean(fresh);
}

/** Matches with others that are over; one that has ended since the last look is called, once. */
export function ended(keys) {
  const fresh = Boolean(over) && keys.some((key) => !over.has(key));
  over = new Set(keys);
  if (fresh) callResult();
  return fresh;
}

/** The match at which I sit has ended. */
export function callEnd(status, before) {
  if (status.status === 'over' && before.status === 'playing' && status.mine.length) callResult();
}

function callResult() {
  // Who looks is shown it, and hears what belongs to it.
  if (document.hidden) sound('turn');
  callNews();
}

/** Look again from time to time, also in another tab. */
export function keepLooking(look) {
  nameTab(document.title);
  setInterval(look, EVERY);
}
