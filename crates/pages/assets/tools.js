// Drawers close with Escape and when something beside them is pressed, and what players say stands at their cats for a
// moment. Drawers open without this script, and the chat has everything that was said.

const live = document.getElementById('live');

const boxes = () => [...document.querySelectorAll('.tool-box[open]')];

function close(but) {
  for (const box of boxes()) if (box !== but) box.open = false;
}

/* Bubbles. */

const STANDS = 4000;
let known;

const lines = () => [...live.querySelectorAll('#talk li[data-seat]')];

function speak() {
  const now = lines();
  // A list that is shorter than before is another one: nothing in it is new.
  const fresh = known === undefined || now.length < known ? [] : now.slice(known);
  known = now.length;
  for (const line of fresh) {
    const body = document.querySelector(`#seat-${line.dataset.seat} > .body`);
    if (!body) continue;
    body.querySelector('.bubble')?.remove();
    const bubble = document.createElement('p');
    bubble.className = 'bubble';
    // The log of the chat is read out already.
    bubble.ariaHidden = 'true';
    bubble.textContent = line.querySelector('span').textContent;
    body.append(bubble);
    setTimeout(() => bubble.remove(), STANDS);
  }
}

if (live) {
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
  live.addEventListener('table:after', speak);
  speak();
}
