// The lobby: what is told of a table and of a wait, and which seats and games go together.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { learn } = await import('../../src/mistvale/client/words.js');
const { tempoOf, unusual } = await import('../../src/mistvale/client/lobbylist.js');
const { clock, counts, expected } = await import('../../src/mistvale/client/quick.js');
const { doorOf, possible } = await import('../../src/mistvale/client/seating.js');
const { readyToReveal } = await import('../../src/mistvale/client/starting.js');
const { ago } = await import('../../src/mistvale/client/dates.js');

learn({
  messages: { 'lobby.option': '{option}: {value}', 'quick.unknown': 'unknown', 'quick.seconds': '{n} s', 'quick.minutes': '{n} min',
    'lobby.pace.none': 'no clock', 'lobby.pace.live': 'live', 'lobby.pace.mail': 'by mail', 'pace.live': '{decision} and {bank}', 'pace.mail': '{decision} by mail',
    'time.seconds': '{n} s', 'time.minutes': '{n} min', 'time.days': '{n} days' },
  plural: '', languages: {},
});

const games = [{ name: 'a', seats: [1, 2, 3] }, { name: 'b', seats: [2] }, { name: 'c', seats: [3, 4, 5, 6] }];

test('only what is otherwise than usual is told of the options', () => {
  const game = { options: [{ name: 'window', label: 'Window', default: 'full', values: [{ value: 'full', label: 'Full' }, { value: 'small', label: 'Small' }] }] };
  assert.deepEqual(unusual(game, { window: 'full' }), []);
  assert.deepEqual(unusual(game, { window: 'small' }), ['Window: Small']);
  assert.deepEqual(unusual(game, { window: 'round' }), ['Window: round']);
  assert.deepEqual(unusual(undefined, { window: 'small' }), []);
});

test('a table tells how much time there is', () => {
  assert.equal(tempoOf({ pace: 'none', bank: 0, decision: 0 }), 'no clock');
  assert.match(tempoOf({ pace: 'live', bank: 180000, decision: 15000 }), /^15.* and 3.*$/);
  assert.match(tempoOf({ pace: 'mail', bank: 0, decision: 604800000 }), /^7.* by mail$/);
  assert.equal(tempoOf({ pace: 'live', bank: 0, decision: 0 }), 'live', 'one of before they said it');
});

test('how long it may take is said in round figures, and not where nobody knows', () => {
  assert.equal(expected(null), 'unknown');
  assert.equal(expected(0), '5 s');
  assert.equal(expected(41), '45 s');
  assert.equal(expected(60), '1 min');
  assert.equal(expected(151), '3 min');
  assert.equal(clock(7), '0:07');
  assert.equal(clock(760.9), '12:40');
});

test('so many players as one of the chosen games takes, and never alone', () => {
  assert.deepEqual(counts(games, ['a', 'b']), [2, 3]);
  assert.deepEqual(counts(games, ['c']), [3, 4, 5]);
  assert.deepEqual(counts(games, []), [2, 3, 4, 5]);
});

test('who finds a table follows from whom its seats are for', () => {
  const door = (...kinds) => doorOf(kinds.map((kind) => ({ kind })));
  assert.equal(door('me', 'friend', 'bot'), 'link');
  assert.equal(door('me', 'friends', 'friend'), 'friends');
  assert.equal(door('me', 'friends', 'anyone'), 'public');
});

test('a seat is kept for somebody whom one knows', () => {
  const seats = [{ kind: 'me' }, { kind: 'player', player: 'bob' }, { kind: 'friend' }];
  const shown = possible(seats, []);
  assert.deepEqual(shown, [{ kind: 'me' }, { kind: 'friend', kept: 'bob' }, { kind: 'friend' }], 'nobody is known yet');
  assert.deepEqual(possible(shown, [{ player: 'bob', name: 'Bob' }]), seats);
  assert.equal(possible(shown, [{ player: 'cid', name: 'Cid' }])[1].kind, 'friend', 'who is followed no more');
  assert.equal(doorOf(seats), 'link');
});

test('nobody reveals a part before all have sealed', () => {
  const table = (status, ...due) => ({ status, mine: [0], seats: due.map((each) => ({ due: each })) });
  assert.ok(readyToReveal(table('sealing', false, false)));
  assert.ok(!readyToReveal(table('sealing', false, true)));
  assert.ok(!readyToReveal(table('confirming', false, false)));
  assert.ok(!readyToReveal({ ...table('sealing', false), mine: [] }));
});

test('how long ago a table was opened', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  assert.equal(ago('2026-01-01T11:55:30Z', now), '4 minutes ago');
  assert.equal(ago('2026-01-01T09:00:00Z', now), '3 hours ago');
  assert.equal(ago('2026-01-01T12:00:30Z', now), 'this minute', 'clocks differ');
});
