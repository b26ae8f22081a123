// What comes to lie under a pointer that rests is not pointed at.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { follow, onPointed } = await import('../../src/mistvale/client/resting.js');

/** A part of the page, and a pointer: told of it as browsers tell it, the whole page first. */
function pointedAt() {
  const heard = {};
  let times = 0;
  onPointed({ addEventListener: (type, act) => { heard[type] = act; } }, () => { times += 1; });
  return {
    enter: (clientX, clientY, pointerType = 'mouse') => heard.pointerenter({ clientX, clientY, pointerType }),
    move: (clientX, clientY) => {
      follow({ clientX, clientY });
      heard.pointermove({ clientX, clientY });
    },
    get times() { return times; },
  };
}

test('a mouse that is moved onto a thing points at it, once', () => {
  const score = pointedAt();
  follow({ clientX: 10, clientY: 10 });
  score.enter(20, 20);
  score.move(20, 20);
  score.move(21, 20);
  assert.equal(score.times, 1);
});

test('a mouse that rests where a thing comes up points at nothing before it is moved', () => {
  const score = pointedAt();
  follow({ clientX: 20, clientY: 20 });
  score.enter(20, 20);
  score.move(20, 20);
  assert.equal(score.times, 0);
  score.move(20, 21);
  assert.equal(score.times, 1);
});

test('a finger points at nothing: it taps', () => {
  const score = pointedAt();
  score.enter(20, 20, 'touch');
  score.move(30, 30);
  assert.equal(score.times, 0);
});
