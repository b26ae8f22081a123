// One sprite of a scene as an element: its symbol, its text, its marks and what a screen reader says.

import { isHeard, moreOf, nameOf } from './aloud.js';
import { hasSymbol, symbolHref } from './art.js';
import { svg } from './dom.js';

const FINGER = 44;
const LEAST = 24;

/** The id of a sprite's element, by which its group claims it. */
export const spriteId = (key) => `sprite-${key}`;

/** The outline of a sprite: a flat-topped hexagon, or a rectangle with round corners. */
function outline(shape, w, h, grow, radius, className) {
  if (shape !== 'hex') return box(w, h, grow, radius, className);
  const [x, y] = [w / 2 + grow, h / 2 + grow];
  return svg('path', { class: className, d: `M${-x},0L${-x / 2},${-y}H${x / 2}L${x},0L${x / 2},${y}H${-x / 2}Z` });
}

function box(w, h, grow, radius, className) {
  return svg('rect', { class: className, x: -w / 2 - grow, y: -h / 2 - grow, width: w + 2 * grow, height: h + 2 * grow,
    rx: radius + grow * 0.7 });
}

/** The corners of a frame: a shape that says 'here', whatever the colours. */
function corners(shape, w, h, grow, className) {
  const x = w / 2 + grow;
  const y = h / 2 + grow;
  if (shape === 'hex') {
    const arm = (sx, sy) => `M${sx * x * 0.86},${sy * y * 0.28}L${sx * x},0`;
    const tip = (sx, sy) => `M${sx * x * 0.66},${sy * y * 0.68}L${sx * x / 2},${sy * y}H${sx * x * 0.2}`;
    const four = (part) => part(-1, -1) + part(1, -1) + part(1, 1) + part(-1, 1);
    return svg('path', { class: className, d: four(tip) + four(arm) });
  }
  const arm = Math.min(w, h) * 0.22;
  const corner = (sx, sy) => `M${sx * x},${sy * (y - arm)}V${sy * y}H${sx * (x - arm)}`;
  return svg('path', { class: className, d: corner(-1, -1) + corner(1, -1) + corner(1, 1) + corner(-1, 1) });
}

function writing(sprite, w, h, drawn) {
  const lines = String(sprite.text).split('\n');
  const longest = Math.max(...lines.map((line) => line.length), 1);
  const size = Math.min((h / lines.length) * (drawn ? 0.46 : 0.78), (w / longest) * 1.7);
  const text = svg('text', { class: drawn ? 'on-symbol' : 'alone', 'font-size': size.toFixed(2) });
  lines.forEach((line, i) => {
    text.append(svg('tspan', { x: 0, y: ((i - (lines.length - 1) / 2) * size * 1.15).toFixed(2), dy: '0.35em', text: line }));
  });
  return text;
}

export class Actor {
  constructor(game, sprite) {
    this.game = game;
    this.body = svg('g', { class: 'body' });
    this.marks = svg('g', { class: 'marks' });
    this.inner = svg('g', {}, this.body, this.marks);
    this.el = svg('g', { class: 'sprite', id: spriteId(sprite.key), 'data-key': sprite.key, tabindex: '-1' }, this.inner);
    this.el.actor = this;
    this.rank = 0;
    this.look = '';
    this.sprite = sprite;
  }

  /** Take on what the new scene says. With `late`, the picture itself waits (a flip is half way first). */
  dress(sprite, scale, late = false) {
    this.sprite = sprite;
    if (!late) this.paint();
    this.mark(scale);
    this.tell();
  }

  paint() {
    const { symbol, text, size: [w, h], label, move } = this.sprite;
    const look = JSON.stringify([symbol, text, w, h, symbol ? 0 : label, symbol ? 0 : Boolean(move)]);
    if (look === this.look) return;
    this.look = look;
    const parts = [];
    const drawn = hasSymbol(this.game, symbol);
    const written = text !== null && text !== undefined && text !== '';
    if (drawn) {
      parts.push(svg('use', { href: symbolHref(this.game, symbol), x: -w / 2, y: -h / 2, width: w, height: h }));
    } else if (symbol) {
      parts.push(box(w, h, 0, Math.min(w, h) * 0.08, 'blank'));
      if (!written) parts.push(writing({ text: label || symbol }, w, h, true));
    } else if (!written && move) {
      parts.push(box(w, h, 0, Math.min(w, h) * 0.08, 'slot'));
    }
    if (written) parts.push(writing(this.sprite, w, h, Boolean(symbol)));
    this.body.replaceChildren(...parts);
  }

  mark(scale) {
    const { marks = [], move, size: [w, h], shape } = this.sprite;
    // Most sprites are the same from scene to scene; to build them anew would cost the next frames.
    const sign = [marks, move, w, h, shape, Boolean(this.sprite.label), this.sprite.face, Boolean(this.sprite.symbol), move ? scale.toFixed(3) : ''].join('|');
    if (sign === this.marked) return;
    this.marked = sign;
    const has = (name) => marks.includes(name);
    const short = Math.min(w, h);
    const radius = short * 0.08;
    const parts = [];
    if (has('last')) {
      parts.push(outline(shape, w, h, short * 0.02, radius, 'mark-last'));
      const left = shape === 'hex' ? -w / 4 : -w / 2 - short * 0.05;
      parts.push(svg('path', { class: 'mark-last-flag',
        d: `M${left},${-h / 2 - short * 0.05}h${short * 0.24}l${-short * 0.24},${short * 0.24}z` }));
    }
    // What lies on another thing is named by it, and framed by it too.
    if (has('ghost') && this.sprite.label) parts.push(outline(shape, w, h, 0, radius, 'mark-ghost'));
    if (has('focus')) parts.push(outline(shape, w, h, short * 0.05, radius, 'mark-focus'));
    if (has('blur')) {
      const wave = (y) => `M${-w * 0.3},${y}q${w * 0.15},${-h * 0.12} ${w * 0.3},0t${w * 0.3},0`;
      parts.push(svg('path', { class: 'mark-blur', d: wave(-h * 0.12) + wave(h * 0.12) }));
    }
    if (has('legal')) {
      parts.push(outline(shape, w, h, 0, radius, 'mark-legal'), corners(shape, w, h, 0, 'mark-casing'), corners(shape, w, h, 0, 'mark-corners'));
    }
    if (move) {
      parts.push(outline(shape, w, h, short * 0.07, radius, 'ring'));
      // Small things get a larger, invisible edge, so that a finger meets them.
      const grow = (side, least = FINGER) => Math.max(0, least / scale - side) / 2;
      // Hexes touch each other: what is added to one is taken from the next, so no more is than has to be.
      parts.push(shape === 'hex' ? outline(shape, w, h, grow(Math.min(w, h), LEAST), 0, 'hit') : svg('rect', { class: 'hit',
        x: -w / 2 - grow(w), y: -h / 2 - grow(h), width: w + 2 * grow(w), height: h + 2 * grow(h) }));
    } else {
      parts.push(outline(shape, w, h, short * 0.04, radius, 'ring'));
    }
    this.marks.replaceChildren(...parts);
    const names = ['sprite', ...marks.map((name) => `is-${name}`)];
    if (move) names.push('can-play');
    if (this.sprite.face === 'down') names.push('is-down');
    if (!this.sprite.symbol) names.push('no-symbol');
    this.el.setAttribute('class', names.join(' '));
  }

  tell() {
    const { label, hint, move, turns } = this.sprite;
    const name = isHeard(this.sprite) ? nameOf(this.sprite) : '';
    const more = name && moreOf(this.sprite);
    const told = [move, name, more, label].join('|');
    if (this.told === told) return;
    this.told = told;
    const set = (attribute, value) => {
      if (value) this.el.setAttribute(attribute, value);
      else this.el.removeAttribute(attribute);
    };
    // What is told by something else now must not keep the focus: it is hidden from those who listen.
    if (!name && document.activeElement === this.el) this.el.blur();
    // Nothing to be said or done: the pointer goes through to what it lies on.
    this.el.toggleAttribute('data-plain', !label && !hint && !move);
    set('role', move ? 'button' : name && 'img');
    set('data-move', move);
    this.el.toggleAttribute('data-turns', Boolean(move && turns?.length));
    set('aria-label', name);
    set('aria-description', more);
    set('aria-hidden', name ? null : 'true');
  }

  /** Stand somewhere: in a layer (scale 1) or, in flight, on the stage itself. */
  stand({ x, y, turn = 0, scale = 1, high = scale }) {
    const spin = turn ? ` rotate(${turn.toFixed(2)})` : '';
    const grow = scale === 1 && high === 1 ? '' : ` scale(${scale.toFixed(5)} ${high.toFixed(5)})`;
    const stance = `translate(${x.toFixed(2)} ${y.toFixed(2)})${spin}${grow}`;
    // Set again, even the same place is laid out anew.
    if (stance === this.stance) return;
    this.stance = stance;
    this.el.setAttribute('transform', stance);
  }

  /** How far a flip has come: 1 is flat on the table, 0 is edge on; a page that is lifted stands aslant, in degrees. */
  fold(width, slant = 0) {
    const aslant = slant ? `skewY(${slant.toFixed(2)}) ` : '';
    if (width === 1) this.inner.removeAttribute('transform');
    else this.inner.setAttribute('transform', `${aslant}scale(${Math.max(0.02, width).toFixed(3)} 1)`);
  }

  fade(opacity) {
    if (opacity >= 1) this.el.removeAttribute('opacity');
    else this.el.setAttribute('opacity', opacity.toFixed(3));
  }
}
