// The live line to the lobby: it comes back by itself, looks for the same, and goes on waiting in the queue.

import { Refused } from './api.js';
import { lang } from './language.js';
import { at } from './where.js';
import { t } from './words.js';

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;
const PING_EVERY = 20000;
const SILENCE = 45000;
// Why one need not come back: the session is over, or one is banned.
const KEPT_OUT = ['signed-out', 'banned'];

export class LobbyLine {
  /** `on` has tables(message), queued(message), unqueued(), seated(message), state(connected), keptOut(reason) and trouble(error). */
  constructor(on) {
    this.on = on;
    this.wanted = {};
    this.wish = null;
    this.wait = FIRST_PAUSE;
    this.heard = 0;
    this.closed = false;
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    setInterval(() => this.beat(), PING_EVERY);
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${at('/ws/lobby')}`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.look(this.wanted);
      if (this.wish) this.post(this.wish);
    };
    socket.onmessage = ({ data }) => socket === this.socket && this.hear(JSON.parse(data));
    socket.onclose = ({ reason }) => {
      if (socket !== this.socket || this.closed) return;
      this.on.state(false);
      if (KEPT_OUT.includes(reason)) {
        this.closed = true;
        this.on.keptOut(reason);
        return;
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

  look(wanted) {
    this.wanted = wanted;
    this.post({ type: 'look', ...wanted, lang: lang() });
  }

  /** Wait for others; also after a break, with the same seal, so that nobody loses a place. */
  queue(wish) {
    this.wish = { type: 'queue', id: `q${Date.now()}`, ...wish };
    this.post(this.wish);
  }

  unqueue() {
    if (this.wish) this.post({ type: 'unqueue', id: `u${Date.now()}` });
    this.wish = null;
  }

  hear(message) {
    this.heard = Date.now();
    if (message.type === 'tables') {
      this.wait = FIRST_PAUSE;
      this.on.state(true);
      this.on.tables(message);
    } else if (message.type === 'queued') {
      if (message.id === this.wish?.id) this.on.queued(message);
    } else if (message.type === 'unqueued') {
      // In another tab, if it was not asked for here.
      if (message.id !== this.wish?.id) return;
      this.wish = null;
      this.on.unqueued();
    } else if (message.type === 'seated') {
      this.wish = null;
      this.on.seated(message);
    } else if (message.type === 'error') {
      this.refused(message);
    }
  }

  refused({ id, error, text }) {
    if (id !== null && id === this.wish?.id) {
      this.wish = null;
      this.on.unqueued();
    }
    this.on.trouble(new Refused(error, text || t('net.unreachable')));
  }
}
