// Clicks that come before the table they are meant for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { meant, nearest } = await import('../../src/mistvale/client/pointer.js');

const space = { key: 'space-3', move: 'place d3' };

test('a place that only came up with the new table was meant', () => {
  assert.ok(meant(null, space));
  assert.ok(meant({ key: 'ground', move: null }, space));
});

test('what could be played before must be the same thing still', () => {
  assert.ok(meant(space, space));
  assert.ok(!meant({ key: 'card-1', move: 'pick leaf' }, space));
  assert.ok(!meant({ ...space, move: 'place d4' }, space));
});

test('nothing is taken from a hand unseen, and nothing where nothing can be played', () => {
  assert.ok(!meant(null, { key: 'card-2', move: 'pick star', inHand: true }));
  assert.ok(!meant(null, { key: 'ground', move: null }));
  assert.ok(!meant(null, null));
});

test('where edges overlap, the nearest thing is meant, whichever lies on top', () => {
  const edge = (name, x) => ({ name, getBoundingClientRect: () => ({ left: x - 22, right: x + 22, top: -22, bottom: 22 }) });
  const [gold, emerald] = [edge('gold', 100), edge('emerald', 120)];
  assert.equal(nearest([emerald, gold], 101, 3).name, 'gold');
  assert.equal(nearest([gold, emerald], 115, 0).name, 'emerald');
  assert.equal(nearest([], 0, 0), null);
});
