// Every word that a player reads comes from the catalogue (text/LANG.po) through here.

import { at } from './where.js';

let words = {};

export async function loadWords() {
  try {
    const answer = await fetch(at(`/words/${document.documentElement.lang || 'en'}.json`));
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
