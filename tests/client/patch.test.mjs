// Patches, as the server makes them: `test_patches.py` writes these examples down from matches that were played.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { digest, patched, unfolded } from '../../src/mistvale/client/patch.js';
import { frozen } from './page.mjs';

const played = process.env.MISTVALE_PATCHES ? JSON.parse(readFileSync(process.env.MISTVALE_PATCHES, 'utf8')) : [];

const PANELS = { prompt: { text: 'Go' }, scores: [{ seat: 0, points: 1 }, { seat: 1, points: 2 }], log: [{ seat: 0, text: 'a' }], reference: [], summary: null };
const SCENE = frozen({ game: 'g', viewer: 0, groups: [{ key: 'm' }], sprites: [{ key: 'a', x: 1 }, { key: 'b', x: 2 }, { key: 'c', x: 3 }], panels: PANELS });
const keys = ({ sprites }) => sprites.map(({ key }) => key).join('');

test('an empty patch changes nothing, and shares all', () => {
  const same = patched(SCENE, {});
  assert.deepEqual(same, SCENE);
  assert.equal(same.sprites, SCENE.sprites);
});

test('sprites go, change and come where they belong', () => {
  const next = patched(SCENE, { sprites: { gone: ['a'], set: { c: { x: 9 } }, new: [[1, { key: 'd', x: 4 }]] } });
  assert.equal(keys(next), 'bdc');
  assert.equal(next.sprites[2].x, 9);
  assert.equal(next.sprites[0], SCENE.sprites[1]);
});

test('sprites change places', () => {
  assert.equal(keys(patched(SCENE, { sprites: { order: ['c', 'd', 'a', 'b'], new: [[1, { key: 'd' }]] } })), 'cdab');
});

test('rows, lines and panels change alone', () => {
  const { panels } = patched(SCENE, { scores: { 1: { points: 7 } }, log: [1, [{ seat: 1, text: 'b' }]], summary: { title: 'End' } });
  assert.deepEqual(panels.scores, [{ seat: 0, points: 1 }, { seat: 1, points: 7 }]);
  assert.deepEqual(panels.log.map(({ text }) => text), ['a', 'b']);
  assert.equal(panels.summary.title, 'End');
  assert.equal(patched(SCENE, { log: [0, []] }).panels.log.length, 0);
});

test('the digest tells scenes apart by every part of them', () => {
  const marks = [SCENE, ...[{ sprites: { set: { a: { x: 9 } } } }, { log: [0, []] }, { prompt: { text: 'ä' } }, { head: { lang: 'de' } },
    { sprites: { order: ['b', 'a', 'c'] } }].map((patch) => patched(SCENE, patch))].map(digest);
  assert.equal(new Set(marks).size, marks.length);
  assert.equal(digest(patched(SCENE, {})), marks[0]);
});

test('frames are unfolded one from another, or not at all', () => {
  const patch = { sprites: { gone: ['a'] } };
  const right = digest(patched(SCENE, patch));
  assert.equal(keys(unfolded([{ step: 1, scene: SCENE }, { step: 2, patch, digest: right }], null)[1].scene), 'bc');
  assert.equal(unfolded([{ step: 2, patch, digest: '00000000' }], SCENE), null);
  assert.equal(unfolded([{ step: 2, patch, digest: right }], null), null);
});

test('matches that were played come to the same scenes', { skip: !played.length }, () => {
  for (const { first, frames, last } of played) {
    const shown = unfolded(frames, frozen(first));
    assert.ok(shown, 'the digest fits');
    assert.deepEqual(shown.at(-1).scene, last);
    for (const [number, { digest: mark }] of frames.entries()) assert.equal(digest(shown[number].scene), mark);
  }
});
