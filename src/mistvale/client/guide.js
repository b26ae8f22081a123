// A game's guide: its pictures in the colours of the page, and opened where it tells what is asked now.

import { api } from './api.js';
import { ask } from './dialogs.js';
import { el } from './dom.js';
import { told } from './language.js';
import { prepared } from './preparing.js';
import { onChange, setting } from './settings.js';
import { at } from './where.js';
import { t } from './words.js';

const PICTURES = 'img[data-plate]';
const ABOVE = 8; // pixels between the edge of the pane and what the guide is opened at
const night = matchMedia('(prefers-color-scheme: dark)');

function theme() {
  const chosen = setting('theme');
  if (chosen !== 'auto') return chosen;
  return night.matches ? 'dark' : 'light';
}

function paint(root) {
  for (const picture of root.querySelectorAll(PICTURES)) {
    const src = at(told(`/guide/${picture.dataset.plate}.svg?theme=${theme()}`));
    if (picture.getAttribute('src') !== src) picture.src = src;
  }
}

/** A picture as large as the page allows. */
function enlarge(picture) {
  const large = picture.cloneNode();
  large.removeAttribute('loading');
  ask({ title: picture.alt, className: 'reading', body: [el('div', { class: 'guide large' }, large)], buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }] });
}

/** Pictures beside a table are small: each can be pressed to be seen large. */
export function pressable(article) {
  for (const picture of article.querySelectorAll(PICTURES)) {
    const button = el('button', { class: 'plate', type: 'button', on: { click: () => enlarge(picture) } });
    picture.replaceWith(button);
    button.append(picture);
  }
}

/** Put a game's guide into an article. Its pictures are drawn by the rules, so they come when these are ready. */
export async function layGuide(article, game) {
  const { html } = await api.guide(game);
  // Made by the server from Markdown that lets no tags through.
  article.innerHTML = html;
  if (article.querySelector(PICTURES)) {
    prepared(() => api.gameReady(game), el('div')).then(() => paint(article), () => { /* captions tell what there would be */ });
  }
}

/** Open a guide at what is asked now, if it has a place for it; with `enter`, reading goes on from there. */
export function turnTo(article, topic, enter = false) {
  article.querySelector('.now')?.classList.remove('now');
  const there = topic && article.querySelector(`#guide-${topic}`);
  if (!there) return;
  there.classList.add('now');
  there.tabIndex = -1;
  const pane = article.parentElement;
  pane.scrollTop += there.getBoundingClientRect().top - pane.getBoundingClientRect().top - ABOVE;
  if (enter) there.focus({ preventScroll: true });
}

onChange((name) => { if (name === 'theme') paint(document); });
night.addEventListener?.('change', () => paint(document));
