// The first page calls when something begins to wait, and not for what was in sight already.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
document.title = 'Mistvale';
globalThis.addEventListener = () => null;
const { called } = await import('../../src/mistvale/client/calls.js');

test('what is new is called, and what is there at first is not', () => {
  document.hidden = true;
  assert.equal(called('turn', ['a']), false);
  assert.equal(document.title, 'Mistvale');
  assert.equal(called('turn', ['a', 'b']), true);
  assert.equal(document.title, '● Mistvale');
  assert.equal(called('turn', ['a', 'b']), false);
  assert.equal(document.title, '● Mistvale');
  assert.equal(called('invitation', []), false);
  assert.equal(document.title, '● Mistvale');
  assert.equal(called('turn', []), false);
  assert.equal(document.title, 'Mistvale');
});
