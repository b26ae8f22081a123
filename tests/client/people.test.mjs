// What the pages about people work out by themselves: passkeys as JSON, codes as a text, who stands first, what is asked for.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const client = '../../src/mistvale/client';
const { answered, asked, fromBytes, toBytes, wanted } = await import(`${client}/passkey.js`);
const { codesText } = await import(`${client}/codes.js`);
const { everybody } = await import(`${client}/friends.js`);
const { query } = await import(`${client}/history.js`);
const { ledBack } = await import(`${client}/identities.js`);
const { secretOf } = await import(`${client}/newcomer.js`);
const { learn } = await import(`${client}/words.js`);

test('bytes are told in letters that stand in any address, and read back', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (const length of [0, 1, 2, 3, 62, 64, 256]) {
    const text = fromBytes(bytes.slice(256 - length).buffer);
    assert.match(text, /^[\w-]*$/);
    assert.deepEqual(toBytes(text), bytes.slice(256 - length));
  }
});

test('what a browser is asked has bytes where it wants bytes, and everything else as it came', () => {
  const made = wanted({ challenge: 'AQID', rp: { id: 'table' }, user: { id: 'BA', name: 'Ann' }, excludeCredentials: [{ id: 'BQ', type: 'public-key' }] });
  assert.deepEqual([...made.challenge], [1, 2, 3]);
  assert.deepEqual([...made.user.id], [4]);
  assert.equal(made.user.name, 'Ann');
  assert.deepEqual([...made.excludeCredentials[0].id], [5]);
  const signed = asked({ challenge: 'AQID', rpId: 'table' });
  assert.deepEqual(signed.allowCredentials, []);
  assert.equal(signed.rpId, 'table');
});

test('an answer is told without what it does not have', () => {
  const bytes = (...given) => Uint8Array.from(given).buffer;
  const credential = { id: 'AQ', rawId: bytes(1), type: 'public-key', getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes(2), authenticatorData: bytes(3), signature: bytes(4), userHandle: null } };
  assert.deepEqual(answered(credential), { id: 'AQ', rawId: 'AQ', type: 'public-key', authenticatorAttachment: null, clientExtensionResults: {},
    response: { clientDataJSON: 'Ag', authenticatorData: 'Aw', signature: 'BA' } });
  const made = { ...credential, response: { clientDataJSON: bytes(2), attestationObject: bytes(5), getTransports: () => ['internal'] } };
  assert.deepEqual(answered(made).response, { clientDataJSON: 'Ag', attestationObject: 'BQ', transports: ['internal'] });
});

test('the file of codes says whose they are and where they work', () => {
  learn({ messages: { 'codes.file': '{name} at {place}' }, plural: '', languages: {} });
  assert.equal(codesText('Ann', ['a-b', 'c-d']), 'Ann at http://table\n\na-b\nc-d\n');
});

test('everybody stands once: who plays first, then friends, then the others by name', () => {
  const one = (player, name, friend = false, playing = null) => ({ player, name, friend, playing });
  const found = everybody({ following: [one('b', 'Bob', true), one('z', 'Zoe'), one('d', 'Dan', false, true)], followers: [one('b', 'Bob', true), one('a', 'Ann')] });
  assert.deepEqual(found.map(({ player }) => player), ['d', 'b', 'a', 'z']);
});

test('only what was chosen is asked for', () => {
  assert.deepEqual(query({ game: 'misty', seats: '', text: 'ann' }, ''), { game: 'misty', text: 'ann' });
  assert.deepEqual(query({ game: '' }, 'mark'), { after: 'mark' });
});

test('a link of another device is taken whole, or its end alone, and nothing else', () => {
  const secret = 'abcdefghij-klmnopqrst_UVWXYZ0123';
  assert.equal(secretOf(` http://table/device#${secret}\n`), secret);
  assert.equal(secretOf(secret), secret);
  assert.equal(secretOf('http://table/join/abc'), null);
  assert.equal(secretOf(''), null);
});

test('only what the server writes behind the # is taken for a way back from a provider', () => {
  assert.deepEqual(['sign-in', 'link', 'verify', 'lost'].map((way) => ledBack(`#openid-${way}`)), ['sign-in', 'link', 'verify', 'lost']);
  for (const odd of ['', '#', '#openid-', '#openid-constructor', '#openid-link&x', 'openid-link', '#x#openid-link']) assert.equal(ledBack(odd), null);
});
