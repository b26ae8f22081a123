// The account: for a guest what it brings, for a player everything that belongs to it.

import { api } from './api.js';
import { showCodes } from './codes.js';
import { day, moment } from './dates.js';
import { ask, learnFriendsUrl, linkField, toast } from './dialogs.js';
import { devicesCard } from './devices.js';
import { clear, el, find } from './dom.js';
import { friendsCard } from './friends.js';
import { arrive, identitiesCard, ledBack } from './identities.js';
import { dressMasthead } from './masthead.js';
import { newcomerCards } from './newcomer.js';
import { noticesCard } from './notices.js';
import { button, card, row, sure } from './parts.js';
import { makePasskey, passkeysHere } from './passkey.js';
import { programsCard } from './programs.js';
import { proven } from './proof.js';
import { keep } from './store.js';
import { at } from './where.js';
import { loadWords, t } from './words.js';

const NO_LONGER = ['signed-out', 'no-player'];
const PRIVACY = ['profile', 'playing', 'invitations', 'insights'];
let wasPlayer = false;

function notesCard(account) {
  if (!account.notes.length) return null;
  return card(t('account.notes'), el('ul', { class: 'things' }, ...account.notes.map((note) => row(note.text, moment(note.at),
    button(t('account.note.read'), async () => {
      await api.dropNote(note.id);
      await show();
    }, 'small')))));
}

function nameCard(account) {
  const input = el('input', { type: 'text', id: 'player-name', maxlength: 40, autocomplete: 'nickname', value: account.name });
  input.addEventListener('change', async () => {
    const name = input.value.trim();
    if (!name) {
      input.value = account.name;
      return;
    }
    try {
      await api.rename(name);
      keep('name', name);
      toast(t('account.renamed'));
    } catch (error) {
      toast(error.message, 'error');
    }
  });
  return card(t('account.you'),
    el('label', { class: 'field' }, el('span', { text: t('home.name') }), input),
    el('p', { class: 'hint', text: t('account.since', { day: day(account.created) }) }),
    el('div', { class: 'field' }, el('span', { text: t('account.profile.link') }), linkField(`/player/${account.player}`, t('account.profile.link'))),
    el('div', { class: 'button-row' }, el('a', { class: 'button', href: at(`/player/${account.player}`), text: t('account.profile') }),
      button(t('account.signout'), signOut, 'quiet', { id: 'sign-out' })));
}

async function signOut() {
  await api.signOut();
  wasPlayer = false;
  await show();
}

async function addPasskey(account) {
  const added = await proven(account, async () => api.addPasskey(await makePasskey(await api.passkeyOptions())));
  if (!added) return;
  toast(t('passkey.added'));
  await show();
}

async function renamePasskey(passkey) {
  const input = el('input', { type: 'text', maxlength: 40, value: passkey.name, autocomplete: 'off' });
  const yes = await ask({
    title: t('passkey.rename'),
    body: [el('label', { class: 'field' }, el('span', { text: t('passkey.name') }), input)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('dialog.done'), value: true, kind: 'primary' }],
    first: input,
  });
  if (!yes || !input.value.trim()) return;
  await api.renamePasskey(passkey.id, input.value.trim());
  await show();
}

async function removePasskey(account, passkey) {
  if (!await sure(t('passkey.remove.title', { name: passkey.name }), t('passkey.remove.why'), t('passkey.remove'))) return;
  if (await proven(account, () => api.removePasskey(passkey.id))) await show();
}

function passkeyRow(account, passkey) {
  const used = t('passkey.used', { day: day(passkey.created), used: day(passkey.used) });
  return row(passkey.name || t('passkey.unnamed'), passkey.usable ? used : `${used} ${t('passkey.elsewhere')}`,
    button(t('passkey.rename'), () => renamePasskey(passkey), 'small', { 'aria-label': t('passkey.rename.one', { name: passkey.name }) }),
    button(t('passkey.remove'), () => removePasskey(account, passkey), 'small quiet', { 'aria-label': t('passkey.remove.one', { name: passkey.name }) }));
}

function passkeysCard(account) {
  const possible = account.passkeys_possible && passkeysHere();
  return card(t('passkey.title'),
    el('p', { text: t('passkey.why') }),
    account.passkeys.length ? el('ul', { class: 'things', id: 'passkeys' }, ...account.passkeys.map((each) => passkeyRow(account, each))) : null,
    possible ? el('div', { class: 'button-row' }, button(t('passkey.add'), () => addPasskey(account), '', { id: 'add-passkey' }))
      : el('p', { class: 'hint', id: 'why-not', text: account.why_not ?? t('passkey.browser') }));
}

function codesCard(account) {
  const renew = async () => {
    const made = await proven(account, () => api.newCodes());
    if (!made) return;
    await showCodes(account.name, made.codes);
    await show();
  };
  return card(t('codes.heading'),
    el('p', { id: 'codes-left', text: t('codes.left', { n: account.codes_left }) }),
    el('div', { class: 'button-row' }, button(t('codes.new'), renew, '', { id: 'new-codes' })));
}

function privacyCard(privacy) {
  const labels = { profile: t('privacy.profile'), playing: t('privacy.playing'), invitations: t('privacy.invitations'), insights: t('privacy.insights') };
  const values = { all: t('privacy.all'), friends: t('privacy.friends'), nobody: t('privacy.nobody') };
  let saved = Promise.resolve();
  const settings = PRIVACY.map((name) => {
    const select = el('select', { id: `privacy-${name}` }, ...Object.entries(values).map(([value, text]) => el('option', { value, text })));
    select.value = privacy[name];
    const save = async () => {
      try {
        Object.assign(privacy, await api.setPrivacy({ ...privacy, [name]: select.value }));
      } catch (error) {
        select.value = privacy[name];
        toast(error.message, 'error');
      }
    };
    // One after the other: each sends them all, and must know what the one before has changed.
    select.addEventListener('change', () => { saved = saved.then(save); });
    return el('label', { class: 'setting' }, el('span', { text: labels[name] }), select);
  });
  return card(t('privacy.title'), ...settings, el('p', { class: 'hint', text: t('privacy.hint') }));
}

/** Twice, since nothing brings an account back. */
async function deleteAccount(account) {
  if (!await sure(t('delete.title'), t('delete.what'), t('delete.go'))) return;
  if (!await sure(t('delete.again'), t('delete.forever'), t('delete.yes'))) return;
  const done = await proven(account, async () => {
    await api.deleteAccount();
    return true;
  });
  if (!done) return;
  wasPlayer = false;
  await show();
  tell(t('delete.done'));
}

function dataCard(account) {
  return card(t('data.title'),
    el('p', { text: t('data.what') }),
    el('div', { class: 'button-row' },
      el('a', { class: 'button', href: api.exportLink(), download: `mistvale-${account.player}.json`, text: t('data.export') }),
      button(t('delete.button'), () => deleteAccount(account), 'quiet', { id: 'delete-account' })));
}

function tell(text) {
  find('#notice').hidden = !text;
  find('#notice').textContent = text;
}

/** The rest of the account is worth showing without them. */
const noticesIfAny = () => api.notices().catch(() => ({ ways: [] }));

/** Everything as the server has it now. */
async function show() {
  const account = await api.account();
  const place = find('#account');
  if (!account.player) {
    tell(wasPlayer ? t('account.ended') : '');
    const own = noticesCard(await noticesIfAny());
    clear(place).append(...newcomerCards(account, show), ...(own ? [own] : []));
    document.body.dataset.player = 'no';
    return;
  }
  const [privacy, friends, notices, tokens] = await Promise.all([api.privacy(), api.friends(), noticesIfAny(), api.tokens()]);
  wasPlayer = true;
  tell('');
  clear(place).append(...[notesCard(account), nameCard(account), passkeysCard(account), identitiesCard(account, show), codesCard(account),
    devicesCard(account, show), friendsCard(friends), noticesCard(notices), privacyCard(privacy),
    programsCard(account, tokens, show), dataCard(account)].filter(Boolean));
  document.body.dataset.player = 'yes';
}

/** Look again after a while away: meanwhile another device may have ended this session. */
async function lookAgain() {
  if (document.hidden || !wasPlayer || document.querySelector('dialog[open]')) return;
  try {
    if (!(await api.account()).player) await show();
  } catch (error) {
    if (NO_LONGER.includes(error.code)) location.reload();
  }
}

async function begin() {
  await loadWords();
  document.title = t('title.account');
  dressMasthead();
  try {
    const { friends_url: url } = await api.me();
    learnFriendsUrl(url);
    await show();
    const way = ledBack(location.hash);
    if (way) {
      const trouble = await arrive(way, await api.account());
      await show();
      tell(trouble);
    }
  } catch (error) {
    clear(find('#account')).append(el('p', { class: 'trouble', text: error.message }));
  }
  document.body.dataset.ready = 'yes';
  document.addEventListener('visibilitychange', lookAgain);
}

begin();
