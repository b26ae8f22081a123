// Reports of chat on the page of those who look after the server: what was said, by whom, where, and what comes of it.

import { api } from './api.js';
import { day, moment } from './dates.js';
import { ask } from './dialogs.js';
import { clear, el } from './dom.js';
import { button, card } from './parts.js';
import { spoken } from './phrases.js';
import { reasons } from './reasons.js';
import { at } from './where.js';
import { t } from './words.js';

export const outcomeWords = () => ({ dealt: t('reports.dealt'), dismissed: t('reports.dismissed') });

const said = (line) => spoken(line) || t('reports.gone');

/** A player by name, with the way to the profile; a guest is nobody in particular. */
function who(handle, name) {
  return handle ? el('a', { href: at(`/player/${handle}`), text: name || handle }) : el('span', { text: t('reports.guest') });
}

async function readAround(report, proven) {
  const lines = await proven(() => api.admin.reportLines(report.id));
  if (!lines) return;
  await ask({
    title: t('reports.around'),
    className: 'reading',
    body: [el('ol', { class: 'things report-lines' }, ...lines.map((line) => el('li', { class: line.reported ? 'reported' : '' },
      el('b', {}, who(line.player, line.name)), ' ', el('small', { text: moment(line.at) }),
      el('p', { class: 'wraps' }, line.reported ? el('mark', { text: said(line) }) : said(line)))))],
    buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }],
  });
}

/** What came of it, and a note for the audit; null if it was thought better of. */
async function askOutcome(outcome) {
  const note = el('input', { type: 'text', maxlength: 200, autocomplete: 'off' });
  const yes = await ask({
    title: outcomeWords()[outcome],
    body: [el('label', { class: 'field' }, el('span', { text: t('reports.note') }), note)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('dialog.done'), value: true, kind: 'primary' }],
    first: note,
  });
  return yes ? note.value.trim() : null;
}

function reportRow(report, on) {
  const about = el('small', {}, t('reports.said'), ' ', who(report.author, report.author_name), ' · ', t('reports.by'), ' ', who(report.reporter, report.reporter_name),
    ' · ', moment(report.at), ' · ', el('a', { href: at(`/match/${report.match}${report.side === 'comments' ? '#variations' : ''}`), text: t('reports.table', { match: report.match }) }));
  const end = (outcome) => button(outcomeWords()[outcome], () => on.close(report, outcome), 'small', { data: { outcome } });
  const state = report.closed ? el('small', { text: t('reports.closed', { outcome: outcomeWords()[report.outcome] ?? t('reports.dealt'), day: day(report.closed) }) }) : null;
  const actions = report.closed ? [] : [end('dealt'), end('dismissed'),
    report.author ? button(t('admin.ban'), () => on.ban({ player: report.author, name: report.author_name }), 'small', { data: { ban: report.author } }) : null];
  return el('li', { class: 'thing-row report', data: { report: report.id } },
    el('div', { class: 'thing-about' }, el('b', { text: reasons()[report.why] ?? report.why }),
      el('blockquote', { class: 'wraps', text: said(report) }), about, state),
    el('div', { class: 'button-row' }, button(t('reports.read'), () => on.read(report), 'small quiet'), ...actions.filter(Boolean)));
}

/** The card; `proven` does what wants a fresh proof, `ban` asks for a reason and bans, `redraw` shows the page anew. */
export function reportsCard(reports, { proven, ban, redraw }) {
  const list = el('ul', { class: 'things', id: 'reports' });
  let shut = false;
  const on = {
    ban,
    read: (report) => readAround(report, proven),
    async close(report, outcome) {
      const note = await askOutcome(outcome);
      if (note !== null && await proven(() => api.admin.closeReport(report.id, outcome, note))) await redraw();
    },
  };
  const fill = (found) => {
    clear(list).append(...found.map((report) => reportRow(report, on)));
    if (!found.length) list.append(el('li', { class: 'hint', text: shut ? t('reports.none.closed') : t('reports.none') }));
  };
  fill(reports);
  const turn = button(t('reports.show.closed'), async () => {
    const found = await api.admin.reports(!shut);
    shut = !shut;
    fill(found);
    turn.textContent = shut ? t('reports.show.open') : t('reports.show.closed');
  }, 'small quiet', { id: 'closed-reports' });
  return card(t('reports.title'), list, el('div', { class: 'button-row' }, turn));
}
