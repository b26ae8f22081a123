// The live connection of a table: it comes back by itself, and what was not answered is sent again.

import { Refused } from './api.js';
import { lang } from './language.js';
import { patched, unfolded } from './patch.js';
import { at } from './where.js';
import { t } from './words.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;
const PING_EVERY = 20000;
const SILENCE = 45000;
const KEPT_OUT = ['signed-out', 'banned'];
const MOST_MISFITS = 3; // then whole scenes are asked for: better slow than wrong

function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Connection {
  /** `on` has status(status), presence(online), preparing(message), chat(message), clocks(clocks), frames(message), state(connected), door(message), keptOut(reason) and trouble(error). */
  constructor(match, on) {
    this.match = match;
    this.on = on;
    this.seat = null;
    this.socket = null;
    this.wait = FIRST_PAUSE;
    this.asked = new Map();
    this.closed = false;
    this.heard = 0;
    // The scene that was sent last, and its number; patches are made for it.
    this.held = null;
    this.version = null;
    this.misfits = 0;
    // A laptop that wakes up, or a phone back from another app, should not wait for a timer.
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    setInterval(() => this.beat(), PING_EVERY);
  }

  open(seat) {
    this.seat = seat;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = at(`/ws/${encodeURIComponent(this.match)}`);
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.taken = false;
      this.heard = Date.now();
      this.watch(this.seat);
      for (const { message } of this.asked.values()) this.post(message);
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(event.data);
    };
    socket.onclose = ({ reason }) => {
      if (socket !== this.socket || this.closed) return;
      this.on.state(false);
      if (KEPT_OUT.includes(reason)) {
        // Another device has ended this session, or whoever runs the server has: it is of no use to come back.
        this.closed = true;
        this.on.keptOut(reason);
        return;
      }
      // What a preview would show is stale by the time we are back.
      for (const [id, { message, reject }] of this.asked) {
        if (message.type === 'preview' || message.type === 'hint') {
          this.asked.delete(id);
          reject(new Refused('offline', t('net.unreachable')));
        }
      }
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 1.7, LONGEST_PAUSE);
    };
  }

  hurry() {
    if (this.closed || !this.socket) return;
    if (this.socket.readyState === WebSocket.CLOSED) {
      this.wait = FIRST_PAUSE;
      this.connect();
    } else {
      this.beat();
    }
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.post({ type: 'ping' });
  }

  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Look at the table from another seat. */
  watch(seat) {
    this.seat = seat;
    this.post({ type: 'watch', seat, patches: this.misfits < MOST_MISFITS, lang: lang() });
  }

  /** Frames with their scenes; whatever does not fit what we hold is asked for again, whole. */
  frames(message) {
    const fits = message.base === null || message.base === undefined || message.base === this.version;
    const frames = fits ? unfolded(message.frames, this.held) : null;
    if (!frames) {
      this.misfits += 1;
      this.watch(this.seat);
      return;
    }
    this.held = frames.at(-1).scene;
    this.version = message.version ?? null;
    this.on.frames({ ...message, frames });
  }

  /** The scene of a preview: of one that was made for another table than the one we see, there is none. */
  preview({ scene = null, base, patch }) {
    if (!patch) return scene;
    return base === this.version ? patched(this.held, patch) : null;
  }

  /** Ask for something that is answered; it is sent again after a break until it is. */
  ask(message) {
    const id = newId();
    const whole = { ...message, id };
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message: whole, resolve, reject });
      this.post(whole);
    });
  }

  hear(text) {
    this.heard = Date.now();
    const message = JSON.parse(text);
    if (message.type === 'status') {
      // Only now is it known that the server took us in; a mere open socket may be refused.
      this.taken = true;
      this.wait = FIRST_PAUSE;
      this.on.state(true);
      this.on.status(message.status);
    } else if (message.type === 'presence') {
      this.on.presence(message.online);
    } else if (message.type === 'door') {
      this.on.door(message);
    } else if (message.type === 'preparing') {
      this.on.preparing(message);
    } else if (message.type === 'clocks') {
      this.on.clocks(message.clocks);
    } else if (message.type === 'chat') {
      this.on.chat(message);
    } else if (message.type === 'frames') {
      this.frames(message);
    } else if (message.type === 'error') {
      const refused = new Refused(message.error, message.text);
      // The seat went to somebody else while we were away: the status that comes now says so.
      if (message.id === null && message.error === 'not-your-seat' && this.seat !== null) this.watch(null);
      else if (message.id === null && message.error === 'too-many' && !this.taken) this.socket.close();
      else if (!this.answer(message.id, 'reject', refused)) this.on.trouble(refused);
    } else if (message.type === 'preview') {
      this.answer(message.id, 'resolve', { ...message, scene: this.preview(message) });
    } else if (message.type === 'ok' || message.type === 'hint') {
      this.answer(message.id, 'resolve', message);
    }
  }

  answer(id, how, what) {
    const asked = this.asked.get(id);
    if (!asked) return false;
    this.asked.delete(id);
    asked[how](what);
    return true;
  }
}
