// The end of a round or of a match, as a dialog that waits for the viewer.

import { ask } from './dialogs.js';
import { api } from './api.js';
import { el } from './dom.js';
import { button } from './parts.js';
import { outcomeOf } from './ratings.js';
import { verifyMatch } from './verify.js';
import { at } from './where.js';
import { t } from './words.js';

const BESIDE = 4; // columns at most whose heads there is room for on a phone

function tableOf({ head = [], rows = [] }) {
  if (!rows.length) return null;
  const last = rows.length - 1;
  return el('table', { class: `summary-table${head.length > BESIDE ? ' many' : ''}` },
    head.length ? el('thead', {}, el('tr', {}, ...head.map((text) => el(text ? 'th' : 'td', { scope: text ? 'col' : null }, el('span', { text }))))) : null,
    el('tbody', {}, ...rows.map((row, i) => el('tr', { class: i === last ? 'total' : '' },
      ...row.map((text, column) => el(column ? 'td' : 'th', { scope: column ? null : 'row', text: String(text) }))))));
}

function bodyOf(summary) {
  return [
    ...(summary.text ?? []).map((text, i) => el('p', { class: i ? '' : 'summary-lead', text })),
    tableOf(summary),
  ].filter(Boolean);
}

/** Between rounds: any of Continue, Enter, Escape goes on. */
export function showSummary(summary) {
  return ask({
    title: summary.title,
    body: bodyOf(summary),
    className: 'summary',
    buttons: [{ label: t('summary.continue'), value: true, kind: 'primary' }],
  });
}

/** What goes with the result: what it did to ratings, or that others still play. */
const news = ({ match, rated, secret }) => [rated ? outcomeOf(match) : null, secret ? el('p', { text: t('daily.early') }) : null].filter(Boolean);

/** What stays of the match: its record, and a way to find out whether anybody could have chosen the deck. */
const proof = ({ match, secret, mine }) => (secret ? [] : [el('div', { class: 'button-row' },
  button(t('shuffle.verify'), () => verifyMatch(match, mine), 'small quiet', { id: 'verify' }),
  el('a', { class: 'button small quiet', href: api.recordLink(match), download: `mistvale-${match}.json`, text: t('final.record') }))]);

/** The end. Resolves with 'rematch', 'replay', 'analysis', 'home' or null (look at the table). */
export function showFinal(summary, status) {
  const { daily, secret, mine, tournament } = status;
  const [lead, ...rest] = bodyOf(summary);
  const look = { label: t('final.table'), value: null, kind: 'primary' };
  const days = { label: t('daily.board'), href: at('/daily'), kind: 'primary' };
  return ask({
    title: summary.title,
    body: [lead, ...news(status), ...rest, ...proof(status)].filter(Boolean),
    className: 'summary final',
    buttons: [
      { label: t('final.home'), href: at('/'), kind: 'quiet' },
      ...(secret ? [] : [{ label: t('final.replay'), value: 'replay' }, { label: t('panel.analysis'), value: 'analysis' }]),
      tournament ? { label: t('tournament.go'), href: at(`/tournament/${tournament}`), kind: 'primary' } : daily ? days : mine.length ? { label: t('final.rematch'), value: 'rematch', kind: 'primary' } : look,
    ],
  });
}
