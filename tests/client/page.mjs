// As much of a browser's page as modules ask for while they are loaded: nothing is drawn on it.

export function stand() {
  const nobody = () => null;
  globalThis.document = { addEventListener: nobody, querySelector: nobody, querySelectorAll: () => [], documentElement: { dataset: {}, lang: 'en' }, title: '', hidden: false };
  globalThis.location = { href: 'http://table/', origin: 'http://table', pathname: '/', hostname: 'table', hash: '' };
  globalThis.matchMedia = () => ({ matches: false, addEventListener: nobody });
  globalThis.innerWidth = 1280;
  globalThis.innerHeight = 800;
  globalThis.addEventListener = nobody;
}

/** Something sent, that nobody may write into. */
export function frozen(thing) {
  if (thing && typeof thing === 'object' && !Object.isFrozen(thing)) Object.values(Object.freeze(thing)).forEach(frozen);
  return thing;
}
