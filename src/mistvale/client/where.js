// Where things are: every address of the server is made here, so that it may stand under any prefix.

/** The server's root. This file lies one folder below it. */
export const ROOT = new URL('..', import.meta.url);

/** The address of something of the server: `/match/abc` under its root. */
export const at = (path) => ROOT.pathname + path.slice(1);

/** What the page's own path names: abc, at /match/abc. */
export const named = () => decodeURIComponent(location.pathname.slice(ROOT.pathname.length).split('/')[1] ?? '');
