// What keys do anywhere on the page of a match; the help lists them all.

import { finishAll } from './animate.js';
import { showKeys } from './options.js';
import { change, setting } from './settings.js';

export function keysOf(table) {
  return {
    u: () => table.undo(),
    m: () => change('sound', !setting('sound')),
    p: () => table.panels.fold(),
    h: () => table.hints.think(),
    c: () => table.chat.open(),
    t: () => { table.readOut(); },
    F2: () => { table.readOut(); },
    l: () => table.stage.lookCloser(table.stage.nextCloser()),
    q: () => table.turning.turn(-1),
    e: () => table.turning.turn(1),
    r: () => table.turning.turn(1),
    R: () => table.turning.turn(-1),
    '?': () => { showKeys(); },
    '+': () => table.camera.step(1.3),
    '=': () => table.camera.step(1.3),
    '-': () => table.camera.step(1 / 1.3),
    0: () => table.camera.fit(),
    Escape: () => {
      table.hints.clear();
      table.recap.close();
      table.turning.drop();
      table.pointer.leave();
      table.stage.lookCloser(null);
      finishAll();
      table.player.hurry();
      document.body.dataset.sheet = 'closed';
      table.keyboard.keepSoon();
    },
    ' ': (event) => table.replay.key(event),
    ArrowLeft: (event) => table.replay.key(event),
    ArrowRight: (event) => table.replay.key(event),
    Home: (event) => table.replay.key(event),
    End: (event) => table.replay.key(event),
  };
}
