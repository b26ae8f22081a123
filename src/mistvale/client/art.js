// A game's drawn components: art.svg is put into the page once, with ids of its own,
// because gradients in an outside file are not followed alike by all browsers.

import { svg } from './dom.js';
import { at } from './where.js';

const loaded = new Map();

function rename(root, game) {
  const id = (name) => `${game}--${name}`;
  for (const node of root.querySelectorAll('*')) {
    for (const { name, value } of [...node.attributes]) {
      if (name === 'id') node.setAttribute(name, id(value));
      else if ((name === 'href' || name === 'xlink:href') && value.startsWith('#')) {
        node.removeAttribute(name);
        node.setAttribute('href', `#${id(value.slice(1))}`);
      } else if (value.includes('url(#')) {
        node.setAttribute(name, value.replace(/url\(#([^)]+)\)/g, (_, ref) => `url(#${id(ref)})`));
      }
    }
  }
}

async function fetchArt(game) {
  const symbols = new Map();
  try {
    const answer = await fetch(at(`/art/${encodeURIComponent(game)}.svg`));
    if (!answer.ok) return symbols;
    const drawn = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    if (drawn.localName !== 'svg') return symbols;
    rename(drawn, game);
    const shelf = svg('svg', { class: 'shelf', width: 0, height: 0, 'aria-hidden': 'true' });
    for (const child of [...drawn.children]) shelf.append(document.importNode(child, true));
    document.body.append(shelf);
    for (const symbol of shelf.querySelectorAll('symbol')) {
      symbols.set(symbol.id.slice(game.length + 2), symbol.getAttribute('viewBox'));
    }
  } catch {
    // Without its art a table is still playable: labels are drawn instead.
  }
  return symbols;
}

export function loadArt(game) {
  if (!loaded.has(game)) {
    const art = { symbols: new Map() };
    art.ready = fetchArt(game).then((symbols) => { art.symbols = symbols; });
    loaded.set(game, art);
  }
  return loaded.get(game).ready;
}

export function hasSymbol(game, name) {
  return Boolean(name) && Boolean(loaded.get(game)?.symbols.has(name));
}

export function symbolHref(game, name) {
  return `#${game}--${name}`;
}

/** A symbol as a picture of its own, for panels and cards (`fill`: cut to fill its box); null without such a symbol. */
export function picture(game, name, className, fill = false) {
  if (!hasSymbol(game, name)) return null;
  const viewBox = loaded.get(game).symbols.get(name) || '0 0 100 100';
  return svg('svg', { class: className, viewBox, preserveAspectRatio: fill ? 'xMidYMid slice' : null, 'aria-hidden': 'true' },
    svg('use', { href: symbolHref(game, name) }));
}
