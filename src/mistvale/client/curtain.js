// People who share a screen: a curtain falls before another one's hand is shown.

import { clear, el, find, icon } from './dom.js';
import { t } from './words.js';

const curtain = () => find('#curtain');

/** Cover the table until `name` says it is theirs. Resolves when the button was pressed. */
export function drawCurtain(name) {
  return new Promise((resolve) => {
    const button = el('button', { class: 'button primary large', type: 'button', id: 'curtain-open',
      text: t('curtain.open', { name }) });
    button.addEventListener('click', () => resolve());
    clear(curtain()).append(el('div', { class: 'curtain-card' }, icon('pass'),
      el('h2', { id: 'curtain-title', text: t('curtain.pass', { name }) }), el('p', { text: t('curtain.why') }), button));
    curtain().hidden = false;
    button.focus();
  });
}

export function liftCurtain() {
  curtain().hidden = true;
  clear(curtain());
}
