// Keeps the live part of a table's page up to date, and sends forms without leaving the page.
// Everything works without this script too: forms are forms, and the page asks again by itself.

const live = document.getElementById('live');
const alert = document.getElementById('alert');
let stream;
let hide;

function open() {
  if (stream && stream.readyState !== EventSource.CLOSED) return;
  stream = new EventSource(live.dataset.stream);
  stream.addEventListener('view', (event) => swap(event.data));
  // The server refused: what we may see has changed, and the page knows what.
  stream.addEventListener('error', () => {
    if (stream.readyState === EventSource.CLOSED) location.reload();
  });
}

// A browser has few connections to one host, so tabs that nobody sees give theirs back.
document.addEventListener('visibilitychange', () => {
  clearTimeout(hide);
  if (document.hidden) hide = setTimeout(() => stream?.close(), 10000);
  else open();
});

// What a person has opened or is about to press stays where it is.
function swap(html) {
  const open = [...live.querySelectorAll('details[open][id]')].map((details) => details.id);
  const at = live.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  live.innerHTML = html;
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (at) [...live.querySelectorAll('button, summary, a')].find((one) => keyOf(one) === at)?.focus();
  arrived = performance.now();
}

function keyOf(element) {
  return element.id || `${element.tagName} ${element.name} ${element.value} ${element.textContent}`;
}

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!live.contains(form) && form.id !== 'say') return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  try {
    const headers = { Accept: 'text/plain' };
    const answer = await fetch(form.action, { method: 'POST', body, headers });
    tell(answer.ok ? '' : await answer.text());
    if (answer.ok && form.id === 'say') form.reset();
  } catch {
    tell(alert.dataset.offline);
  }
});

function tell(text) {
  alert.textContent = text;
  alert.hidden = !text;
}

// Clocks run by themselves between two views.
let arrived = performance.now();
setInterval(() => {
  const passed = performance.now() - arrived;
  for (const clock of live.querySelectorAll('[data-left]')) {
    const seconds = Math.ceil(Math.max(0, clock.dataset.left - passed) / 1000);
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}, 500);

if (live) open();
