// Hints: the two or three moves that a good bot would look at, marked on the table and listed beside it.

import { sentence, wayOf } from './aloud.js';
import { clear, el, find, svg } from './dom.js';
import { decimal, t } from './words.js';

const SIZE = 15;

const signed = (worth) => `${worth > 0 ? '+' : worth < 0 ? '−' : '±'}${decimal(Math.abs(worth))}`;

export class Hints {
  /** ask() asks for hints; play(move, event) plays; preview(move) shows what it leads to, preview(null) the table again. */
  constructor(stage, { ask, play, preview }) {
    this.stage = stage;
    this.ask = ask;
    this.play = play;
    this.preview = preview;
    this.button = find('#hint');
    this.list = find('#hints');
    this.marks = svg('g', { class: 'hint-marks', 'aria-hidden': 'true' });
    stage.root.append(this.marks);
    this.button.addEventListener('click', () => this.think());
  }

  /** Whether hints can be asked for now. */
  offer(can) {
    this.button.hidden = !can;
  }

  clear() {
    this.shown = null;
    this.list.hidden = true;
    clear(this.marks);
    for (const node of document.querySelectorAll('[data-hinted]')) delete node.dataset.hinted;
  }

  async think() {
    if (this.button.hidden || this.button.dataset.busy === 'yes') return;
    this.button.dataset.busy = 'yes';
    const held = document.activeElement;
    try {
      const moves = await this.ask();
      if (moves) this.show(moves);
      // Unless somebody has gone on meanwhile: they stand far from the button in the order of Tab.
      if (moves && document.activeElement === held) find('.hint-move', this.list)?.focus({ preventScroll: true });
    } finally {
      this.button.dataset.busy = 'no';
    }
  }

  show(moves) {
    this.clear();
    this.shown = moves;
    // On a phone there is room for what speaks for one of them: the best, or the one that is looked at.
    const told = el('small', { class: 'hint-told', text: moves[0]?.why?.join(' ') ?? '' });
    const look = (move, why) => { this.preview(move); told.textContent = why.join(' '); };
    const rows = moves.map(({ move, worth, why = [] }, i) => el('li', {}, el('button', { class: 'hint-move', type: 'button', on: {
      click: (event) => this.play(move, event),
      pointerenter: () => look(move, why),
      pointerleave: () => this.preview(null),
      focus: () => look(move, why),
      blur: () => this.preview(null),
    } }, el('b', { text: String(i + 1) }), el('span', { text: this.nameOf(move) }), el('output', { text: signed(worth), title: t('hints.worth') }),
      why.length ? el('small', { class: 'hint-why', text: why.join(' ') }) : null)));
    // With a single move there is nothing to think about.
    clear(this.list).append(...(rows.length
      ? [el('p', { text: t('hints.title') }), el('ol', {}, ...rows), told, el('small', { text: t('hints.worth') })]
      : [el('p', { text: t('hints.only') })]));
    this.list.hidden = false;
    this.place();
  }

  /** What stands for a move: its sprite, or a button beside the prompt. */
  sprite(move) {
    return this.stage.scene?.sprites.find((sprite) => sprite.move === move || sprite.turns?.includes(move)) ?? null;
  }

  nameOf(move) {
    const { buttons = [] } = this.stage.scene?.panels?.prompt ?? {};
    const sprite = this.sprite(move);
    const label = sprite?.label || buttons.find((button) => button.move === move)?.label || move;
    // Of things that are turned, the way is told by what comes of it: their moves are numbers, mostly.
    return sprite?.turns?.length ? [sentence(label), wayOf({ ...sprite, move })].filter(Boolean).join(' ') : label;
  }

  /** Numbers on the table, where the moves are; again when the table is laid out anew. */
  place() {
    clear(this.marks);
    const used = new Map();
    (this.shown ?? []).forEach(({ move }, i) => {
      const sprite = this.sprite(move);
      const pose = sprite && this.stage.poseOf(sprite);
      if (pose) {
        const nth = used.get(sprite.key) ?? 0;
        used.set(sprite.key, nth + 1);
        const x = pose.x - pose.size[0] / 2 + SIZE * 0.6 + nth * SIZE * 1.7;
        const y = pose.y - pose.size[1] / 2 + SIZE * 0.6;
        this.marks.append(svg('g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
          svg('circle', { r: SIZE }), svg('text', { dy: '0.35em', text: String(i + 1) })));
      } else {
        const button = [...document.querySelectorAll('#prompt-buttons [data-move]')].find((node) => node.dataset.move === move);
        if (button) button.dataset.hinted = String(i + 1);
      }
    });
  }
}
