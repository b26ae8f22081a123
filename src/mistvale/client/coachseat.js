// Where the coach sits down: for newcomers, as long as they like, and where nothing is at stake. Only there it is loaded.

import { coached } from './learned.js';
import { onChange, setting } from './settings.js';

const MATCHES = 3; // matches after which nobody is new to a game any more

/** Whether somebody is to have a coach at a table: not with a box of one's own, of whose figures it knows nothing. */
export function isWanted(status) {
  return setting('coach') && !status.rated && !status.daily && !status.tournament && !status.own_box && status.mine.length === 1
    && coached(status.game).matches < MATCHES;
}

export class CoachSeat {
  constructor(table) {
    this.table = table;
    this.coach = null;
    this.missed = [];
    onChange((name) => { if (name === 'coach' && !this.coach && isWanted(table.status)) this.sitDown().then((coach) => coach?.again()); });
  }

  /** The coach, once it is there; nothing where it can't be had: one plays all the same. */
  sitDown() {
    this.coming ??= import('./coach.js').then(({ Coach }) => {
      this.coach = new Coach(this.table);
      this.coach.note(this.missed.splice(0));
      return this.coach;
    }, () => { this.coming = null; return null; });
    return this.coming;
  }

  /** What happens by itself is remembered until there is time to speak of it. */
  note(frames) {
    if (this.coach) this.coach.note(frames);
    else if (isWanted(this.table.status)) this.missed.push(...frames.filter(({ kind }) => kind === 'beat'));
  }

  /** The table rests: say what is new, if it is my turn. */
  async rest(frame, mine) {
    if (!this.coach && !(mine && isWanted(this.table.status))) return;
    const coach = await this.sitDown();
    if (this.table.player.frame === frame) coach?.rest(frame, mine);
  }

  quiet() {
    this.coach?.quiet();
  }
}
