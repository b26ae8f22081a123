// What whoever runs the server says to everybody: announcements, and that no new tables are opened for a while.

import { api } from './api.js';
import { clear, el } from './dom.js';
import { keep, kept } from './store.js';
import { t } from './words.js';

const MOST_READ = 50; // announcements that are remembered as read

let place = null;

function sign(text, close) {
  return el('div', {}, el('p', { text }),
    el('button', { class: 'button small', type: 'button', text: t('account.note.read'), on: { click: close } }));
}

/** Show what hangs there and was not read yet. */
export function showDoor({ announcements, maintenance }) {
  const read = kept('read-signs', []);
  const closed = `${t('door.maintenance')} ${maintenance}`.trim();
  const hanging = maintenance === null ? announcements : [{ id: closed, text: closed }, ...announcements];
  const signs = hanging.filter(({ id }) => !read.includes(id)).map(({ id, text }) => sign(text, () => {
    keep('read-signs', [...read, id].slice(-MOST_READ));
    showDoor({ announcements, maintenance });
  }));
  place ??= document.body.appendChild(el('section', { class: 'door', role: 'status', 'aria-label': t('door.title') }));
  place.hidden = signs.length === 0;
  clear(place).append(...signs);
}

/** Ask what hangs there; it is no matter if nobody can say. */
export async function lookAtDoor() {
  try {
    showDoor(await api.door());
  } catch {
    // The page has said already that the server cannot be reached.
  }
}
