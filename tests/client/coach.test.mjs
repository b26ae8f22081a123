// What a coach says, and when it stops.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { comingUp, fits } = await import('../../src/mistvale/client/coach.js');

const TIPS = [
  { id: 'pick', moves: ['pick *'], sprites: [], beats: [], signs: [], times: 1 },
  { id: 'flower', moves: [], sprites: ['hand-*-flower'], beats: [], signs: [], times: 2 },
  { id: 'deal', moves: [], sprites: [], beats: ['deal'], signs: [], times: 1 },
  { id: 'last', moves: [], sprites: [], beats: [], signs: ['last-round'], times: 1 },
];

const scene = ({ moves = [], turns = [], keys = [], buttons = [], signs = [] }) => ({
  sprites: [...moves.map((move, i) => ({ key: `m${i}`, move })), { key: 't', turns }, ...keys.map((key) => ({ key }))],
  panels: { prompt: { buttons: buttons.map((move) => ({ move })), signs } },
});

const ids = (...given) => comingUp(TIPS, ...given).map(({ id }) => id).join();

test('a pattern is a text with stars', () => {
  assert.ok(fits('pick leaf', ['pick *']));
  assert.ok(fits('go a to b', ['go * to *']));
  assert.ok(fits('end', ['end']));
  assert.ok(!fits('ending', ['end']));
  assert.ok(!fits('go', ['go * to *']));
  assert.ok(!fits('aa', ['a*aa']));
});

test('a tip comes up with a move, a thing on the table, what has happened, or what the prompt says is so', () => {
  assert.equal(ids(scene({}), [], {}), '');
  assert.equal(ids(scene({ moves: ['pick leaf'] }), [], {}), 'pick');
  assert.equal(ids(scene({ turns: [null, 'pick leaf'] }), [], {}), 'pick');
  assert.equal(ids(scene({ buttons: ['pick leaf', null] }), [], {}), 'pick');
  assert.equal(ids(scene({ keys: ['hand-2-flower'] }), ['deal'], {}), 'flower,deal');
  assert.equal(ids(scene({ signs: ['last-round'] }), [], {}), 'last');
  assert.equal(ids(scene({ signs: ['last-round'] }), [], { last: 1 }), '');
});

test('what was said often enough is said no more', () => {
  const table = scene({ moves: ['pick leaf'], keys: ['hand-2-flower'] });
  assert.equal(ids(table, [], { pick: 1, flower: 1 }), 'flower');
  assert.equal(ids(table, [], { pick: 1, flower: 2 }), '');
});

test('a coach sits down with newcomers where nothing is at stake, and not with a box of whose figures it knows nothing', async () => {
  const { isWanted } = await import('../../src/mistvale/client/coachseat.js');
  const status = { game: 'misty', mine: [0] };
  assert.ok(isWanted(status));
  for (const other of [{ rated: true }, { daily: '2026-11-19' }, { tournament: 'abc' }, { own_box: { digest: 'abc' } }, { mine: [0, 1] }]) {
    assert.ok(!isWanted({ ...status, ...other }), Object.keys(other)[0]);
  }
});
