// Pan and zoom for the groups that ask for it: wheel, pinch, drag, keys and buttons.

import { finishAll } from './animate.js';

// How far a press wanders before it is a drag. A finger is never still: what a browser takes for a tap is one here, too.
const DRAG = { mouse: 7, pen: 9, touch: 15 };

export class Camera {
  constructor(stage) {
    this.stage = stage;
    this.fingers = new Map();
    this.dragged = false;
    this.onMove = () => {};
    const root = stage.root;
    root.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.move(event));
    // On the window: what was touched may have left the table before the finger did.
    for (const type of ['pointerup', 'pointercancel']) {
      addEventListener(type, (event) => this.fingers.delete(event.pointerId));
    }
  }

  zooming() {
    return [...this.stage.places.values()].filter((place) => place.group?.zoom);
  }

  point(event) {
    const { left, top } = this.stage.root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  under({ x, y }) {
    return this.zooming().find((place) => place.holds(x, y)) ?? null;
  }

  wheel(event) {
    const at = this.point(event);
    const place = this.under(at);
    if (!place) return;
    event.preventDefault();
    finishAll();
    this.onMove();
    const lines = event.deltaMode === 1 ? 16 : 1;
    place.zoomBy(Math.exp(-event.deltaY * lines * 0.0016), at.x, at.y);
  }

  down(event) {
    const at = this.point(event);
    const place = this.under(at);
    if (this.fingers.size === 0) this.dragged = false;
    if (!place || (event.pointerType === 'mouse' && event.button !== 0)) return;
    this.fingers.set(event.pointerId, { place, at, from: at });
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const at = this.point(event);
    const others = [...this.fingers].filter(([id, f]) => id !== event.pointerId && f.place === finger.place);
    const wandered = Math.hypot(at.x - finger.from.x, at.y - finger.from.y);
    if (!this.dragged && wandered < (DRAG[event.pointerType] ?? DRAG.mouse)) return;
    if (!this.dragged) {
      this.dragged = true;
      finishAll();
      this.onMove();
      // Captured only now, so that a plain click still reaches the sprite it was made on. Touches are anyway.
      if (event.pointerType === 'mouse') this.stage.root.setPointerCapture(event.pointerId);
    }
    if (others.length) {
      const [, other] = others[0];
      const was = Math.hypot(finger.at.x - other.at.x, finger.at.y - other.at.y);
      const is = Math.hypot(at.x - other.at.x, at.y - other.at.y);
      if (was > 4) finger.place.zoomBy(is / was, (at.x + other.at.x) / 2, (at.y + other.at.y) / 2);
      finger.place.panBy((at.x - finger.at.x) / 2, (at.y - finger.at.y) / 2);
    } else {
      finger.place.panBy(at.x - finger.at.x, at.y - finger.at.y);
    }
    finger.at = at;
  }

  /** From a key or a button: all that zooms, about its middle or about the focused sprite. */
  step(factor) {
    finishAll();
    this.onMove();
    const focused = document.activeElement?.actor;
    for (const place of this.zooming()) {
      const { x, y, w, h } = place.inner;
      const at = focused && focused.sprite.group === place.group.key
        ? this.stage.poseOf(focused.sprite) : { x: x + w / 2, y: y + h / 2 };
      place.zoomBy(factor, at.x, at.y);
    }
  }

  fit() {
    this.onMove();
    for (const place of this.zooming()) place.fit();
  }

  /** Bring a sprite that keyboard focus has reached into its window. */
  reveal(sprite) {
    const place = this.stage.places.get(sprite.group);
    if (!place?.group.zoom || place.zoom === 1) return;
    const at = this.stage.poseOf(sprite);
    const { x, y, w, h } = place.inner;
    const over = (value, low, high) => (value < low ? low - value : value > high ? high - value : 0);
    place.panBy(over(at.x, x + 50, x + w - 50), over(at.y, y + 50, y + h - 50));
  }
}
