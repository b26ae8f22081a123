// The value over time: a line and a band for each seat, marks on it, and a click leads to that step.

import { svg } from './dom.js';

const WIDTH = 320;
const HEIGHT = 150;
const EDGE = 8;
const SURE = 1.96;
const ABOVE = -6;
const BELOW = 13;
const SIGN = 15; // what a sign above its dot takes

/** Where the sign of a dot stands: above it, and below it where the edge would cut it off. */
export const signAt = (y) => (y < SIGN ? BELOW : ABOVE);

/** What is drawn of a worth: the chance to win; alone, points. */
const unitOf = (found) => (found.seats === 1 ? 'lead' : 'win');

function scaleOf(found, unit) {
  const ends = found.curves.flat().flatMap((place) => [place[unit][0] - SURE * place[unit][1], place[unit][0] + SURE * place[unit][1]]);
  const [low, high] = unit === 'win' ? [0, 1] : [Math.min(...ends), Math.max(...ends)];
  const steps = Math.max(1, found.steps);
  return {
    x: (step) => EDGE + ((WIDTH - 2 * EDGE) * step) / steps,
    y: (value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (Math.min(high, Math.max(low, value)) - low)) / Math.max(high - low, 1e-9),
    step: (x) => Math.max(0, Math.min(steps, Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * steps))),
    middle: (low + high) / 2,
  };
}

const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

/** The picture, and a way to point at a step. */
export function drawCurve(found, { label, names, go, signs }) {
  const unit = unitOf(found);
  const { x, y, step, middle } = scaleOf(found, unit);
  const edge = (place, side) => [x(place.step), y(place[unit][0] + side * SURE * place[unit][1])];
  const seats = found.curves.flatMap((curve, seat) => [
    svg('path', { class: `curve-band ink-${seat}`, d: `${path([...curve.map((place) => edge(place, 1)), ...[...curve].reverse().map((place) => edge(place, -1))])}Z` }),
    svg('path', { class: `curve-line ink-${seat}`, d: path(curve.map((place) => edge(place, 0))) }, svg('title', { text: names[seat] })),
  ]);
  const marks = found.decisions.filter(({ mark }) => mark).map(({ step: at, seat, mark, after }) => {
    const [right, down] = [x(at), y(after[unit][0])];
    return svg('g', { class: `curve-mark ink-${seat} ${mark}`, transform: `translate(${right.toFixed(1)} ${down.toFixed(1)})` },
      svg('circle', { r: 3 }), svg('text', { y: signAt(down), text: signs[mark] }));
  });
  const cursor = svg('path', { class: 'curve-cursor', d: '' });
  const root = svg('svg', { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': label, on: {
    click: (event) => {
      const box = root.getBoundingClientRect();
      go(step(((event.clientX - box.left) / box.width) * WIDTH));
    },
  } }, svg('path', { class: 'curve-middle', d: `M${EDGE} ${y(middle)}H${WIDTH - EDGE}` }), ...seats, ...marks, cursor);
  const point = (at) => cursor.setAttribute('d', at === null ? '' : `M${x(at).toFixed(1)} ${EDGE}V${HEIGHT - EDGE}`);
  return { root, point };
}
