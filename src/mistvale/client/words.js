// Every word that a player reads comes from the catalogue (text/LANG.po) through here.

import { lang, speak } from './language.js';
import { at } from './where.js';

let words = {};

const ENGLISH = 'en';

export async function loadWords() {
  try {
    let answer = await fetch(at(`/words/${lang()}.json`));
    if (!answer.ok && lang() !== ENGLISH) {
      speak(ENGLISH);
      answer = await fetch(at(`/words/${ENGLISH}.json`));
    }
    if (answer.ok) words = await answer.json();
  } catch {
    // Keys are poor words, but better than a page that does nothing.
  }
  fillWords(document);
}

/** The text of a key, with {placeholders} filled in. */
export function t(key, values = {}) {
  const text = words[key] || key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** Write the words into the elements of a page that name them. */
function fillWords(root) {
  for (const node of root.querySelectorAll('[data-word]')) node.textContent = t(node.dataset.word);
  for (const node of root.querySelectorAll('[data-word-label]')) {
    node.setAttribute('aria-label', t(node.dataset.wordLabel));
    if (node.matches('button, a, input, select')) node.setAttribute('title', t(node.dataset.wordLabel));
  }
  for (const node of root.querySelectorAll('[data-word-placeholder]')) {
    node.setAttribute('placeholder', t(node.dataset.wordPlaceholder));
  }
}
