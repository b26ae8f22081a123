// Short, quiet sounds made on the spot; nothing is loaded, and nothing is heard before a first gesture.

import { setting } from './settings.js';

let context = null;
let noise = null;

function wake() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  if (!context) {
    context = new Context();
    noise = context.createBuffer(1, context.sampleRate * 0.4, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  }
  // Suspended, or interrupted by a call on a phone.
  if (context.state !== 'running') context.resume().catch(() => {});
}

// A finger that has only come down is no gesture yet to a browser; a click is one from whatever it comes.
for (const gesture of ['click', 'keydown']) addEventListener(gesture, wake, { capture: true, passive: true });

function shape(gain, at, peak, attack, length) {
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
}

function tone(at, frequency, length, peak = 0.05, type = 'triangle') {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  shape(gain, at, peak, 0.012, length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}

function brush(at, frequency, length, peak = 0.06, width = 1.2) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(frequency, at);
  filter.Q.value = width;
  shape(gain, at, peak, 0.008, length);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length + 0.05);
}

const SOUNDS = {
  card: (at) => brush(at, 2600, 0.11, 0.05),
  place: (at) => { brush(at, 700, 0.07, 0.09); tone(at, 150, 0.12, 0.07, 'sine'); },
  reveal: (at) => { brush(at, 1800, 0.16, 0.04); tone(at + 0.04, 520, 0.16, 0.025); tone(at + 0.1, 780, 0.2, 0.02); },
  win: (at) => [392, 494, 587, 784].forEach((f, i) => tone(at + i * 0.13, f, 0.5, 0.045)),
  turn: (at) => { tone(at, 660, 0.25, 0.03, 'sine'); tone(at + 0.12, 880, 0.35, 0.03, 'sine'); },
};

const ALIKE = { move: 'place', undo: 'card', tally: 'reveal', score: 'reveal', eat: 'place', over: 'win' };

/** Play a sound by its name: a move's verb or a beat's; one we do not know is heard as a card. */
export function play(name) {
  if (!name || !setting('sound') || !context || context.state !== 'running') return;
  // In another tab only the call to one's turn is worth hearing.
  if (document.hidden && name !== 'turn') return;
  (SOUNDS[ALIKE[name] ?? name] ?? SOUNDS.card)(context.currentTime + 0.01);
}
