// What is turned before it is laid stands for a move, and the scene that it came with stays as it was sent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { frozen, stand } from './page.mjs';

stand();
const { Turning } = await import('../../src/mistvale/client/turning.js');
const { unfolded } = await import('../../src/mistvale/client/patch.js');

/** Without its page: nothing is drawn, and nothing is under the pointer. */
function turning(actors = new Map()) {
  const made = Object.create(Turning.prototype);
  return Object.assign(made, { stage: { actors, hidePreview: () => null }, way: 0, held: null, seen: new Map(), bar: {},
    pointed: () => [...actors.values()][0] ?? null, preview: () => null, say: () => null });
}

const SCENE = frozen({ game: 'g', sprites: [
  { key: 'spot', move: null, turns: [null, 'lay b', 'lay c'] }, { key: 'card', move: 'take', turns: [] }] });

test('each thing that can be turned stands for the move that is up, and nothing is written into the scene', () => {
  const faced = turning().face(SCENE);
  assert.deepEqual(faced.sprites.map(({ move }) => move), ['lay b', 'take']);
  assert.equal(SCENE.sprites[0].move, null);
  assert.equal(faced.sprites[1], SCENE.sprites[1]);
});

test('turning is no change of the scene either', () => {
  const { sprites: [sprite] } = frozen(turning().face(SCENE));
  const actor = { sprite, tell: () => null };
  const hands = turning(new Map([[sprite.key, actor]]));
  globalThis.document.activeElement = null;
  assert.ok(hands.turn(1));
  assert.deepEqual([actor.sprite.move, sprite.move], ['lay c', 'lay b']);
});

test('patches fit what was sent, whatever was turned meanwhile', () => {
  for (const { first, frames } of JSON.parse(readFileSync(process.env.MISTVALE_PATCHES, 'utf-8'))) {
    let held = frozen(first);
    for (const frame of frames) {
      turning().face(held);
      const [next] = unfolded([frame], held) ?? [];
      assert.ok(next, `${first.game}, step ${frame.step}`);
      held = next.scene;
    }
  }
});
