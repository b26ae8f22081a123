// The live connection: scenes are made of patches in their sequence, what does not fit is asked for whole, and what was
// not answered is asked again after a break.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { frozen, stand } from './page.mjs';

stand();
const sockets = [];
globalThis.setInterval = () => 0; // nobody is away for so long here
globalThis.WebSocket = class {
  static OPEN = 1;

  static CLOSED = 3;

  constructor(url) {
    Object.assign(this, { url, readyState: 1, sent: [] });
    sockets.push(this);
  }

  send(text) { this.sent.push(JSON.parse(text)); }

  close(reason = '') {
    this.readyState = 3;
    this.onclose({ reason });
  }
};
const { Connection } = await import('../../src/mistvale/client/net.js');
const { digest, patched } = await import('../../src/mistvale/client/patch.js');

const PANELS = { prompt: { text: 'Go' }, scores: [], log: [], reference: [], summary: null };
const SCENE = frozen({ game: 'g', viewer: 0, lang: 'en', groups: [{ key: 'm' }], sprites: [{ key: 'a', x: 1 }], panels: PANELS });
const PATCH = { sprites: { set: { a: { x: 2 } } } };
const MOVED = patched(SCENE, PATCH);

let net;
let shown;
let socket;
const hear = (message) => socket.onmessage({ data: JSON.stringify(message) });
const whole = (version) => hear({ type: 'frames', seat: 0, base: null, version, frames: [{ step: 1, scene: SCENE }] });
const patch = (base, version, mark = digest(MOVED)) => hear({ type: 'frames', seat: 0, base, version, frames: [{ step: 2, patch: PATCH, digest: mark }] });
const watched = () => socket.sent.filter(({ type }) => type === 'watch');

beforeEach(() => {
  shown = [];
  net = new Connection('abc', { frames: ({ frames }) => shown.push(...frames.map(({ scene }) => scene)), state: () => null, status: () => null, keptOut: (why) => shown.push(why) });
  net.open(0);
  socket = sockets.at(-1);
  socket.onopen();
});

test('scenes are made of patches, one from the other', () => {
  assert.deepEqual([new URL(socket.url).protocol, watched()[0].patches, watched()[0].seat], ['ws:', true, 0]);
  whole(1);
  patch(1, 2);
  assert.deepEqual(shown, [SCENE, MOVED]);
  assert.equal(watched().length, 1);
});

test('a patch for another picture than is held is not shown, and the whole is asked for', () => {
  whole(1);
  patch(7, 8);
  assert.deepEqual(shown, [SCENE]);
  assert.equal(watched().length, 2);
  whole(8);
  assert.equal(shown.length, 2);
});

test('a digest that does not fit is not shown; after three of them patches are wanted no more', () => {
  whole(1);
  for (let i = 0; i < 3; i += 1) patch(1, 2, '00000000');
  assert.deepEqual(shown, [SCENE]);
  assert.deepEqual(watched().map(({ patches }) => patches), [true, true, true, false]);
});

test('a preview is made of the picture that is held, or there is none', async () => {
  whole(1);
  const [fits, stale] = [net.ask({ type: 'preview', move: 'a' }), net.ask({ type: 'preview', move: 'b' })];
  const ids = socket.sent.filter(({ type }) => type === 'preview').map(({ id }) => id);
  hear({ type: 'preview', id: ids[0], base: 1, patch: PATCH, digest: digest(MOVED) });
  hear({ type: 'preview', id: ids[1], base: 5, patch: PATCH, digest: digest(MOVED) });
  assert.deepEqual((await fits).scene, MOVED);
  assert.equal((await stale).scene, null);
});

test('after a break a move is sent again with its id, until it is answered; a preview is not', async () => {
  const move = net.ask({ type: 'move', move: 'go a' });
  const preview = net.ask({ type: 'preview', move: 'go b' });
  const { id } = socket.sent.find(({ type }) => type === 'move');
  socket.close();
  await assert.rejects(preview, { code: 'offline' });
  net.connect();
  clearTimeout(net.timer);
  socket = sockets.at(-1);
  socket.onopen();
  assert.deepEqual(socket.sent.filter(({ type }) => type !== 'watch').map((each) => each.id), [id]);
  hear({ type: 'ok', id });
  assert.equal((await move).type, 'ok');
  assert.equal(net.asked.size, 0);
});

test('whoever is shut out stays out', () => {
  socket.close('signed-out');
  assert.deepEqual(shown, ['signed-out']);
  assert.equal(net.closed, true);
});
