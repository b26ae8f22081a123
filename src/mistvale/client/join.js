// A friend's link: give a name, take the seat.

import { api } from './api.js';
import { loadArt, picture } from './art.js';
import { toast } from './dialogs.js';
import { find } from './dom.js';
import { prepared } from './preparing.js';
import { drawPart, keepParts } from './seals.js';
import { keep, kept } from './store.js';
import { at, named } from './where.js';
import { loadWords, t } from './words.js';

const token = named();

async function join(event, invitation) {
  event.preventDefault();
  const button = find('#join-go');
  const name = find('#join-name').value.trim() || t('seat.guest');
  button.disabled = true;
  try {
    const { part, seal } = drawPart();
    keep('name', name);
    // Where programs may sit, the button says so: to press it is to agree.
    const status = await api.join(token, { name, seal, programs: invitation.programs });
    keepParts(status.match, { [invitation.seat]: part });
    location.href = at(`/match/${status.match}`);
  } catch (error) {
    button.disabled = false;
    toast(error.message, 'error');
  }
}

/** Who sits down here may meet programs: that is said before, and agreed to by the button itself. */
function warnOfPrograms({ rated }) {
  const note = find('#join-programs');
  note.textContent = rated ? `${t('join.programs')} ${t('join.programs.rated')}` : t('join.programs');
  note.hidden = false;
  find('#join-go').textContent = t('join.agree');
  find('#join-go').setAttribute('aria-describedby', note.id);
}

async function begin() {
  await loadWords();
  document.title = t('title.join');
  try {
    // On a cold machine the table can be told of when its game can be played.
    await prepared(() => api.linkReady(token), find('#join-text').parentElement);
    const [invitation, me, games] = await Promise.all([api.invitation(token), api.me(), api.games()]);
    const game = games.find(({ name }) => name === invitation.game);
    await loadArt(invitation.game);
    const cover = picture(invitation.game, game?.cover || 'cover', 'cover-picture', true);
    if (cover) find('#join-cover').append(cover);
    find('#join-title').textContent = t('join.title', { host: invitation.host, game: game?.title ?? invitation.game });
    find('#join-watch').href = at(`/match/${invitation.match}`);
    find('#join-watch').hidden = false;
    if (invitation.taken) {
      find('#join-text').textContent = t('join.taken');
    } else {
      find('#join-text').textContent = game?.tagline ?? '';
      find('#join-name').value = me.name || kept('name', '');
      if (invitation.programs) warnOfPrograms(invitation);
      find('#join-form').hidden = false;
      find('#join-form').addEventListener('submit', (event) => join(event, invitation));
      find('#join-name').focus();
    }
  } catch (error) {
    find('#join-cover').hidden = true;
    find('#join-title').textContent = t('join.lost');
    find('#join-text').textContent = error.message;
    find('#join-home').hidden = false;
  }
  document.body.dataset.ready = 'yes';
}

begin();
