// Soft sounds for events that all players see, made here: a card, a trick, a reveal, a token, a stone, a paradox, a win, and
// the player's turn. They are off until a viewer turns them on.

const live = document.getElementById('live') ?? document.getElementById('moment');

// The settings of a new visitor.
const VOLUME = 60;
const isOn = () => choices.get('sound') === 'on';
const volume = () => Number(choices.get('volume') ?? VOLUME) / 100;

/* The instrument. */

let context;
let master;
let grains;
// Voices that have not ended. Without any the device can rest.
let sounding = 0;

// Browsers stay silent until the viewer has pressed something, and some have no sound at all.
function isReady() {
  if (!globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return false;
  if (!context) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  // Twice the number is heard as twice as loud.
  master.gain.value = volume() ** 2 * 0.7;
  context.resume();
  return true;
}

// A source that swells, fades and ends.
function sound(source, output, at, length, loudness) {
  const gain = context.createGain();
  const from = context.currentTime + at;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(loudness, from + Math.min(0.012, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.001, from + length);
  output.connect(gain).connect(master);
  source.start(from);
  source.stop(from + length + 0.02);
  sounding += 1;
  source.onended = () => {
    sounding -= 1;
    if (sounding === 0) context.suspend();
  };
}

// A note, which can slide to another one.
function note(pitch, { at = 0, length = 0.35, loudness = 0.16, wave = 'sine', to = pitch } = {}) {
  const voice = context.createOscillator();
  voice.type = wave;
  voice.frequency.setValueAtTime(pitch, context.currentTime + at);
  if (to !== pitch) voice.frequency.exponentialRampToValueAtTime(to, context.currentTime + at + length);
  sound(voice, voice, at, length, loudness);
}

// Paper or wood: noise of one height.
function rustle(height, { at = 0, length = 0.08, loudness = 0.3 } = {}) {
  if (!grains) {
    grains = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
    const samples = grains.getChannelData(0);
    for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  source.buffer = grains;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = height;
  filter.Q.value = 0.8;
  sound(source, source.connect(filter), at, length, loudness);
}

const SOUNDS = {
  card: () => {
    rustle(1700);
    note(190, { at: 0.03, length: 0.09, loudness: 0.2, to: 110 });
  },
  deal: () => { for (let k = 0; k < 5; k += 1) rustle(1500 + 120 * k, { at: 0.06 * k, length: 0.06, loudness: 0.2 }); },
  trick: () => {
    note(392, { at: 0.12, length: 0.4 });
    note(587, { at: 0.2, length: 0.5 });
  },
  reveal: () => {
    for (let k = 0; k < 4; k += 1) rustle(1300 + 250 * k, { at: 0.035 * k, length: 0.07, loudness: 0.24 });
    note(440, { at: 0.14, length: 0.4, loudness: 0.12 });
  },
  token: () => {
    note(1319, { at: 0.1, length: 0.5, loudness: 0.1 });
    note(2637, { at: 0.1, length: 0.3, loudness: 0.03 });
  },
  stone: () => {
    rustle(420, { at: 0.28, length: 0.1, loudness: 0.4 });
    note(120, { at: 0.28, length: 0.14, loudness: 0.3, to: 70 });
  },
  paradox: () => {
    [220, 277, 330, 415].forEach((pitch, k) => {
      note(pitch, { at: 0.05 * k, length: 1.3, loudness: 0.1, wave: 'triangle', to: pitch * (k % 2 ? 1.5 : 1.9) });
    });
    rustle(900, { length: 0.5, loudness: 0.14 });
  },
  turn: () => {
    note(659, { at: 0.2, length: 0.35, wave: 'triangle', loudness: 0.14 });
    note(880, { at: 0.32, length: 0.4, wave: 'triangle', loudness: 0.14 });
  },
  win: () => { [523, 659, 784, 1047].forEach((pitch, k) => note(pitch, { at: 0.3 + 0.13 * k, length: 0.6, wave: 'triangle', loudness: 0.13 })); },
};

/* The events between the page before and the page now. */

const count = (css) => live.querySelectorAll(css).length;

function look() {
  const who = live.querySelector('.stage')?.dataset.who;
  return {
    moment: live.dataset.moment,
    step: document.getElementById('moment')?.dataset.step,
    cards: new Set([...live.querySelectorAll('.played .card[aria-label]:not(.back), .trick:not(#last *) > .card[aria-label]')].map((card) => card.ariaLabel)),
    sealed: count('.played > .card.back'),
    held: count('#hand :is(.cards, .picks) .card'),
    tokens: count('.info .award'),
    stones: count('.tower .st'),
    paradox: count('.ledger .stuck'),
    won: count(`.end .won.s${who}`),
  };
}

function* heard(was, now) {
  const isBeat = now.moment === 'trick' || now.moment === 'reveal';
  if (now.paradox > was.paradox) yield 'paradox';
  if (now.moment === 'reveal' && was.moment !== 'reveal') yield 'reveal';
  else if (now.sealed > was.sealed || [...now.cards].some((card) => !was.cards.has(card))) yield 'card';
  if (now.moment === 'trick' && isBeat && was.moment !== 'trick') yield 'trick';
  if (now.held > was.held + 1) yield 'deal';
  if (now.tokens > was.tokens) yield 'token';
  if (now.stones > was.stones) yield 'stone';
  if (now.won > was.won) yield 'win';
}

let before;
let wasAsked;

const isAsked = () => live.dataset.moment === 'asked';

// The device wakes up only if there is something to play.
function play(names) {
  if (names.length > 0 && isReady()) for (const name of names) SOUNDS[name]();
}

function listen({ detail }) {
  const now = look();
  const asked = isAsked();
  // A page that comes back after a lost connection has nothing new to tell.
  const hasNews = !document.hidden && before && before.step !== now.step && !detail?.jumps;
  const names = hasNews ? [...heard(before, now)] : [];
  if (asked && !wasAsked) names.push('turn');
  if (isOn()) play(names);
  wasAsked = asked;
}

if (live) {
  wasAsked = document.getElementById('moment')?.dataset.moment === 'asked';
  live.addEventListener('table:before', () => { before = isOn() ? look() : null; });
  live.addEventListener('table:after', listen);
  const level = document.querySelector('.settings [name=volume]');
  if (level) level.value = 100 * volume();
  level?.addEventListener('change', () => {
    choices.set('volume', level.value);
    if (isOn()) play(['turn']);
  });
  document.querySelector('.settings [name=sound]')?.addEventListener('change', (event) => {
    if (event.target.checked) play(['turn']);
  });
}
