// The dialogs of the top bar: settings and keys.

import { ask } from './dialogs.js';
import { el } from './dom.js';
import { lang, pick } from './language.js';
import { change, setting } from './settings.js';
import { languages, t } from './words.js';

function choice(name, label, values) {
  const group = el('div', { class: 'segments', role: 'radiogroup', 'aria-label': label });
  for (const [value, text] of values) {
    const input = el('input', { type: 'radio', name: `set-${name}`, value, id: `set-${name}-${value}` });
    input.checked = setting(name) === value;
    input.addEventListener('change', () => change(name, value));
    group.append(input, el('label', { for: input.id, text }));
  }
  return el('div', { class: 'setting' }, el('span', { text: label }), group);
}

function toggle(name, label, hint) {
  const input = el('input', { type: 'checkbox', class: 'switch', id: `set-${name}` });
  input.checked = setting(name);
  input.addEventListener('change', () => change(name, input.checked));
  return el('label', { class: 'setting', for: input.id }, el('span', {}, label, hint && el('small', { text: hint })), input);
}

/** Each language by its own name; whoever cannot read this page finds theirs. */
export function languagePicker() {
  const options = languages().map(([value, text]) => {
    const option = el('option', { value, lang: value, text });
    option.selected = value === lang();
    return option;
  });
  return el('select', { class: 'language', 'aria-label': t('settings.language'), on: { change: ({ target }) => pick(target.value) } }, ...options);
}

export function showSettings() {
  return ask({
    title: t('settings.title'),
    className: 'settings',
    body: [
      el('div', { class: 'setting' }, el('span', { text: t('settings.language') }), languagePicker()),
      choice('theme', t('settings.theme'), [['auto', t('settings.auto')], ['light', t('settings.light')], ['dark', t('settings.dark')]]),
      choice('speed', t('settings.speed'), [['off', t('settings.off')], ['slow', t('settings.slow')],
        ['normal', t('settings.normal')], ['fast', t('settings.fast')]]),
      toggle('sound', t('settings.sound')),
      toggle('confirm', t('settings.confirm'), t('settings.confirm.hint')),
      toggle('single', t('settings.single'), t('settings.single.hint')),
      toggle('coach', t('settings.coach'), t('settings.coach.hint')),
      toggle('letters', t('settings.letters'), t('settings.letters.hint')),
      toggle('talk', t('settings.talk'), t('settings.talk.hint')),
    ],
    buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }],
  });
}

export function showKeys() {
  const keys = [
    [t('key.tab'), t('keys.tab')], ['← ↑ ↓ →', t('keys.arrows')], ['⇧ ←↑↓→', t('keys.look')],
    [`${t('key.next')} ${t('key.before')}`, t('keys.round')], [`${t('key.home')} ${t('key.end')}`, t('keys.ends')],
    [t('key.enter'), t('keys.play')], ['T F2', t('keys.read')], ['Q E R', t('keys.turn')], ['H', t('keys.hint')], ['C', t('keys.chat')], ['U', t('keys.undo')], ['L', t('keys.closer')], ['+ − 0', t('keys.zoom')], ['M', t('keys.mute')],
    ['P', t('keys.panel')], [t('key.escape'), t('keys.escape')], ['?', t('keys.help')],
  ];
  return ask({
    title: t('keys.title'),
    className: 'keys',
    body: [el('p', { text: t('keys.reader') }), el('dl', { class: 'key-list' }, ...keys.flatMap(([key, text]) => [
      el('dt', {}, el('kbd', { text: key })), el('dd', { text })]))],
    buttons: [{ label: t('dialog.done'), value: true, kind: 'primary' }],
  });
}
