// The first page calls when something begins to wait, and not for what was in sight already.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
document.title = 'Mistvale';
globalThis.addEventListener = () => null;
const looks = [];
document.addEventListener = (kind, action) => kind === 'visibilitychange' && looks.push(action);
let shown = null; // what an installed app shows on its icon
Object.defineProperty(globalThis, 'navigator', { value: {
  setAppBadge: async () => { shown = true; }, clearAppBadge: async () => { shown = false; },
} });

function look(away) {
  document.hidden = away;
  looks.forEach((action) => action());
}

const { callEnd, called, ended } = await import('../../src/mistvale/client/calls.js');

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

test('the end of a match is called until one looks, and not again', () => {
  look(true);
  assert.equal(ended(['a']), false);
  assert.equal(document.title, 'Mistvale');
  assert.equal(ended(['a', 'b']), true);
  assert.deepEqual([document.title, shown], ['● Mistvale', true]);
  assert.equal(ended(['a', 'b']), false);
  look(false);
  assert.deepEqual([document.title, shown], ['Mistvale', false]);
  look(true);
  assert.equal(document.title, 'Mistvale');
});

test('who looks needs no call', () => {
  look(false);
  assert.equal(ended(['a', 'b', 'c']), true);
  look(true);
  assert.equal(document.title, 'Mistvale');
});

test('a match at which I sit calls when it ends', () => {
  const told = (status, mine = [0]) => ({ status, mine });
  look(true);
  callEnd(told('playing'), told('playing'));
  callEnd(told('over', []), told('playing'));
  assert.equal(document.title, 'Mistvale');
  callEnd(told('over'), told('playing'));
  assert.equal(document.title, '● Mistvale');
  look(false);
  assert.equal(document.title, 'Mistvale');
});
