// Taking a seat at a table that one found. Where programs may sit that is said before, and agreed to.

import { api } from './api.js';
import { ask } from './dialogs.js';
import { el } from './dom.js';
import { drawPart, keepParts } from './seals.js';
import { t } from './words.js';

function agrees(rated) {
  return ask({
    title: t('room.programs'),
    body: [el('p', { text: t('join.programs') }), rated ? el('p', { text: t('join.programs.rated') }) : null].filter(Boolean),
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('join.agree'), value: true, kind: 'primary' }],
  });
}

/** The status of the table at which one sits then; null: one would rather not. */
export async function takeSeat(match, name, rated = false) {
  const { part, seal } = drawPart();
  const sit = (programs) => api.sit(match, { name, seal, programs });
  let status;
  try {
    status = await sit(false);
  } catch (error) {
    if (error.code !== 'not-agreed') throw error;
    if (!await agrees(rated)) return null;
    status = await sit(true);
  }
  keepParts(match, { [status.mine[0]]: part });
  return status;
}
