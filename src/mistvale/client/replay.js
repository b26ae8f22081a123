// A finished match again, step by step, from any seat's eyes.

import { api } from './api.js';
import { ask, toast } from './dialogs.js';
import { clear, el, find, pause } from './dom.js';
import { unfolded } from './patch.js';
import { pace } from './settings.js';
import { t } from './words.js';

const CHUNK = 50;

/** What could have been played then is no button now. */
export function still(frame) {
  const sprites = frame.scene.sprites.map((sprite) => ({ ...sprite, move: null, turns: [], marks: (sprite.marks ?? []).filter((mark) => mark !== 'legal') }));
  const panels = { ...frame.scene.panels, prompt: { text: '', mine: false, buttons: [] } };
  return { ...frame, can_undo: false, scene: { ...frame.scene, sprites, panels } };
}

const SPEEDS = { slow: 2600, normal: 1300, fast: 550 };

export class Replay {
  constructor(table) {
    this.table = table;
    this.on = false;
    this.playing = false;
    this.at = 0;
    this.bar = find('#replay');
    this.slider = find('#replay-slider');
    this.slider.addEventListener('input', () => {
      // Stopping draws the slider where the replay stands; what the player wants is read before.
      const wanted = Number(this.slider.value);
      this.stop();
      this.go(wanted);
    });
    const click = (id, action) => find(id).addEventListener('click', action);
    click('#replay-first', () => { this.stop(); this.go(0); });
    click('#replay-back', () => { this.stop(); this.go(this.at - 1); });
    click('#replay-next', () => { this.stop(); this.go(this.at + 1); });
    click('#replay-last', () => { this.stop(); this.go(this.total - 1); });
    click('#replay-play', () => this.toggle());
    click('#replay-on', () => this.playOn());
    click('#replay-close', () => this.close());
    click('#replay-why', () => this.why());
    find('#replay-eyes').addEventListener('change', (event) => {
      this.seat = event.target.value === '' ? null : Number(event.target.value);
      this.load();
    });
  }

  /** Open it at a step, or go there. */
  async open(step = 0) {
    if (this.on) {
      this.stop();
      await this.go(step, true);
      return;
    }
    this.on = true;
    this.seat = this.table.viewing;
    document.body.dataset.mode = 'replay';
    document.body.dataset.sheet = 'closed';
    this.bar.hidden = false;
    const seats = this.table.status.seats.map((seat) => el('option', { value: String(seat.seat), text: t('replay.seat', { name: seat.name }) }));
    const eyes = clear(find('#replay-eyes'));
    eyes.append(...seats, el('option', { value: '', text: t('replay.spectator') }));
    eyes.value = this.seat === null ? '' : String(this.seat);
    this.at = step;
    await this.load();
    find('#replay-play').focus();
  }

  /** A new table that goes on from here. */
  async playOn() {
    this.stop();
    try {
      const { playOn } = await import('./playon.js');
      await playOn(this.table, this.at, this.seat);
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  async load() {
    this.frames = [];
    this.total = 1;
    try {
      await this.fetch(0);
    } catch (error) {
      toast(error.message, 'error');
      return;
    }
    this.slider.max = String(this.total - 1);
    await this.go(Math.min(this.at, this.total - 1), true);
  }

  /** Frames stand under their step: 0 is the start, the last one the end. */
  async fetch(from) {
    const list = this.frames;
    const { frames, steps } = await api.frames(this.table.id, this.seat, from, from + CHUNK - 1);
    for (const frame of unfolded(frames, null)) list[frame.step] = frame;
    if (list === this.frames) this.total = steps + 1;
  }

  async frame(index) {
    if (!this.frames[index]) await this.fetch(Math.floor(index / CHUNK) * CHUNK);
    // A server may send fewer at a time than we ask for.
    if (!this.frames[index]) await this.fetch(index);
    return this.frames[index] ?? null;
  }

  async go(index, jump = false) {
    const wanted = Math.max(0, Math.min(this.total - 1, index));
    const near = Math.abs(wanted - this.at) === 1 && !jump;
    this.at = wanted;
    this.draw();
    let frame;
    try {
      frame = await this.frame(wanted);
    } catch (error) {
      toast(error.message, 'error');
      return;
    }
    if (!frame || !this.on || this.at !== wanted) return;
    find('#replay-text').textContent = frame.text ?? '';
    await this.table.show(still(frame), near ? pace() : 0);
  }

  draw() {
    this.slider.value = String(this.at);
    this.slider.setAttribute('aria-valuetext', t('replay.step', { step: this.at + 1, steps: this.total }));
    find('#replay-why').disabled = this.at === 0;
    this.onMove?.(this.at);
    find('#replay-on').disabled = this.at >= this.total - 1;
    find('#replay-count').textContent = `${this.at + 1} / ${this.total}`;
    const button = find('#replay-play');
    button.setAttribute('aria-pressed', String(this.playing));
    button.setAttribute('aria-label', this.playing ? t('replay.pause') : t('replay.play'));
    button.title = button.getAttribute('aria-label');
  }

  stop() {
    this.playing = false;
    this.draw();
  }

  async toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    this.playing = true;
    if (this.at >= this.total - 1) await this.go(0, true);
    this.draw();
    while (this.playing && this.on && this.at < this.total - 1) {
      const began = Date.now();
      await this.go(this.at + 1);
      await pause(Math.max(60, (SPEEDS[find('#replay-speed').value] ?? SPEEDS.normal) - (Date.now() - began)));
    }
    this.stop();
  }

  /** What speaks for the move that is shown, or that led here, as the best bot sees it from what its seat knew then. */
  async why() {
    this.stop();
    const { at } = this;
    const button = find('#replay-why');
    button.dataset.busy = 'yes';
    try {
      const { step, why } = await api.why(this.table.id, at);
      if (!this.on) return;
      // Whoever has both before their eyes wonders where they disagree.
      const judges = this.table.afterwards.hasJudged(step) ? el('p', { class: 'hint', text: t('replay.why.judges') }) : '';
      await ask({ title: this.frames[step]?.text || t('replay.why'), body: [...why.map((text) => el('p', { text })), judges], buttons: [{ label: t('dialog.close'), value: true, kind: 'primary' }] });
    } catch (error) {
      toast(error.message, 'error');
    } finally {
      button.dataset.busy = 'no';
    }
  }

  /** Keys while replaying; false when the key is not ours to take. */
  key(event) {
    if (!this.on || event.target.closest?.('button, select, input') && event.key === ' ') return false;
    if (event.target === this.slider) return false;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === ' ') this.toggle();
    else if (step) { this.stop(); this.go(this.at + step); }
    else { this.stop(); this.go(event.key === 'Home' ? 0 : this.total - 1); }
    return true;
  }

  close() {
    this.stop();
    this.on = false;
    this.bar.hidden = true;
    document.body.dataset.mode = 'play';
    this.onMove?.(null);
    const { table } = this;
    if (table.latest) table.show(table.latest, 0);
  }
}
