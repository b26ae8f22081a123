// Stretches of time in words and as a clock shows them. All are milliseconds.

import { decimal, t } from './words.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const TENTHS_BELOW = 10 * SECOND;
const whole = (ms, unit) => Math.floor(ms / unit);

/** A round stretch in words: a pace that somebody chooses. */
export function inWords(ms) {
  if (ms >= DAY && ms % DAY === 0) return t('time.days', { n: ms / DAY });
  if (ms >= HOUR && ms % HOUR === 0) return t('time.hours', { n: ms / HOUR });
  if (ms >= MINUTE && ms % MINUTE === 0) return t('time.minutes', { n: ms / MINUTE });
  return t('time.seconds', { n: Math.round(ms / SECOND) });
}

/** As a clock shows it: days and hours, hours and minutes, minutes and seconds; tenths at the very end, while it runs. */
export function onClock(ms, running = false) {
  if (ms >= DAY) return t('clock.days', { days: whole(ms, DAY), hours: whole(ms % DAY, HOUR) });
  if (ms >= HOUR) return t('clock.hours', { hours: whole(ms, HOUR), minutes: String(whole(ms % HOUR, MINUTE)).padStart(2, '0') });
  if (running && ms < TENTHS_BELOW) return decimal(whole(ms, 100) / 10);
  return `${whole(ms, MINUTE)}:${String(whole(ms % MINUTE, SECOND)).padStart(2, '0')}`;
}

/** The same where there is little room: the largest unit alone. */
export function inShort(ms, running = false) {
  if (ms >= DAY) return t('clock.day', { days: whole(ms, DAY) });
  return ms >= HOUR ? t('clock.hour', { hours: whole(ms, HOUR) }) : onClock(ms, running);
}

/** In how many milliseconds a clock that runs looks different. */
export function untilItChanges(ms) {
  if (ms <= 0) return SECOND;
  if (ms <= TENTHS_BELOW) return 100;
  return Math.min((ms < HOUR ? ms % SECOND : ms % MINUTE) + 10, 30 * SECOND);
}
