// A scene as it is heard: what things are called, what more there is to say of them, and in which order they are read.

import { t } from './words.js';

const ENDS = /[.!?…:;,]$/;

const lines = (text) => String(text ?? '').split('\n').map((line) => line.trim()).filter(Boolean);

/** A line with a stop at its end, so that it is not run together with the next. */
export const sentence = (line) => (ENDS.test(line) || !line ? line : `${line}.`);

/** Whether a sprite is told by itself: a figure on a symbol without a label is told by what it lies on. */
export function isHeard({ label, hint, text, symbol, move }) {
  return Boolean(label || hint || move || (text && !symbol));
}

/** What a sprite is called: where it lies, and what it is. */
export function nameOf({ place, label, hint, text, move }) {
  const thing = label || lines(hint)[0] || text || move || '';
  return place && thing ? t('aloud.at', { place, thing }) : String(thing);
}

/** What comes of the way that a sprite is turned now. */
export function wayOf({ turns = [], ways = [], move }) {
  return sentence(ways[turns.indexOf(move)] ?? '');
}

/** What else there is to say of a sprite, in sentences: what it does, or would do as it is turned now, and that it is news. */
export function moreOf(sprite) {
  const { label, hint, ways = [], marks = [] } = sprite;
  const told = lines(hint).slice(label ? 0 : 1).filter((line) => !ways.includes(line)).map(sentence);
  const marked = [marks.includes('last') && t('aloud.last'), marks.includes('focus') && t('aloud.focus')];
  return [wayOf(sprite), ...told, ...marked].filter(Boolean).join(' ');
}

/** What can be done with a sprite: each move, and what is said of it. */
export function choicesOf(sprite) {
  const { move, choices, turns = [], ways = [] } = sprite;
  if (choices) return []; // they are told beside the prompt
  if (turns.length) return turns.map((way, i) => ({ move: way, more: sentence(ways[i] ?? '') })).filter((choice) => choice.move);
  return move ? [{ move, more: moreOf(sprite) }] : [];
}

/** Things in the order in which they are read: row by row, from left to right. What begins less than half of its height
 *  below another is in the same row. Each has x, y and h. */
export function inOrder(things) {
  let left = [...things].sort((a, b) => a.y - b.y || a.x - b.x);
  const ordered = [];
  while (left.length) {
    const reach = left[0].y + Math.min(...left.map(({ h }) => h)) / 2;
    const row = left.filter(({ y }) => y <= reach);
    ordered.push(...row.sort((a, b) => a.x - b.x || a.y - b.y));
    left = left.slice(row.length);
  }
  return ordered;
}

/** What is heard of a group, in that order. */
export function heardIn(scene, group) {
  const sprites = scene.sprites.filter((sprite) => sprite.group === group.key && isHeard(sprite));
  return inOrder(sprites.map((sprite) => ({ x: sprite.x, y: sprite.y, h: sprite.size[1], sprite }))).map(({ sprite }) => sprite);
}
