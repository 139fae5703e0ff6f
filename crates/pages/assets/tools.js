// Closes drawers with Escape and with a press beside them, and shows messages and reactions at the cats for a moment.
// Drawers open without this script, and the chat has all messages and reactions.

const live = document.getElementById('live');

const boxes = () => [...document.querySelectorAll('.tool-box[open]')];

function close(but) {
  for (const box of boxes()) if (box !== but) box.open = false;
}

/* Bubbles. */

const STANDS = 4000;

// The number of the last line of each seat. Lines that the page comes with are not new.
let known;

function speak() {
  const lines = [...live.querySelectorAll('#talk li[data-n]')];
  const isNew = ({ dataset }) => Number(dataset.n) > (known.get(dataset.seat) ?? 0);
  const fresh = known ? lines.filter(isNew) : [];
  known ??= new Map();
  for (const { dataset } of lines) known.set(dataset.seat, Number(dataset.n));
  for (const line of fresh) {
    const body = document.querySelector(`#seat-${line.dataset.seat} > .body`);
    if (!body) continue;
    body.querySelector('.bubble')?.remove();
    const bubble = document.createElement('p');
    bubble.className = 'bubble';
    // The log of the chat is read out already.
    bubble.ariaHidden = 'true';
    const shown = line.querySelector('.re');
    bubble.classList.toggle('shown', shown !== null);
    bubble.append(shown?.cloneNode(true) ?? line.querySelector('span').textContent);
    body.append(bubble);
    setTimeout(() => bubble.remove(), STANDS);
  }
}

// The heading of the choice of a cat shows the chosen one.
document.addEventListener('change', ({ target }) => {
  const heading = target.name === 'coat' && target.closest('.pick-cat')?.querySelector('summary');
  if (!heading) return;
  heading.querySelector('.hd')?.remove();
  const head = target.parentElement.querySelector('.hd');
  if (head) heading.prepend(head.cloneNode(true));
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || boxes().length === 0) return;
  const opened = boxes()[0];
  close();
  opened.querySelector('summary').focus();
});
document.addEventListener('pointerdown', (event) => {
  const inside = event.target.closest('.tool-box, #say, dialog');
  if (!inside) close();
  else if (inside.matches('.tool-box')) close(inside);
});

if (live) {
  // After a reaction the table is in sight again.
  live.addEventListener('submit', ({ target }) => {
    if (target.matches('.reactions')) close();
  });
  live.addEventListener('table:after', speak);
  speak();
}
