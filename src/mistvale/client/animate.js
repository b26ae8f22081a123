// One clock for everything that moves on the stage.

const running = new Set();
let ticking = false;

const smooth = (t) => (t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2);

function tick(now) {
  for (const tween of [...running]) {
    if (!running.has(tween)) continue;
    if (tween.start === null) tween.start = now;
    const t = Math.min(1, Math.max(0, (now - tween.start - tween.delay) / tween.duration));
    tween.step(smooth(t), t);
    if (t === 1) end(tween);
  }
  if (running.size) requestAnimationFrame(tick);
  else ticking = false;
}

function end(tween) {
  running.delete(tween);
  tween.done();
}

/** Call step(eased, linear) from 0 to 1; the promise is kept when it has reached 1, or was finished early. */
export function tween(step, { duration, delay = 0 }) {
  if (duration <= 0 || document.hidden) {
    step(1, 1);
    return Promise.resolve();
  }
  step(0, 0);
  return new Promise((done) => {
    running.add({ step, duration, delay, start: null, done });
    if (!ticking) {
      ticking = true;
      requestAnimationFrame(tick);
    }
  });
}

/** Bring everything to where it is going, now. */
export function finishAll() {
  for (const one of [...running]) {
    if (!running.has(one)) continue;
    one.step(1, 1);
    end(one);
  }
}

// Animation frames stop in a hidden tab; nothing may hang there half way.
document.addEventListener('visibilitychange', () => document.hidden && finishAll());

export const between = (a, b, t) => a + (b - a) * t;

/** The shorter way round from one angle to another. */
export function turnBetween(a, b, t) {
  const way = ((((b - a) % 360) + 540) % 360) - 180;
  return a + way * t;
}
