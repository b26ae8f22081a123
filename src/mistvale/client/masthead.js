// What stands at the top of every page but a table: the language and the settings.

import { lookAtDoor } from './door.js';
import { find } from './dom.js';
import { languagePicker, showSettings } from './options.js';

export function dressMasthead() {
  find('#language').append(languagePicker());
  find('#settings').addEventListener('click', () => showSettings());
  lookAtDoor();
}
