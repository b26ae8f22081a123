// Things that are turned before they are laid: wheel, keys, taps or the bar's arrows turn them, and the table
// shows at once what would come of it. The way that is up is kept from one thing to the next.

import { wayOf } from './aloud.js';
import { el, find, icon } from './dom.js';
import { t } from './words.js';

const WHEEL_STEP = 40;
const WHEEL_EVERY = 90;

/** The move that is up: the first legal one from this way on, clockwise. */
function up(turns, way) {
  for (let i = 0; i < turns.length; i += 1) {
    const move = turns[(way + i) % turns.length];
    if (move) return move;
  }
  return null;
}

export class Turning {
  /** play(move) plays; preview(move) asks for a scene (or null); pointed() is the actor under the pointer; say(text) tells those who
   *  listen. */
  constructor(stage, { play, preview, pointed, say }) {
    this.stage = stage;
    this.play = play;
    this.preview = preview;
    this.pointed = pointed;
    this.say = say;
    this.way = 0;
    this.held = null;
    this.seen = new Map();
    this.rolled = 0;
    this.lastRoll = 0;
    this.bar = find('#turn-bar');
    const button = (name, label, action) => el('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label,
      on: { click: action } }, icon(name));
    this.bar.append(
      button('turn-left', t('turn.left'), () => this.turn(-1)),
      button('turn-right', t('turn.right'), () => this.turn(1)),
      el('button', { class: 'button primary', type: 'button', id: 'turn-done', text: t('turn.done'), on: { click: (event) => this.lay(event) } }));
    stage.root.addEventListener('wheel', (event) => this.wheel(event), { capture: true, passive: false });
  }

  /** A new table, in which each thing that can be turned stands for the move that is up. What was sent stays as it is: the
   *  next patch is made for that. */
  face(scene) {
    this.drop();
    this.seen.clear();
    const faced = (sprite) => (sprite.turns?.length ? { ...sprite, move: up(sprite.turns, this.way) } : sprite);
    return { ...scene, sprites: scene.sprites.map(faced) };
  }

  /** Nothing is held any more; but if nothing else can be done than to turn one thing, it is taken up by itself. */
  rest() {
    this.drop();
    this.stage.hidePreview();
    const targets = this.stage.targets();
    if (targets.length === 1 && this.turns(targets[0])) this.hold(targets[0]);
  }

  turns(actor) {
    return (actor?.sprite.turns?.length ?? 0) > 0;
  }

  /** What a turn would turn now. */
  get target() {
    const held = this.stage.actors.get(this.held);
    return [held, this.pointed(), document.activeElement?.actor].find((actor) => this.turns(actor)) ?? null;
  }

  hold(actor) {
    this.drop();
    this.held = actor.sprite.key;
    actor.el.classList.add('held');
    this.bar.hidden = false;
    this.show(actor);
  }

  drop() {
    this.stage.actors.get(this.held)?.el.classList.remove('held');
    this.held = null;
    this.bar.hidden = true;
  }

  lay(event) {
    const actor = this.stage.actors.get(this.held);
    if (actor?.sprite.move) this.play(actor.sprite.move, event);
  }

  turn(by) {
    const actor = this.target;
    if (!actor) return false;
    const { turns, move } = actor.sprite;
    let way = turns.indexOf(move);
    do way = (way + by + turns.length) % turns.length; while (!turns[way]);
    this.way = way;
    for (const other of this.stage.actors.values()) {
      if (!this.turns(other)) continue;
      other.sprite = { ...other.sprite, move: up(other.sprite.turns, way) };
      other.tell();
    }
    this.say(wayOf(actor.sprite));
    this.show(actor);
    return true;
  }

  /** What comes of the move that is up, as ghosts; what was asked for once is not asked for again. */
  async show(actor) {
    const { move } = actor.sprite;
    if (!this.seen.has(move)) this.seen.set(move, this.preview(move));
    const scene = await this.seen.get(move);
    if (this.target !== actor || actor.sprite.move !== move) return;
    if (scene) this.stage.showPreview(scene, actor);
    else this.stage.hidePreview();
  }

  /** The pointer has left what it was on: what is held is still to be seen. */
  again() {
    const actor = this.stage.actors.get(this.held);
    if (actor) this.show(actor);
  }

  wheel(event) {
    const over = event.target.closest?.('.sprite')?.actor;
    if (!this.turns(over) || over !== this.target || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    // Smooth wheels send many small steps.
    const now = performance.now();
    if (now - this.lastRoll > 4 * WHEEL_EVERY) this.rolled = 0;
    this.rolled += event.deltaY * (event.deltaMode === 1 ? WHEEL_STEP : 1);
    if (Math.abs(this.rolled) < WHEEL_STEP || now - this.lastRoll < WHEEL_EVERY) return;
    this.lastRoll = now;
    this.turn(Math.sign(this.rolled));
    this.rolled = 0;
  }
}
