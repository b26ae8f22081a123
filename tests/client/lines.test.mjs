// The lines of a chat: each once, in their order; how far one has read; whom one does not want to read.

import assert from 'node:assert/strict';
import test from 'node:test';
import './page.mjs';

const { Lines } = await import('../../src/mistvale/client/lines.js');

const line = (number, more = {}) => ({ side: 'seats', number, who: 'bob', mine: false, at: `2026-01-01T12:00:0${number}Z`, ...more });

test('lines come in their order, and each of them once', () => {
  const lines = new Lines('m1');
  assert.equal(lines.add([line(2), line(0)]).length, 2);
  assert.equal(lines.add([line(1), line(2)]).length, 1);
  assert.deepEqual(lines.all.map(({ number }) => number), [0, 1, 2]);
});

test('each side counts its own lines', () => {
  const lines = new Lines('m2');
  assert.equal(lines.add([line(0), line(0, { side: 'watchers' })]).length, 2);
});

test('what others said since one looked is unread, also after coming back', () => {
  const lines = new Lines('m3');
  lines.add([line(0), line(1, { mine: true, who: 'me' })]);
  assert.equal(lines.unread, 1);
  lines.read();
  assert.equal(lines.unread, 0);
  const again = new Lines('m3');
  again.add([line(0), line(1), line(2)]);
  assert.equal(again.unread, 1);
});

test('whom one has muted is muted at that table, and calls no more', () => {
  const lines = new Lines('m4');
  lines.add([line(0)]);
  lines.mute(line(0), true);
  assert.ok(lines.isMuted(line(0)) && new Lines('m4').isMuted(line(0)));
  assert.equal(lines.unread, 0);
  assert.ok(!new Lines('m5').isMuted(line(0)));
  lines.mute(line(0), false);
  assert.equal(lines.unread, 1);
});
