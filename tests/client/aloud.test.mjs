// What is heard of a sprite, and in which order.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { choicesOf, inOrder, isHeard, moreOf, nameOf } = await import('../../src/mistvale/client/aloud.js');

test('without a label the first line of the hint is the name, and the rest is more', () => {
  const supply = { symbol: 'tile', text: '12', hint: 'Steppe: 12 tiles left\nYou may step on' };
  assert.equal(nameOf(supply), 'Steppe: 12 tiles left');
  assert.equal(moreOf(supply), 'You may step on.');
});

test('a figure on a symbol is told by what it lies on', () => {
  assert.equal(isHeard({ symbol: 'badge', text: '3' }), false);
  assert.equal(isHeard({ symbol: null, text: '3' }), true);
});

test('of what is turned the way that is up is told, and each way is a choice', () => {
  const sprite = { label: 'Sketch', hint: 'West: jungle\nEast: lagoon', turns: [null, 'draw w', 'draw e'], ways: ['', 'West: jungle', 'East: lagoon'], move: 'draw e' };
  assert.equal(moreOf(sprite), 'East: lagoon.');
  assert.deepEqual(choicesOf(sprite), [{ move: 'draw w', more: 'West: jungle.' }, { move: 'draw e', more: 'East: lagoon.' }]);
});

test('things are read row by row, also where a row is not quite level', () => {
  const thing = (name, x, y) => ({ name, x, y, h: 100 });
  const read = inOrder([thing('d', 0, 130), thing('b', 200, -10), thing('a', 0, 0), thing('c', 300, 20)]);
  assert.equal(read.map(({ name }) => name).join(''), 'abcd');
});
