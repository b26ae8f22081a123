// Every word that a player reads comes from the catalogue (text/LANG.po) through here.

import { lang, speak } from './language.js';
import { at } from './where.js';

let words = { messages: {}, plural: '', languages: {} };

const ENGLISH = 'en';
/** The language of the games' titles, which stay as they are; a voice that reads them wants to know. */
export const TITLES = ENGLISH;
const PERIOD = 100; // from here on, the last two digits of a number decide

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

/** The words of one language, as the server sends them: messages, which form a number takes, names of languages. */
export function learn(given) {
  words = given;
}

/** The text of a key, with {placeholders} filled in; with `n`, the form for that number. */
export function t(key, values = {}) {
  return filled(formOf(words.messages[key] ?? key, values.n), values);
}

/** Names as a sentence lists them. Some languages say "and" otherwise before some sounds. */
export function listed(names) {
  if (names.length < 2) return names.join('');
  const last = names.at(-1);
  return filled(pairBefore(words.messages['list.and'] ?? '', last), { first: names.slice(0, -1).join(', '), last });
}

/** A number with one digit after the point, or the comma. */
export function decimal(number) {
  return new Intl.NumberFormat(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);
}

/** The languages that can be picked, each by its own name. */
export const languages = () => Object.entries(words.languages);

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

/** The server has written its catalogue's rule out as a table, so that both ends count the same. */
function formOf(text, n) {
  if (!Array.isArray(text)) return text;
  const size = Math.abs(n);
  return text[words.plural[size < PERIOD ? size : PERIOD + (size % PERIOD)]] ?? text.at(-1);
}

function pairBefore(pair, last) {
  const [usual, ...others] = pair.split(/\s\|\s(?=before )/);
  for (const other of others) {
    const [condition, text] = other.split(/: (.*)/s);
    const sounds = condition.replace('before ', '').split(/\s+/);
    if (sounds.some((sound) => last.toLowerCase().startsWith(sound))) return text;
  }
  return usual;
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
