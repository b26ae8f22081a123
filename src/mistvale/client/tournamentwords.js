// What is said of a tournament wherever one is shown.

import { moment } from './dates.js';
import { el } from './dom.js';
import { paceWords } from './paces.js';
import { t, TITLES } from './words.js';

export const forms = () => ({ swiss: t('tournament.swiss'), robin: t('tournament.robin'), knockout: t('tournament.knockout') });

export const doors = () => ({ public: t('tournament.door.public'), friends: t('tournament.door.friends'), link: t('tournament.door.link') });

/** When it begins, or where it is. */
export function stateWords({ status, round, rounds, starts }) {
  if (status === 'running') return t('tournament.round.of', { round, rounds });
  if (status === 'over') return t('tournament.over');
  if (status === 'ended') return t('tournament.ended');
  return starts ? t('tournament.starts', { when: moment(new Date(starts * 1000).toISOString()) }) : t('tournament.waiting');
}

/** What one has to know before entering. */
export function facts(one) {
  return el('p', { class: 'tournament-facts' },
    el('b', { lang: TITLES, text: one.title }),
    el('span', { text: forms()[one.form] }),
    el('span', { text: t('tournament.size.of', { n: one.size }) }),
    el('span', { text: paceWords(one.pace) }),
    one.rated ? el('span', { class: 'rated', text: t('lobby.rated') }) : null);
}
