// The first page calls, too: when a table begins to wait for me, or somebody invites me, while I look elsewhere.

import { callTurn, nameTab } from './badge.js';
import { play as sound } from './sound.js';

const EVERY = 60000;
const waiting = new Map();

/** What waits for me now, of one kind; what is new among it is called. The first look calls nothing: it is in sight. */
export function called(kind, keys) {
  const before = waiting.get(kind);
  waiting.set(kind, new Set(keys));
  const fresh = before && keys.some((key) => !before.has(key));
  if (fresh) sound('turn');
  if (fresh || ![...waiting.values()].some((each) => each.size)) callTurn(Boolean(fresh));
  return Boolean(fresh);
}

/** Look again from time to time, also in another tab. */
export function keepLooking(look) {
  nameTab(document.title);
  setInterval(look, EVERY);
}
