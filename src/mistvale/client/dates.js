// Days and hours as people of the page's language write them.

function written(text, how) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(document.documentElement.lang, how);
}

export const moment = (text) => written(text, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const day = (text) => written(text, { day: 'numeric', month: 'short', year: 'numeric' });

const STEPS = [['day', 86400], ['hour', 3600], ['minute', 60]];

/** How long ago something was: 5 minutes ago. */
export function ago(text, now = Date.now()) {
  const seconds = (now - new Date(text).getTime()) / 1000;
  const [unit, size] = STEPS.find(([, each]) => seconds >= each) ?? ['minute', 60];
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' }).format(-Math.floor(Math.max(0, seconds) / size), unit);
}
export const shortDay = (text) => written(text, { day: 'numeric', month: 'short', timeZone: 'UTC' });
