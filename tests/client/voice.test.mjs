// What is news in a log.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { added } = await import('../../src/mistvale/client/voice.js');

test('what was added is news, at the end and in between', () => {
  assert.deepEqual(added(['a', 'b'], ['a', 'b', 'c']), ['c']);
  assert.deepEqual(added(['a', 'mine'], ['a', 'theirs', 'mine', 'b']), ['theirs', 'b']);
  assert.deepEqual(added(['a'], ['a', 'a', 'a']), ['a', 'a']);
});

test('what stays or goes is not', () => {
  assert.deepEqual(added(['a', 'b'], ['a', 'b']), []);
  assert.deepEqual(added(['a', 'b'], ['a']), []);
  assert.deepEqual(added(['a'], []), []);
});
