// The end of a round or of a match, as a dialog that waits for the viewer.

import { ask } from './dialogs.js';
import { api } from './api.js';
import { el } from './dom.js';
import { at } from './where.js';
import { t } from './words.js';

function tableOf({ head = [], rows = [] }) {
  if (!rows.length) return null;
  const last = rows.length - 1;
  return el('table', { class: 'summary-table' },
    head.length ? el('thead', {}, el('tr', {}, ...head.map((text) => el(text ? 'th' : 'td', { scope: text ? 'col' : null, text })))) : null,
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

/** The end. Resolves with 'rematch', 'replay', 'home' or null (look at the table). */
export function showFinal(summary, match, { seated }) {
  return ask({
    title: summary.title,
    body: bodyOf(summary),
    className: 'summary final',
    buttons: [
      { label: t('final.home'), href: at('/'), kind: 'quiet' },
      { label: t('final.record'), href: api.recordLink(match), download: `mistvale-${match}.json`, kind: 'quiet' },
      { label: t('final.replay'), value: 'replay' },
      seated ? { label: t('final.rematch'), value: 'rematch', kind: 'primary' }
        : { label: t('final.table'), value: null, kind: 'primary' },
    ],
  });
}
