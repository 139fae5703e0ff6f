// Looking back without leaving the page: the slider, the arrow keys and the play button show one moment after the other.
// Each moment has its own address, so that players can share it.

const moment = document.getElementById('moment');
const player = document.getElementById('player');
const PARADOX = 2000;

let at = 0;
let shown = 0;
// The step that the page shows.
let here;
let timer;

async function load(address) {
  const answer = await fetch(address).catch(() => null);
  const text = await answer?.text().catch(() => null);
  return new DOMParser().parseFromString(text ?? '', 'text/html');
}

async function go(address) {
  const ticket = ++at;
  const page = await load(address);
  const parts = page.querySelectorAll('[data-part]');
  // A slider asks for many moments, and answers can overtake each other. Only the last moment counts.
  if (ticket < shown) return;
  if (!parts.length) {
    // Offline, for example. The page still shows the moment before.
    stop();
    player.elements.step.value = here;
    return;
  }
  shown = ticket;
  const focused = document.activeElement?.id;
  const list = document.getElementById('steps').open;
  const { step, as, link } = page.getElementById('player').elements;
  // Sounds and the moment of a paradox belong to the next step. A jump only shows what is there.
  const detail = { jumps: +step.value !== here + 1 };
  moment.dispatchEvent(new CustomEvent('table:before', { detail }));
  for (const part of parts) document.getElementById(part.id)?.replaceWith(part);
  here = +step.value;
  moment.dataset.step = step.value;
  moment.dispatchEvent(new CustomEvent('table:after', { detail }));
  document.getElementById('steps').open = list;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  player.elements.step.value = step.value;
  player.elements.as.value = as.value;
  player.elements.link.dataset.copy = link.dataset.copy;
  history.replaceState(null, '', address);
}

function address(step) {
  const fields = new URLSearchParams(new FormData(player));
  for (const name of ['speed', 'jump']) fields.delete(name);
  fields.set('step', step);
  return `${player.getAttribute('action')}?${fields}`;
}

function move(by) {
  const { step } = player.elements;
  const next = Math.min(+step.max, Math.max(0, +step.value + by));
  if (next === +step.value) return stop();
  step.value = next;
  return go(address(next));
}

// The button shows what it does next.
function show(plays) {
  const { play: button } = player.elements;
  button.classList.toggle('plays', plays);
  button.ariaLabel = plays ? button.dataset.stop : button.dataset.play;
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  show(false);
}

async function play() {
  const { speed, step } = player.elements;
  if (step.value === step.max) step.value = 0;
  show(true);
  const next = async () => {
    await move(1);
    // The moment of a paradox stands for its time.
    if (timer) timer = setTimeout(next, document.body.dataset.paradox ? Math.max(PARADOX, +speed.value) : +speed.value);
  };
  timer = setTimeout(next, 0);
}

if (moment && player) {
  const { step, play: button, jump } = player.elements;
  here = +step.value;
  step.addEventListener('input', () => go(address(step.value)));
  button.addEventListener('click', () => (timer ? stop() : play()));
  jump.addEventListener('change', () => { if (jump.value) go(address(jump.value)); jump.value = ''; });
  document.addEventListener('keydown', (event) => {
    if (event.target.matches('input, select, textarea, summary') || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) { stop(); move(by); event.preventDefault(); }
  });
  moment.addEventListener('click', (event) => {
    const link = event.target.closest('a[href*="/replay?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stop();
    go(link.getAttribute('href'));
  });
}
