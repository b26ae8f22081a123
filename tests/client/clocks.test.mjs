// Clocks: what is left, how it is written, and what is said of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { Clocks, leftOf } = await import('../../src/mistvale/client/clocks.js');
const { DAY, HOUR, inWords, MINUTE, onClock, SECOND, untilItChanges } = await import('../../src/mistvale/client/durations.js');
const { PACES, within } = await import('../../src/mistvale/client/paces.js');
const { cutLine, endingLines, isCut } = await import('../../src/mistvale/client/going.js');
const { learn } = await import('../../src/mistvale/client/words.js');

learn({
  messages: {
    'clock.days': '{days} d {hours} h', 'clock.hours': '{hours}:{minutes} h', 'clock.ten': 'ten', 'clock.minute': 'minute',
    'time.seconds': '{n} s', 'time.minutes': '{n} min', 'time.hours': '{n} h', 'time.days': '{n} d',
    'gone.timeout': '{name} late', 'gone.left': '{name} left', 'ending.cancelled': 'cancelled', 'ending.ranks': 'order {order}',
  },
  plural: '',
  languages: {},
});

test('a decision has its own time first, and then the bank gives', () => {
  const clock = { decision: 10_000, bank: 60_000, running: true };
  assert.deepEqual(leftOf(clock, 0), { decision: 10_000, bank: 60_000 });
  assert.deepEqual(leftOf(clock, 4000), { decision: 6000, bank: 60_000 });
  assert.deepEqual(leftOf(clock, 15_000), { decision: 0, bank: 55_000 });
  assert.deepEqual(leftOf(clock, 99_000), { decision: 0, bank: 0 });
});

test('a clock that does not run stands, and one on holiday runs when that is over', () => {
  assert.deepEqual(leftOf({ decision: 10_000, bank: 0, running: false }, 5000), { decision: 10_000, bank: 0 });
  assert.deepEqual(leftOf({ decision: 10_000, bank: 0, running: false, holiday: 3000 }, 5000), { decision: 8000, bank: 0 });
});

test('a clock shows what one has to know, and tenths only at the very end', () => {
  assert.equal(onClock(2 * DAY + 3 * HOUR + MINUTE), '2 d 3 h');
  assert.equal(onClock(HOUR + 4 * MINUTE), '1:04 h');
  assert.equal(onClock(5 * MINUTE + 7 * SECOND), '5:07');
  assert.equal(onClock(10_000, true), '0:10');
  assert.equal(onClock(9_940, true), '9.9');
  assert.equal(onClock(9_940, false), '0:09');
  assert.equal(onClock(0, true), '0.0');
});

test('it is drawn again when it looks different, and no sooner', () => {
  assert.equal(untilItChanges(9000), 100);
  assert.equal(untilItChanges(65_400), 410);
  assert.equal(untilItChanges(2 * HOUR + 20 * SECOND), 20_010);
});

test('a pace is told in words', () => {
  assert.deepEqual([15 * SECOND, 90 * SECOND, 3 * MINUTE, 2 * HOUR, 7 * DAY].map(inWords), ['15 s', '90 s', '3 min', '2 h', '7 d']);
  assert.equal(PACES[0].kind, 'none');
});

test('own values are within what the server takes, whatever is typed', () => {
  const bounds = { least: 5, most: 600, usual: 20 };
  assert.deepEqual(['', 'x', '-3', '7.6', '9999', '30'].map((text) => within(text, bounds)), [20, 20, 5, 8, 600, 30]);
});

test('my own clock is announced at a minute and at ten seconds, and a rival\'s never', () => {
  const said = [];
  let now = 0;
  const performance = globalThis.performance.now;
  globalThis.performance.now = () => now;
  try {
    const clocks = new Clocks((text) => said.push(text));
    clocks.hear({ status: 'playing', mine: [0], seats: [{ kind: 'guest' }, { kind: 'guest' }], clocks: [{ seat: 0, decision: 20_000, bank: 60_000, running: true }, { seat: 1, decision: 61_000, bank: 0, running: true }] }, 0);
    for (now = 0; now < 79_000; now += 500) clocks.tick();
    clearTimeout(clocks.timer);
    assert.deepEqual(said, ['minute', 'ten']);
  } finally {
    globalThis.performance.now = performance;
  }
});

test('how a match ended is told for each who is gone, and nothing where the rules say it all', () => {
  const seats = [{ name: 'Ann' }, { name: 'Bot', was: 'Bob' }];
  const status = { seats, rated: true, ending: { end: 'timeout', seats: ['played', 'timeout'], ranks: [1, 2] } };
  assert.deepEqual(endingLines(status), ['Bob late', 'order 1. Ann, 2. Bob']);
  assert.equal(cutLine(status), 'Bob late');
  assert.deepEqual(endingLines({ seats }), []);
  assert.equal(isCut({ ending: { end: 'rules' } }), false);
  assert.deepEqual(endingLines({ seats, ending: { end: 'cancelled', seats: ['cancelled', 'cancelled'], ranks: [] } }), ['cancelled']);
});
