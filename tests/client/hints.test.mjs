// Hints say in words which way a thing is laid.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { Hints } = await import('../../src/mistvale/client/hints.js');

const sprites = [
  { key: 'here', label: 'Patrol of 2+1', move: 'turn 0', turns: ['turn 0', null, 'turn 2'], ways: ['Top: 2 explorers', '', 'Bottom: 2 explorers'] },
  { key: 'card', label: 'Rocket', move: 'pick rocket', turns: [] },
];
const panels = { prompt: { buttons: [{ move: 'pass', label: 'Pass on' }] } };
const hints = Object.assign(Object.create(Hints.prototype), { stage: { scene: { sprites, panels } } });

test('a thing that is turned is told with what comes of the way, and without the notation', () => {
  assert.equal(hints.nameOf('turn 2'), 'Patrol of 2+1. Bottom: 2 explorers.');
});

test('others are called what they are called on the table', () => {
  assert.deepEqual(['pick rocket', 'pass'].map((move) => hints.nameOf(move)), ['Rocket', 'Pass on']);
});
