// What could have been played at a step of a replay is no button now, and what was sent stays as it was.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { frozen, stand } from './page.mjs';

stand();
const { still } = await import('../../src/mistvale/client/replay.js');

const played = JSON.parse(readFileSync(process.env.MISTVALE_PATCHES, 'utf8'));

test('nothing can be played in it, in any game', () => {
  for (const { first } of played) {
    const { scene } = still(frozen({ step: 0, can_undo: true, scene: first }));
    assert.equal(scene.sprites.length, first.sprites.length);
    assert.ok(scene.sprites.every(({ move, turns, marks }) => !move && !turns.length && !marks.includes('legal')), first.game);
    assert.deepEqual(scene.panels.prompt.buttons, []);
    assert.deepEqual(scene.panels.scores, first.panels.scores);
  }
});
