// A puzzle: a position of a match between bots, at the real table. One move is clearly best, and not the obvious one.

import { api } from './api.js';
import { nameTab } from './badge.js';
import { fillBox, paragraphs, remark } from './coachbox.js';
import { el, find, icon } from './dom.js';
import { noteSolved, solved } from './learned.js';
import { button, LessonTable } from './lesson.js';
import { at } from './where.js';
import { decimal, t } from './words.js';

const rounded = (rating) => decimal(Math.round(rating * 10) / 10);
const signed = (gained) => `${gained < 0 ? '−' : '+'}${rounded(Math.abs(gained))}`;

export class PuzzleTable extends LessonTable {
  constructor(game, shelf) {
    super(game, shelf.puzzles);
    this.shelf = shelf;
  }

  furnish() {
    super.furnish();
    nameTab(t('title.puzzles', { game: this.game.title }));
  }

  /** What came of my first move, if I have tried it: the account knows, or this browser does. */
  outcome({ id, solved: known }) {
    return known ?? solved(this.game.name)[id] ?? null;
  }

  get following() {
    const fresh = (id) => this.lessons.some((puzzle) => puzzle.id === id && this.outcome(puzzle) === null);
    return fresh(this.shelf.next) ? this.shelf.next : this.lessons.find((puzzle) => this.outcome(puzzle) === null)?.id ?? null;
  }

  async open(id) {
    this.shown = false;
    await super.open(id);
  }

  /** All puzzles of the game, the easiest first. */
  list() {
    this.id = null;
    this.player.stop();
    this.stage.clear();
    this.panels.blank();
    fillBox();
    const rows = this.lessons.map((puzzle, i) => {
      const came = this.outcome(puzzle);
      const label = [t('puzzle.number', { number: i + 1 }), came === null ? '' : came ? t('puzzle.solved') : t('puzzle.missed')].filter(Boolean).join(', ');
      return el('li', {}, el('a', { class: `puzzle-cell${came === null ? '' : came ? ' right' : ' wrong'}`, href: `#${puzzle.id}`, 'aria-label': label,
        title: t('puzzle.rating', { rating: rounded(puzzle.rating) }) }, el('span', { text: String(i + 1) }), came === null ? null : icon(came ? 'check' : 'close')));
    });
    const tried = this.lessons.filter((puzzle) => this.outcome(puzzle) !== null);
    const right = tried.filter((puzzle) => this.outcome(puzzle));
    const { mine } = this.shelf;
    this.cover(el('div', { class: 'room-card lessons-card' },
      el('h2', { text: t('puzzle.title', { game: this.game.title }) }), el('p', { text: t('puzzle.lead') }),
      el('p', { class: 'hint', id: 'puzzle-record', text: [
        tried.length ? t('puzzle.record', { right: right.length, tried: tried.length }) : '',
        mine ? t('puzzle.mine', { rating: rounded(mine.rating), uncertainty: rounded(mine.uncertainty) }) : t('puzzle.guest'),
      ].filter(Boolean).join(' ') }),
      this.following ? el('div', { class: 'button-row' },
        el('a', { class: 'button primary large', href: `#${this.following}`, id: 'puzzle-go', text: tried.length ? t('puzzle.next') : t('learn.begin') })) : null,
      el('ol', { class: 'puzzle-list' }, ...rows)));
    find('#puzzle-go')?.focus({ preventScroll: true });
  }

  fetch(wish) {
    return api.puzzle(this.game.name, this.id, { ...wish, give_up: this.shown });
  }

  openOn(wish) {
    return api.puzzleOn(this.game.name, this.id, wish);
  }

  fetchPreview(move) {
    return api.puzzlePreview(this.game.name, this.id, { move });
  }

  fetchWhy(id, [move]) {
    return api.puzzleWhy(this.game.name, id, { move });
  }

  /** What speaks for the move that was found. */
  whyButton() {
    return el('button', { class: 'ask-why', type: 'button', id: 'lesson-why', text: t('replay.why'), on: { click: () => this.askWhy([{ text: t('replay.why') }]) } });
  }

  note(standing) {
    Object.assign(standing, { look: [], shown: this.shown });
    if (this.deeds.length || this.shown) {
      noteSolved(this.game.name, this.id, standing.verdict === 'right' && !this.shown);
      const known = this.lessons.find(({ id }) => id === this.id);
      known.solved = standing.solved;
      this.shelf = { ...this.shelf, mine: standing.mine, next: standing.following };
    }
  }

  get says() {
    return this.standing.wants === 'nothing' ? t('puzzle.says.over') : t('learn.says.back');
  }

  draw() {
    const { told, wants, verdict, feedback, gained, mine, rating } = this.standing;
    const number = this.lessons.findIndex(({ id }) => id === this.id) + 1;
    const over = wants === 'nothing';
    const head = [
      el('a', { class: 'icon-button', href: '#', 'aria-label': t('puzzle.list'), title: t('puzzle.list') }, icon('guide')),
      el('div', { class: 'lesson-title' }, el('small', { text: t('puzzle.rating', { rating: rounded(rating) }) }), el('h2', { text: t('puzzle.number', { number }) })),
      // At a table of one's own bots would tell the move.
      this.deeds.length || this.shown ? this.onButton() : null,
    ].filter(Boolean);
    const body = [
      feedback ? remark(verdict, feedback) : null,
      ...(wants === 'move' ? paragraphs(this.shown ? t('puzzle.shown') : told) : []),
      gained === null ? null : el('p', { class: 'hint', text: t('puzzle.gained', { gained: signed(gained), rating: rounded(mine.rating) }) }),
    ].filter(Boolean);
    // Among the words, as in a lesson.
    if (over) body[0].querySelector('p').append(' ', this.whyButton());
    const { following } = this;
    const buttons = [
      wants === 'move' && !this.shown ? button(t('puzzle.give'), () => this.reveal(), 'quiet', { id: 'puzzle-show' }) : null,
      wants === 'back' ? button(t('learn.retry'), () => this.back(), 'primary', { id: 'lesson-retry' }) : null,
      over && following ? el('a', { class: 'button primary', href: `#${following}`, id: 'puzzle-following', text: t('puzzle.next') }) : null,
      over && !following ? el('a', { class: 'button primary', href: '#', text: t('puzzle.list') }) : null,
    ].filter(Boolean);
    fillBox({ head, body, buttons });
    this.voice.say([feedback, wants === 'move' ? told : ''].filter(Boolean).join(' '));
    if (wants !== 'move' && (document.activeElement === document.body || this.keyboard.here)) find('#coach .primary')?.focus({ preventScroll: true });
  }

  goOn() {
    if (this.busy || !this.standing || !this.id) return;
    if (this.standing.wants === 'back') this.back();
    else if (this.standing.wants === 'nothing' && this.following) location.hash = this.following;
  }

  /** Give it up: the move is marked, and counts as not found. */
  async reveal() {
    this.shown = true;
    await this.ask(null);
  }
}

/** A game that has no puzzles. */
export function noPuzzles(title) {
  return el('div', { class: 'room-card' }, el('h2', { text: title }), el('p', { text: t('puzzle.none') }),
    el('a', { class: 'button primary', href: at('/'), text: t('final.home') }));
}
