// What is remembered of rivals' moves since my turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { frozen, stand } from './page.mjs';

stand();
const { Recap, remembered } = await import('../../src/mistvale/client/recap.js');

const ME = 0;
const NOTHING = { frames: [], moved: false };
const after = (...steps) => steps.reduce((memory, [kind, seat, text]) => remembered(memory, frozen({ kind, seat, text }), ME), frozen(NOTHING));
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

test('a step of the past is drawn without a button, and what was sent stays as it was', () => {
  const drawn = [];
  const scene = { sprites: [{ key: 'a', move: 'go', marks: ['legal', 'last'] }], panels: { prompt: { text: 'Go', mine: true, buttons: [{ move: 'done' }] }, scores: [{ seat: 1, pending: true }] } };
  const recap = Object.assign(Object.create(Recap.prototype), { show: (frame) => drawn.push(frame), list: { children: [{ firstChild: { toggleAttribute: () => null }, scrollIntoView: () => null }] } });
  recap.memory = frozen({ frames: [{ text: 'Ben goes', can_undo: true, scene }], moved: false });
  recap.go(0);
  const [{ can_undo: undo, scene: { sprites, panels } }] = drawn;
  assert.equal(undo, false);
  assert.deepEqual([sprites[0].move, sprites[0].marks], [null, ['last']]);
  assert.deepEqual([panels.prompt.mine, panels.prompt.buttons, panels.scores[0].pending], [false, [], false]);
});
