// Picking before deciding. On a touch screen the first tap picks a card, and the second plays it, or a button that says what
// will happen. Places on the board mean a card and its colour, or a column: those that are open to the picked card light up,
// and pressing one presses its button in the hand. Keyboard and mouse play a card at once, as without this script.

const live = document.getElementById('live');

const question = () => live.querySelector('.mine input[name="at"]')?.value;

// Whether the last press came from a finger. What a key or a script presses has no place of its own.
let touched = false;

/* Cards that are answers by themselves. */

let picked;

const bar = document.createElement('div');
bar.className = 'does';
bar.role = 'status';

const answers = () => [...live.querySelectorAll('.mine [data-does] > button[name=action]')];

function pick(button) {
  for (const one of answers()) one.classList.toggle('picked', one === button);
  picked = button && { at: question(), action: button.value };
  bar.replaceChildren();
  if (!button) return;
  const does = document.createElement('button');
  does.type = 'button';
  does.className = 'primary';
  does.textContent = button.parentElement.dataset.does.replace('%', button.ariaLabel);
  does.addEventListener('click', () => button.click());
  bar.append(does);
  place();
}

// Above the question, so that neither question nor cards are covered.
function place() {
  const asked = live.querySelector('.asked')?.getBoundingClientRect();
  if (asked && bar.firstChild) bar.style.insetBlockEnd = `${Math.max(8, innerHeight - asked.top + 6)}px`;
}

/* Places on the board. */

// The buttons of the picked card, by the place that each would use.
function places() {
  const buttons = live.querySelectorAll('.pick > input:checked ~ .then > button');
  return new Map([...buttons].map((button) => [placeOf(button), button]));
}

const placeOf = (button) => (button.value || button.dataset.action || '').split(' ').at(-1);

const spots = () => live.querySelectorAll('#sheet [data-cell], .castle.me [data-place]');

const spotOf = (spot) => spot.dataset.cell ?? spot.dataset.place;

// The card of which an unpicked cell speaks: its value is the number in the name of the cell.
function cardOf(spot) {
  const { cell } = spot.dataset;
  return cell && spot.matches('.free') ? document.getElementById(`card-${Number.parseInt(cell, 10)}`) : null;
}

function light() {
  const open = places();
  for (const label of live.querySelectorAll('.offer')) label.classList.toggle('picked', !!label.control?.checked);
  for (const spot of spots()) {
    const button = open.get(spotOf(spot));
    spot.classList.toggle('can', button?.name === 'action');
    spot.classList.toggle('asks', !!button || !!cardOf(spot));
  }
}

function press(spot) {
  const button = places().get(spotOf(spot));
  if (button) return void button.click();
  // A cell of another card names that card first. A finger sees what it has picked before it decides.
  const card = cardOf(spot);
  if (!card) return;
  card.checked = true;
  light();
  if (!touched) places().get(spotOf(spot))?.click();
}

if (live) {
  document.body.append(bar);
  live.addEventListener('pointerdown', (event) => { touched = event.pointerType === 'touch'; }, { capture: true });
  addEventListener('keydown', () => { touched = false; }, { capture: true });
  live.addEventListener('click', (event) => {
    if (!touched || !event.detail) return;
    const button = event.target.closest('.mine button');
    if (!answers().includes(button)) {
      // A card that says why not takes the place of the one that was picked.
      if (button) pick(null);
      return;
    }
    if (picked?.action === button.value && picked.at === question()) return;
    event.preventDefault();
    pick(button);
  });
  live.addEventListener('click', (event) => {
    const spot = event.target.closest('#sheet [data-cell], .castle.me [data-place]');
    if (spot) press(spot);
  });
  for (const kind of ['change', 'focusin']) live.addEventListener(kind, light);
  live.addEventListener('table:after', () => {
    light();
    const same = picked?.at === question() && answers().find((button) => button.value === picked?.action);
    if (picked) pick(same || null);
  });
  for (const kind of ['scroll', 'resize']) addEventListener(kind, place, { capture: true, passive: true });
  light();
}
