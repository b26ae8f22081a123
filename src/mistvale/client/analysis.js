// Looking back at a finished match: the value over time, luck and skill, and what would have been better.

import { api } from './api.js';
import { drawCurve } from './curve.js';
import { copyField, toast } from './dialogs.js';
import { el, find, pause, redraw } from './dom.js';
import { seatMark } from './panels.js';
import { button } from './parts.js';
import { decimal, t } from './words.js';

const EVERY = 1500; // milliseconds between two questions how far it is
const BESIDE = 3; // seats at most for which there is room beside the names of the shares
const SURE = 1.96; // standard errors on each side, for 95 of 100 cases
const SHARES = {
  start: () => t('analysis.share.start'),
  chance: () => t('analysis.share.chance'),
  own: () => t('analysis.share.own'),
  rivals: () => t('analysis.share.rivals'),
  result: () => t('analysis.share.result'),
};
const MARKS = {
  blunder: () => t('analysis.mark.blunder'),
  mistake: () => t('analysis.mark.mistake'),
  inaccuracy: () => t('analysis.mark.inaccuracy'),
  find: () => t('analysis.mark.find'),
};
const UNDER_WAY = {
  waiting: () => t('analysis.waiting'),
  quick: (values) => t('analysis.quick', values),
  full: (values) => t('analysis.full', values),
};
const TURNS = {
  choice: (values) => t('analysis.turn.choice', values),
  chance: (values) => t('analysis.turn.chance', values),
};
const SIGNS = { blunder: '??', mistake: '?', inaccuracy: '?!', find: '!' };

const signed = (number) => `${number < 0 ? '−' : '+'}${decimal(Math.abs(number))}`;
const off = (error) => (error ? `±\u00a0${decimal(SURE * error)}` : '');
const sure = ([mean, error]) => [signed(mean), off(error)].filter(Boolean).join(' ');
const figure = ([mean, error]) => el('td', {}, `${signed(mean)} `, error ? el('small', { text: off(error) }) : null);
const percent = ([mean]) => String(Math.round(100 * Math.abs(mean)));

export class LookingBack {
  constructor(table) {
    this.table = table;
    this.pane = find('#analysis');
    this.told = null;
    this.all = false;
    this.turn = 0;
  }

  get visible() {
    return !find('#pane-analysis').hidden && !document.hidden;
  }

  async load() {
    await this.ask(() => api.analysis(this.table.id));
  }

  begin() {
    return this.ask(() => api.beginAnalysis(this.table.id));
  }

  async beginUnlessFound() {
    if (this.told?.status === 'none') await this.begin();
  }

  /** Ask how far it is, and again while somebody looks: when nobody asks, nobody waits, and the server stops. */
  async ask(question) {
    this.turn += 1;
    const mine = this.turn;
    try {
      this.show(await question());
      while (mine === this.turn && this.told.status in UNDER_WAY) {
        await pause(EVERY);
        if (mine !== this.turn) return;
        if (this.visible) this.show(await api.analysis(this.table.id));
      }
    } catch (error) {
      toast(error.message, 'error');
      if (!this.told) this.show({ status: 'none', found: null, told: {} });
    }
  }

  get level() {
    const { level } = this.told.found;
    return this.table.bots.get(level)?.label ?? level;
  }

  name(seat) {
    return this.table.status.seats[seat].name;
  }

  get alone() {
    return this.told.found.seats === 1;
  }

  show(told) {
    this.told = told;
    const opened = [...this.pane.querySelectorAll('details')].map((node) => node.open);
    const { found } = told;
    redraw(this.pane, ...[
      this.progress(),
      found && this.curve(),
      found && this.luck(),
      found && this.turns(),
      found && this.decisions(),
      found && this.explained(),
    ].filter(Boolean));
    [...this.pane.querySelectorAll('details')].forEach((node, i) => { node.open = opened[i] ?? false; });
    this.point(this.table.replay.on ? this.table.replay.at : null);
  }

  progress() {
    const { status, done, total } = this.told;
    if (status === 'whole') return null;
    if (status === 'none') {
      return el('div', { class: 'stack' }, el('p', { text: t('analysis.about') }),
        button(t('analysis.begin'), () => this.begin(), 'primary', { id: 'begin-analysis' }));
    }
    const text = UNDER_WAY[status]({ done, total });
    return el('div', { class: 'analysis-progress', role: 'status' }, el('span', { text }),
      el('progress', { 'aria-label': text, max: total || null, value: total ? done : null }));
  }

  curve() {
    const label = this.alone ? t('analysis.points') : t('analysis.win');
    const go = (step) => this.go(step);
    const names = this.told.found.curves.map((_, seat) => this.name(seat));
    this.picture = drawCurve(this.told.found, { label, names, go, signs: SIGNS });
    return el('section', { class: 'analysis-part' }, el('h3', { text: label }), this.picture.root,
      el('ul', { class: 'curve-names' }, ...names.map((name, seat) => el('li', { class: `ink-${seat}`, text: name }))));
  }

  luck() {
    const { shares } = this.told.found;
    if (!shares.length) return null;
    const many = shares.length > BESIDE;
    const names = shares.map((_, seat) => el('th', { scope: 'col', text: this.name(seat) }));
    const rows = Object.keys(SHARES).filter((share) => !this.alone || share !== 'rivals').map((share) => this.share(share, many));
    return el('section', { class: 'analysis-part' }, el('h3', { text: t('analysis.luck') }),
      el('div', { class: 'wide', tabindex: '0', role: 'group', 'aria-label': t('analysis.luck') }, el('table', { class: 'summary-table luck' },
        el('thead', {}, el('tr', {}, many ? null : el('td'), ...names)), ...rows)));
  }

  /** What one share is for each seat; where seats are many, what it is called stands above them. */
  share(share, many) {
    const { shares } = this.told.found;
    const kind = share === 'result' ? 'total' : '';
    const figures = shares.map((each) => figure(each[share].lead));
    const label = el('th', { scope: many ? 'rowgroup' : 'row', colspan: many ? shares.length : null, text: SHARES[share]() });
    return el('tbody', {}, ...(many ? [el('tr', { class: kind }, label), el('tr', { class: kind }, ...figures)] : [el('tr', { class: kind }, label, ...figures)]));
  }

  turns() {
    const { turns } = this.told.found;
    if (!turns.length) return null;
    const line = ({ step, seat, why, lead }) => el('li', {}, el('button', { type: 'button', class: 'analysis-line', data: { step }, on: { click: () => this.go(step) } },
      el('b', { text: String(step) }), seatMark(this.table.status.game, seat, `seat-${seat}`),
      el('span', { text: TURNS[why]({ name: this.name(seat), points: sure(lead) }) })));
    return el('section', { class: 'analysis-part' }, el('h3', { text: t('analysis.turns') }),
      el('ol', { class: 'analysis-lines' }, ...[...turns].sort((a, b) => a.step - b.step).map(line)));
  }

  /** What a decision gained or lost, in a sentence. */
  worth({ mark, best, played, lost, found }) {
    const worth = mark === 'find' ? found : lost;
    if (best === played && mark !== 'find') return t('analysis.best', { level: this.level });
    const values = { points: sure(worth.lead), win: `${worth.win[0] < 0 ? '−' : '+'}${percent(worth.win)}` };
    if (mark === 'find') return this.alone ? t('analysis.found.alone', values) : t('analysis.found', values);
    return this.alone ? t('analysis.lost.alone', values) : t('analysis.lost', values);
  }

  line(decision) {
    const { step, seat, mark } = decision;
    const said = this.told.told[step];
    const other = said?.other && (mark === 'find' ? t('analysis.obvious', { move: said.other }) : t('analysis.better', { move: said.other }));
    return el('li', {}, el('button', { type: 'button', class: `analysis-line ${mark}`, data: { step }, on: { click: () => this.go(step) } },
      el('b', { text: String(step) }), seatMark(this.table.status.game, seat, `seat-${seat}`),
      el('span', {},
        mark && el('em', { text: `${SIGNS[mark]} ${MARKS[mark]()}` }),
        el('span', { text: said?.played ?? decision.played }),
        other && el('small', { text: other }),
        el('small', { text: this.worth(decision) }))));
  }

  decisions() {
    const { decisions } = this.told.found;
    const shown = this.all ? decisions : decisions.filter(({ mark }) => mark);
    const pick = (all, label) => el('button', { type: 'button', class: 'button small', 'aria-pressed': String(this.all === all), text: label,
      on: { click: () => { this.all = all; this.show(this.told); } } });
    return el('section', { class: 'analysis-part' }, el('h3', { text: t('analysis.decisions') }),
      el('div', { class: 'button-row' }, pick(false, t('analysis.marked')), pick(true, t('analysis.all', { n: decisions.length }))),
      shown.length ? el('ol', { class: 'analysis-lines', id: 'analysis-decisions' }, ...shown.map((each) => this.line(each)))
        : el('p', { class: 'hint', text: t('analysis.none') }));
  }

  explained() {
    const { spread, thresholds } = this.told.found;
    const values = Object.fromEntries(Object.entries({ spread, ...thresholds }).map(([name, points]) => [name, decimal(points)]));
    return el('details', { class: 'seal' }, el('summary', { text: t('analysis.explained') }),
      el('p', { text: t('analysis.explained.marks', values) }),
      el('p', { text: t('analysis.explained.sure') }),
      el('p', { text: t('analysis.explained.luck', { level: this.level }) }),
      el('p', { text: t('analysis.explained.why', { why: t('replay.why') }) }),
      copyField(`${location.origin}${location.pathname}#analysis`, t('analysis.link')));
  }

  hasJudged(step) {
    return Boolean(this.told?.found?.decisions.some((decision) => decision.step === step));
  }

  /** To that step of the replay. */
  async go(step) {
    await this.table.replay.open(step);
  }

  /** Where the replay stands, on the curve and in the list. */
  point(step) {
    this.picture?.point(step);
    for (const line of this.pane.querySelectorAll('.analysis-line')) {
      if (Number(line.dataset.step) === step) line.setAttribute('aria-current', 'true');
      else line.removeAttribute('aria-current');
    }
  }
}
