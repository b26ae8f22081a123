// What there is to be seen once a match is over: the analysis and the variations, each in a tab that is loaded when it is
// opened; and addresses that lead there, or to a step of the replay.

import { toast } from './dialogs.js';
import { find } from './dom.js';

const PANES = {
  analysis: async () => (await import('./analysis.js')).LookingBack,
  variations: async () => (await import('./variations.js')).VariationPane,
};

/** The step that an address names: `#step-12`; null if it names none. */
export function stepOf(hash) {
  const found = /^#step-(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : null;
}

export class Afterwards {
  constructor(table) {
    this.table = table;
    this.panes = {};
    this.loading = {};
    for (const name of Object.keys(PANES)) find(`#tab-${name}`).addEventListener('click', () => this.load(name));
    table.replay.onMove = (step) => { for (const pane of Object.values(this.panes)) pane.point(step); };
    addEventListener('hashchange', () => this.follow());
  }

  get there() {
    const { status } = this.table;
    return status.status === 'over' && !status.secret;
  }

  /** There is something to look back at once the match is over, and nobody else plays it any more. */
  about() {
    for (const name of Object.keys(PANES)) find(`#tab-${name}`).hidden = !this.there;
  }

  async load(name) {
    try {
      this.loading[name] ??= PANES[name]().then((Pane) => { this.panes[name] = new Pane(this.table); });
      await this.loading[name];
      await this.panes[name].load();
    } catch (error) {
      this.loading[name] = this.panes[name] ? this.loading[name] : null;
      toast(error.message, 'error');
    }
  }

  /** Whoever asks for the analysis when a match ends is led to it, and need not ask again. */
  async lookBack() {
    this.table.panels.reveal(find('#tab-analysis'));
    await this.load('analysis');
    await this.panes.analysis?.beginUnlessFound();
  }

  /** Whether the analysis, as far as it is open here, says something of the decision of a step. */
  hasJudged(step) {
    return Boolean(this.panes.analysis?.hasJudged(step));
  }

  /** To where the address leads. */
  follow() {
    if (!this.there) return;
    const { hash } = location;
    const step = stepOf(hash);
    if (hash === '#replay' || step !== null) this.table.replay.open(step ?? 0);
    const name = hash.slice(1);
    if (!(name in PANES)) return;
    this.table.panels.reveal(find(`#tab-${name}`));
    this.load(name);
  }
}
