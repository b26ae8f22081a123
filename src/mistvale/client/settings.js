// What a player likes: kept in this browser, heard by everyone who asks.

import { keep, kept } from './store.js';

const DEFAULTS = {
  theme: 'auto',
  speed: 'normal',
  sound: true,
  confirm: false,
  single: false,
  letters: true,
  talk: true,
  coach: true,
  panel: matchMedia('(min-width: 60em)').matches,
};

const PACE = { off: 0, fast: 220, normal: 460, slow: 950 };

const values = { ...DEFAULTS, ...kept('settings', {}) };
const listeners = new Set();

export function setting(name) {
  return values[name];
}

export function change(name, value) {
  values[name] = value;
  keep('settings', values);
  wear();
  for (const listener of listeners) listener(name, value);
}

export function onChange(listener) {
  listeners.add(listener);
}

const quiet = matchMedia('(prefers-reduced-motion: reduce)');

export function stillness() {
  return quiet.matches || values.speed === 'off';
}

/** Milliseconds that one movement takes. */
export function pace() {
  return stillness() ? 0 : PACE[values.speed] ?? PACE.normal;
}

/** Put the theme and the wish for stillness on the page, where the style sheets look. */
function wear() {
  const root = document.documentElement;
  const chosen = values.theme !== 'auto';
  if (chosen) root.dataset.theme = values.theme;
  else delete root.dataset.theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', chosen ? values.theme : 'light dark');
  root.dataset.still = stillness() ? 'yes' : 'no';
}

quiet.addEventListener?.('change', wear);
wear();
