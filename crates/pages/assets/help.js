// Shows hints without leaving the page, and tips until they have been read.
// Without this script a hint is a page of its own, and a tip a section to open.

const live = document.getElementById('live');
const alert = document.getElementById('alert');

/* Hints. Advice belongs to one question, and is shown while the page asks that question. Every change of the page can replace
   elements, so advice and marks are set again after each. */

let advice;

const question = () => live.querySelector('.mine input[name="at"]')?.value;

async function ask(link) {
  if (link.ariaBusy) return;
  link.ariaBusy = 'true';
  try {
    const answer = await fetch(link.href, { headers: { Accept: 'text/plain' }, cache: 'no-store' });
    const text = await answer.text();
    if (answer.ok) advice = adviceIn(text);
    alert.textContent = answer.ok ? '' : text;
  } catch {
    alert.textContent = alert.dataset.offline;
  }
  alert.hidden = !alert.textContent;
  link.ariaBusy = null;
  show();
  const slot = live.querySelector('.told');
  if (!slot?.firstChild) return;
  // The next step of the keyboard is to the cards.
  const picked = live.querySelector('.pick:has(.hinted) > input');
  if (picked) picked.checked = true;
  slot.tabIndex = -1;
  slot.focus({ preventScroll: true });
}

function adviceIn(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.querySelector('.advice');
}

function show() {
  const slot = live.querySelector('.told');
  const now = advice && advice.dataset.at === question() ? advice : null;
  if (slot && slot.firstElementChild !== now) slot.replaceChildren(...(now ? [now] : []));
  const best = now?.querySelector('[data-action]');
  for (const button of live.querySelectorAll('.mine button[name="action"]')) {
    const isBest = slot && button.value === best?.dataset.action;
    if (button.classList.contains('hinted') === Boolean(isBest)) continue;
    button.classList.toggle('hinted');
    if (isBest) button.setAttribute('aria-describedby', best.id);
    else button.removeAttribute('aria-describedby');
  }
}

/* Tips. Only this browser knows which tips the player has read. */

const KEY = 'nekoza-tips';
const read = new Set((choices.get(KEY) ?? '').split(' '));
const wanted = document.querySelector('.settings [name=tips]');
let answered;

function tips() {
  const some = [...live.querySelectorAll('.tip')];
  const quiet = choices.get('tips') === 'off' || answered === question();
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
  choices.set(KEY, [...read].join(' ').trim());
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
  // A player who decides has read the tip above the hand.
  live.addEventListener('submit', (event) => {
    const tip = event.target.closest('.mine')?.querySelector('.tip.now');
    if (tip) remember(tip.dataset.tip);
  });
  // Turning tips on shows all of them again.
  wanted?.addEventListener('change', () => {
    read.clear();
    answered = undefined;
    choices.set(KEY, '');
    tips();
  });
  const refresh = () => {
    tips();
    show();
  };
  live.addEventListener('table:after', refresh);
  refresh();
}
