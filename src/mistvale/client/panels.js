// Everything around the stage: prompt, scores, log, card reference, guide.

import { sentence } from './aloud.js';
import { hasSymbol, picture } from './art.js';
import { Breakdown, figure, isExplained, told } from './breakdown.js';
import { toast } from './dialogs.js';
import { clear, el, find, icon, svg } from './dom.js';
import { cutLine } from './going.js';
import { layGuide, pressable, turnTo } from './guide.js';
import { change, setting } from './settings.js';
import { listed, t } from './words.js';

/** A seat's own shape; where the art has none, a disc with its number. */
export function seatMark(game, seat, symbol) {
  if (hasSymbol(game, symbol)) return picture(game, symbol, 'seat-mark');
  return svg('svg', { class: `seat-mark seat-${seat}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('circle', { cx: 12, cy: 12, r: 10 }), svg('text', { x: 12, y: 12, dy: '0.36em', text: String(seat + 1) }));
}

/** A name in two parts, so that the end stays when the rest is cut: bots of one kind differ in their number only. */
export function inParts(name) {
  const number = /\s\d+$/.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - number.length), number.trim()];
}

export class Panels {
  /** play(move), undo(), look(seat) are what can be asked for from here. */
  constructor(game, actions) {
    this.game = game;
    this.actions = actions;
    this.seen = {};
    this.logged = [];
    this.follows = true; // the log's newest line, as long as nobody scrolls away from it
    this.breakdown = new Breakdown();
    find('#undo').addEventListener('click', () => actions.undo());
    const pane = find('#log').closest('.tab-body');
    pane.addEventListener('scroll', ({ target }) => this.followed(target), { passive: true });
    // A tab that is opened, and a box that takes the log's room away.
    new ResizeObserver(() => this.toNewest()).observe(pane);
    // The window, or what stands beside them, leaves them less room or more.
    new ResizeObserver(() => requestAnimationFrame(() => this.spread())).observe(find('#prompt-buttons'));
    this.tabs();
  }

  openTab(tab, entered = false) {
    for (const one of document.querySelectorAll('[role="tab"]')) {
      const chosen = one === tab;
      one.setAttribute('aria-selected', String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      find(`#${one.getAttribute('aria-controls')}`).hidden = !chosen;
    }
    if (tab.id === 'tab-guide') this.guide(entered);
  }

  /** Open a tab that somebody is led to from elsewhere: what holds it may be folded away. */
  reveal(tab) {
    this.fold(true);
    document.body.dataset.sheet = 'open';
    this.openTab(tab);
    tab.focus();
  }

  /** Whoever waits for friends, or chooses a lesson, may as well read how it is played. */
  waiting(waits) {
    if (waits === this.waits) return;
    this.waits = waits;
    this.openTab(find(waits ? '#tab-guide' : '#tab-log'));
  }

  tabs() {
    const list = [...document.querySelectorAll('[role="tab"]')];
    const open = (tab, entered) => this.openTab(tab, entered);
    list.forEach((tab) => {
      tab.addEventListener('click', () => {
        const again = tab.getAttribute('aria-selected') === 'true';
        const sheet = document.body.dataset.sheet === 'open';
        // On a phone the tabs are the handle of the sheet.
        document.body.dataset.sheet = again && sheet ? 'closed' : 'open';
        open(tab, true);
      });
      tab.addEventListener('keydown', (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const shown = list.filter((one) => !one.hidden);
        const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length];
        open(next);
        next.focus();
      });
    });
    open(list[0]);
    find('#sheet-close').addEventListener('click', () => { document.body.dataset.sheet = 'closed'; });
    // A tap beside the open sheet closes it, and does nothing else.
    document.addEventListener('click', (event) => {
      const sheet = getComputedStyle(find('#sheet-close').parentElement).display !== 'none';
      if (!sheet || document.body.dataset.sheet !== 'open' || event.target.closest('#panel, dialog')) return;
      event.preventDefault();
      event.stopPropagation();
      document.body.dataset.sheet = 'closed';
    }, true);
    find('#fold').addEventListener('click', () => this.fold());
    this.fold(setting('panel'));
  }

  fold(open = document.body.dataset.panel !== 'open') {
    document.body.dataset.panel = open ? 'open' : 'closed';
    find('#fold').setAttribute('aria-expanded', String(open));
    if (setting('panel') !== open) change('panel', open);
  }

  /** Draw a part only when it has changed, so that scrolling and focus stay. */
  fresh(name, value) {
    const text = JSON.stringify(value);
    if (this.seen[name] === text) return false;
    this.seen[name] = text;
    return true;
  }

  show(frame, status, viewing) {
    const panels = frame.scene.panels ?? {};
    this.shown = frame;
    this.about(status, viewing);
    this.log(panels.log ?? []);
    if (this.fresh('reference', panels.reference)) this.reference(panels.reference ?? []);
  }

  /** What is shown of those at the table depends on who they are, and how they are, too. */
  about(status, viewing) {
    this.status = status;
    if (!this.shown) return;
    const panels = this.shown.scene.panels ?? {};
    this.prompt(panels, this.shown);
    const mine = status.mine ?? [];
    const stuck = (status.seats ?? []).map(({ failed }) => failed);
    // Clocks are people's, as long as the match goes on.
    const timed = status.clocks ? status.seats.map(({ kind }) => kind === 'guest' && status.status === 'playing') : null;
    if (this.fresh('scores', [panels.scores, mine, viewing, stuck, timed, cutLine(status)])) this.scores(panels.scores ?? [], mine, viewing);
  }

  blank() {
    this.shown = null;
    this.seen = {};
    this.logged = [];
    this.breakdown.hide();
    for (const id of ['#scores-list', '#chips', '#log', '#reference', '#prompt-buttons']) clear(find(id));
    find('#prompt-text').textContent = '';
    find('#prompt-news').textContent = '';
    find('#undo').hidden = true;
    find('#prompt').dataset.mine = 'no';
  }

  prompt(panels, frame) {
    // Of a match that was cut short the scene does not know.
    const cut = cutLine(this.status);
    const { text = '', mine = false, buttons = [] } = cut ? { text: cut } : panels.prompt ?? {};
    const waiting = cut ? [] : (panels.scores ?? []).filter((row) => row.pending && !row.me);
    const who = listed(waiting.map((row) => row.name));
    // The scene knows who is to decide, and not who of them is a bot.
    const thinking = waiting.length > 0 && waiting.every((row) => this.thinks(row));
    const stuck = waiting.filter((row) => this.failed(row));
    const awaited = thinking ? t('prompt.thinking', { names: who }) : t('prompt.waiting', { names: who });
    const failed = t('prompt.failed', { names: listed(stuck.map((row) => row.name)) });
    const shown = mine || !waiting.length ? text : stuck.length ? failed : thinking ? awaited : text || awaited;
    const box = find('#prompt');
    box.dataset.mine = mine ? 'yes' : 'no';
    box.dataset.waits = !mine && waiting.length > stuck.length ? 'yes' : 'no';
    find('#prompt-whose').textContent = mine ? t('prompt.mine') : '';
    find('#prompt-text').textContent = shown;
    this.news(frame);
    find('#undo').hidden = !frame.can_undo || Boolean(cut);
    if (this.fresh('buttons', buttons)) {
      clear(find('#prompt-buttons')).append(...buttons.map((button) => this.button(button)));
      this.spread();
    }
    return shown;
  }

  /** Buttons get lines of their own where they do not fit beside the words. */
  spread() {
    const box = find('#prompt');
    const row = find('#prompt-buttons');
    box.dataset.tall = 'no';
    if (row.scrollWidth > row.clientWidth + 1) box.dataset.tall = 'yes';
  }

  /** Whether it is a bot, or a program, that the table waits for. */
  thinks(row) {
    const seat = this.status.seats?.[row.seat];
    return seat?.kind === 'bot' || Boolean(seat?.program);
  }

  /** What stands below a name: the scene's own note, and whose program it is if it is one. */
  note(row) {
    const owner = this.status.seats?.[row.seat]?.program;
    return [owner ? t('seat.program', { owner }) : '', row.note].filter(Boolean).join(' · ');
  }

  /** Whether it waits for it in vain. */
  failed(row) {
    return Boolean(this.status.seats?.[row.seat]?.failed);
  }

  /** What just happened, where everybody looks anyway. */
  news(frame) {
    if (frame.text) find('#prompt-news').textContent = frame.text;
    if (frame.kind === 'start') find('#prompt-news').textContent = '';
  }

  button({ move, label, why }) {
    if (move) {
      return el('button', { class: 'button primary', type: 'button', text: label, data: { move },
        on: { click: (event) => this.actions.play(move, event) } });
    }
    // It can be pressed, to be told why it does nothing: a phone shows no tips. Arrows reach it; Tab does not stop there.
    return el('button', { class: 'button blocked', type: 'button', tabindex: '-1', 'aria-disabled': 'true', title: why, on: { click: () => toast(why) } },
      el('span', { text: label }), el('small', { text: why }));
  }

  scores(rows, mine, viewing) {
    // Drawn anew, the line that the keyboard is on is still the one it is on.
    const focused = document.activeElement?.closest?.('#scores-list .points')?.closest('.score')?.dataset.seat;
    const list = clear(find('#scores-list'));
    const chips = clear(find('#chips'));
    for (const row of rows) {
      const doing = this.failed(row) ? t('scores.failed') : this.thinks(row) ? t('scores.thinking') : t('scores.pending');
      const sign = { role: 'img', 'aria-label': doing, title: doing };
      const pending = row.pending && !cutLine(this.status);
      const waits = pending ? this.failed(row) ? el('span', { class: 'failed', ...sign }, icon('warn')) : el('span', { class: 'spinner', data: { turns: this.thinks(row) ? 'yes' : 'no' }, ...sign }) : null;
      const crown = row.rank === 1 ? el('span', { class: 'crown', role: 'img', 'aria-label': t('scores.winner'), title: t('scores.winner') }, icon('crown')) : null;
      const points = figure(row);
      const other = mine.includes(row.seat) && row.seat !== viewing;
      const total = isExplained(row)
        ? el('button', { class: 'points', type: 'button', text: points, 'aria-label': told(row) })
        : el('span', { class: 'points', role: 'img', text: points, 'aria-label': told(row) });
      const line = el('li', { class: `score${row.me ? ' me' : ''}`, data: { seat: row.seat } },
        seatMark(this.game, row.seat, row.symbol),
        el('span', { class: 'who' }, this.lineName(row.name), this.note(row) && el('small', { text: this.note(row) })),
        waits, crown, this.actions.clock?.(row, 'list'),
        other && el('button', { class: 'icon-button', type: 'button', 'aria-label': t('scores.sit', { name: row.name }),
          title: t('scores.sit', { name: row.name }), on: { click: () => this.actions.look(row.seat) } }, icon('pass')),
        total);
      list.append(line);
      const chip = el('li', { class: `chip-score${row.me ? ' me' : ''}${pending ? ' pending' : ''}` },
        seatMark(this.game, row.seat, row.symbol), ...this.chipName(row.name), this.actions.clock?.(row, 'chip'),
        el('b', { 'aria-hidden': 'true', text: points }), el('span', { class: 'unseen', text: [told(row), pending ? sentence(doing) : ''].filter(Boolean).join(' ') }));
      chips.append(chip);
      this.breakdown.attach(line, row, total);
      this.breakdown.attach(chip, row);
      if (focused === String(row.seat)) total.focus?.({ preventScroll: true });
    }
  }

  /** Where there is little room the end of a name stays: bots of one kind differ in their number only. */
  lineName(name) {
    const [start, number] = inParts(name);
    return el('b', {}, el('span', { class: 'chip-name', text: start }), number ? el('span', { text: ` ${number}` }) : null);
  }

  chipName(name) {
    const [start, number] = inParts(name);
    return [el('span', { class: 'chip-name', text: start }), number ? el('span', { class: 'chip-number', text: number }) : null];
  }

  /** Lines that stand are left alone: the log of a long match grows by one, and is not drawn anew each time. */
  log(entries) {
    const list = find('#log');
    const stands = (entry, i) => entry.seat === this.logged[i]?.seat && entry.text === this.logged[i]?.text;
    const changed = entries.findIndex((entry, i) => !stands(entry, i));
    const from = changed < 0 ? entries.length : changed;
    if (list.children.length && from === entries.length && from === this.logged.length) return;
    this.logged = entries;
    while (list.children.length > from) list.lastElementChild.remove();
    list.querySelector('.newest')?.classList.remove('newest');
    list.append(...entries.slice(from).map((entry) => el('li', {},
      entry.seat === null || entry.seat === undefined ? el('span', { class: 'seat-mark none' })
        : seatMark(this.game, entry.seat, `seat-${entry.seat}`),
      el('span', { text: entry.text }))));
    list.lastElementChild?.classList.add('newest');
    if (!entries.length) list.append(el('li', { class: 'empty', text: t('log.empty') }));
    this.toNewest();
  }

  /** Down to the newest line, unless somebody reads further up. */
  toNewest() {
    const scroll = find('#log').closest('.tab-body');
    if (!this.follows || !scroll.clientHeight) return;
    scroll.scrollTop = scroll.scrollHeight;
    this.scrolledTo = scroll.scrollTop;
  }

  /** Whoever scrolls up reads there. That the page has scrolled is told late, when the log may have another room already. */
  followed({ clientHeight, scrollHeight, scrollTop }) {
    if (!clientHeight || (this.follows && scrollTop === this.scrolledTo)) return;
    this.follows = scrollHeight - scrollTop - clientHeight < 40;
  }

  reference(cards) {
    clear(find('#reference')).append(...cards.map((card) => el('li', {},
      picture(this.game, card.symbol, 'card-picture') ?? el('span', { class: 'card-picture' }),
      el('div', {}, el('b', { text: card.label }), card.hint && el('p', { text: card.hint }),
        card.count && el('small', { text: card.count })))));
  }

  /** The guide, at what is asked now; whoever has pressed its tab reads on there. */
  async guide(entered) {
    const article = find('#guide');
    this.guided ??= layGuide(article, this.game).then(() => pressable(article));
    try {
      await this.guided;
      turnTo(article, this.shown?.scene.panels?.prompt?.topic, entered);
    } catch (error) {
      this.guided = null;
      article.textContent = error.message;
    }
  }
}
