// The programs of a player: the tokens by which they come in, made, renewed and revoked.

import { api } from './api.js';
import { day } from './dates.js';
import { ask, copyField, toast } from './dialogs.js';
import { el } from './dom.js';
import { button, card, row, sure } from './parts.js';
import { proven } from './proof.js';
import { t } from './words.js';

const DAYS = [7, 30, 90, 365];
const USUAL_DAYS = 90;

const scopeWords = () => ({ play: t('programs.play'), host: t('programs.host'), read: t('programs.read') });

function daysField() {
  const select = el('select', { id: 'token-days' }, ...DAYS.map((days) => el('option', { value: String(days), text: t('programs.days', { n: days }) })));
  select.value = String(USUAL_DAYS);
  return { select, field: el('label', { class: 'field' }, el('span', { text: t('programs.ends') }), select) };
}

/** A token is shown this once. */
function showToken(token) {
  return ask({
    title: t('programs.token'),
    className: 'token',
    closable: false,
    body: [el('p', { text: t('programs.once') }), copyField(token, t('programs.token')), el('p', { class: 'hint', text: t('programs.header') })],
    buttons: [{ label: t('programs.kept'), value: true, kind: 'primary' }],
  });
}

/** Show what was made, and the list with it. */
async function made(answer, redraw) {
  if (!answer) return;
  await showToken(answer.token);
  await redraw();
}

async function add(account, redraw) {
  const name = el('input', { type: 'text', id: 'token-name', maxlength: 40, autocomplete: 'off' });
  const { select, field } = daysField();
  const boxes = Object.entries(scopeWords()).map(([scope, text]) => {
    const box = el('input', { type: 'checkbox', class: 'switch', name: scope });
    box.checked = scope === 'play';
    return { scope, box, label: el('label', { class: 'setting' }, el('span', { text }), box) };
  });
  const yes = await ask({
    title: t('programs.add'),
    className: 'new-token',
    body: [el('label', { class: 'field' }, el('span', { text: t('programs.name') }), name),
      el('fieldset', { class: 'scopes' }, el('legend', { text: t('programs.scopes') }), ...boxes.map(({ label }) => label)), field],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('programs.make'), value: true, kind: 'primary' }],
    first: name,
  });
  if (!yes) return;
  const scopes = boxes.filter(({ box }) => box.checked).map(({ scope }) => scope);
  if (!name.value.trim() || !scopes.length) {
    toast(t('programs.missing'), 'error');
    return;
  }
  const wish = { name: name.value.trim(), scopes, days: Number(select.value) };
  await made(await proven(account, () => api.makeToken(wish)), redraw);
}

async function renew(account, token, redraw) {
  const { select, field } = daysField();
  const yes = await ask({
    title: t('programs.renew.title', { name: token.name }),
    body: [el('p', { text: t('programs.renew.why') }), field],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('programs.renew'), value: true, kind: 'primary' }],
  });
  if (yes) await made(await proven(account, () => api.renewToken(token.id, Number(select.value))), redraw);
}

async function revoke(token, redraw) {
  if (!await sure(t('programs.revoke.title', { name: token.name }), t('programs.revoke.why'), t('programs.revoke'))) return;
  await api.revokeToken(token.id);
  await redraw();
}

/** What a token is good for, and how long. */
function about(token) {
  const words = scopeWords();
  const used = token.used ? t('programs.used', { day: day(token.used) }) : t('programs.unused');
  const ends = token.expired ? t('programs.ended', { day: day(token.expires) }) : t('programs.until', { day: day(token.expires) });
  return [token.scopes.map((scope) => words[scope]).join(' · '), used, ends].join(' · ');
}

export function programsCard(account, tokens, redraw) {
  const rows = tokens.map((token) => row(token.name, about(token),
    button(t('programs.renew'), () => renew(account, token, redraw), 'small', { 'aria-label': t('programs.renew.title', { name: token.name }) }),
    button(t('programs.revoke'), () => revoke(token, redraw), 'small quiet', { 'aria-label': t('programs.revoke.title', { name: token.name }) })));
  return card(t('programs.title'),
    el('p', { text: t('programs.what') }),
    rows.length ? el('ul', { class: 'things', id: 'tokens' }, ...rows) : null,
    el('div', { class: 'button-row' }, button(t('programs.add'), () => add(account, redraw), '', { id: 'add-token' })));
}
