// Days and hours as people of the page's language write them.

function written(text, how) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(document.documentElement.lang, how);
}

export const moment = (text) => written(text, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export const day = (text) => written(text, { day: 'numeric', month: 'short', year: 'numeric' });

export const shortDay = (text) => written(text, { day: 'numeric', month: 'short', timeZone: 'UTC' });
