// Counts new chat lines while the chat is out of sight, as on a phone, where it is a screen below the hand. The count leads
// to the chat, and is gone when that is in sight. The lines that were seen are kept until the tab is closed.

const live = document.getElementById('live');
const mark = document.getElementById('unread');
const KEY = `seen ${location.pathname}`;

// The last lines that were seen: enough to find them again among those of now.
const N_KNOWN = 3;

let seen;
let inSight = false;

const lines = () => [...live.querySelectorAll('#talk li')];

const tail = () => lines().slice(-N_KNOWN).map((line) => line.textContent);

function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

// The number of new lines of other players. If the lines that were seen are gone, as when their author was muted, no line
// counts as new.
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
  if (inSight && !document.hidden) seen = tail();
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
  let watched;
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
