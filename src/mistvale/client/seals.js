// A seat's own part of the seed (docs/protocol.md, Seals): so that nobody chose the deck.

import { drop, keep, kept } from './store.js';
import { sha256 } from './sha256.js';

const MOST_SEALS = 200;
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A fresh part and its seal. */
export function drawPart() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return { part: hex(bytes), seal: sha256(bytes) };
}

/** Fresh parts for seats of mine, {seat: part}, and their seals, {seat: seal}. */
export function drawParts(seats) {
  const drawn = seats.map((seat) => [seat, drawPart()]);
  return {
    parts: Object.fromEntries(drawn.map(([seat, { part }]) => [seat, part])),
    seals: Object.fromEntries(drawn.map(([seat, { seal }]) => [seat, seal])),
  };
}

/** Remember parts {seat: part} of a match until they are revealed, and after, for whoever wants to check. */
export function keepParts(match, parts) {
  keep(`parts.${match}`, { ...kept(`parts.${match}`, {}), ...parts });
  const matches = [...new Set([match, ...kept('parts', [])])];
  for (const old of matches.slice(100)) drop(`parts.${old}`);
  keep('parts', matches.slice(0, 100));
}

/** Remember the server's seal as it was told before anybody could know the parts: the first word counts. */
export function keepSeal(what, seal) {
  const seals = kept('seals', {});
  if (!seal || seals[what]) return;
  const entries = Object.entries({ ...seals, [what]: seal });
  keep('seals', Object.fromEntries(entries.slice(-MOST_SEALS)));
}

/** The server's seal as this browser saw it before; null if it did not. */
export const sealFor = (what) => kept('seals', {})[what] ?? null;

/** What my seats have to reveal; a seat whose part was lost says so with an empty one. */
export function partsFor(match, seats) {
  const parts = kept(`parts.${match}`, {});
  return Object.fromEntries(seats.map((seat) => [seat, parts[seat] ?? '']));
}
