// Sets the light of the rooms, day or night, before anything is shown: the viewer's choice, or that of the system.

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: light)');

function chosen() {
  try {
    return localStorage.getItem('light');
  } catch {
    // Where nothing may be kept, the system decides.
    return null;
  }
}

function set() {
  const light = chosen();
  root.dataset.light = light === 'day' || light === 'night' ? light : (system.matches ? 'day' : 'night');
}

set();
system.addEventListener('change', set);
addEventListener('DOMContentLoaded', () => {
  const choice = document.querySelector('.settings [name=light]');
  if (!choice) return;
  choice.value = chosen() ?? 'system';
  choice.addEventListener('change', () => {
    localStorage.setItem('light', choice.value);
    set();
  });
});
