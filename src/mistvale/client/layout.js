// Where the groups of a scene go. The answer depends on the groups and the window only, so nothing
// jumps while a match is played; many arrangements are tried, and the one in which people see most wins.
// A prompt that grows makes all of it smaller and moves nothing elsewhere.

const GAP = 20;
const TIGHT = 13;
// Whoever has larger letters in the browser has them on the table, too, as far as there is room.
const root = globalThis.getComputedStyle?.(document.documentElement)?.fontSize;
export const LETTERS = Math.min(1.5, Math.max(1, (parseFloat(root) || 16) / 16));
const TITLE = 26 * LETTERS;
export const STRIP = 52;
const ABREAST = 3;
const CROWDED = 0.55;
const BOARDS = 0.83;
const LEAST = 0.52;
const AROUND = 0.2; // what the room around a board that can be zoomed counts for
const STAY = 2; // as much as a board that loses more than a quarter
// How dear it is that a hand is drawn smaller than the boards: a board that can be zoomed is drawn large for other reasons.
const NEAR_BOARD = 5;
const NEAR_ZOOMED = 2;

const WORTH = { main: 6, hand: 2.2, side: 1.3, tray: 0.6 };
// How much of the table one group of a role takes at most: a deck stays a deck, however much room there is.
const LARGEST = { hand: 0.24, side: 0.16, tray: 0.022 };

// Beside a board that makes use of all the room it gets.
const NEAR_ZOOM = { side: 0.1 };

const rect = (x, y, w, h) => ({ x, y, w, h });

function fit(group, w, h) {
  const room = h - (group.title ? TITLE : 0);
  const into = (wide, high) => Math.max(0.0001, Math.min(wide / group.width, high / group.height));
  // The buttons that zoom lie beside the board or below it, never on it.
  return group.zoom ? Math.max(into(w - STRIP, room), into(w, room - STRIP)) : into(w, room);
}

/** Split a box into the rows and columns that show its groups best. */
function grid(groups, box, gap, single = false) {
  if (!groups.length) return [];
  let best = null;
  for (let columns = 1; columns <= groups.length; columns += 1) {
    const rows = Math.ceil(groups.length / columns);
    if (single && rows > 1) continue;
    const w = (box.w - gap * (columns - 1)) / columns;
    const h = (box.h - gap * (rows - 1)) / rows;
    if (w < 20 || h < 20) continue;
    const worth = groups.reduce((sum, group) => sum + Math.log(fit(group, w, h) * Math.sqrt(group.width * group.height)), 0);
    if (!best || worth > best.worth) best = { worth, columns, rows, w, h };
  }
  if (!best) best = { columns: groups.length, rows: 1, w: Math.max(20, box.w / groups.length), h: Math.max(20, box.h) };
  return groups.map((group, i) => {
    const row = Math.floor(i / best.columns);
    const inRow = Math.min(best.columns, groups.length - row * best.columns);
    const shift = ((best.columns - inRow) * (best.w + gap)) / 2;
    return { group, ...rect(box.x + shift + (i % best.columns) * (best.w + gap), box.y + row * (best.h + gap), best.w, best.h) };
  });
}

/** Side by side in one line, each as wide as its shape asks for. */
function line(groups, box, gap, upright) {
  if (!groups.length) return [];
  const along = (g) => (upright ? g.height / g.width : g.width / g.height);
  const total = groups.reduce((sum, g) => sum + along(g), 0);
  const titles = upright ? groups.filter((g) => g.title).length * TITLE : 0;
  const long = (upright ? box.h : box.w) - gap * (groups.length - 1) - titles;
  const broad = upright ? box.w : box.h - (groups.some((g) => g.title) ? TITLE : 0);
  if (long <= 0 || broad <= 0) return grid(groups, box, gap);
  const unit = Math.min(broad, long / total);
  const used = unit * total + gap * (groups.length - 1) + titles;
  let at = upright ? box.y + Math.max(0, (box.h - used) / 2) : box.x + Math.max(0, (box.w - used) / 2);
  return groups.map((group) => {
    const title = group.title ? TITLE : 0;
    const length = unit * along(group) + (upright ? title : 0);
    const cell = upright ? rect(box.x, at, box.w, length) : rect(at, box.y, length, box.h);
    at += length + gap;
    return { group, ...cell };
  });
}

/** The scale of every cell. */
function scales(cells, box) {
  const zooms = cells.some(({ group }) => group.role === 'main' && group.zoom);
  return cells.map(({ group, w, h }) => {
    const share = (zooms && NEAR_ZOOM[group.role]) || LARGEST[group.role] || 1;
    return Math.min(fit(group, w, h), Math.sqrt((share * box.w * box.h) / (group.width * group.height)));
  });
}

function worth(cells, box) {
  let sum = 0;
  const count = {};
  for (const { group } of cells) count[group.role] = (count[group.role] ?? 0) + 1;
  const scale = scales(cells, box);
  cells.forEach(({ group, w, h }, i) => {
    // A group that can be zoomed makes some use of all of its cell, though it does not fill it at first.
    const drawn = scale[i] ** 2 * group.width * group.height;
    const area = group.zoom ? w * h * AROUND + drawn * (1 - AROUND) : drawn;
    sum += ((WORTH[group.role] ?? 1) / count[group.role]) * Math.log(Math.max(area, 1));
  });
  // What one picks from is useless when it is too small to be told apart.
  const of = (role) => scale.filter((_, i) => cells[i].group.role === role);
  const least = Math.min(...of('main')) * 0.85;
  const dear = cells.some(({ group }) => group.role === 'main' && group.zoom) ? NEAR_ZOOMED : NEAR_BOARD;
  for (const hand of of('hand')) if (hand < least) sum -= dear * Math.log(least / hand);
  return sum;
}

// Parts of the room that hands may have, and what lies beside boards and hands.
const HANDS = [0.16, 0.2, 0.24, 0.28, 0.33, 0.38, 0.44, 0.5];
const BESIDES = [0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.36];
// A hand stands beside the boards only where there is more room across than down.
const BROAD = 1.3;

/** Ways to lay boards and hands into an area; null where one is no good there. */
function cores({ main, hand }, gap) {
  if (!hand.length) return [(area) => grid(main, area, gap)];
  if (!main.length) return [(area) => grid(hand, area, gap)];
  const below = (share) => ({ x, y, w, h }) => {
    const high = h * share;
    return [...grid(main, rect(x, y, w, h - high - gap), gap), ...line(hand, rect(x, y + h - high, w, high), gap, false)];
  };
  const beside = (share) => ({ x, y, w, h }) => {
    if (w <= h * BROAD) return null;
    const wide = w * share;
    return [...grid(main, rect(x, y, w - wide - gap, h), gap), ...grid(hand, rect(x + w - wide, y, wide, h), gap)];
  };
  return HANDS.flatMap((share) => [below(share), beside(share)]);
}

/** Ways to lay everything into the stage: what is neither board nor hand in a column at its end, or in a strip at its top. */
function arrangements(by, gap) {
  const { rest } = by;
  const inner = cores(by, gap);
  if (!rest.length) return inner;
  const together = (core, area, others) => {
    const cells = core(area);
    return cells && [...cells, ...others];
  };
  const column = (core, share, lay) => ({ x, y, w, h }) => {
    const wide = w * share;
    return together(core, rect(x, y, w - wide - gap, h), lay(rect(x + w - wide, y, wide, h), true));
  };
  const strip = (core, share, lay) => ({ x, y, w, h }) => {
    const high = h * share;
    return together(core, rect(x, y + high + gap, w, h - high - gap), lay(rect(x, y, w, high), false));
  };
  const lays = [(box, upright) => line(rest, box, gap, upright), (box) => grid(rest, box, gap)];
  return BESIDES.flatMap((share) => [column, strip].flatMap((where) => inner.flatMap((core) => lays.map((lay) => where(core, share, lay)))));
}

/** The way in which people see most. */
function bestOf(ways, box) {
  let best = null;
  for (const way of ways) {
    const cells = way(box);
    const value = cells ? worth(cells, box) : -Infinity;
    if (!best || value > best.value) best = { value, way };
  }
  return best;
}

/** The way that is best where the prompt is short; where a long one leaves too little room for it, another one. */
function chosen(ways, box, roomy) {
  const usual = bestOf(ways, roomy).way;
  if (roomy.h === box.h) return usual(box);
  const best = bestOf(ways, box);
  const cells = usual(box);
  return cells && worth(cells, box) > best.value - STAY ? cells : best.way(box);
}

/** Rivals and decks that share a column or a strip stand together, without holes between them. */
function gather(rest, box, gap) {
  if (!rest.length) return;
  const same = (side) => rest.every(({ cell }) => Math.abs(cell[side] - rest[0].cell[side]) < 1);
  const close = (at, long, from, room, centred) => {
    const used = rest.reduce((sum, place) => sum + place[long] + gap, -gap);
    let next = from + (centred ? Math.max(0, (room - used) / 2) : 0);
    for (const place of rest) {
      place[at] = next;
      next += place[long] + gap;
    }
  };
  if (same('x')) close('y', 'h', box.y, box.h, false);
  else if (same('y')) close('x', 'w', box.x, box.w, true);
}

/** How high boards below each other have to be, so that fingers and eyes still make them out. */
function leastHigh(groups, box, gap) {
  const high = ({ title, width, height }) => (title ? TITLE : 0) + (box.w * LEAST * height) / Math.min(width, height);
  return groups.reduce((sum, group) => sum + high(group) + gap, -gap);
}

/** On a phone: all boards below each other and in sight, with room for a strip of cards where the window has it; the rest
 *  further down. It does not depend on the hand, so that boards stay where they are from phase to phase. */
function stacked(by, box, gap) {
  const cells = [];
  const high = Math.max(box.h * BOARDS, leastHigh(by.main, box, gap));
  const boards = line(by.main, rect(box.x, box.y, box.w, high), gap, true);
  cells.push(...boards);
  let bottom = Math.max(...boards.map(({ y, h }) => y + h));
  const add = (made) => {
    if (!made.length) return;
    cells.push(...made);
    bottom = Math.max(...made.map(({ y, h }) => y + h));
  };
  for (const group of by.hand) {
    const h = Math.min((group.height / group.width) * box.w, box.h * 0.45) + (group.title ? TITLE : 0);
    add([{ group, ...rect(box.x, bottom + gap, box.w, h) }]);
  }
  for (let i = 0; i < by.rest.length; i += ABREAST) {
    const row = by.rest.slice(i, i + ABREAST);
    const w = (box.w - gap * (row.length - 1)) / row.length;
    const h = Math.max(...row.map((group) => Math.min((group.height / group.width) * w, box.h * 0.3) + (group.title ? TITLE : 0)));
    add(row.map((group, n) => ({ group, ...rect(box.x + n * (w + gap), bottom + gap, w, h) })));
  }
  return cells;
}

/** Whether boards are so small that fingers and eyes would rather scroll. */
function crowded(cells, box) {
  const scale = scales(cells, box);
  return cells.some(({ group }, i) => group.role === 'main' && !group.zoom
    && Math.min(group.width, group.height) * scale[i] < box.w * CROWDED);
}

/** Place groups into a stage of the given size: for each group's key its cell and its scale, and how high it all is.
 *  `tallest` is how high the stage is in this window while the prompt is short. */
export function layOut(groups, width, height, tallest = height) {
  const narrow = width < 620;
  const gap = narrow ? TIGHT : GAP;
  const room = (high) => rect(gap, gap, Math.max(40, width - 2 * gap), Math.max(40, high - 2 * gap));
  const box = room(height);
  const of = (...roles) => groups.filter((group) => roles.includes(group.role));
  const known = of('main', 'hand', 'side', 'tray');
  const by = {
    main: [...of('main'), ...groups.filter((group) => !known.includes(group))],
    hand: of('hand'),
    rest: [...of('side'), ...of('tray')],
  };
  if (!by.main.length && !by.hand.length) { by.main = by.rest; by.rest = []; }
  const places = new Map();
  const flat = groups.length ? chosen(arrangements(by, gap), box, room(tallest)) : [];
  const scrolls = narrow && by.main.length > 1 && crowded(flat, box);
  const cells = scrolls ? stacked(by, box, gap) : flat;
  // What is further down takes no room from the boards.
  const scale = scrolls ? cells.map(({ group, w, h }) => fit(group, w, h)) : scales(cells, box);
  const placed = cells.map(({ group, x, y, w, h }, i) => {
    const top = group.title ? TITLE : 0;
    const wide = group.zoom ? w : scale[i] * group.width;
    const high = (group.zoom ? h - top : scale[i] * group.height) + top;
    return { group, scale: scale[i], top, cell: rect(x, y, w, h), ...rect(x + (w - wide) / 2, y + (h - high) / 2, wide, high) };
  });
  if (!scrolls) gather(placed.filter(({ group }) => by.rest.includes(group)), box, gap);
  for (const { group, x, y, w, h, top, scale: s } of placed) {
    places.set(group.key, { inner: rect(x, y + top, w, h - top), scale: s, top });
  }
  const bottom = Math.max(0, ...cells.map(({ y, h }) => y + h));
  return { places, height: scrolls ? bottom + gap : height };
}
