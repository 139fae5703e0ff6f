// Plays what a stream brings one after the other, so that every moment is seen: a card that lands, a full trick, a reveal.
// It runs in one module with live.js, which tells it what came.

const BEAT = 900;
const LANDING = 280;
const PACES = { calm: 1.8, normal: 1, quick: 0.5 };
// Whoever has to decide waits no longer than this, but sees every full trick.
const MOST_WHEN_ASKED = 1500;
// Whoever is further behind than this sees the newest state at once.
const FAR_BEHIND = 4000;
// A change is drawn within the next frames.
const FRAMES = 20;
// A second tap is meant for what stood there before the first one brought something new.
const DOUBLE_TAP = 300;

const CONTROLS = 'a, button, summary, label, input, select, textarea, dialog';

// The pace that this viewer has set.
function paceName() {
  const name = localStorage.getItem('pace');
  return Object.hasOwn(PACES, name) ? name : 'normal';
}

class Queue {
  // What waits: how to show it, its moment, and when it came.
  #waiting = [];
  // The moment that is shown, and since when.
  #shown = { moment: document.getElementById('moment')?.dataset.moment, since: -Infinity };
  #timer;
  #answers = false;
  #skipped = -Infinity;

  // Shows a page that replaces everything.
  restart(data, show) {
    this.#waiting = [];
    this.#add(data, show);
    this.flush();
  }

  // Shows a change as soon as what came before has been seen.
  add(data, show) {
    this.#add(data, show);
    const far = FAR_BEHIND * Math.max(1, PACES[paceName()]);
    if (document.hidden || this.#answers || this.#owed() > far) this.flush();
    else this.#play();
    this.#answers = false;
  }

  // Shows everything that came.
  flush() {
    while (this.#waiting.length > 0) this.#next();
    clearTimeout(this.#timer);
  }

  // The next change is the answer to one's own move, which is shown at once. Or it does not come after all.
  expectAnswer(comes) {
    this.#answers = comes;
  }

  // Ends the hold of what is shown, unless a control was pressed.
  skip(event) {
    const control = event.target.closest?.(CONTROLS);
    const presses = event.type === 'click' || event.key === 'Enter' || event.key === ' ' || control?.matches('input, select, textarea');
    if (event.repeat || this.#waiting.length === 0 || (control && presses)) return;
    if (event.type === 'click') this.#skipped = performance.now();
    this.#shown.since = -Infinity;
    this.#play();
  }

  // Whether a tap came so soon after one that skipped something that it must not press what is there now.
  isDoubleTap() {
    return performance.now() - this.#skipped < DOUBLE_TAP;
  }

  #add(data, show) {
    // A change that says nothing of the moment leaves it as it was.
    const moment = /<i id="moment" data-moment="(\w+)"/.exec(data)?.[1] ?? (this.#waiting.at(-1) ?? this.#shown).moment;
    this.#waiting.push({ show, moment, came: performance.now() });
  }

  #next() {
    const { show, moment } = this.#waiting.shift();
    show();
    this.#shown = { moment, since: performance.now() };
  }

  #play() {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const left = this.#shown.since + this.#stands() - performance.now();
      if (left > 0) {
        this.#timer = setTimeout(() => this.#play(), left);
        return;
      }
      this.#next();
    }
  }

  // How long a moment stands while something waits: as a rule, and at least.
  #hold({ moment }) {
    const isBeat = moment === 'trick' || moment === 'reveal';
    if (!isBeat) return { full: LANDING, least: 0 };
    return { full: BEAT * Math.max(1, PACES[paceName()]) + FRAMES, least: BEAT + FRAMES };
  }

  // For how long what waits will keep the newest state from being shown.
  #owed() {
    const passed = performance.now() - this.#shown.since;
    const rest = Math.max(0, this.#hold(this.#shown).full - passed);
    return this.#waiting.slice(0, -1).reduce((sum, one) => sum + this.#hold(one).full, rest);
  }

  // How long what is shown stands: less than as a rule if a question would come too late.
  #stands() {
    const { full, least } = this.#hold(this.#shown);
    const question = this.#waiting.findIndex(({ moment }) => moment === 'asked');
    if (question < 0 || performance.now() - this.#shown.since >= full) return full;
    const holds = [this.#shown, ...this.#waiting.slice(0, question)].map((one) => this.#hold(one));
    const sum = (kind) => holds.reduce((total, hold) => total + hold[kind], 0);
    const room = this.#waiting[question].came + MOST_WHEN_ASKED - this.#shown.since;
    const share = (room - sum('least')) / (sum('full') - sum('least') || 1);
    return least + (full - least) * Math.min(1, Math.max(0, share));
  }
}
