// The buttons that zoom, in the corner of what they zoom.

import { find } from './dom.js';

export class Zoom {
  constructor(stage, camera) {
    this.stage = stage;
    this.camera = camera;
    this.box = find('#zoom');
    const on = (id, deed) => find(id).addEventListener('click', deed);
    on('#zoom-in', () => camera.step(1.4));
    on('#zoom-out', () => camera.step(1 / 1.4));
    on('#zoom-fit', () => camera.fit());
  }

  /** Beside the board or below it, never over the hand. */
  place() {
    const [first] = this.camera.zooming();
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
