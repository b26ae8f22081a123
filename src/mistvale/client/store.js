// localStorage that may be missing, full or forbidden: then things are kept for this page only.

const here = new Map();

export function keep(key, value) {
  here.set(key, value);
  try {
    localStorage.setItem(`mistvale.${key}`, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page's own memory has to do.
  }
}

export function kept(key, otherwise = null) {
  if (here.has(key)) return here.get(key);
  try {
    const text = localStorage.getItem(`mistvale.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function drop(key) {
  here.delete(key);
  try {
    localStorage.removeItem(`mistvale.${key}`);
  } catch {
    // Nothing was kept, so nothing is left behind.
  }
}
