// Opens rules beside the table, at the rule that was asked for. Without this script they are pages of their own.

const drawer = document.getElementById('rules');
const slot = drawer?.querySelector('.rulebook');

async function load(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  slot.replaceChildren(page.querySelector('article'));
  return true;
}

async function show({ href }) {
  const { pathname, hash } = new URL(href);
  if (!slot.firstElementChild && !await load(pathname)) return void location.assign(href);
  if (!drawer.open) drawer.showModal();
  slot.querySelector('.here')?.classList.remove('here');
  const rule = hash ? document.getElementById(hash.slice(1)) : null;
  rule?.classList.add('here');
  slot.scrollTop = rule ? rule.offsetTop - 16 : 0;
}

if (drawer) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="/rules/"], #rules a[href^="#"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link);
  });
  // Beside the drawer is the way back to the table.
  drawer.addEventListener('click', (event) => {
    if (event.target === drawer) drawer.close();
  });
}
