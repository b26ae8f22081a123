// Seals verified after a match, with one press: reckoned here, from what this browser knew before the match began.

import { api } from './api.js';
import { ask } from './dialogs.js';
import { el, icon } from './dom.js';
import { partsFor, sealFor } from './seals.js';
import { sha256 } from './sha256.js';
import { t } from './words.js';

const HEX = /^(?:[0-9a-f]{2})*$/;

export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The seed that parts make, the server's first: as docs/protocol.md tells it under Seals. */
export function sealedSeed(match, parts) {
  const pieces = [new TextEncoder().encode(`mistvale seed\0${match}\0`)];
  for (const part of parts.map(bytesOf)) {
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, part.length, true);
    pieces.push(size, part);
  }
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    all.set(piece, end);
    end += piece.length;
  }
  return sha256(all);
}

/** Whether a record's seed is what it should be. `seal` is the server's as this browser saw it, `own` my parts {seat: part};
 *  what it does not know is null, or not there. */
export function checkSeals(record, { seal = null, own = {} } = {}) {
  const sealed = record.seal;
  if (!sealed) return { sealed: false };
  const [host, ...seats] = sealed.parts;
  const readable = sealed.parts.every((part) => HEX.test(part));
  const known = Object.entries(own).filter(([, part]) => part);
  return {
    sealed: true,
    seed: readable && sealedSeed(sealed.match, sealed.parts) === record.seed,
    server: readable && sha256(bytesOf(host)) === sealed.host,
    seen: seal === null ? null : seal === sealed.host,
    mine: known.length ? known.every(([seat, part]) => seats[seat] === part) : null,
    others: seats.filter((part, seat) => part && !own[seat]).length,
  };
}

export const holds = (found) => found.sealed && found.seed && found.server && found.seen !== false && found.mine !== false;

/** What was found, sentence by sentence: each holds, or does not, or (null) cannot be told here. */
export function proofLines(found) {
  return [
    [found.server && found.seen !== false, found.seen === null ? t('shuffle.server.unseen') : t('shuffle.server')],
    [found.mine, found.mine === null ? t('shuffle.mine.none') : t('shuffle.mine')],
    found.others ? [true, t('shuffle.others', { n: found.others })] : null,
    [found.seed, t('shuffle.seed')],
  ].filter(Boolean);
}

const MARKS = { true: 'check', false: 'warn', null: 'info' };

export function proofList(lines) {
  const said = { true: t('shuffle.holds'), false: t('shuffle.fails'), null: t('shuffle.open') };
  return el('ul', { class: 'proof' }, ...lines.map(([holding, text]) => el('li', { class: `proof-${holding}` },
    icon(MARKS[holding]), el('span', { class: 'unseen', text: `${said[holding]} ` }), el('span', { text }))));
}

function verdict(found) {
  if (!found.sealed) return t('shuffle.unsealed');
  if (!holds(found)) return t('shuffle.bad');
  return found.mine ? t('shuffle.good.mine') : t('shuffle.good');
}

/** Verify a match, and say in plain words what came of it. */
export async function verifyMatch(match, mine) {
  const record = await api.record(match);
  const found = checkSeals(record, { seal: sealFor(match), own: partsFor(match, mine) });
  await ask({
    title: t('shuffle.verify'),
    className: 'reading proof-dialog',
    body: [el('p', { class: 'summary-lead', id: 'verdict', data: { holds: String(holds(found)) }, text: verdict(found) }),
      found.sealed ? proofList(proofLines(found)) : null,
      found.sealed ? el('p', { class: 'hint', text: t('shuffle.more') }) : null,
      found.sealed ? el('code', { class: 'command', text: `mistvale verify mistvale-${match}.json --seal ${record.seal.host}` }) : null].filter(Boolean),
    buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }],
  });
}
