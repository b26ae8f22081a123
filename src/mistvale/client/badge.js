// The tab says when it is one's turn and one is looking elsewhere.

import { at } from './where.js';

let title = document.title;
let turn = false;

function draw() {
  const call = turn && document.hidden;
  document.title = call ? `● ${title}` : title;
  const link = document.querySelector('link[rel="icon"]');
  const wanted = call ? at('/static/turn.svg') : at('/static/brand.svg');
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}

export function nameTab(text) {
  title = text;
  draw();
}

export function callTurn(mine) {
  turn = mine;
  draw();
}

document.addEventListener('visibilitychange', draw);
