// Frames are shown one after another; who is in a hurry, or comes late, is shown less.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { change } = await import('../../src/mistvale/client/settings.js');
const { Player } = await import('../../src/mistvale/client/player.js');

const frame = (step, more = {}) => ({ step, kind: 'move', scene: { panels: { summary: null } }, ...more });
const frames = (...steps) => steps.map((step) => frame(step));

/** A player that notes what it does; `wait` holds up what is shown. */
function noting({ wait = () => null, look = () => null } = {}) {
  const told = [];
  const player = new Player({
    show: async (each, duration) => { told.push(`${each.step}${duration ? '' : '!'}`); await wait(each); },
    skip: ({ step }) => told.push(`(${step})`),
    summary: async ({ step }) => { told.push(`sum ${step}`); await look(); },
    rest: () => told.push('rest'),
  });
  return { player, told };
}

const settled = async ({ player }) => { while (player.busy) await new Promise((done) => setTimeout(done, 5)); };

test('one after another, and then it rests', async () => {
  change('speed', 'fast');
  const noted = noting();
  noted.player.add(frames(1, 2), true);
  assert.equal(noted.player.upToDate, false);
  await settled(noted);
  noted.player.add(frames(3), false);
  await settled(noted);
  assert.deepEqual(noted.told, ['1!', '2', 'rest', '3', 'rest']);
  assert.equal(noted.player.upToDate, true);
});

test('a whole table takes the place of what was to be shown', async () => {
  change('speed', 'fast');
  let go = () => {};
  const noted = noting({ wait: ({ step }) => (step === 1 ? new Promise((done) => { go = done; }) : null) });
  noted.player.add(frames(1, 2, 3), true);
  noted.player.add(frames(9), true);
  go();
  await settled(noted);
  assert.deepEqual(noted.told, ['1!', '9', 'rest']);
});

test('in a hurry only the last is drawn; a summary is never passed over', async () => {
  change('speed', 'normal');
  let go = () => {};
  const noted = noting({ wait: ({ step }) => (step === 1 ? new Promise((done) => { go = done; }) : null) });
  const round = frame(3, { scene: { panels: { summary: { title: 'Round 1' } } } });
  noted.player.add([...frames(1, 2), round, ...frames(4, 5)], true);
  noted.player.hurry();
  go();
  await settled(noted);
  assert.deepEqual(noted.told, ['1!', '(2)', '3!', 'sum 3', '(4)', '5!', 'rest']);
});

test('without motion steps that nobody would see are passed over', async () => {
  change('speed', 'off');
  const noted = noting();
  noted.player.add(frames(1, 2, 3), true);
  await settled(noted);
  assert.deepEqual(noted.told, ['(1)', '(2)', '3!', 'rest']);
});

test('of more than can be watched the oldest are left out, and the rest goes faster', () => {
  change('speed', 'normal');
  const { player } = noting({ wait: () => new Promise(() => {}) });
  player.add(frames(...Array(80).keys()), true);
  assert.equal(player.queue.length + 1, 30);
  assert.ok(player.duration() < 100);
  player.queue = frames(1, 2);
  assert.equal(player.duration(), 460);
});
