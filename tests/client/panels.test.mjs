// Names that are cut, and scores as they are heard.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { told } = await import('../../src/mistvale/client/breakdown.js');
const { inParts } = await import('../../src/mistvale/client/panels.js');

test('the number of a bot stays when its name is cut', () => {
  assert.deepEqual(inParts('Novice bot 2'), ['Novice bot', '2']);
  assert.deepEqual(inParts('Ann'), ['Ann', '']);
  assert.deepEqual(inParts('R2D2'), ['R2D2', '']);
});

test('what is told of a score is sentences, each with one stop', () => {
  assert.equal(told({ points: 3, parts: [['Flowers', 2], ['Smiles', 1]], hint: 'The most win.' }), 'scores.points. Flowers: 2, Smiles: 1. The most win.');
  assert.equal(told({ points: 3, partial: true }), 'scores.partial.');
});
