// Keys of the stage: arrows go from target to target, and a hand needs no mouse.

import { inOrder } from './aloud.js';
import { chosen } from './choices.js';
import { setting } from './settings.js';

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ROUND = { PageDown: 1, PageUp: -1 };
const ENDS = { Home: 0, End: -1 };
// Where somebody who plays by keys is at home: what is gone there gives the focus to the next thing to play.
const HOME = '#stage, #prompt, #hints, #recap-box, #coach';
const SLANT = 1.2; // how far aside of the way something may lie, for its distance along it
const ASIDE = 2.2; // going straight counts for more than being close

/** The nearest of the targets that way; where nothing lies that way, the nearest on that side. Null if there is none. */
export function towards(from, targets, [dx, dy]) {
  const ways = targets.map((target) => ({
    target,
    along: (target.x - from.x) * dx + (target.y - from.y) * dy,
    aside: Math.abs((target.x - from.x) * dy) + Math.abs((target.y - from.y) * dx),
  })).filter(({ along }) => along >= 2);
  const ahead = ways.filter(({ along, aside }) => aside <= along * SLANT);
  const far = ({ along, aside }) => along + aside * ASIDE;
  return (ahead.length ? ahead : ways).reduce((best, way) => (best && far(best) <= far(way) ? best : way), null)?.target ?? null;
}

export class Keyboard {
  /** `actions` maps a key to what it does anywhere on the page; asked(sprite) says whether a lesson asks for it. */
  constructor(stage, camera, { play, actions, asked = () => false }) {
    this.stage = stage;
    this.camera = camera;
    this.play = play;
    this.actions = actions;
    this.asked = asked;
    this.current = null;
    this.looking = false;
    // Whether somebody plays by keys: the focus is at the table, or was until what had it went away.
    this.here = false;
    document.addEventListener('focusin', ({ target }) => {
      if (target.closest?.('dialog')) return;
      this.here = Boolean(target.closest?.(HOME));
      // On a phone the panel lies over the table: whoever goes on there wants to see it.
      if (this.here) document.body.dataset.sheet = 'closed';
    });
    stage.root.addEventListener('keydown', (event) => this.onStage(event));
    stage.root.addEventListener('focusin', (event) => {
      const actor = event.target.closest?.('.sprite')?.actor;
      if (actor) this.take(actor, false);
    });
    document.addEventListener('keydown', (event) => this.anywhere(event));
    // A dialog gives the focus back to what opened it; where that is gone, it must not be lost.
    document.addEventListener('close', () => this.keepSoon(), true);
    document.querySelector('#prompt-buttons').addEventListener('keydown', (event) => this.amongButtons(event));
    document.querySelector('#skip').addEventListener('click', (event) => {
      event.preventDefault();
      this.enter();
    });
  }

  /** One sprite, and only one, is where Tab enters the table. */
  refresh() {
    const targets = this.stage.targets();
    const held = document.activeElement?.actor;
    for (const actor of this.stage.actors.values()) actor.el.setAttribute('tabindex', '-1');
    const actor = targets.includes(held) ? held : this.first(targets) ?? this.reading(this.stage.targets(true))[0];
    actor?.el.setAttribute('tabindex', '0');
    // Whoever plays by keys goes on where the next move is; whoever looks around is left in peace.
    if (held && !held.sprite.move && !this.looking && targets.length) this.take(this.askedOf(targets) ?? this.nearest(held, targets));
  }

  /** The target to begin with: what a lesson asks for, or where one was before, or else the first that is read. */
  first(targets) {
    const before = this.stage.actors.get(this.current);
    return this.askedOf(targets) ?? (targets.includes(before) ? before : this.reading(targets)[0]);
  }

  askedOf(targets) {
    return targets.find(({ sprite }) => this.asked(sprite));
  }

  /** Where the focus went away with what had it, it comes back to the next thing to play. */
  keep() {
    const { activeElement: held, body } = document;
    if (!this.here || (held && held !== body) || document.querySelector('dialog[open]')) return;
    this.enter();
  }

  /** The same, once the page has been drawn: what had the focus and is hidden by now loses it only then. */
  keepSoon() {
    requestAnimationFrame(() => requestAnimationFrame(() => this.keep()));
  }

  /** To the next thing to play: on the table, or a button beside it; first of all to what a lesson asks for. */
  enter() {
    const sprite = this.stage.root.querySelector('[tabindex="0"]');
    const button = document.querySelector('#prompt-buttons .asked') ?? document.querySelector('#prompt-buttons [data-move]');
    const targets = this.stage.targets();
    const beside = button?.matches('.asked') && !this.askedOf(targets);
    (targets.length && !beside ? sprite : button ?? sprite ?? this.stage.root)?.focus({ preventScroll: true });
  }

  nearest(actor, targets) {
    const from = this.stage.poseOf(actor.sprite);
    const far = (target) => {
      const to = this.stage.poseOf(target.sprite);
      return Math.hypot(to.x - from.x, to.y - from.y);
    };
    return from ? targets.reduce((best, target) => (far(target) < far(best) ? target : best)) : this.reading(targets)[0];
  }

  /** Group by group as they lie on the table, and row by row in each. */
  reading(actors) {
    const places = [...this.stage.places.values()].map((place) => ({ x: place.inner.x, y: place.inner.y, h: place.inner.h, key: place.group.key }));
    const inside = (key) => actors.filter(({ sprite }) => sprite.group === key)
      .map((actor) => ({ x: actor.sprite.x, y: actor.sprite.y, h: actor.sprite.size[1], actor }));
    return inOrder(places).flatMap(({ key }) => inOrder(inside(key)).map(({ actor }) => actor));
  }

  take(actor, focus = true) {
    this.current = actor.sprite.key;
    for (const node of this.stage.root.querySelectorAll('[tabindex="0"]')) node.setAttribute('tabindex', '-1');
    actor.el.setAttribute('tabindex', '0');
    this.camera.reveal(actor.sprite);
    this.stage.bring(actor.sprite);
    if (focus) actor.el.focus({ preventScroll: true });
  }

  onStage(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actor = event.target.closest?.('.sprite')?.actor;
    const { key, shiftKey: all } = event;
    const targets = this.stage.targets(all);
    const leads = key in ARROWS || key in ROUND || key in ENDS;
    if (leads && targets.length) {
      event.preventDefault();
      this.looking = all;
      const next = this.next(actor, key, targets);
      if (next) this.take(next);
    } else if ((key === 'Enter' || key === ' ') && actor?.sprite.move) {
      event.preventDefault();
      event.stopPropagation();
      this.looking = false;
      if (!event.repeat) this.press(actor.sprite);
    }
  }

  async press(sprite) {
    const move = await chosen(sprite);
    if (move) this.play(move);
  }

  /** Where a key leads: that way, to the next or the one before in the order of reading, or to either end. */
  next(actor, key, targets) {
    const ordered = this.reading(targets);
    if (key in ENDS) return ordered.at(ENDS[key]);
    const at = ordered.indexOf(actor);
    if (key in ROUND) return ordered[(at + (at < 0 && ROUND[key] < 0 ? 0 : ROUND[key]) + ordered.length) % ordered.length];
    if (!actor) return ordered[0];
    const spots = ordered.filter((one) => one !== actor).map((one) => ({ ...this.stage.poseOf(one.sprite), one }));
    return towards(this.stage.poseOf(actor.sprite), spots, ARROWS[key])?.one ?? null;
  }

  /** From elsewhere to a target. */
  arrive(targets) {
    if (targets.length) this.take(this.first(targets));
  }

  /** Arrows go from button to button beside the prompt; Tab leaves out those that do nothing. */
  amongButtons(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.children];
    buttons[(buttons.indexOf(event.target.closest('button')) + by + buttons.length) % buttons.length]?.focus();
  }

  anywhere(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.('input:not([type=range]), textarea, select, [contenteditable]')) return;
    if (document.querySelector('dialog[open]')) return;
    // Whoever speaks to the computer, or has keys of a helper's own, may want letters to do nothing elsewhere.
    const letter = event.key.length === 1 && event.key !== ' ';
    if (letter && !setting('letters') && !event.target.closest?.('#stage')) return;
    const action = this.actions[event.key] ?? this.actions[event.key.toLowerCase()];
    if (action && action(event) !== false) event.preventDefault();
    // An arrow leads to the table from nowhere, without a way by Tab.
    else if (ARROWS[event.key] && event.target === document.body) {
      event.preventDefault();
      this.arrive(this.stage.targets(event.shiftKey));
    }
  }
}
