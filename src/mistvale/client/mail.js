// The pages behind the links of a mail: an address is confirmed, or gets no more of them. A press does it, not a look.

import { api } from './api.js';
import { clear, el, find } from './dom.js';
import { dressMasthead } from './masthead.js';
import { button } from './parts.js';
import { at, named } from './where.js';
import { loadWords, t } from './words.js';

function say(title, text) {
  find('#mail-title').textContent = title;
  find('#mail-text').textContent = text;
}

function offer(label, action, done) {
  clear(find('#mail-buttons')).append(button(label, async () => {
    await action();
    say(...done);
    clear(find('#mail-buttons')).append(el('a', { class: 'button', href: at('/account'), text: t('account.title') }));
  }, 'primary', { id: 'mail-go' }));
}

async function begin() {
  await loadWords();
  document.title = t('title.mail');
  dressMasthead();
  if (location.pathname === at('/mail/confirm')) {
    say(t('mail.confirm.title'), t('mail.confirm.text'));
    offer(t('mail.confirm.go'), () => api.confirmMail(location.hash.slice(1)), [t('mail.confirmed'), t('mail.confirmed.text')]);
  } else {
    say(t('mail.stop.title'), t('mail.stop.text'));
    offer(t('mail.stop.go'), () => api.unsubscribe(named()), [t('mail.stopped'), t('mail.stopped.text')]);
  }
  document.body.dataset.ready = 'yes';
}

begin();
