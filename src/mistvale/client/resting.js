// Whether the pointer rests: what comes to lie under it then, because something else went away, is not pointed at.

const last = { x: null, y: null, rests: false };

/** An event of the pointer: has it come from elsewhere? */
export function follow({ clientX, clientY }) {
  last.rests = clientX === last.x && clientY === last.y;
  last.x = clientX;
  last.y = clientY;
}

/** Whether the event that is told now came without a movement, as browsers send one where the page changes under a mouse. */
export const rests = () => last.rests;

/** Act when a mouse is moved on an element, once each time it comes there. */
export function onPointed(element, act) {
  let come = false;
  element.addEventListener('pointerenter', ({ pointerType }) => { come = pointerType === 'mouse'; });
  element.addEventListener('pointermove', () => {
    if (!come || rests()) return;
    come = false;
    act();
  });
}

// Before all others hear of it.
for (const type of ['pointermove', 'pointerdown']) document.addEventListener(type, follow, true);
