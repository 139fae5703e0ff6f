// Picking before deciding. On a touch screen the first tap picks a card. A second tap plays it, and so does a button that
// says what will happen. A cell of the research sheet stands for a card and its colour: the cells that are open to the
// picked card light up, and a press on one presses its button in the hand. Keyboard and mouse play a card at once, as
// without this script.

const live = document.getElementById('live');

const question = () => live.querySelector('.mine input[name="at"]')?.value;

// Whether the last press came from a finger, and not from a mouse, a key or a script.
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

/* Cells of the sheet. */

// The buttons of the picked card, by the place that each would use.
function places() {
  const buttons = live.querySelectorAll('.pick > input:checked ~ .then > button');
  return new Map([...buttons].map((button) => [placeOf(button), button]));
}

const placeOf = (button) => (button.value || button.dataset.action || '').split(' ').at(-1);

const spots = () => live.querySelectorAll('#sheet [data-cell]');

// The card of a cell: its value is the number in the name of the cell.
function cardOf(spot) {
  const { cell } = spot.dataset;
  return spot.matches('.free') ? document.getElementById(`card-${Number.parseInt(cell, 10)}`) : null;
}

function light() {
  const open = places();
  for (const label of live.querySelectorAll('.offer')) label.classList.toggle('picked', !!label.control?.checked);
  for (const spot of spots()) {
    const button = open.get(spot.dataset.cell);
    spot.classList.toggle('can', button?.name === 'action');
    spot.classList.toggle('asks', !!button || !!cardOf(spot));
  }
}

function press(spot) {
  const button = places().get(spot.dataset.cell);
  if (button) return void button.click();
  // A cell of another card names that card first. A finger sees what it has picked before it decides.
  const card = cardOf(spot);
  if (!card) return;
  card.checked = true;
  light();
  if (!touched) places().get(spot.dataset.cell)?.click();
}

if (live) {
  document.body.append(bar);
  live.addEventListener('pointerdown', (event) => { touched = event.pointerType === 'touch'; }, { capture: true });
  addEventListener('keydown', () => { touched = false; }, { capture: true });
  live.addEventListener('click', (event) => {
    if (!touched || !event.detail) return;
    const button = event.target.closest('.mine button');
    if (!answers().includes(button)) {
      // A refused card says why, and is not picked. The card before it is no longer picked.
      if (button) pick(null);
      return;
    }
    if (picked?.action === button.value && picked.at === question()) return;
    event.preventDefault();
    pick(button);
  });
  live.addEventListener('click', (event) => {
    const spot = event.target.closest('#sheet [data-cell]');
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
