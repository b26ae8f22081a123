// Where groups go: boards first, hands in reach, nothing on top of another, and all of it in the window where it can be.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { layOut, STRIP } = await import('../../src/mistvale/client/layout.js');

const played = JSON.parse(readFileSync(process.env.MISTVALE_PATCHES, 'utf8'));
const SCREENS = { desk: [910, 660], phone: [390, 520], low: [640, 280] };

const drawn = (group, { inner: { x, y, w, h }, scale }) => {
  const [wide, high] = [group.width * scale, group.height * scale];
  return { x: x + (w - wide) / 2, y: y + (h - high) / 2, w: wide, h: high };
};
const apart = (a, b) => a.x + a.w <= b.x + 1 || b.x + b.w <= a.x + 1 || a.y + a.h <= b.y + 1 || b.y + b.h <= a.y + 1;

for (const [screen, [width, height]] of Object.entries(SCREENS)) {
  test(`all groups of each game have a place of their own: ${screen}`, () => {
    for (const { first: { game, groups } } of played) {
      const { places, height: high } = layOut(groups, width, height);
      const boxes = groups.map((group) => drawn(group, places.get(group.key)));
      for (const [i, box] of boxes.entries()) {
        const where = `${game}, ${groups[i].key}`;
        assert.ok(box.x >= -1 && box.x + box.w <= width + 1 && box.y >= -1 && box.y + box.h <= high + 1, `${where} is in sight`);
        for (const other of boxes.slice(i + 1)) assert.ok(apart(box, other), `${where} lies on nothing`);
      }
      if (screen !== 'phone') assert.equal(high, height, `${game} is seen without scrolling`);
    }
  });
}

test('a board is larger than what lies beside it', () => {
  const group = (key, role) => ({ key, role, title: '', width: 400, height: 300 });
  const { places } = layOut([group('rival', 'side'), group('board', 'main'), group('deck', 'tray')], 910, 660);
  const scale = (key) => places.get(key).scale;
  assert.ok(scale('board') > scale('rival') && scale('rival') > scale('deck'));
});

test('buttons that zoom have room beside the board or below it', () => {
  const board = { key: 'board', role: 'main', title: '', width: 400, height: 300, zoom: true };
  const { inner: { w, h }, scale } = layOut([board], 910, 660).places.get('board');
  assert.ok(w - 400 * scale >= STRIP - 1 || h - 300 * scale >= STRIP - 1);
});

test('two boards on a phone stand below each other, whatever is in the hand', () => {
  const board = (key) => ({ key, role: 'main', title: key, width: 400, height: 300 });
  const hand = { key: 'hand', role: 'hand', title: '', width: 600, height: 100 };
  const at = (...groups) => layOut(groups, 390, 420).places;
  const [alone, held] = [at(board('a'), board('b')), at(board('a'), board('b'), hand)];
  assert.ok(held.get('a').inner.y < held.get('b').inner.y && held.get('b').inner.y < held.get('hand').inner.y);
  assert.ok(alone.get('a').inner.y < alone.get('b').inner.y);
});

const TALL = 748;

for (const [grown, height] of Object.entries({ little: 690, much: 620 })) {
  test(`a prompt that grows makes boards smaller, and nothing changes sides: ${grown}`, () => {
    for (const { first: { game, groups } } of played) {
      const [usual, low] = [layOut(groups, 945, TALL), layOut(groups, 945, height, TALL)].map(({ places }) => groups.map((group) => drawn(group, places.get(group.key))));
      for (const i of groups.keys()) {
        for (const j of groups.keys()) {
          const where = `${game}, ${groups[i].key} and ${groups[j].key}`;
          assert.equal(low[i].x + low[i].w <= low[j].x + 1, usual[i].x + usual[i].w <= usual[j].x + 1, `${where}, beside`);
        }
      }
    }
  });
}

test('where a long prompt would leave little of the boards, they are laid anew', () => {
  const groups = [{ key: 'board', role: 'main', title: '', width: 400, height: 300 }, { key: 'hand', role: 'hand', title: '', width: 600, height: 200 }];
  const board = (...how) => layOut(groups, 910, 260, ...how).places.get('board').scale;
  assert.ok(board(900) > board() * 0.8);
});

test('a board that can be zoomed takes most of a large window', () => {
  const { first: { groups } } = played.find(({ first: { game } }) => game === 'valdora');
  const { places } = layOut(groups, 1400, 850);
  const board = groups.find(({ zoom }) => zoom);
  assert.ok(drawn(board, places.get(board.key)).w > 1400 / 2);
});
