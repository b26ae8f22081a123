// My tables on the first page: those that wait for me stand first, with one press to go on.

import { moment } from './dates.js';
import { el, find, icon, redraw } from './dom.js';
import { at } from './where.js';
import { listed, t, TITLES } from './words.js';

const MOST_WAITING = 3; // side by side on a desk, so that the games stay in sight
const MOST = 30;

/** Whether nobody but me can go on there. */
export const waitsForMe = ({ status, seats }) => (status === 'playing' && seats.some(({ mine, pending }) => mine && pending))
  || (status === 'confirming' && seats.some(({ mine, confirmed }) => mine && confirmed === false));

/** The tables that wait for me, the newest first and not too many; and all the others, those that wait for me first. */
export function sorted(tables) {
  const mine = tables.filter(waitsForMe);
  const others = tables.filter((table) => !waitsForMe(table));
  return { waiting: mine.slice(0, MOST_WAITING), rest: [...mine.slice(MOST_WAITING), ...others].slice(0, MOST) };
}

const names = (seats) => seats.map((seat) => seat.name || t('seat.nobody'));

function stateOf(status) {
  if (status.status === 'waiting') return [t('tables.waiting'), 'waiting'];
  if (status.status === 'confirming' && waitsForMe(status)) return [t('tables.confirm'), 'mine'];
  if (['confirming', 'sealing'].includes(status.status)) return [t('tables.sealing'), 'waiting'];
  if (status.status === 'frozen') return [t('tables.frozen'), 'over'];
  if (status.status === 'over') {
    const first = status.seats.filter((_, i) => status.ranks?.[i] === 1);
    return [first.length ? t('tables.won', { names: listed(names(first)) }) : t('tables.over'), 'over'];
  }
  if (waitsForMe(status)) return [t('tables.mine'), 'mine'];
  return [t('tables.theirs', { names: listed(names(status.seats.filter((seat) => seat.pending))) }), 'playing'];
}

/** Who sits there, and whether it is played with a box of somebody's own. */
const aboutOf = (status) => [...names(status.seats), ...(status.own_box ? [t('box.own')] : [])].join(' · ');

function row(status) {
  const [text, kind] = stateOf(status);
  return el('li', {}, el('a', { class: `table-row ${kind}`, href: at(`/match/${status.match}`) },
    el('span', { class: 'state-dot' }),
    el('span', { class: 'table-words' }, el('b', { lang: TITLES, text: status.title }), el('span', { text: aboutOf(status) })),
    el('span', { class: 'table-state', text }),
    el('time', { datetime: status.created, text: moment(status.created) })));
}

function waitingRow(status) {
  const others = listed(names(status.seats.filter(({ mine }) => !mine)));
  return el('li', {}, el('a', { class: 'waiting-row', href: at(`/match/${status.match}`), data: { resume: status.match } },
    el('span', { class: 'table-words' }, el('b', { lang: TITLES, text: status.title }),
      el('span', { text: others ? t('waiting.with', { names: others }) : t('waiting.alone') }),
      status.own_box ? el('span', { text: t('box.own') }) : null),
    el('span', { class: 'button primary' }, icon('play'), el('span', { text: t('waiting.go') }))));
}

export function drawTables(tables) {
  const { waiting, rest } = sorted(tables);
  find('#waiting').hidden = waiting.length === 0;
  redraw(find('#waiting-list'), ...waiting.map(waitingRow));
  find('#tables').hidden = rest.length === 0;
  redraw(find('#tables-list'), ...rest.map(row));
}
