// Recovery codes: shown once, to be copied, printed, or kept as a file.

import { ask, copyButton } from './dialogs.js';
import { el } from './dom.js';
import { t } from './words.js';

/** The codes as a text of their own, that tells years later what they are for. */
export const codesText = (name, codes) => [t('codes.file', { name, place: location.origin }), '', ...codes, ''].join('\n');

export async function showCodes(name, codes) {
  const text = codesText(name, codes);
  const file = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const print = el('button', { class: 'button small', type: 'button', text: t('codes.print'), on: { click: () => window.print() } });
  const save = el('a', { class: 'button small', href: file, download: 'mistvale-codes.txt', text: t('codes.save') });
  await ask({
    title: t('codes.title'),
    className: 'codes',
    closable: false,
    body: [
      el('p', { text: t('codes.why') }),
      el('p', { class: 'only-printed', text: t('codes.file', { name, place: location.origin }) }),
      el('ol', { class: 'code-list' }, ...codes.map((code) => el('li', {}, el('code', { text: code })))),
      el('div', { class: 'button-row not-printed' }, copyButton(text), print, save),
    ],
    buttons: [{ label: t('codes.done'), value: true, kind: 'primary' }],
  });
  URL.revokeObjectURL(file);
}
