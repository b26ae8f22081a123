// Where an arrow leads: on squares, on hexes, on roads.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { Keyboard, towards } = await import('../../src/mistvale/client/keyboard.js');

const [LEFT, RIGHT, UP, DOWN] = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const at = (x, y) => ({ x, y });

test('on squares to the next one straight ahead, over gaps, rather than aside', () => {
  assert.deepEqual(towards(at(0, 0), [at(300, 0), at(100, 100)], RIGHT), at(300, 0));
  assert.deepEqual(towards(at(0, 0), [at(100, 0), at(100, 100), at(0, 100)], DOWN), at(0, 100));
});

test('on hexes all six neighbours are found', () => {
  const around = [at(0, -128), at(111, -64), at(111, 64), at(0, 128), at(-111, 64), at(-111, -64)];
  assert.deepEqual(towards(at(0, 0), around, UP), at(0, -128));
  assert.deepEqual(towards(at(0, 0), around, DOWN), at(0, 128));
  assert.deepEqual(towards(at(0, 0), around, RIGHT), at(111, -64));
  assert.deepEqual(towards(at(0, 0), around, LEFT), at(-111, 64));
  assert.deepEqual(towards(at(0, 0), [at(111, 64)], RIGHT), at(111, 64));
});

test('on roads to what lies that way; if nothing does, to the nearest on that side; else nowhere', () => {
  const towns = [at(520, 40), at(80, 400)];
  assert.deepEqual(towards(at(0, 0), towns, RIGHT), at(520, 40));
  assert.deepEqual(towards(at(0, 0), towns, DOWN), at(80, 400));
  assert.deepEqual(towards(at(0, 0), [at(520, 40)], DOWN), at(520, 40));
  assert.equal(towards(at(0, 0), towns, LEFT), null);
});

test('the focus comes to what a lesson asks for; else to where one was; else to what is read first', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((key, i) => ({ sprite: { key, move: `go ${key}`, group: 'map', x: 100 * i, y: 0, size: [40, 40] } }));
  const actors = new Map([a, b, c].map((actor) => [actor.sprite.key, actor]));
  const places = new Map([['map', { group: { key: 'map' }, inner: { x: 0, y: 0, h: 300 } }]]);
  const led = (current, asked) => Object.assign(Object.create(Keyboard.prototype), { stage: { actors, places }, current, asked: ({ move }) => move === asked });
  assert.equal(led('b', 'go c').first([a, b, c]), c);
  assert.equal(led('b', null).first([a, b, c]), b);
  assert.equal(led('b', null).first([a, c]), a);
});
