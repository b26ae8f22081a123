// Why somebody reports something: the reasons in words, and the question for one.

import { ask } from './dialogs.js';
import { el } from './dom.js';
import { t } from './words.js';

export const reasons = () => ({ insult: t('report.insult'), threat: t('report.threat'), spam: t('report.spam'), cheating: t('report.cheating'), other: t('report.other') });

/** The reason, or null if it was thought better of. */
export async function askReason() {
  const select = el('select', { id: 'report-why' }, ...Object.entries(reasons()).map(([value, text]) => el('option', { value, text })));
  const yes = await ask({
    title: t('report.title'),
    body: [el('p', { text: t('report.text') }), el('label', { class: 'field' }, el('span', { text: t('report.why') }), select)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('chat.report'), value: true, kind: 'primary' }],
  });
  return yes ? select.value : null;
}
