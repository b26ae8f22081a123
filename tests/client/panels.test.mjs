// Names that are cut.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { inParts } = await import('../../src/mistvale/client/panels.js');

test('the number of a bot stays when its name is cut', () => {
  assert.deepEqual(inParts('Novice bot 2'), ['Novice bot', '2']);
  assert.deepEqual(inParts('Ann'), ['Ann', '']);
  assert.deepEqual(inParts('R2D2'), ['R2D2', '']);
});
