// Scenes come whole, or as what has changed since the one before: here the one is made of the other.
// Nothing is written into: what stays the same is shared by both.

function patchedKeys(things, change) {
  if (!change) return things;
  const { gone = [], set = {}, new: fresh = [], order } = change;
  const left = new Set(gone);
  const found = things
    .filter(({ key }) => !left.has(key))
    .map((thing) => (Object.hasOwn(set, thing.key) ? { ...thing, ...set[thing.key] } : thing));
  if (order) {
    const byKey = new Map([...found, ...fresh.map(([, thing]) => thing)].map((thing) => [thing.key, thing]));
    return order.map((key) => byKey.get(key));
  }
  for (const [at, thing] of fresh) found.splice(at, 0, thing);
  return found;
}

function patchedRows(rows, change) {
  if (!change || Array.isArray(change)) return change ?? rows;
  return rows.map((row, place) => (Object.hasOwn(change, place) ? { ...row, ...change[place] } : row));
}

/** The scene that a patch makes of another one. */
export function patched(scene, patch) {
  const panels = { ...scene.panels };
  for (const name of ['prompt', 'summary']) if (Object.hasOwn(patch, name)) panels[name] = patch[name];
  for (const name of ['scores', 'reference']) panels[name] = patchedRows(panels[name], patch[name]);
  if (patch.log) panels.log = [...panels.log.slice(0, patch.log[0]), ...patch.log[1]];
  return {
    ...scene,
    ...patch.head,
    groups: patchedKeys(scene.groups, patch.groups),
    sprites: patchedKeys(scene.sprites, patch.sprites),
    panels,
  };
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte;
  for (let bit = 0; bit < 8; bit += 1) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1;
  return word;
});

function crc(bytes) {
  let word = 0xffffffff;
  for (const byte of bytes) word = TABLE[(word ^ byte) & 0xff] ^ (word >>> 8);
  return (word ^ 0xffffffff) >>> 0;
}

const CHECKSUMS = new WeakMap();
const ENCODER = new TextEncoder();

function checksum(...things) {
  return crc(ENCODER.encode(things.map((thing) => JSON.stringify(thing)).join('')));
}

/** The checksum of something that patches leave as it is, or replace: worked out once. */
function keptChecksum(thing) {
  if (!CHECKSUMS.has(thing)) CHECKSUMS.set(thing, checksum(thing));
  return CHECKSUMS.get(thing);
}

/** What tells two scenes apart: the CRC-32 of those of their parts, whose text both ends write alike. */
export function digest({ game, viewer, lang, groups, sprites, panels }) {
  const { prompt, scores, reference, summary, log } = panels;
  const sums = [
    checksum({ game, viewer, lang }),
    ...[...groups, ...sprites].map(keptChecksum),
    ...[prompt, scores, reference, summary].map((panel) => checksum(panel)),
    checksum(...log),
  ];
  const bytes = new DataView(new ArrayBuffer(4 * sums.length));
  sums.forEach((sum, place) => bytes.setUint32(4 * place, sum));
  return crc(new Uint8Array(bytes.buffer)).toString(16).padStart(8, '0');
}

/** Frames with their scenes, made of the scene before them (`held`, if it is needed); null where they do not fit it. */
export function unfolded(frames, held) {
  let scene = held;
  const whole = [];
  for (const { patch, digest: mark, ...frame } of frames) {
    if (patch && !scene) return null;
    scene = patch ? patched(scene, patch) : frame.scene;
    whole.push({ ...frame, scene });
  }
  // What went wrong on the way is wrong at its end.
  const last = frames.at(-1)?.digest;
  return last && last !== digest(scene) ? null : whole;
}
