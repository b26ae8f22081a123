// The tab about the table itself: who is there, links, leaving, and what one can do when it is over.

import { api } from './api.js';
import { botField, favourite } from './bots.js';
import { ask, copyField } from './dialogs.js';
import { el, find, redraw } from './dom.js';
import { goingButtons, termsOf } from './going.js';
import { button as tried } from './parts.js';
import { ownBox } from './ownbox.js';
import { outcomeOf, strengthsOf } from './ratings.js';
import { seatList, spectatorLink } from './room.js';
import { at } from './where.js';
import { t } from './words.js';

let drawn = '';

/** Put another bot in the place of one that cannot move. */
async function replace(table, { seat, name, bot }) {
  const others = [...table.bots.values()].filter(({ name: other }) => other !== bot);
  const { select, field } = botField(others, favourite(others), t('leave.bot'), table.status.seats.length);
  const yes = await ask({
    title: t('replace.title', { name }),
    body: [el('div', { class: 'field' }, el('span', { text: t('leave.bot') }), field)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('seat.replace'), value: true, kind: 'primary' }],
  });
  if (yes) await table.send({ type: 'leave', seat, bot: select.value });
}

/** Leave a seat to a bot, after asking: where something is at stake there is no way back. */
async function leave(table, seat) {
  const { status } = table;
  const { seats } = status;
  const rated = status.rated || status.tournament;
  const name = seats[seat].name;
  const bots = [...table.bots.values()];
  const { select, field } = botField(bots, favourite(bots), t('leave.bot'), seats.length);
  const yes = await ask({
    title: t('leave.title'),
    body: rated ? [el('p', { text: seats.length === 2 ? t('leave.ends') : t('leave.rated', { name }) })]
      : [el('p', { text: t('leave.back', { name }) }), el('div', { class: 'field' }, el('span', { text: t('leave.bot') }), field)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('leave.yes'), value: true, kind: 'danger' }],
  });
  if (yes) await table.send({ type: 'leave', seat, ...(rated ? {} : { bot: select.value }) });
}

/** At a table that goes on from another match: that it does, and the way back to that step. */
function cameFrom({ game, played_on: came }) {
  if (!came) return null;
  const { match, lesson, puzzle, step, dealt_anew: anew } = came;
  const [text, way] = match ? [anew ? t('playon.anew', { step }) : t('playon.same', { step }), `/match/${match}#step-${step}`]
    : lesson ? [anew ? t('playon.lesson.anew') : t('playon.lesson.same'), `/learn/${game}#${lesson}`]
      : [anew ? t('playon.puzzle.anew') : t('playon.puzzle.same'), `/puzzles/${game}#${puzzle}`];
  return el('p', { class: 'hint', id: 'played-on' }, el('a', { href: at(way), text }));
}

export function drawAbout(table) {
  const { status } = table;
  const over = status.status === 'over';
  table.afterwards.about();
  find('#rematch').hidden = !(over && status.rematch);
  find('#rematch').onclick = () => table.rematch();
  // Drawn again only for what it shows: somebody may be copying a link from it.
  const resting = status.clocks?.map(({ holiday }) => holiday > 0);
  const sign = JSON.stringify([status.status, status.mine, status.rematch, status.chat, status.cancellable, status.ending, resting, status.seats.map(({ pending, ...seat }) => seat)]);
  if (sign === drawn) return;
  drawn = sign;
  const button = (label, click, kind = '') => el('button', { class: `button ${kind}`, type: 'button', text: label, on: { click } });
  redraw(find('#about'), ...[
    seatList(status, table.bots, status.mine.length || status.host ? {
      again: ({ seat, bot }) => table.send({ type: 'leave', seat, bot }),
      replace: (seat) => replace(table, seat),
    } : {}),
    ownBox(status),
    cameFrom(status),
    status.rated && el('p', { class: 'hint', id: 'rated', text: t('rating.table') }),
    status.rated && (over ? outcomeOf(table.id) : strengthsOf(status)),
    over && !status.secret && el('div', { class: 'stack' },
      button(t('final.replay'), () => table.replay.open()),
      !status.daily && (status.mine.length || status.rematch)
        ? button(status.rematch ? t('final.rematch.go') : t('final.rematch'), () => table.rematch(), 'primary') : null,
      el('a', { class: 'button', href: api.recordLink(table.id), download: `mistvale-${table.id}.json`, text: t('final.record') }),
      tried(t('shuffle.verify'), async () => (await import('./verify.js')).verifyMatch(table.id, status.mine))),
    termsOf(status),
    status.tournament && el('a', { class: 'button', href: at(`/tournament/${status.tournament}`), text: t('tournament.go') }),
    status.daily && el('a', { class: 'button', href: at('/daily'), text: t('daily.title') }),
    !status.secret && spectatorLink(status),
    table.chat.hostSwitch(),
    status.status === 'playing' && !status.secret && el('div', { class: 'stack' }, ...goingButtons(table, button), ...status.mine.map((seat) => button(
      t('leave.button', { name: status.seats[seat].name }), () => leave(table, seat), 'quiet'))),
    status.host_seal && el('details', { class: 'seal' }, el('summary', { text: t('seal.title') }),
      el('p', { text: t('seal.hint') }), copyField(status.host_seal, t('seal.label'))),
  ].filter(Boolean));
}
