// What a finished match leads to: steps that an address names, and the tree of variations.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { stepOf } = await import('../../src/mistvale/client/afterwards.js');
const { after, outcome } = await import('../../src/mistvale/client/variations.js');

test('an address names a step, or none', () => {
  assert.equal(stepOf('#step-0'), 0);
  assert.equal(stepOf('#step-120'), 120);
  for (const hash of ['', '#', '#step-', '#step--1', '#step-1x', '#step-1.5', '#step-9999999999', '#replay']) assert.equal(stepOf(hash), null);
});

test('what goes on from a match is found in its order', () => {
  const tree = [{ match: 'a', parent: null }, { match: 'b', parent: 'a' }, { match: 'c', parent: 'b' }, { match: 'd', parent: 'a' }];
  assert.deepEqual(after(tree, 'a').map(({ match }) => match), ['b', 'd']);
  assert.deepEqual(after(tree, 'd'), []);
});

test('who sat there is told with what came of it, once something has', () => {
  assert.equal(outcome([{ name: 'Ann', score: 34 }, { name: 'Bob', score: 0 }]), 'Ann: 34 · Bob: 0');
  assert.equal(outcome([{ name: 'Ann', score: null }]), 'Ann');
});
