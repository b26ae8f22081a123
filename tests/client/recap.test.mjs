// What is remembered of rivals' moves since my turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { remembered } = await import('../../src/mistvale/client/recap.js');

const ME = 0;
const NOTHING = { frames: [], moved: false };
const after = (...steps) => steps.reduce((memory, [kind, seat, text]) => remembered(memory, { kind, seat, text }, ME), NOTHING);
const texts = ({ frames }) => frames.map(({ text }) => text).join('');

test('rivals moves add up until I have moved and they move again', () => {
  assert.equal(texts(after(['move', ME, 'a'], ['move', 1, 'b'], ['beat', null, 'c'], ['move', 2, 'd'])), 'bcd');
  assert.equal(texts(after(['move', 1, 'b'], ['move', ME, 'a'], ['move', 1, 'c'])), 'c');
});

test('they stay while I take my turn, step by step and back', () => {
  assert.equal(texts(after(['move', 1, 'b'], ['move', ME, 'x'], ['beat', null, 'y'], ['undo', ME, 'z'])), 'b');
});

test('a new table begins with nothing', () => {
  assert.equal(texts(after(['move', 1, 'b'], ['start', null, ''])), '');
});
