// Plural forms, lists and numbers in the browser: as the catalogues' own reader has them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stand } from './page.mjs';

stand();
const { decimal, learn, listed, t } = await import('../../src/mistvale/client/words.js');

// The table of a rule as the server writes it out, for two hundred numbers.
const table = (rule) => Array.from({ length: 200 }, (_, n) => Number(rule(n))).join('');
const czech = table((n) => (n === 1 ? 0 : n >= 2 && n <= 4 ? 1 : 2));
const french = table((n) => n > 1);

test('a number takes the form that its language has for it', () => {
  learn({ plural: czech, messages: { coins: ['{n} mince', '{n} mince ', '{n} mincí'] }, languages: {} });
  assert.deepEqual([0, 1, 2, 5, 22, 101, 1002].map((n) => t('coins', { n })),
    ['0 mincí', '1 mince', '2 mince ', '5 mincí', '22 mincí', '101 mincí', '1002 mincí']);
  learn({ plural: french, messages: { points: ['{n} point', '{n} points'] }, languages: {} });
  assert.deepEqual([0, 1, 2, -1].map((n) => t('points', { n })), ['0 point', '1 point', '2 points', '-1 point']);
});

test('the word between the last two of a list follows the sound after it', () => {
  learn({ plural: '', messages: { 'list.and': '{first} y {last} | before i hi: {first} e {last}' }, languages: {} });
  assert.equal(listed(['Ana', 'Bea', 'Inés']), 'Ana, Bea e Inés');
  assert.equal(listed(['Inés', 'Ana']), 'Inés y Ana');
  assert.equal(listed(['Ana']), 'Ana');
  assert.equal(listed([]), '');
});

test('a decimal has the comma of its language', () => {
  document.documentElement.lang = 'de';
  assert.equal(decimal(1.25), '1,3');
  document.documentElement.lang = 'en';
  assert.equal(decimal(2), '2.0');
});
