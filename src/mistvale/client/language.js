// The language of whoever looks at this page: asked for in the address (?lang=de), kept while the tab is open, else the
// page's own. Everything that is told is asked for in it.

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

export const lang = () => document.documentElement.lang || 'en';

/** A path of the server, with the language to be told in. */
export const told = (path) => `${path}${path.includes('?') ? '&' : '?'}lang=${lang()}`;

speak(chosen());
