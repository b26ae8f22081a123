// The tab says when it is one's turn, or a match has ended, and one is looking elsewhere; an installed app says so on its icon.

import { at } from './where.js';

let title = document.title;
let turn = false;
let news = false; // what is known once one has looked
let called = false;

function draw() {
  const call = (turn || news) && document.hidden;
  document.title = call ? `● ${title}` : title;
  const link = document.querySelector('link[rel="icon"]');
  const wanted = call ? at('/static/turn.svg') : at('/static/brand.svg');
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
  if (call === called) return;
  called = call;
  // Browsers in which nothing is installed have no icon, or refuse.
  (call ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}

export function nameTab(text) {
  title = text;
  draw();
}

export function callTurn(mine) {
  turn = mine;
  draw();
}

/** Something has happened that waits for nobody. Who looks here knows it already. */
export function callNews() {
  news = document.hidden;
  draw();
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) news = false;
  draw();
});
