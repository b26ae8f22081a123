// What can be done in several ways is offered by the thing that it is done with.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { frozen, stand } from './page.mjs';

stand();
const { chosen, isMeant, offered, offering } = await import('../../src/mistvale/client/choices.js');

const WAYS = [{ move: 'deliver from tools', label: 'From tools', about: 'card' }, { move: 'deliver from cart', label: 'From the cart', about: 'card' }];
const END = { move: 'done', label: 'End turn', about: '' };
const sceneOf = (buttons, ...sprites) => frozen({ sprites, panels: { prompt: { buttons } } });

test('a thing that buttons are about offers them', () => {
  const { sprites: [card, other] } = offering(sceneOf([...WAYS, END], { key: 'card', move: null, marks: ['last'] }, { key: 'other', move: null }));
  assert.deepEqual(card.choices.map(({ move }) => move), ['deliver from tools', 'deliver from cart']);
  assert.equal(card.move, 'deliver from tools');
  assert.deepEqual(card.marks, ['legal', 'last']);
  assert.equal(other.choices, undefined);
});

test('a thing that has a move of its own goes on standing for that', async () => {
  const { sprites: [card] } = offering(sceneOf(WAYS, { key: 'card', move: 'drop' }));
  assert.equal(card.choices, undefined);
  assert.equal(await chosen(card), 'drop');
});

test('few words stand on a button, and beside it what says all of it', () => {
  const label = 'Deliver an emerald from the cart';
  assert.deepEqual(offered([{ move: 'a', label, way: 'Cart' }, { move: 'b', label: 'Plain', way: '' }]), [
    { label: 'Cart', told: label, value: 'a', kind: '' },
    { label: 'Plain', told: '', value: 'b', kind: 'primary' },
  ]);
});

test('where there is nothing to choose the scene stays what it is', () => {
  const scene = sceneOf([END], { key: 'card', move: null });
  assert.equal(offering(scene), scene);
});

test('a move that nothing speaks against is meant', async () => {
  assert.equal(await isMeant(sceneOf([{ ...END, doubt: '' }]), 'done'), true);
  assert.equal(await isMeant(sceneOf([END]), 'go a'), true);
});
