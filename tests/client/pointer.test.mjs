// Clicks that come before the table they are meant for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { beneath, besides, joined, meant, nearest } = await import('../../src/mistvale/client/pointer.js');

const space = { key: 'space-3', move: 'place d3' };

test('a place that only came up with the new table was meant', () => {
  assert.ok(meant(null, space));
  assert.ok(meant({ key: 'ground', move: null }, space));
});

test('what could be played before must be the same thing still', () => {
  assert.ok(meant(space, space));
  assert.ok(!meant({ key: 'card-1', move: 'pick leaf' }, space));
  assert.ok(!meant({ ...space, move: 'place d4' }, space));
});

test('nothing is taken from a hand unseen, and nothing where nothing can be played', () => {
  assert.ok(!meant(null, { key: 'card-2', move: 'pick star', inHand: true }));
  assert.ok(!meant(null, { key: 'ground', move: null }));
  assert.ok(!meant(null, null));
});

test('where edges overlap, the nearest thing is meant, whichever lies on top', () => {
  const edge = (name, x) => ({ name, getBoundingClientRect: () => ({ left: x - 22, right: x + 22, top: -22, bottom: 22 }) });
  const [gold, emerald] = [edge('gold', 100), edge('emerald', 120)];
  assert.equal(nearest([emerald, gold], 101, 3).name, 'gold');
  assert.equal(nearest([gold, emerald], 115, 0).name, 'emerald');
  assert.equal(nearest([], 0, 0), null);
});

const box = (left, top, width, height) => ({ left, top, right: left + width, bottom: top + height, width, height });

test('a tip covers nothing of a piece that is turned, whichever way it points', () => {
  const [square, tip, room] = [box(600, 500, 60, 60), box(0, 0, 300, 60), box(0, 130, 940, 660)];
  const elsewhere = box(200, 500, 60, 60);
  for (const half of [box(600, 437, 60, 60), box(663, 500, 60, 60), box(600, 563, 60, 60), box(537, 500, 60, 60)]) {
    const whole = joined(square, [square, half, elsewhere]);
    const { left, top } = besides(square, whole, tip, room);
    const covered = (one) => left < one.right && left + tip.width > one.left && top < one.bottom && top + tip.height > one.top;
    assert.deepEqual([square, half].filter(covered), []);
    assert.equal(whole.left > elsewhere.right, true);
  }
});

test('a tip covers nothing of what a thing lies on: of a sign on a page, the page and the book', () => {
  const thing = (key, layer, x, y, side, more = {}) => ({ key, group: 'books', layer, x, y, size: [side, side], label: key, ...more });
  const sign = thing('sign', 6, 240, 180, 40);
  const lower = [thing('ground', 0, 300, 200, 600), thing('book', 1, 150, 100, 300), thing('page', 3, 220, 150, 120)];
  const others = [thing('other page', 3, 80, 150, 120), thing('glow', 5, 240, 180, 60, { label: '', hint: '' }), thing('above', 7, 240, 180, 60), thing('elsewhere', 1, 240, 180, 300, { group: 'hand' })];
  const found = beneath(sign, [...lower, ...others, sign], { width: 620, height: 400 });
  assert.deepEqual(found.map(({ key }) => key), ['book', 'page']);
  const [at, page, book] = [box(220, 160, 40, 40), box(160, 90, 120, 120), box(0, 60, 300, 200)];
  const { top } = besides(at, joined(at, [page, book]), box(0, 0, 200, 50), box(0, 0, 1280, 800));
  assert.ok(top + 50 <= book.top || top >= book.bottom);
});

test('a tip lies above, or else beside, or else below, and never over the prompt', () => {
  const [tip, room] = [box(0, 0, 300, 60), box(0, 130, 940, 660)];
  const put = (at) => besides(at, at, tip, room);
  assert.deepEqual(put(box(400, 300, 60, 60)), { left: 280, top: 230 });
  assert.deepEqual(put(box(400, 140, 60, 60)), { left: 470, top: 140 });
  assert.deepEqual(put(box(700, 140, 60, 60)), { left: 390, top: 140 });
  assert.deepEqual(put(box(100, 140, 800, 60)), { left: 350, top: 210 });
});
