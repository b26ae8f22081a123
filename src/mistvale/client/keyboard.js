// Keys of the stage: arrows go from target to target, and a hand needs no mouse.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keyboard {
  /** `deeds` maps a key to what it does anywhere on the page. */
  constructor(stage, camera, { play, deeds }) {
    this.stage = stage;
    this.camera = camera;
    this.play = play;
    this.deeds = deeds;
    this.current = null;
    this.looking = false;
    // Whether somebody plays by keys: the focus is at the table, or was until what had it went away.
    this.here = false;
    document.addEventListener('focusin', ({ target }) => {
      if (!target.closest?.('dialog')) this.here = Boolean(target.closest?.('#stage, #prompt, #hints, #recap-box'));
    });
    stage.root.addEventListener('keydown', (event) => this.onStage(event));
    stage.root.addEventListener('focusin', (event) => {
      const actor = event.target.closest?.('.sprite')?.actor;
      if (actor) this.take(actor, false);
    });
    document.addEventListener('keydown', (event) => this.anywhere(event));
  }

  /** One sprite, and only one, is where Tab enters the table. */
  refresh() {
    const targets = this.stage.targets();
    const keys = new Set(targets.map(({ sprite }) => sprite.key));
    for (const actor of this.stage.actors.values()) actor.el.setAttribute('tabindex', '-1');
    let actor = keys.has(this.current) ? this.stage.actors.get(this.current) : null;
    actor ??= this.reading(targets)[0] ?? this.reading(this.stage.targets(true))[0];
    actor?.el.setAttribute('tabindex', '0');
    // Whoever plays by keys goes on where the next move is; whoever looks around is left in peace.
    const held = document.activeElement?.actor;
    if (held && !held.sprite.move && !this.looking && targets.length) this.take(this.nearest(held, targets));
  }

  /** Where the focus went away with what had it, it comes back to the next thing to play. */
  keep() {
    const { activeElement: held, body } = document;
    if (!this.here || (held && held !== body) || document.querySelector('dialog[open]')) return;
    const sprite = this.stage.root.querySelector('[tabindex="0"]');
    const button = document.querySelector('#prompt-buttons [data-move]');
    (this.stage.targets().length ? sprite : button ?? sprite)?.focus({ preventScroll: true });
  }

  nearest(actor, targets) {
    const from = this.stage.poseOf(actor.sprite);
    const far = (target) => {
      const to = this.stage.poseOf(target.sprite);
      return Math.hypot(to.x - from.x, to.y - from.y);
    };
    return from ? targets.reduce((best, target) => (far(target) < far(best) ? target : best)) : this.reading(targets)[0];
  }

  reading(actors) {
    const order = (actor) => this.stage.poseOf(actor.sprite) ?? { x: 0, y: 0 };
    return [...actors].sort((a, b) => order(a).y - order(b).y || order(a).x - order(b).x);
  }

  take(actor, focus = true) {
    this.current = actor.sprite.key;
    for (const node of this.stage.root.querySelectorAll('[tabindex="0"]')) node.setAttribute('tabindex', '-1');
    actor.el.setAttribute('tabindex', '0');
    this.camera.reveal(actor.sprite);
    if (focus) actor.el.focus({ preventScroll: true });
  }

  onStage(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actor = event.target.closest?.('.sprite')?.actor;
    if (ARROWS[event.key]) {
      event.preventDefault();
      this.looking = event.shiftKey;
      this.step(actor, ARROWS[event.key], event.shiftKey);
    } else if ((event.key === 'Enter' || event.key === ' ') && actor?.sprite.move) {
      event.preventDefault();
      event.stopPropagation();
      this.looking = false;
      if (!event.repeat) this.play(actor.sprite.move);
    }
  }

  /** From elsewhere to where one was before, or else to the first target. */
  arrive(targets) {
    const before = this.stage.actors.get(this.current);
    if (targets.length) this.take(targets.includes(before) ? before : this.reading(targets)[0]);
  }

  /** The nearest target that way; going straight counts for more than being close. */
  step(actor, [dx, dy], all) {
    const targets = this.stage.targets(all);
    if (!targets.length) return;
    if (!actor) {
      this.take(this.reading(targets)[0]);
      return;
    }
    const from = this.stage.poseOf(actor.sprite);
    let best = null;
    for (const target of targets) {
      if (target === actor) continue;
      const to = this.stage.poseOf(target.sprite);
      const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (along < 2 || aside > along * 4 + 60) continue;
      const far = along + aside * 2.2;
      if (!best || far < best.far) best = { far, target };
    }
    if (best) this.take(best.target);
  }

  anywhere(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.('input:not([type=range]), textarea, select, [contenteditable]')) return;
    if (document.querySelector('dialog[open]')) return;
    const deed = this.deeds[event.key] ?? this.deeds[event.key.toLowerCase()];
    if (deed && deed(event) !== false) event.preventDefault();
    // An arrow leads to the table from nowhere, without a way by Tab.
    else if (ARROWS[event.key] && event.target === document.body) {
      event.preventDefault();
      this.arrive(this.stage.targets(event.shiftKey));
    }
  }
}
