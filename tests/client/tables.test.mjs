// My tables on the first page: which of them wait for me, and in which order they stand.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { sorted, waitsForMe } = await import('../../src/mistvale/client/tables.js');

const table = (match, status, pending, mine = 0) => ({ match, status,
  seats: [0, 1].map((seat) => ({ seat, mine: seat === mine, pending: pending.includes(seat) })) });
const keys = (tables) => tables.map(({ match }) => match).join('');

test('a table waits for me when a seat of mine is to decide', () => {
  assert.ok(waitsForMe(table('a', 'playing', [0, 1])));
  assert.ok(!waitsForMe(table('b', 'playing', [1])));
  assert.ok(!waitsForMe(table('c', 'over', [0])));
  const asked = (mine) => ({ status: 'confirming', seats: [{ mine, confirmed: false }, { mine: !mine, confirmed: true }] });
  assert.ok(waitsForMe(asked(true)) && !waitsForMe(asked(false)));
});

test('those that wait for me stand first, and no more than fit beside each other', () => {
  const all = [table('a', 'over', []), table('b', 'playing', [0]), table('c', 'waiting', []),
    ...[...'defg'].map((name) => table(name, 'playing', [0]))];
  const { waiting, rest } = sorted(all);
  assert.equal(keys(waiting), 'bde');
  assert.equal(keys(rest), 'fgac');
});
