// Looking back without leaving the page: the slider, the arrow keys and the play button show one moment after the other. Each
// moment has its own address, which is there to be shared.

const moment = document.getElementById('moment');
const player = document.getElementById('player');

let at = 0;
let shown = 0;
let timer;

async function go(address) {
  const ticket = ++at;
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const next = page.getElementById('moment');
  // A slider asks for many moments. Only the last of them counts, in whatever order the answers come.
  if (!next || ticket < shown) return;
  shown = ticket;
  moment.dispatchEvent(new Event('table:before'));
  moment.replaceChildren(...next.childNodes);
  moment.dispatchEvent(new Event('table:after'));
  const { step, as, link } = page.getElementById('player').elements;
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

function stop() {
  clearTimeout(timer);
  timer = undefined;
  player.elements.play.textContent = player.elements.play.dataset.play;
}

async function play() {
  const { play: button, speed, step } = player.elements;
  if (step.value === step.max) step.value = 0;
  button.textContent = button.dataset.stop;
  const next = async () => {
    await move(1);
    if (timer) timer = setTimeout(next, +speed.value);
  };
  timer = setTimeout(next, 0);
}

if (moment && player) {
  document.documentElement.dataset.pace = localStorage.getItem('pace') ?? 'normal';
  const { step, play: button, jump } = player.elements;
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
