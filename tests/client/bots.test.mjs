// Bots as players choose them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { favourite, inGroups } = await import('../../src/mistvale/client/bots.js');

const bot = (name, level = true) => ({ name, level });
const names = (bots) => bots.map(({ name }) => name).join(' ');
const LADDER = [bot('random', false), bot('friend'), bot('novice'), bot('adept'), bot('greedy', false), bot('expert')];

test('levels stand in order, and tools apart from them', () => {
  const { levels, tools } = inGroups(LADDER);
  assert.equal(names(levels), 'friend novice adept expert');
  assert.equal(names(tools), 'random greedy');
});

test('whoever does not choose plays against a level', () => {
  assert.equal(favourite(LADDER), 'novice');
  assert.equal(favourite([bot('greedy', false), bot('own')]), 'own');
  assert.equal(favourite([bot('greedy', false)]), 'greedy');
  assert.equal(favourite([]), null);
});
