// The form that opens a table: options, and who sits where.

import { api } from './api.js';
import { botField, favourite } from './bots.js';
import { ask } from './dialogs.js';
import { el, icon, redraw } from './dom.js';
import { loadFriends } from './friends.js';
import { paceField } from './paces.js';
import { drawParts, keepParts } from './seals.js';
import { keep, kept } from './store.js';
import { at } from './where.js';
import { t } from './words.js';

const KINDS = ['me', 'here', 'friend', 'player', 'friends', 'anyone', 'bot'];
const ICONS = { me: 'person', here: 'screen', friend: 'link', player: 'person', friends: 'person', anyone: 'plus', bot: 'bot' };
const OWN = ['me', 'here'];
const AWAITED = ['friend', 'player', 'friends', 'anyone'];

/** Who may find a table follows from whom its seats are for. */
export function doorOf(seats) {
  if (seats.some(({ kind }) => kind === 'anyone')) return 'public';
  return seats.some(({ kind }) => kind === 'friends') ? 'friends' : 'link';
}

/** Me, and a bot on every other seat that the game needs. */
export function defaultSeats(game, name) {
  const count = game.seats.includes(2) ? 2 : Math.min(...game.seats);
  const bot = favourite(game.bots);
  const other = () => (bot ? { kind: 'bot', bot } : { kind: 'here', name: t('seat.guest') });
  return Array.from({ length: count }, (_, i) => (i ? other() : { kind: 'me', name }));
}

/** Open the table and go there. My seats add their parts to the seed. */
export async function openTable(wish) {
  const mine = [...wish.seats.keys()].filter((seat) => ['me', 'here'].includes(wish.seats[seat].kind));
  const { parts, seals } = drawParts(mine);
  const status = await api.open(wish.seed ? wish : { ...wish, seals });
  keepParts(status.match, parts);
  location.href = at(`/match/${status.match}`);
}

export function optionField(option, chosen) {
  const select = el('select', { name: option.name }, ...option.values.map(({ value, label }) => el('option', { value: JSON.stringify(value), text: label })));
  select.value = JSON.stringify(chosen[option.name] ?? option.default);
  select.addEventListener('change', () => { chosen[option.name] = JSON.parse(select.value); });
  // What was remembered may be gone from the game by now.
  if (!select.value) select.value = JSON.stringify(option.default);
  chosen[option.name] = JSON.parse(select.value);
  return el('label', { class: 'field' }, el('span', { text: option.label }), select, option.hint && el('small', { text: option.hint }));
}

/** Whoever invites friends is asked for a name first: they read it in the invitation. False if there is none to be had. */
async function introduced(seats, me) {
  const own = seats.find(({ kind }) => kind === 'me');
  if (!seats.some(({ kind }) => AWAITED.includes(kind)) || own?.name || me.name) return true;
  const input = el('input', { type: 'text', id: 'introduce', maxlength: 40, autocomplete: 'nickname', placeholder: t('home.name.empty') });
  const yes = await ask({
    title: t('name.title'),
    body: [el('label', { class: 'field' }, el('span', { text: t('name.why') }), input)],
    buttons: [{ label: t('dialog.cancel'), value: false }, { label: t('name.go'), value: true, kind: 'primary' }],
    first: input,
  });
  const name = input.value.trim();
  if (!yes || !name) return false;
  await me.call(name);
  return true;
}

/** Seats as they can be asked for: a seat is kept for somebody whom one knows, and is a friend's by link until that is known. */
export function possible(seats, people) {
  return seats.map((seat) => {
    const whom = seat.kind === 'player' ? seat.player : seat.kept;
    if (!whom) return seat;
    return people.some(({ player }) => player === whom) ? { kind: 'player', player: whom } : { kind: 'friend', kept: whom };
  });
}

const kindWords = () => ({ me: t('seating.me'), here: t('seating.here'), friend: t('seating.friend'), player: t('seating.player'), friends: t('seating.friends'), anyone: t('seating.anyone'), bot: t('seating.bot') });
const awaitedWords = () => ({ friend: t('seating.link'), friends: t('seating.friends.hint'), anyone: t('seating.anyone.hint') });

/** A switch with what it is about. */
function setting(name, checked, words, more = {}) {
  const box = el('input', { type: 'checkbox', class: 'switch', name, ...more });
  box.checked = checked;
  return { box, line: el('label', { class: 'setting' }, el('span', {}, ...words), box) };
}

class SeatingForm {
  constructor(game, me, start, unrated) {
    Object.assign(this, { game, me, start, unrated });
    const remembered = kept(`form.${game.name}`, {});
    this.options = { ...remembered.options };
    this.seats = game.seats.includes(remembered.seats?.length) ? possible(remembered.seats, []) : defaultSeats(game, me.name);
    this.people = []; // for whom a seat can be kept
    this.rows = el('ol', { class: 'seating' });
    this.terms(remembered);
    this.add = el('button', { class: 'button small quiet', type: 'button', on: { click: () => this.resize(this.otherCount(1)) } }, icon('plus'), el('span', { text: t('seating.add') }));
    this.go = el('button', { class: 'button primary large', type: 'submit', data: { open: game.name } }, icon('play'), el('span', { text: t('home.play') }));
    this.form = el('form', { class: 'seating-form', on: { submit: (event) => this.submit(event) } },
      el('div', { class: 'fields' }, ...game.options.map((option) => optionField(option, this.options)), ...this.pace.fields),
      this.rows, this.rated.line, this.hints.line, this.programs.line, el('div', { class: 'form-end' }, this.add, this.go));
    this.draw();
    this.know();
  }

  /** What is agreed on beside the seats. */
  terms(remembered) {
    this.pace = paceField(this.game, remembered);
    this.hints = setting('hints', remembered.hints ?? true, [t('hints.allow')]);
    // They come by a link, as friends do.
    this.programsHint = el('small');
    this.programs = setting('programs', remembered.programs ?? false, [t('programs.allow'), this.programsHint]);
    const hint = el('small', { text: t('rated.hint') });
    this.rated = setting('rated', remembered.rated ?? false, [t('rated.ask'), hint], { on: { change: () => this.draw() } });
  }

  /** What counts is played by players, each at a screen of one's own, and nobody is helped. */
  get canCount() {
    const own = this.seats.filter(({ kind }) => OWN.includes(kind));
    return !this.unrated && Boolean(this.me.player) && this.seats.length > 1 && own.length === 1 && own[0].kind === 'me';
  }

  get counts() {
    return this.canCount && this.rated.box.checked;
  }

  // Seats.

  otherCount(step) {
    const most = Math.max(...this.game.seats);
    for (let n = this.seats.length + step; n >= 1 && n <= most; n += step) if (this.game.seats.includes(n)) return n;
    return null;
  }

  resize(n) {
    const bot = favourite(this.game.bots);
    while (this.seats.length < n) this.seats.push(bot ? { kind: 'bot', bot } : { kind: 'friend' });
    this.seats = this.seats.slice(0, n);
    this.draw();
  }

  remove(index) {
    const n = this.otherCount(-1);
    if (n === null) return;
    this.seats.splice(index, 1);
    this.resize(n);
  }

  row(seat, index) {
    const label = t('seating.remove', { seat: index + 1 });
    const drop = this.otherCount(-1) === null ? el('span') : el('button', { class: 'icon-button', type: 'button',
      'aria-label': label, title: label, on: { click: () => this.remove(index) } }, icon('close'));
    return el('li', { class: `seating-row ${seat.kind}` }, icon(ICONS[seat.kind]), this.kindOf(seat, index), this.detailOf(seat), drop);
  }

  /** Who may sit there. */
  kindOf(seat, index) {
    const words = kindWords();
    const possibly = { bot: this.game.bots.length, friends: this.me.player || seat.kind === 'friends', player: this.people.length,
      me: seat.kind === 'me' || !this.seats.some((other) => other.kind === 'me') };
    const kinds = KINDS.filter((kind) => possibly[kind] ?? true);
    const select = el('select', { 'aria-label': t('seating.who', { seat: index + 1 }), on: { change: () => this.choose(index, select.value) } },
      ...kinds.map((name) => el('option', { value: name, text: words[name] })));
    select.value = seat.kind;
    return select;
  }

  choose(index, kind) {
    const [whom] = kind === 'player' ? this.people : [];
    this.seats[index] = { kind, player: whom?.player, name: kind === 'me' ? this.me.name : '', bot: kind === 'bot' ? favourite(this.game.bots) : undefined };
    this.draw();
    this.rows.children[index].querySelector('select').focus();
  }

  /** Which bot, which player, or what somebody is called. */
  detailOf(seat) {
    if (seat.kind === 'bot') {
      const { select, field } = botField(this.game.bots, seat.bot, t('seating.which'), this.seats.length);
      seat.bot = select.value;
      select.addEventListener('change', () => { seat.bot = select.value; });
      return field;
    }
    if (seat.kind === 'player') {
      const select = el('select', { 'aria-label': t('seating.whom'), on: { change: () => { seat.player = select.value; } } },
        ...this.people.map(({ player, name }) => el('option', { value: player, text: name })));
      select.value = seat.player;
      return select;
    }
    if (AWAITED.includes(seat.kind)) return el('span', { class: 'hint', text: awaitedWords()[seat.kind] });
    const input = el('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', value: seat.name ?? '',
      placeholder: seat.kind === 'me' ? t('seat.me') : t('seat.guest'), 'aria-label': t('seating.name'), on: { input: () => { seat.name = input.value.trim(); } } });
    return input;
  }

  draw() {
    redraw(this.rows, ...this.seats.map((seat, index) => this.row(seat, index)));
    const { canCount, counts } = this;
    const full = this.otherCount(1) === null;
    this.rated.line.hidden = !canCount;
    this.hints.line.hidden = counts;
    this.pace.require(counts);
    this.programs.line.hidden = !this.seats.some(({ kind }) => kind === 'friend');
    this.programsHint.textContent = counts ? t('programs.allow.rated') : t('programs.allow.hint');
    if (full && document.activeElement === this.add) this.go.focus();
    this.add.hidden = full;
  }

  /** Whom one knows is known a moment later; whoever has begun to choose goes on where it was. */
  async know() {
    this.people = await loadFriends();
    this.seats = possible(this.seats, this.people);
    const at = [...this.rows.children].findIndex((each) => each.contains(document.activeElement));
    this.draw();
    if (at >= 0) this.rows.children[at].querySelector('select').focus();
  }

  // The wish.

  async submit(event) {
    event.preventDefault();
    const { game, options, seats, counts } = this;
    if (!await introduced(seats, this.me)) return;
    const timed = this.pace.wish();
    const [hints, programs] = [this.hints.box.checked, this.programs.box.checked];
    keep(`form.${game.name}`, { options, seats, hints, programs, rated: this.rated.box.checked, ...timed });
    this.start(this.go, { game: game.name, options, seats: seats.map((seat) => this.wished(seat)), hints: hints && !counts, rated: counts,
      door: doorOf(seats), programs: programs && !this.programs.line.hidden, ...timed });
  }

  /** A seat as it is asked for. */
  wished({ kind, name, bot, player }) {
    if (kind === 'bot') return { kind, bot };
    if (kind === 'player') return { kind, player };
    if (AWAITED.includes(kind)) return { kind };
    return { kind, name: name || (kind === 'me' ? this.me.name : '') };
  }
}

/** `unrated`: whether the match counts for nothing, whoever sits there. */
export const seatingForm = (game, me, start, unrated = false) => new SeatingForm(game, me, start, unrated).form;
