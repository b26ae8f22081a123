// What somebody has learned in this browser: lessons that are done, and what the coach has said.

import { keep, kept } from './store.js';

const lessonsKey = (game) => `lessons.${game}`;
const coachKey = (game) => `coach.${game}`;

/** The lessons of a game that are done, by their ids. */
export const done = (game) => kept(lessonsKey(game), []);

export function noteDone(game, lesson) {
  if (!done(game).includes(lesson)) keep(lessonsKey(game), [...done(game), lesson]);
}

/** The lesson to go on with: the first that is not done; the first of all once all are. */
export function following(game, lessons) {
  const known = done(game);
  return (lessons.find(({ id }) => !known.includes(id)) ?? lessons[0])?.id ?? null;
}

const puzzlesKey = (game) => `puzzles.${game}`;

/** What came of my first move at each puzzle of a game, in this browser: for those who have no account. */
export const solved = (game) => kept(puzzlesKey(game), {});

export function noteSolved(game, puzzle, right) {
  if (!(puzzle in solved(game))) keep(puzzlesKey(game), { ...solved(game), [puzzle]: right });
}

/** What the coach has said of a game, how often each, and in how many turns and matches it sat beside the table. */
export const coached = (game) => ({ said: {}, turns: 0, matches: 0, ...kept(coachKey(game), {}) });

export const noteCoached = (game, change) => keep(coachKey(game), { ...coached(game), ...change });

/** Whether nothing is known of somebody who opens this game: no lesson was done, no match was played with a coach. */
export function isNew(game) {
  return !done(game).length && !coached(game).matches;
}
