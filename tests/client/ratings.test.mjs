// Seals reckoned in the browser, the course of a rating as a picture, and days.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const client = '../../src/mistvale/client';
const { before } = await import(`${client}/daily.js`);
const { course, marks } = await import(`${client}/ratings.js`);
const { keepSeal, sealFor } = await import(`${client}/seals.js`);
const { bytesOf, checkSeals, holds, proofLines, sealedSeed } = await import(`${client}/verify.js`);

const hex = (first, length) => Array.from({ length }, (_, i) => (first + i).toString(16).padStart(2, '0')).join('');
const HOST = hex(0, 32);
const OWN = hex(32, 32);
const SEAL = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
// What core/chance.py makes of them.
const SEED = '95afedfe08b8e4e463be5cdf1253a5edd063566ce92900345790c2953fcd0402';
const RECORD = { seed: SEED, seal: { match: 'abc', host: SEAL, parts: [HOST, OWN, ''] } };

test('parts make the seed that the server makes of them', () => {
  assert.equal(sealedSeed('abc', [HOST, OWN, '']), SEED);
  assert.notEqual(sealedSeed('abd', [HOST, OWN, '']), SEED);
  assert.deepEqual([...bytesOf('00ff10')], [0, 255, 16]);
});

test('a match whose parts are what this browser knew holds', () => {
  const found = checkSeals(RECORD, { seal: SEAL, own: { 0: OWN } });
  assert.ok(holds(found));
  assert.deepEqual([found.seed, found.server, found.seen, found.mine, found.others], [true, true, true, true, 0]);
  assert.deepEqual(proofLines(found).map(([holding]) => holding), [true, true, true]);
});

test('who looked on knows less, and is told so', () => {
  const found = checkSeals(RECORD, { seal: null, own: {} });
  assert.ok(holds(found));
  assert.deepEqual([found.seen, found.mine, found.others], [null, null, 1]);
  assert.ok(proofLines(found).some(([holding]) => holding === null));
});

test('whatever was changed does not hold', () => {
  const other = hex(64, 32);
  const lies = [
    [{ ...RECORD, seed: sealedSeed('abc', [OWN]) }, {}],
    [{ ...RECORD, seal: { ...RECORD.seal, match: 'other' } }, {}],
    [{ seed: sealedSeed('abc', [other, OWN, '']), seal: { ...RECORD.seal, parts: [other, OWN, ''] } }, {}],
    [{ seed: sealedSeed('abc', [HOST, other, '']), seal: { ...RECORD.seal, parts: [HOST, other, ''] } }, { own: { 0: OWN } }],
    [{ ...RECORD, seal: { ...RECORD.seal, parts: ['no part', OWN, ''] } }, {}],
    [RECORD, { seal: SEED }],
  ];
  for (const [record, known] of lies) assert.ok(!holds(checkSeals(record, known)), JSON.stringify(record));
  assert.deepEqual(checkSeals({ seed: SEED, seal: null }), { sealed: false });
});

test('of a seal the first word counts', () => {
  keepSeal('abc', SEAL);
  keepSeal('abc', SEED);
  keepSeal('none', null);
  assert.equal(sealFor('abc'), SEAL);
  assert.equal(sealFor('none'), null);
});

test('the course of a rating stays on its picture, the band around it', () => {
  const steps = [[25, 8], [28, 6], [26, 5]].map(([rating, uncertainty]) => ({ rating, uncertainty }));
  const { line, band, low, high } = course(steps, 640);
  assert.deepEqual([line.length, band.length, low, high], [3, 6, 9, 41]);
  for (const [x, y] of band.map((point) => point.split(',').map(Number))) assert.ok(x >= 0 && x <= 640 && y >= 0 && y <= 220, `${x} ${y}`);
  const [first, second] = line.map((point) => Number(point.split(',')[1]));
  assert.ok(second < first, 'higher is up');
  assert.equal(course(steps.slice(0, 1), 640).line.length, 1);
});

test('a scale has a few round figures', () => {
  assert.deepEqual(marks(9, 41), [10, 20, 30, 40]);
  assert.deepEqual(marks(24.2, 27.9), [25, 26, 27]);
  assert.ok(marks(-300, 900).length < 15);
});

test('days before one', () => {
  assert.equal(before('2026-03-01', 1), '2026-02-28');
  assert.equal(before('2026-01-01', 1), '2025-12-31');
  assert.equal(before('2026-03-30', 0), '2026-03-30');
});
