// The curve of a match that is looked back at.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { signAt } = await import('../../src/mistvale/client/curve.js');

test('no sign is cut off by the edge, whether a win is sure or lost', () => {
  const LETTERS = 9;
  for (let y = 8; y <= 142; y += 1) {
    const foot = y + signAt(y);
    assert.ok(foot - LETTERS >= 0 && foot <= 150, `at ${y}`);
  }
  assert.equal(signAt(75), -6);
});
