// Where the groups of a scene go. The answer depends on the groups and the window only, so nothing
// jumps while a match is played; many arrangements are tried, and the one in which people see most wins.

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
    // A group that can be zoomed makes use of all of its cell, though it does not fill it at first.
    const drawn = scale[i] ** 2 * group.width * group.height;
    const area = group.zoom ? (w * h + drawn) / 2 : drawn;
    sum += ((WORTH[group.role] ?? 1) / count[group.role]) * Math.log(Math.max(area, 1));
  });
  // What one picks from is useless when it is too small to be told apart.
  const of = (role) => scale.filter((_, i) => cells[i].group.role === role);
  const least = Math.min(...of('main')) * 0.85;
  for (const hand of of('hand')) if (hand < least) sum -= 5 * Math.log(least / hand);
  return sum;
}

function arrangements(by, box, gap) {
  const { main, hand, rest } = by;
  const tries = [];
  const core = (area) => {
    if (!hand.length) return [grid(main, area, gap)];
    if (!main.length) return [grid(hand, area, gap)];
    const found = [];
    for (const share of [0.16, 0.2, 0.24, 0.28, 0.33, 0.38, 0.44, 0.5]) {
      const h = area.h * share;
      found.push([...grid(main, rect(area.x, area.y, area.w, area.h - h - gap), gap),
        ...line(hand, rect(area.x, area.y + area.h - h, area.w, h), gap, false)]);
      const w = area.w * share;
      if (area.w > area.h * 1.3) {
        found.push([...grid(main, rect(area.x, area.y, area.w - w - gap, area.h), gap),
          ...grid(hand, rect(area.x + area.w - w, area.y, w, area.h), gap)]);
      }
    }
    return found;
  };
  if (!rest.length) return core(box);
  for (const share of [0.1, 0.14, 0.18, 0.22, 0.26, 0.3, 0.36]) {
    const w = box.w * share;
    const column = rect(box.x + box.w - w, box.y, w, box.h);
    for (const cells of core(rect(box.x, box.y, box.w - w - gap, box.h))) {
      tries.push([...cells, ...line(rest, column, gap, true)], [...cells, ...grid(rest, column, gap)]);
    }
    const h = box.h * share;
    const strip = rect(box.x, box.y, box.w, h);
    for (const cells of core(rect(box.x, box.y + h + gap, box.w, box.h - h - gap))) {
      tries.push([...cells, ...line(rest, strip, gap, false)], [...cells, ...grid(rest, strip, gap)]);
    }
  }
  return tries;
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

/** Place groups into a stage of the given size: for each group's key its cell and its scale, and how high it all is. */
export function layOut(groups, width, height) {
  const narrow = width < 620;
  const gap = narrow ? TIGHT : GAP;
  const box = rect(gap, gap, Math.max(40, width - 2 * gap), Math.max(40, height - 2 * gap));
  const of = (...roles) => groups.filter((group) => roles.includes(group.role));
  const known = of('main', 'hand', 'side', 'tray');
  const by = {
    main: [...of('main'), ...groups.filter((group) => !known.includes(group))],
    hand: of('hand'),
    rest: [...of('side'), ...of('tray')],
  };
  if (!by.main.length && !by.hand.length) { by.main = by.rest; by.rest = []; }
  let best = null;
  for (const cells of arrangements(by, box, gap)) {
    const value = worth(cells, box);
    if (!best || value > best.value) best = { value, cells };
  }
  const places = new Map();
  const flat = best?.cells ?? [];
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
