// Keeps the live part of a table's page up to date, and sends forms without leaving the page.
// Everything works without this script too: forms are forms, and the page asks again by itself.

const live = document.getElementById('live');
const alert = document.getElementById('alert');

/* The stream. */

let stream;
let hide;
// After a change that could not be shown only a whole page helps, and a new stream begins with one.
const queue = new Queue(() => {
  stream.close();
  setTimeout(open, 1000);
});

function open() {
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  // Bots wait until the slowest viewer has seen what happened.
  stream = new EventSource(`${live.dataset.stream}?pace=${paceName()}`);
  let isFirst = true;
  stream.addEventListener('open', () => {
    isFirst = true;
    if (alert.textContent === alert.dataset.lost || alert.textContent === alert.dataset.offline) tell('');
  });
  stream.addEventListener('view', ({ data }) => {
    const show = (came) => change(() => { live.innerHTML = data; }, came);
    if (isFirst) queue.restart(data, show);
    else queue.add(data, show);
    isFirst = false;
  });
  stream.addEventListener('parts', ({ data }) => queue.add(data, (came) => change(() => patch(data), came)));
  stream.addEventListener('error', () => {
    if (document.hidden) return;
    tell(alert.dataset.lost);
    if (stream.readyState === EventSource.CLOSED) setTimeout(reload, 1000);
  });
}

// The server refused the stream: what this viewer may see has changed, and a new page shows it. A page with an error would
// not come back by itself, so look first.
async function reload() {
  const asked = await fetch(live.dataset.stream, { cache: 'no-store' }).catch(() => null);
  asked?.body?.cancel();
  if (asked?.status === 429 || asked?.status === 503) {
    // Too many pages of this address are open, or the server is busy. The page is still right, so wait.
    setTimeout(open, 1000 * (Number(asked.headers.get('retry-after')) || 5));
    return;
  }
  const page = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
  if (page?.ok) location.reload();
  else setTimeout(reload, 2000);
}

// Sections that a person has opened or closed, scrolled lists and the focus stay as they are.
const toggled = new Map();
// Whether the page itself shows a section open. It says so in a `toggle` event, as a person does.
const rendered = new WeakMap();

function noteSections() {
  for (const section of live.querySelectorAll('details[id]')) {
    if (!rendered.has(section)) rendered.set(section, section.open);
  }
}

function noteToggle({ target }) {
  if (!target.id) return;
  if (rendered.get(target) === target.open) toggled.delete(target.id);
  else toggled.set(target.id, target.open);
}

const question = () => live.querySelector('.mine input[name="at"]')?.value;

function change(how, came) {
  const who = live.querySelector('[data-who]')?.dataset.who;
  const at = live.contains(document.activeElement) ? document.activeElement : null;
  const key = at && keyOf(at);
  const scrolled = [...live.querySelectorAll('.lines[id], .stage')].map((one) => [one, one.scrollTop]);
  document.querySelector('.reason')?.remove();
  const [asked, picked] = [question(), live.querySelector('.pick > input:checked')?.id];
  live.dispatchEvent(new Event('table:before'));
  how();
  noteSections();
  stamp(came);
  tick();
  sayMoment();
  if (live.querySelector('[data-who]')?.dataset.who !== who) return void location.reload();
  // A card that is picked for one question is not picked for the next.
  if (picked && question() === asked && live.querySelector(`#${picked}`)) live.querySelector(`#${picked}`).checked = true;
  for (const [id, open] of toggled) document.getElementById(id)?.toggleAttribute('open', open);
  for (const [old, top] of scrolled.filter(([old]) => !old.isConnected)) {
    const one = [...live.querySelectorAll('.lines[id], .stage')].find((one) => keyOf(one) === keyOf(old));
    if (one) one.scrollTop = top;
  }
  if (at) {
    const same = [...live.querySelectorAll('button, summary, a, .pick > input')].find((one) => keyOf(one) === key);
    // If the pressed button is gone, the next step from here is to the cards.
    const next = same ?? document.getElementById('question');
    if (next && !same) next.tabIndex = -1;
    next?.focus({ preventScroll: true });
  }
  if (performance.now() - told > 5000 && alert.textContent !== alert.dataset.lost) tell('');
  live.dispatchEvent(new Event('table:after'));
}

// Styles, tests and assistive software read the moment from the live part itself.
function sayMoment() {
  live.dataset.moment = document.getElementById('moment')?.dataset.moment ?? 'waiting';
}

// Elements replace those with the same ids; new sentences go before the old ones.
function patch(html) {
  const parts = document.createElement('template');
  parts.innerHTML = html;
  for (const part of [...parts.content.children]) {
    const old = document.getElementById(part.id);
    const { keep } = part.dataset;
    if (!keep) {
      old.replaceWith(part);
      continue;
    }
    tellMore(old, part.children);
    while (old.children.length > keep) old.lastElementChild.remove();
  }
}

// A list that a person has scrolled stays where it is. Any other list scrolls up to its new lines.
const held = new WeakSet();

function tellMore(list, sentences) {
  const first = list.firstElementChild;
  const [top, was] = [list.scrollTop, first?.offsetTop];
  list.prepend(...sentences);
  if (!first) return;
  list.scrollTop = top + first.offsetTop - was;
  if (top < 8) held.delete(list);
  if (held.has(list)) return;
  list.scrollTo({ top: 0, behavior: choices.isStill() ? 'instant' : 'smooth' });
}

function keyOf(element) {
  if (element.id) return element.id;
  if (element.tagName === 'SUMMARY') return `summary ${element.parentElement.id}`;
  if (element.classList.contains('stage')) return 'stage';
  const { tagName, name, value, textContent, form } = element;
  return [tagName, form?.getAttribute('action'), name, value, textContent].join(' ');
}

/* Forms and reasons. */

async function send(form, submitter) {
  if (form.dataset.busy) return;
  form.dataset.busy = 'yes';
  const decides = submitter?.name === 'action';
  if (decides) queue.expectAnswer();
  const body = new URLSearchParams(new FormData(form, submitter));
  try {
    // Buttons are named `action`, which hides the form's own.
    const to = form.getAttribute('action');
    const answer = await fetch(to, { method: 'POST', body, headers: { Accept: 'text/plain' } });
    if (decides) queue.noteDecision(answer.ok);
    tell(answer.ok ? '' : await answer.text());
    if (answer.ok && form.id === 'say') form.reset();
    // The section with this button can close.
    if (answer.ok) toggled.delete(form.closest('details')?.id);
  } catch {
    if (decides) queue.noteDecision(false);
    tell(alert.dataset.offline);
  }
  delete form.dataset.busy;
}

// Asks to confirm a decision, if the player has set that.
function isSure(submitter) {
  if (submitter?.name !== 'action' || choices.get('confirm') !== 'on') return true;
  const asked = document.getElementById('sure');
  asked.querySelector('h2').textContent = document.getElementById('question').textContent;
  asked.querySelector('p').textContent = submitter.ariaLabel;
  asked.returnValue = '';
  asked.showModal();
  return new Promise((answer) => {
    asked.addEventListener('close', () => answer(asked.returnValue === 'yes'), { once: true });
  });
}

// A refused choice says why, with its rule: when it is pressed, pointed at or reached with the keyboard.
function explain(target) {
  const button = target.closest?.('[aria-disabled=true][aria-describedby]');
  document.querySelector('.reason')?.remove();
  if (!button || !live.querySelector('.mine')) return;
  const why = document.getElementById(button.getAttribute('aria-describedby'));
  if (!why) return;
  let rule = why.previousElementSibling;
  while (rule && rule.tagName !== 'DT') rule = rule.previousElementSibling;
  const reason = document.createElement('p');
  reason.className = 'reason';
  reason.append(`${button.ariaLabel}: ${why.textContent} `, rule?.firstElementChild.cloneNode(true) ?? '');
  document.body.append(reason);
  place(reason);
}

// Above the question, so that nothing moves and no button is covered.
function place(reason) {
  const asked = live.querySelector('.asked')?.getBoundingClientRect();
  if (!asked) return void reason.remove();
  reason.style.insetBlockEnd = `${Math.max(8, innerHeight - asked.top + 6)}px`;
}

let told = 0;

function tell(text) {
  told = performance.now();
  alert.textContent = text;
  alert.hidden = !text;
}

/* Clocks run by themselves between two views. */

const CLOCKS = '[data-left], [data-since]';
const arrived = new WeakMap();

// The time of a clock counts from its arrival, which can be long before it is shown.
function stamp(came) {
  for (const clock of live.querySelectorAll(CLOCKS)) {
    if (!arrived.has(clock)) arrived.set(clock, came);
  }
}

function tick() {
  for (const clock of live.querySelectorAll(CLOCKS)) {
    const passed = performance.now() - arrived.get(clock);
    const { left, since } = clock.dataset;
    const seconds = left ? Math.ceil(Math.max(0, left - passed) / 1000) : Math.floor((+since + passed) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}

// Hides the focus ring after a press: scripts move the focus too.
function showPointer(event) {
  document.documentElement.toggleAttribute('data-pointer', event.type === 'pointerdown');
}

if (live) {
  stamp(performance.getEntriesByType('navigation')[0]?.responseStart ?? performance.now());
  noteSections();
  sayMoment();
  open();
  setInterval(tick, 500);
  // A browser has few connections to one host, so hidden tabs give theirs back.
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hide);
    if (document.hidden) queue.flush();
    // Notifications of the turn need the stream.
    const listens = choices.get('notify') === 'on';
    if (document.hidden && !listens) hide = setTimeout(() => stream.close(), 10000);
    else open();
  });
  document.addEventListener('submit', async (event) => {
    const { target: form, submitter } = event;
    if (!live.contains(form) && !form.matches('#say, #cat')) return;
    event.preventDefault();
    if (await isSure(submitter)) send(form, submitter);
  });
  live.addEventListener('table:pace', () => {
    stream.close();
    open();
  });
  document.addEventListener('click', (event) => {
    if (!live.contains(event.target) || !queue.isDoubleTap()) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, showPointer, { capture: true, passive: true });
  for (const kind of ['click', 'keydown']) document.addEventListener(kind, (event) => queue.skip(event));
  for (const kind of ['click', 'focusin', 'pointerover']) {
    live.addEventListener(kind, (event) => {
      if (kind !== 'pointerover' || event.pointerType === 'mouse') explain(event.target);
    });
  }
  for (const kind of ['scroll', 'resize']) {
    addEventListener(kind, () => {
      const reason = document.querySelector('.reason');
      if (reason) place(reason);
    }, { capture: true, passive: true });
  }
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    live.addEventListener(kind, (event) => {
      const list = event.target.closest('.lines');
      if (list) held.add(list);
    }, { passive: true });
  }
  // Opening a drawer closes the others without a press, so clicks are not enough.
  live.addEventListener('toggle', noteToggle, { capture: true });
}
