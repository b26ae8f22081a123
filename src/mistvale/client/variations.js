// Variations of a finished match: what was played on from it, and from that, as a tree; and what people write beside it.

import { api } from './api.js';
import { day } from './dates.js';
import { ask, copyField, toast } from './dialogs.js';
import { el, find, icon, redraw } from './dom.js';
import { button, sure } from './parts.js';
import { askReason } from './reasons.js';
import { at } from './where.js';
import { t } from './words.js';

const LONGEST = 500;
const ABOUT = { step: 'step', match: 'match' };

/** Those that go on from a match, in their order. */
export const after = (variations, match) => variations.filter(({ parent }) => parent === match);

/** Who sat there, and what came of it: `Ann: 34 · Bob: 28`, or names alone. */
export function outcome(seats) {
  return seats.map(({ name, score }) => (score === null ? name : `${name}: ${score}`)).join(' · ');
}

export class VariationPane {
  constructor(table) {
    this.table = table;
    this.pane = find('#variations');
    this.told = null;
    this.draft = '';
    this.whole = false;
    this.step = table.replay.on ? table.replay.at : null;
  }

  async load() {
    this.show(await api.variations(this.table.id));
  }

  show(told) {
    this.told = told;
    redraw(this.pane, this.tree(), this.here(), this.comments());
    this.point(this.step);
  }

  // What was played on.

  tree() {
    const [root] = this.told.variations;
    const alone = this.told.variations.length === 1;
    return el('section', { class: 'analysis-part' }, el('h3', { text: t('variations.title') }),
      alone ? el('p', { class: 'hint', text: t('variations.none') }) : el('ul', { class: 'variations', id: 'variation-tree' }, this.branch(root)));
  }

  branch(variation) {
    const below = after(this.told.variations, variation.match);
    return el('li', {}, this.line(variation), below.length ? el('ul', { class: 'variations' }, ...below.map((each) => this.branch(each))) : null);
  }

  line(variation) {
    const { match, status, seats, created, comments } = variation;
    const about = [this.origin(variation), status === 'going' ? t('variations.going') : '', created ? day(created) : '',
      comments ? t('variations.comments', { n: comments }) : ''].filter(Boolean).join(' · ');
    const words = el('span', {}, el('span', { text: status === 'gone' ? t('variations.gone') : outcome(seats) }), el('small', { text: about }));
    if (match === this.table.id) return el('div', { class: 'variation', 'aria-current': 'page' }, icon('branch'), words);
    if (status === 'gone') return el('div', { class: 'variation gone' }, icon('branch'), words);
    return el('a', { class: 'variation', href: at(`/match/${match}${this.way(variation)}`), data: { match } }, icon('branch'), words);
  }

  origin({ parent, step, dealt_anew: anew }) {
    if (parent === null) return t('variations.root');
    if (step === null) return '';
    return anew ? t('variations.anew', { step }) : t('variations.same', { step });
  }

  /** Where it is opened: at the step where it leaves this match, or where this one has left it. */
  way({ match, parent, step, status, dealt_anew: anew }) {
    if (status === 'going') return '';
    const own = this.told.variations.find((each) => each.match === this.table.id);
    if (own?.parent === match && own.step !== null) return `#step-${own.step}`;
    return parent && step !== null && !anew ? `#step-${step}` : '#replay';
  }

  /** The step that is shown: a link to it, and the way to play on from there. */
  here() {
    this.place = el('section', { class: 'analysis-part stack', id: 'variation-step' });
    return this.place;
  }

  drawHere() {
    const { replay } = this.table;
    const shown = this.step !== null;
    redraw(this.place, ...(shown ? [
      copyField(`${location.origin}${location.pathname}#step-${this.step}`, t('variations.link', { step: this.step })),
      replay.on && this.step < replay.total - 1 ? button(t('playon.here'), () => replay.playOn(), '', { id: 'variation-on' }) : null,
    ] : [el('p', { class: 'hint', text: t('variations.how') }), button(t('final.replay'), () => replay.open(), '', { id: 'variation-replay' })]).filter(Boolean));
  }

  // What is written beside it.

  comments() {
    const { comments, may_comment: may, why_not: why } = this.told;
    return el('section', { class: 'analysis-part' }, el('h3', { text: t('comments.title') }),
      comments.length ? el('ol', { class: 'comments', id: 'comments' }, ...comments.map((each) => this.comment(each)))
        : el('p', { class: 'hint', text: t('comments.none') }),
      may ? this.form() : el('p', { class: 'hint', id: 'comment-not', text: why }));
  }

  comment(comment) {
    const { number, step, name, at: when, text, mine } = comment;
    const where = step === null ? null : el('button', { class: 'button small quiet', type: 'button', text: t('comments.step', { step }),
      on: { click: () => this.table.replay.open(step) } });
    return el('li', { class: `chat-line${mine ? ' mine' : ''}`, data: { number, step: step ?? '' } },
      el('div', { class: 'chat-said' },
        el('p', { class: 'chat-head' }, el('b', { text: name }), el('time', { datetime: when, text: day(when) }), where),
        el('p', { class: 'chat-text', text, dir: 'auto' })),
      el('button', { class: 'icon-button chat-more', type: 'button', 'aria-label': t('comments.more', { name }), title: t('comments.more', { name }),
        on: { click: () => this.actions(comment) } }, icon('more')));
  }

  async actions(comment) {
    const { name, text, player, mine, removable } = comment;
    const answer = await ask({
      title: t('comments.about', { name }),
      className: 'chat-actions',
      body: [el('p', { class: 'chat-quote', text, dir: 'auto' }), player ? el('a', { class: 'button', href: at(`/player/${player}`), text: t('chat.profile') }) : null],
      buttons: [...(removable ? [{ label: t('comments.remove'), value: 'remove' }] : []), ...(mine ? [] : [{ label: t('chat.report'), value: 'report' }])],
    });
    try {
      if (answer === 'remove') await this.remove(comment);
      if (answer === 'report') await this.report(comment);
    } catch (error) {
      toast(error.message, 'error');
    }
  }

  async remove({ number }) {
    if (!await sure(t('comments.remove.title'), t('comments.remove.why'), t('comments.remove'))) return;
    await api.removeComment(this.table.id, number);
    await this.load();
  }

  async report({ number }) {
    const why = await askReason();
    if (why === null) return;
    await api.reportComment(this.table.id, number, why);
    toast(t('report.done'));
  }

  form() {
    const input = el('textarea', { id: 'comment-text', maxlength: LONGEST, rows: 2, 'aria-label': t('comments.write'), placeholder: t('comments.write'), value: this.draft,
      on: { input: () => { this.draft = input.value; } } });
    this.about = el('select', { id: 'comment-about', 'aria-label': t('comments.where'), on: { change: () => { this.whole = this.about.value === ABOUT.match; } } });
    return el('form', { class: 'comment-write', on: { submit: (event) => this.send(event, input) } }, input,
      el('div', { class: 'comment-send' }, this.about, el('button', { class: 'button primary', type: 'submit', text: t('chat.send') })));
  }

  drawAbout() {
    if (!this.about) return;
    const options = [...(this.step === null ? [] : [[ABOUT.step, t('comments.step', { step: this.step })]]), [ABOUT.match, t('comments.match')]];
    redraw(this.about, ...options.map(([value, text]) => el('option', { value, text })));
    this.about.value = this.step === null || this.whole ? ABOUT.match : ABOUT.step;
  }

  async send(event, input) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    const step = this.about.value === ABOUT.step ? this.step : null;
    const go = event.target.querySelector('[type="submit"]');
    go.disabled = true;
    try {
      const told = await api.comment(this.table.id, { text, ...(step === null ? {} : { step }) });
      this.draft = '';
      this.show(told);
    } catch (error) {
      toast(error.message, 'error');
      go.disabled = false;
    }
  }

  /** Where the replay stands: what is said of that step stands out. */
  point(step) {
    this.step = step;
    if (!this.told) return;
    this.drawHere();
    this.drawAbout();
    for (const line of this.pane.querySelectorAll('#comments [data-step]')) line.classList.toggle('here', step !== null && line.dataset.step === String(step));
  }
}
