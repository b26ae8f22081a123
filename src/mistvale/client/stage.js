// A scene, drawn into one SVG. Keys are stable, so whatever changes moves there from where it was.

import { between, finishAll, turnBetween, tween } from './animate.js';
import { heardIn } from './aloud.js';
import { svg } from './dom.js';
import { layOut } from './layout.js';
import { Place, placeId } from './place.js';
import { closerCell, covers, drawOrder, hasMoved, isPage, NEAR, setOut, stands } from './poses.js';
import { pace, stillness } from './settings.js';
import { Actor, spriteId } from './sprite.js';

const STAGGER = 45;
const STRETCH = 0.1;
const PAGE_SLANT = 14;
const MARGIN = 8; // around what is scrolled to

function insert(node, parent, before) {
  // Moving a node takes the focus from it; a player with a keyboard would lose the place.
  const focused = document.activeElement === node;
  parent.insertBefore(node, before);
  if (focused) node.focus({ preventScroll: true });
}

export class Stage {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.scene = null;
    this.places = new Map();
    this.actors = new Map();
    this.layers = svg('g', { class: 'places' });
    this.flight = svg('g', { class: 'flight' });
    this.ghosts = svg('g', { class: 'preview', 'aria-hidden': 'true' });
    root.append(this.layers, this.flight, this.ghosts);
    this.closer = null;
    this.onLaid = () => {};
    this.onResize = () => {};
    this.onPreview = () => {};
    new ResizeObserver(() => this.resize()).observe(root.parentElement);
  }

  /** The room there is; what does not fit into it is scrolled to. */
  size() {
    const { clientWidth, clientHeight } = this.root.parentElement;
    return { width: Math.max(clientWidth, 60), height: Math.max(clientHeight, 60) };
  }

  /** How high the stage has been in this window: long prompts take room from it for a while. */
  tallest(width, height) {
    const window = `${width} ${innerHeight}`;
    this.highest = window === this.window ? Math.max(height, this.highest) : height;
    this.window = window;
    return this.highest;
  }

  /** Lay everything anew where the room is another one. */
  resize() {
    const { width, height } = this.size();
    // A prompt that grew with the last scene was reckoned with already: nothing that flies need hurry.
    if (!this.scene || this.room === `${width} ${height}`) return;
    finishAll();
    this.onResize();
    this.layGroups(this.scene.groups);
    for (const actor of this.actors.values()) actor.mark(this.places.get(actor.sprite.group)?.view.s ?? 1);
    this.onLaid();
  }

  clear() {
    finishAll();
    this.scene = this.closer = null;
    this.places.clear();
    this.actors.clear();
    for (const layer of [this.layers, this.flight, this.ghosts]) layer.replaceChildren();
  }

  layGroups(groups) {
    const { width, height } = this.size();
    this.room = `${width} ${height}`;
    const { places: cells, height: high } = layOut(groups, width, height, this.tallest(width, height));
    this.root.setAttribute('viewBox', `0 0 ${width} ${high}`);
    this.root.style.height = `${high}px`;
    if (!groups.some(({ key }) => key === this.closer)) this.closer = null;
    else cells.set(this.closer, closerCell(groups.find(({ key }) => key === this.closer), width, height, this.root.parentElement.scrollTop));
    const gone = new Set(this.places.keys());
    for (const group of groups) {
      gone.delete(group.key);
      const cell = cells.get(group.key);
      let place = this.places.get(group.key);
      if (!place) {
        place = new Place(group, this.game);
        this.places.set(group.key, place);
        this.layers.append(place.el);
      }
      place.name(group);
      place.put(cell);
      place.el.classList.toggle('closer', group.key === this.closer);
    }
    for (const key of gone) {
      this.places.get(key).el.remove();
      this.places.delete(key);
    }
  }

  /** Show one group large, over the others; null puts it back. */
  lookCloser(key) {
    if (!this.scene || key === this.closer) return;
    finishAll();
    this.onResize();
    const cells = this.cells();
    this.closer = key;
    this.layGroups(this.scene.groups);
    if (key) this.layers.append(this.places.get(key).el);
    this.onLaid();
    this.slide(cells, pace() / 2);
  }

  /** The next rival's place to look at; after the last one, none. */
  nextCloser() {
    const keys = (this.scene?.groups ?? []).filter(({ role }) => role === 'side').map(({ key }) => key);
    return keys[keys.indexOf(this.closer) + 1] ?? null;
  }

  /** Scroll to where something can be played, if it is out of sight. */
  seek() {
    const wrap = this.root.parentElement;
    if (wrap.scrollHeight <= wrap.clientHeight + 1) return;
    const keys = new Set(this.targets().map(({ sprite }) => sprite.group));
    if (!keys.size) return;
    const { scrollTop, clientHeight } = wrap;
    // Boards are read together: where all of them fit into the window with what is played, they are brought there, too.
    let [top, bottom] = this.reach((key) => keys.has(key));
    const [high, low] = this.reach((key, { group }) => keys.has(key) || group.role === 'main');
    if (low - high <= clientHeight) [top, bottom] = [high, low];
    // What is all in sight stays where it is, also without the margin that it gets when it is brought there.
    if (top + MARGIN >= scrollTop && bottom - MARGIN <= scrollTop + clientHeight) return;
    const to = bottom - top > clientHeight || top < scrollTop ? top : bottom - clientHeight;
    wrap.scrollTo({ top: to, behavior: stillness() ? 'auto' : 'smooth' });
  }

  /** Scroll a sprite into sight, as a key has reached it. */
  bring(sprite) {
    const wrap = this.root.parentElement;
    const { y, size: [, high] } = this.poseOf(sprite) ?? { y: 0, size: [0, 0] };
    const [top, bottom] = [y - high / 2 - MARGIN, y + high / 2 + MARGIN];
    if (top < wrap.scrollTop) wrap.scrollTop = top;
    else if (bottom > wrap.scrollTop + wrap.clientHeight) wrap.scrollTop = Math.min(top, bottom - wrap.clientHeight);
  }

  /** From where to where the places reach that are chosen. */
  reach(chosen) {
    const ranges = [...this.places].filter(([key, place]) => chosen(key, place)).map(([, { inner, top }]) => [inner.y - top, inner.y + inner.h]);
    return [Math.min(...ranges.map(([from]) => from)) - MARGIN, Math.max(...ranges.map(([, to]) => to)) + MARGIN];
  }

  cells() {
    return new Map([...this.places].map(([key, place]) => [key, { inner: place.inner, scale: place.base }]));
  }

  /** Where a sprite stands on the stage, with its group laid out as it is now. */
  poseOf(sprite) {
    const place = this.places.get(sprite.group);
    if (!place) return null;
    const pose = place.at(sprite.x, sprite.y, sprite.turn ?? 0);
    pose.size = sprite.size.map((side) => side * pose.scale);
    pose.high = pose.scale;
    return pose;
  }

  poses() {
    const poses = new Map();
    for (const [key, place] of this.places) poses.set(key, place.centre);
    for (const [key, actor] of this.actors) poses.set(key, this.poseOf(actor.sprite));
    return poses;
  }

  /** Show a scene; resolves when everything has arrived. By their keys things stay, change under the rest, fly or fade. */
  async show(scene, duration) {
    finishAll();
    this.hidePreview();
    const { scene: old } = this;
    const before = this.poses();
    const cells = this.cells();
    this.layGroups(scene.groups);
    this.scene = scene;
    const leaving = this.leaving(scene);
    const { stays, glides, flights } = this.part(scene, before, leaving, duration);
    this.lay(stays);
    this.order(scene);
    const ways = [
      ...this.leave(leaving, before, old, duration),
      ...flights.map((flight) => this.fly(flight, duration)),
      ...glides.map((glide) => this.glide(glide, duration)),
    ];
    // What lies over the stage is told where groups will be, before they set out from where they were.
    this.onLaid();
    await this.arrival([...ways, ...this.slide(cells, duration)]);
  }

  /** The keys of what lies here and is not in a scene. */
  leaving({ sprites }) {
    const coming = new Set(sprites.map(({ key }) => key));
    return new Set([...this.actors.keys()].filter((key) => !coming.has(key)));
  }

  /** What becomes of each sprite of a scene: it stays where it is, glides under the rest, or flies to its place. */
  part(scene, before, leaving, duration) {
    const stays = new Map([...this.places.keys()].map((key) => [key, []]));
    const [glides, flights] = [[], []];
    const after = this.goals(scene);
    const wait = duration ? Math.min(STAGGER, 420 / Math.max(1, scene.sprites.length)) * (duration / 460) : 0;
    let arrivals = 0;
    drawOrder(scene.sprites).forEach((sprite, rank) => {
      const place = this.places.get(sprite.group);
      if (!place) return;
      const { actor, was, flips } = this.dressed(sprite, rank, place.view.s, leaving, duration);
      if (!duration || (was && !flips && !hasMoved(was, sprite))) {
        actor.fold(1);
        actor.fade(1);
        actor.stand(sprite);
        stays.get(sprite.group).push(actor);
      } else if (covers(sprite, place.group) && (was ?? sprite).group === sprite.group) {
        // What is as large as a board is the ground: it changes under the rest and never flies over it.
        actor.fold(1);
        stays.get(sprite.group).push(actor);
        glides.push({ actor, was });
      } else {
        const to = after.get(sprite.key);
        const from = was ? before.get(sprite.key) : before.get(sprite.origin) ?? after.get(sprite.origin);
        const delay = !was && from ? wait * arrivals++ : 0;
        flights.push({ actor, from: from ? setOut(from, sprite) : to, to, fresh: !was, flips, delay, bloom: !was && !from });
      }
    });
    return { stays, glides, flights };
  }

  /** Where everything will stand: sprites, and the middle of each place. */
  goals(scene) {
    const goals = new Map([...this.places].map(([key, place]) => [key, place.centre]));
    for (const sprite of scene.sprites) goals.set(sprite.key, this.poseOf(sprite));
    return goals;
  }

  /** The actor of a sprite, as the new scene has it: what it was there (null if it is new), and whether it is turned over. */
  dressed(sprite, rank, scale, leaving, duration) {
    const known = this.actors.get(sprite.key);
    const actor = known ?? new Actor(this.game, sprite);
    const was = known?.sprite ?? null;
    this.actors.set(sprite.key, actor);
    const hidden = !known && duration > 0 && sprite.face === 'up' ? this.backOf(sprite.origin, leaving) : null;
    if (hidden) {
      actor.sprite = { ...sprite, symbol: hidden.symbol, text: hidden.text };
      actor.paint();
    }
    const flips = duration > 0 && (Boolean(hidden) || Boolean(was && was.face !== sprite.face));
    actor.rank = rank;
    actor.dress(sprite, scale, flips);
    return { actor, was, flips };
  }

  /** Those that stay lie in their layers in the order of drawing. */
  lay(stays) {
    for (const [key, actors] of stays) {
      const { layer } = this.places.get(key);
      actors.forEach((actor, i) => { if (layer.children[i] !== actor.el) insert(actor.el, layer, layer.children[i] ?? null); });
    }
  }

  /** While things are on their way, unless others are sent out meanwhile, the stage says so. */
  async arrival(ways) {
    const turn = this.turn = (this.turn ?? 0) + 1;
    this.root.classList.add('moving');
    await Promise.all(ways);
    if (turn === this.turn) this.root.classList.remove('moving');
  }

  /** Groups and what is in them, in the order in which they are read. */
  order(scene) {
    for (const group of scene.groups) this.places.get(group.key).own(heardIn(scene, group).map(({ key }) => spriteId(key)));
    const owned = scene.groups.map(({ key }) => placeId(key)).join(' ');
    if (this.root.getAttribute('aria-owns') !== owned) this.root.setAttribute('aria-owns', owned);
  }

  /** What a sprite was while it lay face down under another key: it is turned over, not conjured up. */
  backOf(origin, leaving) {
    const hidden = this.actors.get(origin);
    if (!hidden || hidden.sprite.face !== 'down') return null;
    if (leaving.delete(origin)) {
      hidden.el.remove();
      this.actors.delete(origin);
    }
    return hidden.sprite;
  }

  /** Groups that the layout has moved glide to their new cells, with all that stands on them. */
  slide(cells, duration) {
    if (!duration) return [];
    return [...this.places].map(([key, place]) => {
      const from = cells.get(key);
      const to = { inner: place.inner, scale: place.base, top: place.top };
      if (!from) return null;
      const way = ['x', 'y', 'w', 'h'].reduce((sum, side) => sum + Math.abs(from.inner[side] - to.inner[side]), 0);
      return way > NEAR ? tween((t) => place.blend(from, to, t), { duration }) : null;
    });
  }

  leave(keys, before, old, duration) {
    return [...keys].map((key) => {
      const actor = this.actors.get(key);
      const pose = before.get(key);
      this.actors.delete(key);
      if (!duration || !pose || !old) {
        actor.el.remove();
        return null;
      }
      // Nobody may be sent to what is on its way out.
      for (const name of ['tabindex', 'id']) actor.el.removeAttribute(name);
      actor.el.setAttribute('aria-hidden', 'true');
      this.flight.prepend(actor.el);
      actor.stand(pose);
      actor.el.classList.add('leaving');
      return tween((e, t) => {
        actor.fade(1 - e);
        if (t === 1) actor.el.remove();
      }, { duration: duration * 0.6 });
    });
  }

  /** Change within the layer, under whatever lies on it. */
  glide({ actor, was }, duration) {
    const { x, y, turn = 0, size: [w, h] } = actor.sprite;
    if (!was) {
      actor.stand(actor.sprite);
      return tween((e) => actor.fade(e), { duration });
    }
    actor.paint();
    return tween((e) => actor.stand({
      x: between(was.x, x, e),
      y: between(was.y, y, e),
      turn: turnBetween(was.turn ?? 0, turn, e),
      scale: between(was.size[0] / w, 1, e),
      high: between(was.size[1] / h, 1, e),
    }), { duration });
  }

  fly({ actor, from, to, fresh, flips, delay, bloom }, duration) {
    insert(actor.el, this.flight, null);
    let turned = !flips;
    const page = flips && isPage(from, to, actor.sprite);
    const lift = page ? 0 : Math.min(14, Math.hypot(from.x - to.x, from.y - to.y) * 0.06);
    return tween((e, t) => {
      actor.stand({
        x: between(from.x, to.x, page ? (1 - Math.cos(Math.PI * e)) / 2 : e),
        y: between(from.y, to.y, e) - Math.sin(Math.PI * e) * lift,
        turn: turnBetween(from.turn, to.turn, e),
        scale: between(from.scale, to.scale, e) * (bloom ? 0.9 + 0.1 * e : 1),
        high: between(from.high, to.high, e) * (bloom ? 0.9 + 0.1 * e : 1),
      });
      if (fresh) actor.fade(bloom ? e : Math.min(1, t * 4));
      if (flips) {
        if (!turned && t >= 0.5) { turned = true; actor.paint(); }
        actor.fold(Math.abs(Math.cos(Math.PI * e)), page ? Math.sin(Math.PI * e) * PAGE_SLANT * Math.sign(Math.cos(Math.PI * e) * (to.x - from.x)) : 0);
      }
      if (t === 1) this.settle(actor);
    }, { duration, delay });
  }

  /** Out of the air, back into the layer, in the order of drawing. */
  settle(actor) {
    const place = this.places.get(actor.sprite.group);
    if (!place || this.actors.get(actor.sprite.key) !== actor) {
      actor.el.remove();
      return;
    }
    actor.fold(1);
    actor.fade(1);
    actor.stand(actor.sprite);
    const next = [...place.layer.children].find((node) => node.actor.rank > actor.rank) ?? null;
    insert(actor.el, place.layer, next);
  }

  /** Draw what would change if `chosen` were played, as ghosts over the table. */
  showPreview(scene, chosen) {
    this.hidePreview();
    const coming = new Map(scene.sprites.map((sprite) => [sprite.key, sprite]));
    const looks = (s) => JSON.stringify([s.group, Math.round(s.x), Math.round(s.y), s.turn ?? 0, s.symbol, s.text, s.size.map(Math.round)]);
    const views = new Map([...this.places.keys()].map((key) => [key, this.shiftOf(key, scene)]));
    const drawn = [];
    for (const next of drawOrder(scene.sprites)) {
      const now = this.actors.get(next.key);
      const sprite = views.get(next.group)?.(next) ?? next;
      // What is as large as a board, or only stretches, is the ground under the rest.
      const room = this.places.get(next.group)?.group;
      if (room && covers(next, room)) continue;
      const stretched = (i) => Math.abs(now.sprite.size[i] / sprite.size[i] - 1) > STRETCH;
      if (now && now.sprite.symbol === sprite.symbol && (stretched(0) || stretched(1))) continue;
      const pose = this.poseOf(sprite);
      if (!pose || (now && looks(now.sprite) === looks(sprite)) || (!sprite.symbol && !sprite.text)) continue;
      // A target that only comes up then is not what the move does.
      if (!now && (sprite.marks ?? []).some((mark) => mark === 'ghost' || mark === 'legal')) continue;
      // A hand closes its ranks when a card leaves it: that is no news, and hard to read under the pointer.
      if (this.inHand(sprite) && !stands(now?.sprite, sprite)) continue;
      this.ghosts.append(this.ghost(sprite, pose, ['ghost']));
      drawn.push(sprite);
      now?.el.classList.add('would-go');
    }
    for (const [key, actor] of this.actors) {
      // Other targets are still to be seen, and to be chosen instead.
      const other = actor.sprite.move && actor !== chosen;
      if (!coming.has(key) && actor.sprite.symbol && !other && !this.inHand(actor.sprite)) actor.el.classList.add('would-go');
    }
    this.stand(drawn);
    this.onPreview();
  }

  ghost(sprite, pose, marks) {
    const ghost = new Actor(this.game, sprite);
    ghost.dress({ ...sprite, move: null, marks }, pose.scale);
    for (const name of ['data-key', 'id', 'tabindex']) ghost.el.removeAttribute(name);
    ghost.stand(pose);
    return ghost.el;
  }

  /** What stands on a place goes on standing there, over the ghost of what would come under it. */
  stand(ghosts) {
    for (const { sprite, el: node } of drawOrder([...this.actors.values()].map((actor) => actor.sprite)).map((one) => this.actors.get(one.key))) {
      const under = ghosts.some((ghost) => ghost.group === sprite.group && (ghost.layer ?? 0) < (sprite.layer ?? 0)
        && Math.abs(ghost.x - sprite.x) < ghost.size[0] / 2 && Math.abs(ghost.y - sprite.y) < ghost.size[1] / 2);
      if (under && sprite.symbol && !node.classList.contains('would-go') && !ghosts.some(({ key }) => key === sprite.key)) {
        this.ghosts.append(this.ghost(sprite, this.poseOf(sprite), []));
      }
    }
  }

  /** A board that grows is drawn smaller: the way back from there to how it stands now, for one group. */
  shiftOf(group, scene) {
    const pairs = [];
    for (const next of scene.sprites) {
      const now = this.actors.get(next.key)?.sprite;
      if (now && now.group === group && next.group === group && now.symbol === next.symbol) pairs.push([now, next]);
    }
    const near = (a, b) => Math.abs(a / b - 1) < 0.02;
    const ratio = ([now, next]) => next.size[0] / now.size[0];
    const middle = (values) => values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
    const even = pairs.filter((pair) => near(ratio(pair), pair[1].size[1] / pair[0].size[1]));
    if (!even.length || pairs.length < 2) return null;
    const scale = middle(even.map(ratio));
    const pieces = even.filter((pair) => near(ratio(pair), scale));
    const dx = middle(pieces.map(([now, next]) => next.x - now.x * scale));
    const dy = middle(pieces.map(([now, next]) => next.y - now.y * scale));
    const along = pieces.filter(([now, next]) => Math.hypot(next.x - now.x * scale - dx, next.y - now.y * scale - dy) < 1);
    // Where most do not go the same way, it is not the board that moves.
    if (along.length * 2 <= pieces.length) return null;
    return (sprite) => ({ ...sprite, x: (sprite.x - dx) / scale, y: (sprite.y - dy) / scale, size: sprite.size.map((side) => side / scale) });
  }

  /** Whether it is as large as a board: the ground under the rest. */
  isGround(sprite) {
    const { group } = this.places.get(sprite.group) ?? {};
    return group?.role === 'main' && covers(sprite, group);
  }

  inHand(sprite) {
    return this.places.get(sprite.group)?.group.role === 'hand';
  }

  hidePreview() {
    if (!this.ghosts.childNodes.length && !this.root.querySelector('.would-go')) return;
    this.ghosts.replaceChildren();
    for (const node of this.root.querySelectorAll('.would-go')) node.classList.remove('would-go');
  }

  /** The actors that can be played, or (all) looked at. */
  targets(all = false) {
    return [...this.actors.values()].filter(({ sprite }) => sprite.move || (all && (sprite.label || sprite.hint)));
  }
}
