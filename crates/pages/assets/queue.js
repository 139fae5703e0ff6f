// Plays the changes of a stream one after the other, so that every moment is seen: a card that lands, a full trick, a
// reveal. It runs in one module with live.js, which adds the changes.

const BEAT = 900;
// Each of two reveals of a round, before and after crows swap, may stand shorter while a player waits for a question.
const TWIN = 600;
// A card moves for as long as this at most.
const LANDING = 450;
// Even while a player waits for a question, no two steps are shown in one frame.
const GLIMPSE = 120;
const PACES = { calm: 1.8, normal: 1, quick: 0.5 };
// A player who has to decide waits no longer than this, but sees every full trick.
const MOST_WHEN_ASKED = 1500;
// A page that is further behind than this shows the newest state at once.
const FAR_BEHIND = 4000;
// A change is drawn within the next frames.
const FRAMES = 20;
// A second tap is meant for the page as it was before the first one showed something new.
const DOUBLE_TAP = 300;
// A decision that changes something is answered on the stream within this time.
const ANSWER = 1000;

const CONTROLS = 'a, button, summary, label, input, select, textarea, dialog';

// The pace that this viewer has set.
function paceName() {
  const name = choices.get('pace');
  return Object.hasOwn(PACES, name) ? name : 'normal';
}

class Queue {
  // Changes that wait: each with its moment and step, when it came, and how to show it.
  #waiting = [];
  // The moment that is shown, and since when.
  #shown = { ...document.getElementById('moment')?.dataset, isStep: true, since: -Infinity };
  #timer;
  // Until when the next step is the answer to the player's own decision.
  #answersUntil = -Infinity;
  #skipped = -Infinity;
  #whenLost;

  // `whenLost` is called after a change that could not be shown: later ones make no sense without it.
  constructor(whenLost) {
    this.#whenLost = whenLost;
  }

  // Shows a page that replaces everything.
  restart(data, show) {
    this.#waiting = [];
    this.#add(data, show);
    this.flush();
  }

  // Shows a change as soon as the changes before it have been seen.
  add(data, show) {
    const { isStep } = this.#add(data, show);
    const far = FAR_BEHIND * Math.max(1, PACES[paceName()]);
    const answers = isStep && performance.now() <= this.#answersUntil;
    if (answers) this.#answersUntil = -Infinity;
    if (document.hidden || answers || this.#owed() > far) this.flush();
    else this.#play();
  }

  // Shows all changes that wait.
  flush() {
    while (this.#waiting.length > 0) this.#next();
    clearTimeout(this.#timer);
  }

  // The player has sent a decision. The answer to it is shown at once.
  expectAnswer() {
    this.#answersUntil = Infinity;
  }

  // The table has accepted the decision, or not. One that changes nothing has no answer on the stream.
  noteDecision(isAccepted) {
    if (this.#answersUntil < Infinity) return;
    this.#answersUntil = isAccepted ? performance.now() + ANSWER : -Infinity;
  }

  // Ends the hold of the shown moment, unless the press was on a control, or on a key with a meaning of its own.
  skip(event) {
    const { type, key } = event;
    if (type === 'keydown' && ([...key].length > 1 && key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey)) return;
    const control = event.target.closest?.(CONTROLS);
    const presses = type === 'click' || key === 'Enter' || key === ' ' || control?.matches('input, select, textarea');
    if (event.repeat || this.#waiting.length === 0 || (control && presses)) return;
    if (type === 'click') this.#skipped = performance.now();
    this.#shown.since = -Infinity;
    this.#play();
  }

  // Whether a tap follows a skipping tap so closely that it must not press the new page.
  isDoubleTap() {
    return performance.now() - this.#skipped < DOUBLE_TAP;
  }

  #add(data, show) {
    const before = this.#waiting.at(-1) ?? this.#shown;
    const [, moment = before.moment, step = before.step] = /<i id="moment" data-moment="(\w+)" data-step="([\d.]+)"/.exec(data) ?? [];
    // Chat and the like change the page and not the game, so nothing waits for them.
    const isStep = moment !== before.moment || step !== before.step;
    const change = { show, moment, step, isStep, came: performance.now() };
    if (isStep && moment === 'reveal' && before.moment === 'reveal') before.isTwin = change.isTwin = true;
    this.#waiting.push(change);
    return change;
  }

  #next() {
    const { show, moment, step, isStep, isTwin, came } = this.#waiting.shift();
    try {
      show(came);
    } catch (error) {
      reportError(error);
      this.#waiting = [];
      this.#whenLost();
    }
    if (isStep) this.#shown = { moment, step, isStep, isTwin, since: performance.now() };
  }

  #play() {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const left = this.#waiting[0].isStep ? this.#shown.since + this.#stands() - performance.now() : 0;
      if (left > 0) {
        this.#timer = setTimeout(() => this.#play(), left);
        return;
      }
      this.#next();
    }
  }

  // How long a moment stands while changes wait: as a rule, and at least.
  #hold({ moment, isStep, isTwin }) {
    if (!isStep) return { full: 0, least: 0 };
    const isBeat = moment === 'trick' || moment === 'reveal';
    const pace = PACES[paceName()];
    if (!isBeat) return { full: LANDING * pace, least: GLIMPSE };
    return { full: BEAT * Math.max(1, pace) + FRAMES, least: (isTwin ? TWIN : BEAT) + FRAMES };
  }

  // How long the waiting changes will delay the newest state.
  #owed() {
    const passed = performance.now() - this.#shown.since;
    const rest = Math.max(0, this.#hold(this.#shown).full - passed);
    return this.#waiting.slice(0, -1).reduce((sum, one) => sum + this.#hold(one).full, rest);
  }

  // How long the shown moment stands: less than as a rule if a question would come too late.
  #stands() {
    const { full, least } = this.#hold(this.#shown);
    const question = this.#waiting.findIndex(({ moment, isStep }) => isStep && moment === 'asked');
    if (question < 0 || performance.now() - this.#shown.since >= full) return full;
    const holds = [this.#shown, ...this.#waiting.slice(0, question)].map((one) => this.#hold(one));
    const sum = (kind) => holds.reduce((total, hold) => total + hold[kind], 0);
    const room = this.#waiting[question].came + MOST_WHEN_ASKED - this.#shown.since;
    const share = (room - sum('least')) / (sum('full') - sum('least') || 1);
    return least + (full - least) * Math.min(1, Math.max(0, share));
  }
}
