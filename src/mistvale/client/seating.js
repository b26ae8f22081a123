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

/** `unrated`: whether the match counts for nothing, whoever sits there. */
export function seatingForm(game, me, start, unrated = false) {
  const remembered = kept(`form.${game.name}`, {});
  const options = { ...remembered.options };
  let seats = game.seats.includes(remembered.seats?.length) ? possible(remembered.seats, []) : defaultSeats(game, me.name);
  let people = []; // for whom a seat can be kept
  const rows = el('ol', { class: 'seating' });
  const most = Math.max(...game.seats);
  const words = { me: t('seating.me'), here: t('seating.here'), friend: t('seating.friend'), player: t('seating.player'), friends: t('seating.friends'), anyone: t('seating.anyone'), bot: t('seating.bot') };
  const awaited = { friend: t('seating.link'), friends: t('seating.friends.hint'), anyone: t('seating.anyone.hint') };

  const otherCount = (step) => {
    for (let n = seats.length + step; n >= 1 && n <= most; n += step) if (game.seats.includes(n)) return n;
    return null;
  };

  function resize(n) {
    const bot = favourite(game.bots);
    while (seats.length < n) seats.push(bot ? { kind: 'bot', bot } : { kind: 'friend' });
    seats = seats.slice(0, n);
    draw();
  }

  function remove(index) {
    const n = otherCount(-1);
    if (n === null) return;
    seats.splice(index, 1);
    resize(n);
  }

  function row(seat, index) {
    const kinds = KINDS.filter((kind) => (kind !== 'bot' || game.bots.length) && (kind !== 'friends' || me.player || seat.kind === kind)
      && (kind !== 'player' || people.length)
      && (kind !== 'me' || seat.kind === 'me' || !seats.some((other) => other.kind === 'me')));
    const kind = el('select', { 'aria-label': t('seating.who', { seat: index + 1 }) },
      ...kinds.map((name) => el('option', { value: name, text: words[name] })));
    kind.value = seat.kind;
    kind.addEventListener('change', () => {
      const [whom] = kind.value === 'player' ? people : [];
      seats[index] = { kind: kind.value, player: whom?.player, name: kind.value === 'me' ? me.name : '', bot: kind.value === 'bot' ? favourite(game.bots) : undefined };
      draw();
      rows.children[index].querySelector('select').focus();
    });
    let detail = null;
    if (seat.kind === 'bot') {
      const { select, field } = botField(game.bots, seat.bot, t('seating.which'), seats.length);
      detail = field;
      seat.bot = select.value;
      select.addEventListener('change', () => { seat.bot = select.value; });
    } else if (seat.kind === 'player') {
      detail = el('select', { 'aria-label': t('seating.whom'), on: { change: () => { seat.player = detail.value; } } },
        ...people.map(({ player, name }) => el('option', { value: player, text: name })));
      detail.value = seat.player;
    } else if (AWAITED.includes(seat.kind)) {
      detail = el('span', { class: 'hint', text: awaited[seat.kind] });
    } else {
      detail = el('input', { type: 'text', maxlength: 40, autocomplete: 'nickname', value: seat.name ?? '',
        placeholder: seat.kind === 'me' ? t('seat.me') : t('seat.guest'), 'aria-label': t('seating.name') });
      detail.addEventListener('input', () => { seat.name = detail.value.trim(); });
    }
    const drop = otherCount(-1) === null ? null : el('button', { class: 'icon-button', type: 'button',
      'aria-label': t('seating.remove', { seat: index + 1 }), title: t('seating.remove', { seat: index + 1 }), on: { click: () => remove(index) } }, icon('close'));
    return el('li', { class: `seating-row ${seat.kind}` }, icon(ICONS[seat.kind]), kind, detail, drop ?? el('span'));
  }

  const pace = paceField(game, remembered);
  const allow = el('input', { type: 'checkbox', class: 'switch', name: 'hints' });
  allow.checked = remembered.hints ?? true;
  const programs = el('input', { type: 'checkbox', class: 'switch', name: 'programs' });
  programs.checked = remembered.programs ?? false;
  // They come by a link, as friends do.
  const letInHint = el('small');
  const letIn = el('label', { class: 'setting' }, el('span', {}, t('programs.allow'), letInHint), programs);
  const allowed = el('label', { class: 'setting' }, el('span', { text: t('hints.allow') }), allow);
  // What counts is played by players, each at a screen of one's own, and nobody is helped.
  const rated = el('input', { type: 'checkbox', class: 'switch', name: 'rated', on: { change: draw } });
  rated.checked = remembered.rated ?? false;
  const stake = el('label', { class: 'setting' }, el('span', {}, t('rated.ask'), el('small', { text: t('rated.hint') })), rated);
  const canCount = () => !unrated && Boolean(me.player) && seats.length > 1 && seats.filter(({ kind }) => OWN.includes(kind)).length === 1 && seats.some(({ kind }) => kind === 'me');
  const counts = () => canCount() && rated.checked;
  const add = el('button', { class: 'button small quiet', type: 'button', on: { click: () => resize(otherCount(1)) } }, icon('plus'), el('span', { text: t('seating.add') }));
  const go = el('button', { class: 'button primary large', type: 'submit', data: { open: game.name } }, icon('play'), el('span', { text: t('home.play') }));

  function draw() {
    redraw(rows, ...seats.map(row));
    const full = otherCount(1) === null;
    stake.hidden = !canCount();
    allowed.hidden = counts();
    pace.require(counts());
    letIn.hidden = !seats.some(({ kind }) => kind === 'friend');
    letInHint.textContent = counts() ? t('programs.allow.rated') : t('programs.allow.hint');
    if (full && document.activeElement === add) go.focus();
    add.hidden = full;
  }

  const form = el('form', { class: 'seating-form' },
    el('div', { class: 'fields' }, ...game.options.map((option) => optionField(option, options)), ...pace.fields),
    rows, stake, allowed, letIn, el('div', { class: 'form-end' }, add, go));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!await introduced(seats, me)) return;
    const timed = pace.wish();
    keep(`form.${game.name}`, { options, seats, hints: allow.checked, programs: programs.checked, rated: rated.checked, ...timed });
    const wish = seats.map(({ kind, name, bot, player }) => {
      if (kind === 'bot') return { kind, bot };
      if (kind === 'player') return { kind, player };
      if (AWAITED.includes(kind)) return { kind };
      return { kind, name: name || (kind === 'me' ? me.name : '') };
    });
    start(go, { game: game.name, options, seats: wish, hints: allow.checked && !counts(), rated: counts(), door: doorOf(seats),
      programs: programs.checked && !letIn.hidden, ...timed });
  });
  /** Whom one knows is known a moment later; whoever has begun to choose goes on where it was. */
  async function know() {
    people = await loadFriends();
    seats = possible(seats, people);
    const at = [...rows.children].findIndex((each) => each.contains(document.activeElement));
    draw();
    if (at >= 0) rows.children[at].querySelector('select').focus();
  }
  draw();
  know();
  return form;
}
