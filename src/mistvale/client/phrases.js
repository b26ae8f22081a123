// The quick phrases: sent by their codes, and read by everybody in the own language.

import { t } from './words.js';

export const phrases = () => ({
  hello: t('phrase.hello'),
  'good-luck': t('phrase.luck'),
  'well-played': t('phrase.played'),
  thanks: t('phrase.thanks'),
  sorry: t('phrase.sorry'),
  oops: t('phrase.oops'),
  thinking: t('phrase.thinking'),
  'your-turn': t('phrase.turn'),
  wait: t('phrase.wait'),
  back: t('phrase.back'),
  'good-game': t('phrase.game'),
  again: t('phrase.again'),
  bye: t('phrase.bye'),
});

/** What a line says. */
export const spoken = ({ text, phrase }) => (phrase ? phrases()[phrase] ?? phrase : text);
