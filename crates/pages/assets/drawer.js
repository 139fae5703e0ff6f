// Opens rules beside the table, at the rule that was asked for. Without this script they are pages of their own.
//
// The open drawer is a step of the browser's history, so that Back closes it and does not leave the table. Forward and a
// reload show it again. Closing it any other way also goes back one step.

const drawer = document.getElementById('rules');
const slot = drawer?.querySelector('.rulebook');

async function load(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  slot.replaceChildren(page.querySelector('article'));
  return true;
}

// Whether the current step of the history is the open drawer.
const isStep = () => typeof history.state?.rules === 'string';

async function show(href) {
  const { pathname, hash } = new URL(href, location);
  if (!slot.firstElementChild && !await load(pathname)) return void location.assign(href);
  if (!drawer.open) drawer.showModal();
  slot.querySelector('.here')?.classList.remove('here');
  const rule = hash ? document.getElementById(hash.slice(1)) : null;
  rule?.classList.add('here');
  slot.scrollTop = rule ? rule.offsetTop - 16 : 0;
}

async function ask(link) {
  const here = link.closest('#rules') && link.getAttribute('href').startsWith('#');
  const href = here ? new URL(link.hash, new URL(history.state.rules, location)).href : link.href;
  await show(href);
  if (!drawer.open) return;
  if (isStep()) history.replaceState({ rules: href }, '');
  else history.pushState({ rules: href }, '');
}

if (drawer) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="/rules/"], #rules a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    ask(link);
  });
  // A press beside the drawer closes it.
  drawer.addEventListener('click', (event) => {
    if (event.target === drawer) drawer.close();
  });
  // The event comes later, when the history may have moved: only a close by the reader goes back one step.
  let isClosedByHistory = false;
  drawer.addEventListener('close', () => {
    if (!isClosedByHistory && isStep()) history.back();
    isClosedByHistory = false;
  });
  addEventListener('popstate', () => {
    if (isStep()) return void show(history.state.rules);
    isClosedByHistory = drawer.open;
    drawer.close();
  });
  if (isStep()) show(history.state.rules);
}
