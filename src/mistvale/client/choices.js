// What can be done in several ways, and what is asked before it is done.

import { ask } from './dialogs.js';
import { el } from './dom.js';
import { t } from './words.js';

const buttonsOf = (scene) => scene.panels?.prompt?.buttons ?? [];

/** A scene in which things offer what buttons beside the prompt are about. What was sent stays as it is. */
export function offering(scene) {
  const about = buttonsOf(scene).filter((button) => button.move && button.about);
  if (!about.length) return scene;
  const withChoices = (sprite) => {
    const choices = about.filter((button) => button.about === sprite.key);
    if (!choices.length || sprite.move || sprite.turns?.length) return sprite;
    return { ...sprite, choices, move: choices[0].move, marks: ['legal', ...(sprite.marks ?? [])] };
  };
  return { ...scene, sprites: scene.sprites.map(withChoices) };
}

/** The buttons of a dialog for the ways that there are; the last one is the likely one. */
export const offered = (choices) => choices.map(({ move, label, way }, i) => ({
  label: way || label, told: way ? label : '', value: move, kind: i < choices.length - 1 ? '' : 'primary',
}));

/** The move that a thing stands for; where there are several, the one that is chosen, or null. */
export async function chosen({ label, move, choices }) {
  if (!choices) return move;
  return ask({ title: label, className: 'ways', buttons: offered(choices) });
}

/** Whether a move is meant: where it gives away something that is certainly good, that is asked. */
export async function isMeant(scene, move) {
  const { label, doubt } = buttonsOf(scene).find((button) => button.move === move) ?? {};
  if (!doubt) return true;
  const buttons = [{ label: t('dialog.cancel'), value: false }, { label, value: true, kind: 'primary' }];
  return Boolean(await ask({ title: label, body: [el('p', { text: doubt })], buttons }));
}
