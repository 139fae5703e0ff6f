// Signals the player's turn: in the title and the icon of the tab, with a soft sound, a vibration, or a notification. Each can
// be turned off, and the browser keeps the settings.

const live = document.getElementById('live');
const icon = document.querySelector('link[rel=icon]');
const title = document.title;
const quiet = icon?.href;

// The settings of a new visitor.
const DEFAULTS = { sound: 'on', touch: 'on', notify: 'off', motion: 'on', tips: 'on', confirm: 'off', pace: 'normal' };

const setting = (name) => localStorage.getItem(name) ?? DEFAULTS[name];

let wasAsked = isAsked();
let sounds;

function isAsked() {
  return live?.querySelector('#moment')?.dataset.moment === 'asked';
}

// Two soft notes.
function chime() {
  sounds ??= new AudioContext();
  const now = sounds.currentTime;
  for (const [tone, at] of [[659, 0], [880, 0.12]]) {
    const voice = sounds.createOscillator();
    const loudness = sounds.createGain();
    voice.type = 'triangle';
    voice.frequency.value = tone;
    loudness.gain.setValueAtTime(0, now + at);
    loudness.gain.linearRampToValueAtTime(0.12, now + at + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.001, now + at + 0.35);
    voice.connect(loudness).connect(sounds.destination);
    voice.start(now + at);
    voice.stop(now + at + 0.4);
  }
}

function show() {
  const asked = isAsked();
  document.title = asked ? `● ${title}` : title;
  if (icon) icon.href = asked ? icon.dataset.turn : quiet;
  if (asked && !wasAsked) {
    if (setting('sound') === 'on' && navigator.userActivation?.hasBeenActive) chime();
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
    localStorage.setItem('pace', box.value);
    live.dispatchEvent(new Event('table:pace'));
    return;
  }
  if (box.name === 'notify' && box.checked) box.checked = await globalThis.Notification?.requestPermission() === 'granted';
  localStorage.setItem(box.name, box.checked ? 'on' : 'off');
  if (box.name === 'sound' && box.checked) chime();
}

if (live) {
  show();
  live.addEventListener('table:after', show);
  for (const box of document.querySelectorAll('.settings :is(input, select)')) {
    if (box.name === 'pace') box.value = setting('pace');
    else box.checked = setting(box.name) === 'on';
    box.addEventListener('change', () => change(box));
  }
}
