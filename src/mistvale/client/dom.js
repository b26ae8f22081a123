// Small helpers for making elements; nothing here knows the page.

import { at } from './where.js';

const SVG = 'http://www.w3.org/2000/svg';

function apply(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') node.textContent = value;
    else if (name === 'on') for (const [type, handler] of Object.entries(value)) node.addEventListener(type, handler);
    else if (name === 'data') Object.assign(node.dataset, value);
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
}

function fillNode(node, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child);
  }
  return node;
}

/** An HTML element: el('p', {class: 'hint', text: '…'}, children…). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  fillNode(node, children);
  apply(node, props);
  return node;
}

/** An SVG element, made the same way. */
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  apply(node, props);
  return fillNode(node, children);
}

/** One of our own icons (icons.svg). */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: at(`/static/icons.svg#${name}`) }));
}

export function find(selector, root = document) {
  return root.querySelector(selector);
}

export function clear(node) {
  node.replaceChildren();
  return node;
}

const reached = (node) => [...node.querySelectorAll('a[href], button, input, select, summary')].filter((one) => !one.disabled);

/** Put other children into an element. Whatever had the focus there gives it to what stands in its place. */
export function redraw(node, ...children) {
  const held = reached(node).indexOf(document.activeElement);
  fillNode(clear(node), children);
  const now = reached(node);
  if (held >= 0) now[Math.min(held, now.length - 1)]?.focus({ preventScroll: true });
  return node;
}

export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}
