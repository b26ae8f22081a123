// Talk at the table: a tab of the panel, which on a phone is a sheet. It is there where there is somebody to talk to.

import { api } from './api.js';
import { ask, toast } from './dialogs.js';
import { clear, el, find, icon } from './dom.js';
import { Lines } from './lines.js';
import { seatMark } from './panels.js';
import { phrases, spoken } from './phrases.js';
import { askReason } from './reasons.js';
import { setting } from './settings.js';
import { at } from './where.js';
import { t } from './words.js';

const LONGEST = 500;
const AT_END = 60; // pixels
const hour = (text) => new Date(text).toLocaleTimeString(document.documentElement.lang, { hour: '2-digit', minute: '2-digit' });

/** Whether anybody but me could read, or has said, anything: a person at another seat, or one who is awaited. */
function hasCompany({ seats, mine }) {
  return seats.some(({ seat, kind }) => kind !== 'bot' && !mine.includes(seat));
}

export class Chat {
  /** send(message) is answered when it is kept; say(text) reads aloud. */
  constructor(match, game, { send, say }) {
    this.match = match;
    this.game = game;
    this.send = send;
    this.say = say;
    this.lines = new Lines(match);
    this.status = null;
    this.page = null;
    this.loaded = false;
    this.tab = find('#tab-chat');
    this.list = find('#chat-lines');
    this.pane = find('#pane-chat');
    this.draft = '';
    for (const id of ['click', 'keyup']) document.addEventListener(id, () => this.look());
  }

  get company() {
    return Boolean(this.status) && (hasCompany(this.status) || this.lines.known.size > 0);
  }

  get seen() {
    return !document.hidden && this.pane.offsetParent !== null;
  }

  /** Who sits where, and whether the host lets people talk. */
  about(status) {
    const sign = JSON.stringify([status.chat, status.host, status.status === 'over', status.mine, hasCompany(status)]);
    const changed = sign !== this.sign;
    this.sign = sign;
    this.status = status;
    if (!changed) return;
    // When it is over, those who looked on may be read; whoever sits down reads them no more.
    if (this.company && (status.chat || this.loaded)) this.load();
    this.draw();
  }

  /** Everything as the server has it: at first, after a break, and when one may read more. */
  async load() {
    try {
      const page = await api.chat(this.match, 'seats');
      this.take(page);
      for (const side of page.sides.filter((each) => each !== 'seats')) this.take(await api.chat(this.match, side));
      this.lines.known.forEach((line, key) => page.sides.includes(line.side) || this.lines.known.delete(key));
      this.page = page;
      this.loaded = true;
      this.draw();
    } catch {
      // Away for a moment: the next connection asks again.
    }
  }

  take({ lines, side, before }) {
    this.lines.add(lines);
    this.lines.before[side] = Math.min(before ?? 0, this.lines.before[side] ?? Infinity);
  }

  hear({ lines, missed }) {
    if (missed) {
      if (this.loaded) this.load();
      return;
    }
    const fresh = this.lines.add(lines);
    this.draw();
    for (const line of fresh) {
      if (line.mine || this.lines.isMuted(line) || !setting('talk')) continue;
      this.say(t('chat.aloud', { name: line.name, text: spoken(line) }));
    }
  }

  /** What one looks at is read. */
  look() {
    if (!this.seen || !this.lines.unread) return;
    this.lines.read();
    this.count();
  }

  count() {
    const { unread } = this.lines;
    const badge = find('#chat-unread');
    badge.hidden = !unread;
    badge.textContent = unread > 99 ? '99+' : String(unread);
    this.tab.setAttribute('aria-label', unread ? t('chat.unread', { n: unread }) : t('panel.chat'));
  }

  /** Go there to say something. */
  open() {
    if (this.tab.hidden) return false;
    if (this.tab.getAttribute('aria-selected') !== 'true' || !this.seen) this.tab.click();
    (find('#chat-input') ?? find('.chat-phrases summary') ?? this.tab).focus();
    return true;
  }

  // What is shown.

  draw() {
    const there = this.company && (this.status.chat || this.lines.known.size > 0);
    this.tab.hidden = !there;
    if (!there) return;
    if (this.seen) this.lines.read();
    this.count();
    const scroll = this.list;
    const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < AT_END;
    const held = document.activeElement?.closest?.('.chat-line')?.dataset.key;
    clear(this.list).append(...[this.earlier(), ...this.lines.all.map((line) => this.line(line))].filter(Boolean));
    if (held) this.list.querySelector(`[data-key="${held}"] button`)?.focus({ preventScroll: true });
    if (atEnd) scroll.scrollTop = scroll.scrollHeight;
    find('#chat-none').hidden = this.lines.known.size > 0;
    this.form();
  }

  earlier() {
    const sides = Object.entries(this.lines.before).filter(([, before]) => before > 0);
    if (!sides.length) return null;
    return el('li', {}, el('button', { class: 'button small quiet', type: 'button', text: t('chat.earlier'), on: { click: async () => {
      try {
        for (const [side, before] of sides) this.take(await api.chat(this.match, side, before));
        this.draw();
      } catch (error) {
        toast(error.message, 'error');
      }
    } } }));
  }

  line(line) {
    const muted = this.lines.isMuted(line);
    const more = line.mine ? null : el('button', { class: 'icon-button chat-more', type: 'button',
      'aria-label': t('chat.more', { name: line.name }), title: t('chat.more', { name: line.name }), on: { click: () => this.actions(line) } }, icon('more'));
    return el('li', { class: `chat-line${line.mine ? ' mine' : ''}`, data: { key: `${line.side} ${line.number}` } },
      line.seat === null ? el('span', { class: 'chat-eye' }, icon('eye')) : seatMark(this.game, line.seat, `seat-${line.seat}`),
      el('div', { class: 'chat-said' },
        el('p', { class: 'chat-head' }, el('b', { text: line.name }),
          line.seat === null ? el('small', { text: t('role.spectator') }) : null, el('time', { datetime: line.at, text: hour(line.at) })),
        // Plain text: nothing in it is a link, or anything else.
        el('p', { class: muted ? 'hint' : 'chat-text', text: muted ? t('chat.muted') : spoken(line), dir: 'auto' })),
      more);
  }

  /** What one may do about somebody's line. */
  async actions(line) {
    const muted = this.lines.isMuted(line);
    const answer = await ask({
      title: t('chat.about', { name: line.name }),
      className: 'chat-actions',
      body: [el('p', { class: 'chat-quote', text: spoken(line), dir: 'auto' }),
        line.player ? el('a', { class: 'button', href: at(`/player/${line.player}`), text: t('chat.profile') }) : null],
      buttons: [{ label: muted ? t('chat.unmute') : t('chat.mute'), value: 'mute' },
        ...(line.player ? [{ label: t('chat.block'), value: 'block' }] : []), { label: t('chat.report'), value: 'report' }],
    });
    try {
      if (answer === 'mute') this.lines.mute(line, !muted);
      if (answer === 'block') await this.block(line);
      if (answer === 'report') await this.report(line);
    } catch (error) {
      toast(error.message, 'error');
    }
    this.draw();
  }

  async block(line) {
    await api.block(line.player);
    this.lines.known.forEach((each, key) => each.who === line.who && this.lines.known.delete(key));
    toast(t('chat.blocked', { name: line.name }));
  }

  async report(line) {
    const why = await askReason();
    if (why === null) return;
    await api.report(this.match, line.side, line.number, why);
    toast(t('report.done'));
  }

  // What one says.

  form() {
    const { status } = this;
    const only = this.page?.phrases_only ?? false;
    const sign = JSON.stringify([status.chat, only]);
    if (sign === this.formSign) return;
    this.formSign = sign;
    const place = clear(find('#chat-form'));
    if (!status.chat) {
      place.append(el('p', { class: 'hint', text: t('chat.off') }));
      return;
    }
    place.append(this.phraseBox(only), only ? el('p', { class: 'hint', text: t('chat.only') }) : this.writing());
  }

  writing() {
    const input = el('input', { type: 'text', id: 'chat-input', maxlength: LONGEST, autocomplete: 'off', enterkeyhint: 'send',
      'aria-label': t('chat.write'), placeholder: t('chat.write') });
    return el('form', { class: 'chat-write', on: { submit: async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      input.value = '';
      // What could not be said is given back to be said again.
      if (!await this.post({ text })) input.value = input.value || text;
    } } }, input, el('button', { class: 'icon-button strong', type: 'submit', 'aria-label': t('chat.send'), title: t('chat.send') }, icon('send')));
  }

  phraseBox(open) {
    const chips = Object.entries(phrases()).map(([phrase, text]) => el('button', { class: 'button small', type: 'button', text,
      data: { phrase }, on: { click: () => this.post({ phrase }) } }));
    return el('details', { class: 'chat-phrases', open }, el('summary', { text: t('chat.phrases') }), el('div', { class: 'button-row' }, ...chips));
  }

  /** For the host, among what concerns the table: whether people may talk here. */
  hostSwitch() {
    if (!this.status?.host || !hasCompany(this.status)) return null;
    const box = el('input', { type: 'checkbox', class: 'switch', id: 'chat-on' });
    box.checked = this.status.chat;
    box.addEventListener('change', async () => {
      try {
        await api.switchChat(this.match, box.checked);
      } catch (error) {
        box.checked = !box.checked;
        toast(error.message, 'error');
      }
    });
    return el('label', { class: 'setting' }, el('span', { text: t('chat.on') }), box);
  }

  async post(what) {
    try {
      await this.send({ type: 'say', ...what });
      return true;
    } catch (error) {
      toast(error.message, 'error');
      return false;
    }
  }
}
