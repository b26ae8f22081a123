// The language of whoever looks at this page: asked for in the address (?lang=de), kept while the tab is open, else the
// page's own, which the server chose: the one picked here before, or what the browser asks for. Everything that is told
// is asked for in it.

import { ROOT } from './where.js';

const KEY = 'mistvale.lang';
const FORM = /^[a-z]{2,3}$/;

function remembered() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function chosen() {
  const asked = new URLSearchParams(location.search).get('lang')?.toLowerCase() ?? remembered();
  return FORM.test(asked ?? '') ? asked : document.documentElement.lang || 'en';
}

/** Speak a language from now on, here and on the pages that follow in this tab. */
export function speak(lang) {
  document.documentElement.lang = lang;
  try {
    sessionStorage.setItem(KEY, lang);
  } catch {
    // Then only this page speaks it.
  }
}

/** Pick a language, in this browser, for good: the page comes again in it. */
export function pick(lang) {
  document.cookie = `mistvale-lang=${lang}; path=${ROOT.pathname}; max-age=${365 * 24 * 3600}; samesite=lax`;
  speak(lang);
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

export const lang = () => document.documentElement.lang || 'en';

/** A path of the server, with the language to be told in. */
export const told = (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang()}`;

speak(chosen());
