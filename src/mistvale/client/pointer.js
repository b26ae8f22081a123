// Mouse, pen and finger on the stage: what a thing is, what a move would lead to, and the move itself.

import { chosen } from './choices.js';
import { toast } from './dialogs.js';
import { clear, el, find, svg } from './dom.js';
import { rests } from './resting.js';
import { setting } from './settings.js';
import { Actor } from './sprite.js';
import { keep, kept } from './store.js';
import { t } from './words.js';

const TIP_AFTER = 160;
const PREVIEW_AFTER = 420;
const TURN_AFTER = 70;
// How far a tip is from what it is about.
const GAP = 10;
// Pieces of a preview that are this much of a thing's width apart from it belong together with it.
const JOINED = 0.15;
// What takes up more than this of a place, each way, is the ground there.
const FILLED = 0.9;
const LONG_PRESS = 480;
// A click made while the table is on its way waits this long for it.
const ANTICIPATED = 1500;

/** Whether a click made too early was meant for what lies there now: the same thing to play as before, or one that only
 *  came up then, where there was nothing to play. A hand is dealt anew under the finger: nothing is taken from it unseen. */
export function meant(before, now) {
  if (!now?.move) return false;
  return before?.move ? before.key === now.key && before.move === now.move : !now.inHand;
}

/** Of the invisible edges that small things have, the one whose thing is nearest: where things lie close, edges overlap. */
export function nearest(nodes, x, y) {
  const away = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y);
  };
  return nodes.reduce((best, node) => (best === null || away(node) < away(best) ? node : best), null);
}

/** A thing together with what of a preview lies on it or next to it: a piece may reach further than the place it is laid on. */
export function joined(at, ghosts) {
  const far = (at.right - at.left) * JOINED;
  const near = (ghost) => ghost.left <= at.right + far && ghost.right >= at.left - far && ghost.top <= at.bottom + far && ghost.bottom >= at.top - far;
  return ghosts.filter(near).reduce((whole, ghost) => ({
    left: Math.min(whole.left, ghost.left), right: Math.max(whole.right, ghost.right),
    top: Math.min(whole.top, ghost.top), bottom: Math.max(whole.bottom, ghost.bottom),
  }), at);
}

/** The things on which a thing lies, as a sign lies on a page and the page in a book; what fills the whole place is its ground. */
export function beneath(sprite, sprites, { width, height }) {
  const holds = ({ x, y, size: [w, h] }) => Math.abs(sprite.x - x) <= w / 2 && Math.abs(sprite.y - y) <= h / 2;
  const larger = ({ size: [w, h] }) => w * h > sprite.size[0] * sprite.size[1];
  const fills = ({ size: [w, h] }) => w > width * FILLED && h > height * FILLED;
  return sprites.filter((one) => one.group === sprite.group && one.layer < sprite.layer && (one.label || one.hint)
    && larger(one) && holds(one) && !fills(one));
}

/** Where a tip lies, so that it covers nothing of the whole that it is about: above it if there is room, else beside it,
 *  else below it: never over the prompt. */
export function besides(at, whole, tip, room) {
  const left = Math.max(8, Math.min(innerWidth - tip.width - 8, (at.left + at.right - tip.width) / 2));
  const ways = [
    { left, top: whole.top - tip.height - GAP },
    { left: whole.right + GAP, top: at.top },
    { left: whole.left - tip.width - GAP, top: at.top },
    { left, top: whole.bottom + GAP },
  ];
  const fits = (way) => way.left >= 8 && way.left + tip.width <= room.right && way.top >= room.top && way.top + tip.height <= innerHeight - 8;
  return ways.find(fits) ?? ways.at(-1);
}

export class Pointer {
  /** play(move) plays; preview(move) asks for a scene (or null); `turning` knows what is turned before it
   *  is laid; busy() says whether a move is on its way, slips(event) whether a click is
   *  the second half of a double click. */
  constructor(stage, camera, turning, { play, preview, busy, slips }) {
    this.stage = stage;
    this.camera = camera;
    this.turning = turning;
    this.play = play;
    this.preview = preview;
    this.busy = busy;
    this.slips = slips;
    this.early = null;
    this.tip = find('#tip');
    this.over = null;
    this.chosen = null;
    this.pressed = false;
    this.touched = false;
    this.byHand = false;
    const root = stage.root;
    root.addEventListener('pointermove', (event) => {
      // Things that slide under a resting mouse are not pointed at.
      if (event.pointerType !== 'mouse' || rests()) return;
      this.enter(this.actorOf(event), TIP_AFTER);
    });
    root.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') this.enter(null); });
    root.addEventListener('focusin', (event) => {
      if (this.byKeys(event.target)) this.enter(this.actorOf(event), 0);
    });
    document.addEventListener('pointerdown', () => { this.byHand = true; }, true);
    document.addEventListener('keydown', () => { this.byHand = false; }, true);
    root.addEventListener('focusout', () => this.enter(null));
    root.addEventListener('pointerdown', (event) => this.down(event));
    for (const type of ['pointerup', 'pointercancel']) root.addEventListener(type, () => clearTimeout(this.holding));
    root.addEventListener('contextmenu', (event) => { if (this.touched) event.preventDefault(); });
    root.addEventListener('click', (event) => this.click(event));
    stage.onPreview = () => { if (this.over && !this.tip.hidden) this.place(this.over); };
  }

  actorOf(event) {
    const { target, clientX, clientY } = event;
    const met = target.classList?.contains('hit') ? nearest(document.elementsFromPoint(clientX, clientY).filter((node) => node.classList.contains('hit')), clientX, clientY) : null;
    return (met ?? target).closest?.('.sprite')?.actor ?? null;
  }

  /** What a click is on. What was moved between press and release lets it go to the table: then it is looked for. */
  met(event) {
    return this.actorOf(event) ?? this.at(event.clientX, event.clientY);
  }

  at(x, y) {
    const target = document.elementFromPoint(x, y);
    return target?.closest('#stage .sprite') ? this.actorOf({ target, clientX: x, clientY: y }) : null;
  }

  /** A click that came before the table it was meant for. */
  anticipate(event, actor) {
    this.early = { clientX: event.clientX, clientY: event.clientY, when: Date.now(), sprite: actor?.sprite ?? null };
  }

  /** The table is there: what was clicked too early is done now, if that is what it was meant for. */
  catchUp() {
    const { early } = this;
    if (!early || this.busy()) return;
    if (Date.now() - early.when > ANTICIPATED) this.early = null;
    const actor = this.early && this.at(early.clientX, early.clientY);
    const now = actor && { ...actor.sprite, inHand: this.stage.inHand(actor.sprite) };
    if (!meant(early.sprite, now)) return;
    this.early = null;
    this.press(actor, early);
  }

  enter(actor, after = 0) {
    if (actor === this.over) return;
    this.leave();
    if (!actor || actor.el.classList.contains('leaving')) return;
    this.over = actor;
    this.showing = setTimeout(() => this.showTip(actor), after);
    if (actor.sprite.move) this.asking = setTimeout(() => this.ask(actor), this.turning.turns(actor) ? TURN_AFTER : PREVIEW_AFTER);
  }

  leave() {
    clearTimeout(this.showing);
    clearTimeout(this.asking);
    this.over = null;
    this.chosen = null;
    this.tip.hidden = true;
    this.stage.hidePreview();
    this.turning.again();
  }

  /** After a new scene: a keyboard's place is still a place to be told about. */
  refresh() {
    const actor = document.activeElement?.actor;
    if (actor && this.byKeys(actor.el)) this.enter(actor, TIP_AFTER);
  }

  /** Whether keys have led here: where the focus comes to by itself, after a click elsewhere, nobody has pointed. */
  byKeys(node) {
    return !this.byHand && node.matches?.(':focus-visible');
  }

  async ask(actor) {
    if (this.turning.turns(actor)) {
      this.turning.show(actor);
      return;
    }
    const { move } = actor.sprite;
    const scene = move ? await this.preview(move) : null;
    if (scene && this.over === actor && actor.sprite.move === move) this.stage.showPreview(scene, actor);
  }

  large(sprite) {
    if (!sprite.symbol || this.stage.isGround(sprite)) return null;
    const { size: [w, h] } = sprite;
    const drawn = new Actor(this.stage.game, sprite);
    drawn.paint();
    return svg('svg', { class: 'tip-card', viewBox: `${-w / 2} ${-h / 2} ${w} ${h}`, 'aria-hidden': 'true' }, drawn.body);
  }

  /** Whoever plays with a finger is told once that it can hold things, and once that two of them look closer. */
  introduce() {
    if (!matchMedia('(hover: none)').matches) return;
    const once = (what, text) => {
      if (kept(`told.${what}`, false)) return false;
      keep(`told.${what}`, true);
      toast(text);
      return true;
    };
    if (!once('hold', t('stage.hold')) && this.camera.zooming().length) once('pinch', t('stage.pinch'));
  }

  showTip(actor) {
    const { label, hint, move } = actor.sprite;
    if (!label && !hint) return;
    const turns = this.turning.turns(actor);
    clear(this.tip).append(...[
      // Under a finger things are small: held, they are shown as large as a card in the hand.
      this.pressed && this.large(actor.sprite),
      label && el('strong', { text: label }),
      // What it would do is on the table, and must not be covered by words about it.
      hint && !turns && el('span', { text: hint }),
      this.chosen === actor && move && el('em', { text: t('stage.again') }),
      turns && el('em', { text: this.touched ? t('stage.turn.touch') : t('stage.turn') }),
    ].filter(Boolean));
    this.tip.hidden = false;
    this.place(actor);
  }

  /** The tip beside what it is about, and beside what that lies on: who turns a page reads the book. Of what is turned nothing
   *  that would lie on the table is covered, whichever way it points. */
  place(actor) {
    const at = actor.el.getBoundingClientRect();
    const own = this.tip.getBoundingClientRect();
    const ghosts = this.turning.turns(actor) ? [...this.stage.ghosts.children].map((ghost) => ghost.getBoundingClientRect()) : [];
    const { left, top } = besides(at, joined(at, [...ghosts, ...this.under(actor)]), own, this.stage.root.getBoundingClientRect());
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${Math.max(8, Math.min(innerHeight - own.height - 8, top))}px`;
  }

  /** What a thing lies on, as it is drawn. */
  under({ sprite }) {
    const { actors, places } = this.stage;
    const { group } = places.get(sprite.group);
    return beneath(sprite, [...actors.values()].map((one) => one.sprite), group).map(({ key }) => actors.get(key).el.getBoundingClientRect());
  }

  down(event) {
    // A newer wish takes the place of an older one.
    this.early = null;
    this.pressed = false;
    this.touched = event.pointerType === 'touch';
    clearTimeout(this.holding);
    if (!this.touched) return;
    const actor = this.actorOf(event);
    if (actor !== this.over) this.leave();
    if (!actor) return;
    this.holding = setTimeout(() => {
      if (this.camera.dragged) return;
      this.pressed = true;
      this.enter(actor, 0);
    }, LONG_PRESS);
  }

  click(event) {
    const actor = this.met(event);
    // The end of a drag or of a long press is not a move.
    if (this.camera.dragged || this.pressed) return;
    if (this.busy()) {
      if (!this.slips(event)) this.anticipate(event, actor);
      return;
    }
    if (!actor?.sprite.move) this.look(event, actor);
    else this.press(actor, event);
  }

  async press(actor, event) {
    if (this.touched && this.turning.turns(actor)) {
      this.tip.hidden = true;
      if (this.turning.held === actor.sprite.key) this.turning.turn(1);
      else this.turning.hold(actor);
      return;
    }
    if (this.touched && setting('confirm') && this.chosen !== actor) {
      this.enter(null);
      this.enter(actor, 0);
      this.chosen = actor;
      return;
    }
    this.leave();
    const move = await chosen(actor.sprite);
    if (move) this.play(move, event);
  }

  /** Nothing to play here: a rival's place or one's own comes closer, and goes back with the next click; a finger is told what it is on. */
  look(event, actor) {
    if (!actor) this.turning.rest();
    const { closer } = this.stage;
    const place = event.target.closest?.('.place');
    const key = place?.dataset.group ?? null;
    if (closer && key !== closer) this.stage.lookCloser(null);
    else if (place?.matches('.role-side, .role-hand') && key !== closer) this.stage.lookCloser(key);
    else if (closer && !actor) this.stage.lookCloser(null);
    else if (this.touched && actor) this.enter(actor, 0);
  }
}
