// Clocks beside the seats. The server says what is left; here it is counted down until it says so again.

import { el } from './dom.js';
import { inShort, MINUTE, onClock, SECOND, untilItChanges } from './durations.js';
import { t } from './words.js';

const LOW = 10 * SECOND;

/** What is left of a clock so many milliseconds after it was told: first the decision's own time is used, then the bank. */
export function leftOf({ decision, bank, running, holiday = 0 }, since) {
  const spent = running ? since : Math.max(0, holiday ? since - holiday : 0);
  return { decision: Math.max(0, decision - spent), bank: Math.max(0, bank - Math.max(0, spent - decision)) };
}

export class Clocks {
  /** `say` reads something out. */
  constructor(say) {
    this.say = say;
    this.told = [];
    this.people = [];
    this.at = 0;
    this.faces = new Map();
    this.before = null; // what my running clock had left when it was last looked at
    document.addEventListener('visibilitychange', () => this.tick());
  }

  /** A status came: `viewing` is my seat. */
  hear({ status, seats, clocks = [], mine = [] }, viewing) {
    this.mine = mine.includes(viewing) ? viewing : null;
    this.people = seats.map(({ kind }) => status === 'playing' && kind === 'guest');
    this.tell(clocks);
  }

  tell(clocks) {
    this.told = clocks.map((clock, seat) => (this.people[seat] ? clock : null));
    this.at = performance.now();
    this.tick();
  }

  /** A face of a seat's clock, in the list or in the row of chips; null where it has none, as bots. */
  face({ seat, name }, place) {
    if (!this.told[seat]) return null;
    const face = el('span', { class: 'clock', role: 'timer', 'aria-label': t('clock.of', { name }) }, el('b'), el('small'));
    face.dataset.place = place;
    this.faces.set(`${place} ${seat}`, { face, seat });
    this.draw(face, seat);
    return face;
  }

  draw(face, seat, since = performance.now() - this.at) {
    const clock = this.told[seat];
    face.hidden = !clock;
    if (!clock) return;
    const { decision, bank } = leftOf(clock, since);
    const runs = clock.running || (clock.holiday > 0 && since > clock.holiday);
    const low = runs && decision + bank < LOW;
    const text = (face.dataset.place === 'chip' ? inShort : onClock)(decision || bank, low);
    const more = clock.holiday > since ? t('clock.holiday') : decision && bank ? `+${onClock(bank)}` : '';
    const [main, small] = face.children;
    if (main.textContent !== text) main.textContent = text;
    if (small.textContent !== more) small.textContent = more;
    face.dataset.running = runs ? 'yes' : 'no';
    face.dataset.low = low ? 'yes' : 'no';
  }

  tick() {
    clearTimeout(this.timer);
    // One moment for all: what is drawn, and when that looks different.
    const since = performance.now() - this.at;
    for (const { face, seat } of this.faces.values()) this.draw(face, seat, since);
    this.warn(since);
    const running = this.told.filter((clock) => clock?.running || clock?.holiday > 0);
    if (!running.length || document.hidden) return;
    const waits = running.map((clock) => {
      const { decision, bank } = leftOf(clock, since);
      return untilItChanges(decision + bank < LOW ? decision + bank : decision || bank);
    });
    this.timer = setTimeout(() => this.tick(), Math.min(...waits));
  }

  /** My own clock is told to those who listen, twice and no more: at a minute, and at ten seconds. */
  warn(since) {
    const clock = this.told[this.mine];
    if (!clock?.running) {
      this.before = null;
      return;
    }
    const { decision, bank } = leftOf(clock, since);
    const left = decision + bank;
    const passed = (mark) => this.before !== null && this.before > mark && left <= mark && left > 0;
    if (passed(LOW)) this.say(t('clock.ten'));
    else if (passed(MINUTE)) this.say(t('clock.minute'));
    this.before = left;
  }
}
