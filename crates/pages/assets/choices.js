// What this viewer has chosen, as far as the browser keeps it. Light and motion are set before anything is shown.
// Every page runs this script first, and the other scripts read and write choices here.

// A browser may refuse to keep anything. Choices then last until the page is left.
const unkept = new Map();

const choices = {
  get(name) {
    try {
      return unkept.get(name) ?? localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
      unkept.delete(name);
    } catch {
      unkept.set(name, value);
    }
    applyChoices();
  },
  // Whether cards lie still: the viewer or their system wants that.
  isStill: () => document.documentElement.dataset.motion === 'off',
};

const lightSystem = matchMedia('(prefers-color-scheme: light)');
const stillSystem = matchMedia('(prefers-reduced-motion: reduce)');

function applyChoices() {
  const { dataset } = document.documentElement;
  const light = choices.get('light');
  dataset.light = light === 'day' || light === 'night' ? light : (lightSystem.matches ? 'day' : 'night');
  dataset.motion = stillSystem.matches || choices.get('motion') === 'off' ? 'off' : 'on';
}

applyChoices();
for (const system of [lightSystem, stillSystem]) system.addEventListener('change', applyChoices);
addEventListener('DOMContentLoaded', () => {
  const lights = [...document.querySelectorAll('.settings [name=light]')];
  const show = () => { for (const one of lights) one.value = choices.get('light') ?? 'system'; };
  show();
  for (const one of lights) {
    one.addEventListener('change', () => {
      choices.set('light', one.value);
      show();
    });
  }
  // Settings need scripts.
  for (const settings of document.querySelectorAll('.settings')) settings.hidden = false;
});
