// The buttons that zoom, in the corner of what they zoom, and the one that puts back what is seen large.

import { find } from './dom.js';

export class Zoom {
  constructor(stage, camera) {
    this.stage = stage;
    this.camera = camera;
    this.box = find('#zoom');
    const on = (id, action) => find(id).addEventListener('click', action);
    on('#zoom-in', () => camera.step(1.4));
    on('#zoom-out', () => camera.step(1 / 1.4));
    on('#zoom-fit', () => camera.fit());
    this.back = find('#closer-close');
    this.back.addEventListener('click', () => stage.lookCloser(null));
  }

  /** At the corner of the place that is seen large; nothing lies over that. */
  placeBack() {
    const large = this.stage.places.get(this.stage.closer);
    this.back.hidden = !large;
    if (!large) return;
    const { x, y, w } = large.inner;
    this.back.style.left = `${x + w - this.back.offsetWidth / 2 - 4}px`;
    this.back.style.top = `${y - large.top - this.back.offsetHeight / 2}px`;
  }

  /** Beside the board or below it, never over the hand. */
  place() {
    this.placeBack();
    const [first] = this.stage.closer ? [] : this.camera.zooming();
    const zooms = Boolean(first);
    this.box.hidden = !zooms;
    const { x = 0, y = 0, w = 0, h = 0 } = first?.inner ?? {};
    const corner = `${zooms} ${x + w} ${y + h} ${first?.strip.below > 0}`;
    // To ask how large it is costs a layout of the page.
    if (corner === this.corner) return;
    if (zooms) {
      this.box.classList.toggle('flat', first.strip.below > 0);
      const { offsetWidth: wide, offsetHeight: high } = this.box;
      this.box.style.left = `${x + w - wide - 4}px`;
      this.box.style.top = `${y + h - high - 4}px`;
      if (!wide) return; // not to be seen yet
    }
    this.corner = corner;
    // A finger that pans the board must not scroll the page.
    this.stage.root.classList.toggle('zoomable', zooms);
  }
}
