// A seat's own part of the seed (docs/protocol.md, Seals): so that nobody chose the deck.

import { drop, keep, kept } from './store.js';
import { sha256 } from './sha256.js';

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

/** What my seats have to reveal; a seat whose part was lost says so with an empty one. */
export function partsFor(match, seats) {
  const parts = kept(`parts.${match}`, {});
  return Object.fromEntries(seats.map((seat) => [seat, parts[seat] ?? '']));
}
