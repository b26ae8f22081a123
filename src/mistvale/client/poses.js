// Where sprites stand, compared: what is where it was, what is ground, and how large something is on its way.

export const NEAR = 0.6; // less than that nobody sees
const GROUND = 0.2;
const CLOSER = 46; // above what is seen large: its title, and the way back

/** Sprites from the lowest to the highest. */
export function drawOrder(sprites) {
  return sprites.map((sprite, i) => ({ sprite, i }))
    .sort((a, b) => (a.sprite.layer ?? 0) - (b.sprite.layer ?? 0) || a.i - b.i)
    .map(({ sprite }) => sprite);
}

/** Turned over to the place right beside it, something turns like the page of a book, about the edge between. */
export function isPage(from, to, { size: [w] }) {
  const far = Math.abs(to.x - from.x);
  return Math.abs(to.y - from.y) < NEAR && far > w * to.scale * 0.8 && far < w * to.scale * 1.7;
}

/** Whether a sprite is where it was. */
export function stands(was, is) {
  return Boolean(was) && was.group === is.group && Math.hypot(was.x - is.x, was.y - is.y) < NEAR;
}

/** Whether a sprite is elsewhere now, or turned, or of another size. */
export function hasMoved(was, is) {
  return was.group !== is.group || was.size[0] !== is.size[0] || was.size[1] !== is.size[1]
    || Math.hypot(was.x - is.x, was.y - is.y) + Math.abs((was.turn ?? 0) - (is.turn ?? 0)) > NEAR;
}

/** Whether a sprite is as large as a board: the ground under the rest. */
export function covers({ size: [w, h] }, { width, height }) {
  return w * h > width * height * GROUND;
}

/** Where a sprite sets out: as large as what it comes from, it grows on the way. */
export function setOut(from, { size }) {
  const side = (i) => (from.size ? from.size[i] / size[i] : from.scale);
  return { ...from, scale: side(0), high: side(1) };
}

/** The middle of the stage, as much of it as a group can use. */
export function closerCell(group, width, height, from) {
  const top = CLOSER;
  const scale = Math.min((width - 36) / group.width, (height - 48 - top) / group.height);
  const [w, h] = [group.width * scale, group.height * scale];
  return { inner: { x: (width - w) / 2, y: from + (height - h + top) / 2, w, h }, scale, top };
}
