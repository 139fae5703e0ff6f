// Shows hints without leaving the page, and tips until they have been read.
// Without this script a hint is a page of its own, and a tip something to open.

const live = document.getElementById('live');
const alert = document.getElementById('alert');

/* Hints. The live part of the page is made anew now and then: what was told of a question stays until it is answered. */

let told = '';

const question = () => live.querySelector('.mine input[name="at"]')?.value;

async function ask(link) {
  if (link.ariaBusy) return;
  link.ariaBusy = 'true';
  try {
    const answer = await fetch(link.href, { headers: { Accept: 'text/plain' }, cache: 'no-store' });
    const text = await answer.text();
    if (answer.ok) told = text;
    alert.textContent = answer.ok ? '' : text;
  } catch {
    alert.textContent = alert.dataset.offline;
  }
  alert.hidden = !alert.textContent;
  link.ariaBusy = null;
  const slot = live.querySelector('.told');
  slot?.replaceChildren();
  show();
  if (!slot?.firstChild) return;
  // The way on from here is to the cards.
  const picked = live.querySelector('.pick:has(.hinted) > input');
  if (picked) picked.checked = true;
  slot.tabIndex = -1;
  slot.focus({ preventScroll: true });
}

function show() {
  const slot = live.querySelector('.told');
  if (!told || !slot || slot.firstChild) return;
  slot.innerHTML = told;
  const best = slot.querySelector('[data-action]');
  if (slot.querySelector('[data-at]')?.dataset.at !== question()) {
    told = '';
    slot.replaceChildren();
    return;
  }
  for (const button of live.querySelectorAll('.mine button[name="action"]')) {
    if (button.value !== best?.dataset.action) continue;
    button.classList.add('hinted');
    button.setAttribute('aria-describedby', best.id);
  }
}

/* Tips. What has been read is remembered here and nowhere else. */

const KEY = 'nekoza-tips';
const read = new Set();
const wanted = document.querySelector('.settings [name=tips]');
let answered;

try {
  for (const tip of (localStorage.getItem(KEY) ?? '').split(' ')) read.add(tip);
} catch {
  // Where nothing may be kept, tips come again with the next page.
}

function tips() {
  const some = [...live.querySelectorAll('.tip')];
  const quiet = localStorage.getItem('tips') === 'off' || answered === question();
  const next = quiet ? null : some.find((tip) => !read.has(tip.dataset.tip));
  for (const tip of some) {
    tip.classList.toggle('now', tip === next);
    tip.open = tip === next;
  }
}

function remember(tip) {
  read.add(tip);
  // One tip for each question is enough.
  answered = question();
  try {
    localStorage.setItem(KEY, [...read].join(' ').trim());
  } catch {
    // It holds until the page is left.
  }
}

if (live) {
  live.addEventListener('click', (event) => {
    const link = event.target.closest('a.hint');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      ask(link);
    }
    const button = event.target.closest('[data-tips]');
    if (button?.dataset.tips === 'none') wanted?.click();
    if (button) {
      remember(button.closest('.tip').dataset.tip);
      tips();
      live.querySelector('.mine button[name="action"]')?.focus({ preventScroll: true });
    }
  });
  // Whoever decides has read what stood above.
  live.addEventListener('submit', (event) => {
    const tip = event.target.closest('.mine')?.querySelector('.tip.now');
    if (tip) remember(tip.dataset.tip);
  });
  // Whoever wants tips again gets all of them again.
  wanted?.addEventListener('change', () => {
    read.clear();
    answered = undefined;
    localStorage.removeItem(KEY);
    tips();
  });
  const refresh = () => {
    tips();
    show();
  };
  live.addEventListener('table:after', refresh);
  refresh();
}
