// Counts new chat lines while the chat is out of sight, as in a closed drawer. The count leads to the chat, and disappears
// when the chat is in sight. The browser keeps the seen lines until the tab is closed.

const live = document.getElementById('live');
const mark = document.getElementById('unread');
const KEY = `seen ${location.pathname}`;

// How many of the last seen lines are kept: enough to find them again in a longer chat.
const N_KNOWN = 3;

let seen;
let watched;
let inSight = false;

// The reactions of cats are seen at the table.
const lines = () => [...live.querySelectorAll('#talk li:not(.shown)')];

const tail = () => lines().slice(-N_KNOWN).map((line) => line.textContent);

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

// The number of new lines of other players. If the seen lines are gone, as when their author was muted, no line counts as
// new.
function count() {
  const all = lines();
  const texts = all.map((line) => line.textContent);
  const from = texts.length - seen.length;
  for (let at = from; at >= 0; at -= 1) {
    if (seen.every((text, place) => texts[at + place] === text)) {
      return all.slice(at + seen.length).filter((line) => !line.classList.contains('own')).length;
    }
  }
  seen = tail();
  return 0;
}

function show() {
  // The observer learns a little later that a chat was closed.
  if (inSight && watched?.checkVisibility() && !document.hidden) seen = tail();
  const unread = seen.length ? count() : lines().filter((line) => !line.classList.contains('own')).length;
  mark.querySelector('b').textContent = unread;
  mark.hidden = !unread;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    // Without storage, the count lasts until the page is left.
  }
}

if (live && mark) {
  // A new visitor has nothing to catch up with.
  seen = load() ?? tail();
  const watch = new IntersectionObserver((entries) => {
    inSight = entries.at(-1).isIntersecting;
    show();
  }, { threshold: 0.5 });
  const refresh = () => {
    const list = live.querySelector('#talk .lines');
    if (list !== watched) {
      watch.disconnect();
      watched = list;
      if (list) watch.observe(list);
    }
    show();
  };
  live.addEventListener('table:after', refresh);
  document.addEventListener('visibilitychange', show);
  mark.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('talk-box').open = true;
    watched.scrollIntoView({ block: 'center' });
    watched.focus({ preventScroll: true });
  });
  refresh();
}
