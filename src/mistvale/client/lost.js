// The page at an address where there is none: it says so, and leads home.

import { dressMasthead } from './masthead.js';
import { loadWords, t } from './words.js';

async function begin() {
  await loadWords();
  document.title = t('title.lost');
  dressMasthead();
  document.body.dataset.ready = 'yes';
}

begin();
