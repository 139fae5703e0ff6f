// Signals the player's turn: in the title and the icon of the tab, with a vibration, or a notification. Each can be turned
// off. The menu also has settings of other scripts.

const live = document.getElementById('live');
const icon = document.querySelector('link[rel=icon]');
const title = document.title;
const quiet = icon?.href;

// The settings of a new visitor.
const DEFAULTS = { sound: 'off', touch: 'on', notify: 'off', motion: 'on', tips: 'on', confirm: 'off', pace: 'normal' };

const setting = (name) => choices.get(name) ?? DEFAULTS[name];

let wasAsked = isAsked();

function isAsked() {
  return live?.querySelector('#moment')?.dataset.moment === 'asked';
}

function show() {
  const asked = isAsked();
  document.title = asked ? `● ${title}` : title;
  if (icon) icon.href = asked ? icon.dataset.turn : quiet;
  if (asked && !wasAsked) {
    if (setting('touch') === 'on' && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
    if (setting('notify') === 'on' && document.hidden && globalThis.Notification?.permission === 'granted') {
      const note = new Notification(title, { body: live.querySelector('#question')?.textContent, tag: location.pathname });
      note.onclick = () => { focus(); note.close(); };
    }
  }
  wasAsked = asked;
}

async function change(box) {
  if (box.name === 'pace') {
    choices.set('pace', box.value);
    live?.dispatchEvent(new Event('table:pace'));
    return;
  }
  if (box.name === 'notify' && box.checked) box.checked = await globalThis.Notification?.requestPermission() === 'granted';
  choices.set(box.name, box.checked ? 'on' : 'off');
}

if (live) {
  show();
  live.addEventListener('table:after', show);
}
for (const box of document.querySelectorAll('.settings :is([type=checkbox], [name=pace])')) {
  if (box.name === 'pace') box.value = setting('pace');
  else box.checked = setting(box.name) === 'on';
  box.addEventListener('change', () => change(box));
}
