// Quick match: which games, how fast, with how many; then one press, and others are found, or bots play.

import { ask } from './dialogs.js';
import { el, find, icon, redraw } from './dom.js';
import { button } from './parts.js';
import { keep, kept } from './store.js';
import { TEMPI, tempoWords } from './tempo.js';
import { t, TITLES } from './words.js';

const MOST_SEATS = 5;
const RATED_PACE = 'live';

/** How long somebody has waited: 0:07, 12:40. */
export function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;
}

/** How long it may take, in words: honest where nobody knows. */
export function expected(wait) {
  if (wait === null) return t('quick.unknown');
  if (wait < 60) return t('quick.seconds', { n: Math.max(5, Math.ceil(wait / 5) * 5) });
  return t('quick.minutes', { n: Math.round(wait / 60) });
}

/** The numbers of players that some of the chosen games are played by. */
export function counts(games, chosen) {
  const of = games.filter(({ name }) => chosen.includes(name));
  const all = new Set((of.length ? of : games).flatMap(({ seats }) => seats));
  return [...all].filter((n) => n >= 2 && n <= MOST_SEATS).sort((a, b) => a - b);
}

export class Quick {
  /** `on` has find(wish), stop(), open(game, wish) and bots(game, wish). */
  constructor(games, on) {
    this.games = games;
    this.on = on;
    const before = kept('quick', {});
    const known = (before.games ?? []).filter((name) => games.some((game) => game.name === name));
    this.chosen = known.length ? known : games.map(({ name }) => name);
    this.pace = before.pace in TEMPI ? before.pace : 'none';
    this.seats = before.seats ?? 2;
    // Whether a match that counts can be had, and whether it is wanted.
    this.canCount = false;
    this.rated = before.rated ?? false;
    this.since = null;
    this.told = null;
    this.place = find('#quick-form');
    this.draw();
  }

  /** The chosen games that are played by so many. */
  fitting() {
    return this.games.filter(({ name, seats }) => this.chosen.includes(name) && seats.includes(this.seats));
  }

  counts() {
    return this.canCount && this.rated;
  }

  wish() {
    return { games: this.fitting().map(({ name }) => name), pace: this.pace, seats: this.seats, rated: this.counts() };
  }

  keep() {
    keep('quick', { games: this.chosen, pace: this.pace, seats: this.seats, rated: this.rated });
  }

  /** Let players choose matches that count. */
  allowRated() {
    this.canCount = true;
    this.choose({});
  }

  choose(changes) {
    Object.assign(this, changes);
    const possible = counts(this.games, this.chosen);
    if (!possible.includes(this.seats)) this.seats = possible[0] ?? 2;
    // Without clocks whoever loses could let the others wait.
    if (this.counts() && this.pace === 'none') this.pace = RATED_PACE;
    this.keep();
    this.draw();
  }

  draw() {
    redraw(this.place, ...(this.since === null ? this.asking() : this.waiting()));
  }

  // Before: what one wants.

  asking() {
    const none = !this.fitting().length;
    const go = button(t('quick.go'), () => this.on.find(this.wish()), 'primary large', { id: 'quick-go' });
    go.disabled = none;
    const open = button(t('quick.open'), async () => {
      const game = await this.one();
      if (game) await this.on.open(game, this.wish());
    }, '', { id: 'open-table' });
    open.disabled = none;
    return [this.gameField(), this.seatField(), this.paceField(), ...this.ratedField(),
      none ? el('p', { class: 'hint', text: t('quick.none') }) : null,
      el('div', { class: 'button-row' }, go, open)];
  }

  gameField() {
    return el('fieldset', { class: 'chips-field' }, el('legend', { text: t('quick.games') }), ...this.games.map(({ name, title }) => {
      const box = el('input', { type: 'checkbox', id: `quick-${name}`, value: name, data: { game: name } });
      box.checked = this.chosen.includes(name);
      box.addEventListener('change', () => {
        this.choose({ chosen: this.games.map((game) => game.name).filter((each) => (each === name ? box.checked : this.chosen.includes(each))) });
      });
      return el('span', { class: 'chip-box' }, box, el('label', { for: box.id, lang: TITLES, text: title }));
    }));
  }

  radios(legend, group, values, chosen, changed) {
    return el('fieldset', { class: 'chips-field' }, el('legend', { text: legend }), el('div', { class: 'segments' }, ...values.flatMap(([value, label]) => {
      const box = el('input', { type: 'radio', name: group, id: `${group}-${value}`, value: String(value) });
      box.checked = value === chosen;
      box.addEventListener('change', () => changed(value));
      return [box, el('label', { for: box.id, text: label })];
    })));
  }

  seatField() {
    const possible = counts(this.games, this.chosen);
    return this.radios(t('quick.players'), 'quick-seats', possible.map((n) => [n, String(n)]), this.seats, (seats) => this.choose({ seats }));
  }

  paceField() {
    const paces = Object.entries(tempoWords()).filter(([kind]) => kind !== 'none' || !this.counts());
    return this.radios(t('quick.pace'), 'quick-pace', paces, this.pace, (pace) => this.choose({ pace }));
  }

  ratedField() {
    if (!this.canCount) return [];
    const box = el('input', { type: 'checkbox', class: 'switch', id: 'quick-rated', 'aria-describedby': 'quick-rated-hint' });
    box.checked = this.rated;
    box.addEventListener('change', () => this.choose({ rated: box.checked }));
    return [el('label', { class: 'setting' }, el('span', {}, t('quick.rated'), el('small', { id: 'quick-rated-hint', text: t('quick.rated.hint') })), box)];
  }

  /** One of the chosen games: asked for, if there are several. */
  async one() {
    const fitting = this.fitting();
    if (fitting.length < 2) return fitting[0] ?? null;
    const select = el('select', { id: 'which-game' }, ...fitting.map(({ name, title }) => el('option', { value: name, lang: TITLES, text: title })));
    const yes = await ask({
      title: t('quick.which'),
      body: [el('label', { class: 'field' }, el('span', { text: t('lobby.game') }), select)],
      buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('home.play'), value: true, kind: 'primary' }],
      first: select,
    });
    return yes ? fitting.find(({ name }) => name === select.value) : null;
  }

  // Meanwhile: how long, and ways out.

  begin() {
    this.since = Date.now();
    this.told = null;
    this.draw();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), 1000);
  }

  tell(told) {
    this.told = told;
    if (this.since === null) return;
    find('#quick-told').textContent = this.words();
  }

  end() {
    if (this.since === null) return;
    this.since = null;
    clearInterval(this.timer);
    this.draw();
    find('#quick-go').focus({ preventScroll: true });
  }

  tick() {
    const time = find('#quick-time');
    if (time) time.textContent = clock((Date.now() - this.since) / 1000);
  }

  words() {
    if (!this.told) return '';
    const { wait, waiting } = this.told;
    return `${expected(wait)} ${waiting > 1 ? t('quick.others', { n: waiting - 1 }) : t('quick.first')}`;
  }

  waiting() {
    const stop = button(t('quick.stop'), () => this.on.stop(), '', { id: 'quick-stop' });
    const bots = button(t('quick.bots'), async () => {
      const game = await this.one();
      if (game) await this.on.bots(game, this.wish());
    }, 'primary', { id: 'quick-bots' });
    return [
      el('div', { class: 'quick-waiting' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }, icon('clock')),
        el('div', {}, el('p', { class: 'quick-title', role: 'status' }, t('quick.waiting')),
          el('p', { id: 'quick-told', class: 'hint', role: 'status', text: this.words() })),
        el('b', { id: 'quick-time', role: 'timer', 'aria-label': t('quick.time'), text: clock(0) })),
      el('p', { class: 'quick-wish' }, t('quick.wish', { games: this.fitting().map(({ title }) => title).join(', '), seats: this.seats, pace: tempoWords()[this.pace] }), this.counts() ? ` · ${t('lobby.rated')}` : ''),
      el('div', { class: 'button-row' }, bots, stop),
    ];
  }
}
