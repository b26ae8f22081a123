// The page behind a link of another device: it shows a number, and waits until that device has confirmed it.
// And the page behind a recovery link of whoever runs the server. The secret stands behind the #, which no server sees.

import { api } from './api.js';
import { clear, el, find, pause } from './dom.js';
import { dressMasthead } from './masthead.js';
import { button } from './parts.js';
import { keep } from './store.js';
import { at } from './where.js';
import { loadWords, t } from './words.js';

const LOOK_EVERY = 1500;

function say(title, text, hint = '', number = '') {
  find('#device-title').textContent = title;
  find('#device-text').textContent = text;
  find('#device-hint').textContent = hint;
  find('#device-number').hidden = !number;
  find('#device-number').textContent = number;
}

function offer(...buttons) {
  clear(find('#device-buttons')).append(...buttons);
}

function arrive(account) {
  keep('name', account.name);
  location.replace(at('/account'));
}

/** Wait until the other device has confirmed; what ends that otherwise is thrown. */
async function letIn(secret) {
  for (;;) {
    try {
      const { signed_in: done, account } = await api.finishLink(secret);
      if (done) return account;
    } catch (error) {
      if (error.code !== 'offline') throw error;
    }
    await pause(LOOK_EVERY);
  }
}

async function device(secret) {
  const { number } = await api.claimLink(secret);
  say(t('arrive.title'), t('arrive.number'), t('arrive.wait'), number);
  document.body.dataset.ready = 'yes';
  arrive(await letIn(secret));
}

/** A code that signs in once is not used up by whoever only looks at the link. */
function recover(code) {
  say(t('recover.title'), t('recover.text'), t('recover.hint'));
  offer(button(t('recover.go'), async () => arrive(await api.signInByCode(code)), 'primary', { id: 'recover' }));
}

async function begin() {
  await loadWords();
  document.title = t('title.device');
  dressMasthead();
  const secret = location.hash.slice(1);
  try {
    if (!secret) throw new Error(t('arrive.torn'));
    await api.me();
    if (location.pathname === at('/recover')) recover(secret);
    else await device(secret);
  } catch (error) {
    say(t('arrive.lost'), error.message, t('arrive.again'));
    offer(el('a', { class: 'button', href: at('/account'), text: t('account.title') }));
  }
  document.body.dataset.ready = 'yes';
}

begin();
