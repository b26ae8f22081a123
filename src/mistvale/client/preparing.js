// Rules that are still being compiled, once on a machine: a bar that says how far they are.

import { el } from './dom.js';
import { t } from './words.js';

const ASK_AGAIN = 300;
const words = (stage) => (stage === 'play' ? t('preparing.play') : t('preparing.bots'));

/** What hears how far a game is, or what its bots need, and shows a bar at the end of `place` until it is ready. */
export function hearPreparing(place) {
  let whole = null;
  let shown = null;
  return ({ ready, stage, done, total }) => {
    if (ready || stage !== shown) whole?.remove();
    if (!ready && stage !== shown) {
      const text = words(stage);
      whole = el('div', { class: stage === 'play' ? 'preparing' : 'preparing bots', role: 'status' }, el('span', { text }), el('progress', { 'aria-label': text }));
      place.append(whole);
    }
    shown = ready ? null : stage;
    // While nobody knows how much there is to do, the bar says only that something is done.
    if (shown && total) Object.assign(whole.querySelector('progress'), { max: total, value: done });
  };
}

/** Wait until `ask` says that a game is ready, and show meanwhile how far it is. */
export async function prepared(ask, place) {
  const hear = hearPreparing(place);
  try {
    for (let answer = await ask(); !answer.ready; answer = await ask()) {
      hear(answer);
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    }
  } finally {
    hear({ ready: true });
  }
}
