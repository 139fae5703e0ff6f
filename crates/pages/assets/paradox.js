// Shows the moment of a paradox: the cat that cannot exist breaks loose over the table, before the sheet is read. It is a
// picture only: the question already says what happened, and the sheet has the whole story.

const live = document.getElementById('live') ?? document.getElementById('moment');
const ENTERS = 450;
const STANDS = 1200;
const LEAVES = 250;
const MOST_CARDS = 4;
const SVG = 'http://www.w3.org/2000/svg';

// The hand that could not be played, once the sheet shows it.
const stuck = () => live.querySelector('.ledger .stuck');

const step = () => document.getElementById('moment')?.dataset.step;

let had;
let shown;
let timer;

function make(className, ...children) {
  const element = document.createElement('div');
  element.className = className;
  element.append(...children);
  return element;
}

// A piece of the kit, where the other drawings of the page are.
function piece(kit, id, attributes = {}) {
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${kit}#${id}`);
  for (const [name, value] of Object.entries(attributes)) use.setAttribute(name, value);
  return use;
}

function group(attributes, ...children) {
  const one = document.createElementNS(SVG, 'g');
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  one.append(...children);
  return one;
}

// The cat in its box: four ghosts of it break loose behind it.
function boxed(cat) {
  const [kit, id] = cat.querySelector('use').getAttribute('href').split('#');
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '-30 -26 180 206');
  svg.setAttribute('class', cat.getAttribute('class').replace('cat', 'big'));
  const pen = { stroke: 'var(--line, #2a2430)', 'stroke-width': 3.6, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const box = (part) => group({ ...pen, 'stroke-width': 2.8, transform: 'translate(-12 -16) scale(1.3)' }, piece(kit, part));
  const ghost = (colour) => group({ class: `ghost ${colour}` }, piece(kit, 'hh', { transform: 'translate(60 62)' }), piece(kit, 'bb', {}));
  svg.append(
    box('bx-in'),
    group({ ...pen, class: 'ghosts' }, ...['r', 'b', 'y', 'g'].map(ghost)),
    piece(kit, shocked(id), { width: 120, height: 138 }),
    box('bx'),
    group(pen, piece(kit, 'bp')),
  );
  return svg;
}

const shocked = (id) => id.replace(/-\w+$/, '-shock');

// All other players are shocked: over each cat lies the same cat with another face.
function onlookers(but) {
  const cats = [...live.querySelectorAll('.seat .sits > .cat')].filter((cat) => !but.contains(cat) && cat.checkVisibility({ visibilityProperty: true }));
  return cats.flatMap((cat) => {
    const copy = cat.cloneNode(true);
    const use = copy.querySelector('use');
    const [kit, id] = use.getAttribute('href').split('#');
    // A sleeping cat has not seen it.
    if (id.endsWith('-sleep')) return [];
    use.setAttribute('href', `${kit}#${shocked(id)}`);
    const { left, top, width, height } = cat.getBoundingClientRect();
    const place = { left, top, width, height };
    for (const [side, length] of Object.entries(place)) copy.style[side] = `${length}px`;
    copy.classList.add(seatClass(cat));
    // The word stands over the cats at the far side.
    if (cat.closest('.at-t')) copy.classList.add('far');
    return copy;
  });
}

const seatClass = (cat) => [...cat.closest('.seat').classList].find((name) => /^s\d$/.test(name));

function show(hand) {
  const seat = hand.dataset.seat ?? live.querySelector('.sits > .cat use[href$="-shock"]')?.closest('.seat').id.slice(-1);
  const sits = document.getElementById(`sits-${seat}`);
  const cat = sits?.querySelector('.cat');
  if (!cat) return;
  const big = boxed(cat);
  big.classList.add(`s${seat}`);
  const cards = [...hand.querySelectorAll('.card')].slice(0, MOST_CARDS);
  const flies = cards.map((card) => {
    const copy = card.cloneNode(true);
    copy.removeAttribute('aria-label');
    return make('fly', document.createElement('i'), document.createElement('i'), copy);
  });
  const word = make('word', live.dataset.paradox);
  const cause = make('cause', hand.closest('.ledger').querySelector('.ended').textContent);
  const cats = onlookers(sits);
  const effect = make('effect', ...cats.filter((one) => one.matches('.far')), make('veil'), make('rays'), make('flies', ...flies), big, word, cause);
  shown = make(choices.isStill() ? 'paradox still' : 'paradox', effect, make('onlookers', ...cats.filter((one) => !one.matches('.far'))));
  shown.ariaHidden = 'true';
  shown.dataset.step = step();
  document.body.dataset.paradox = seat;
  document.body.append(shown);
  leaveQuestion(cause);
  timer = setTimeout(end, ENTERS + STANDS);
}

// The question lies above the effect. A cause that would lie behind it moves below it.
function leaveQuestion(cause) {
  const asked = live.querySelector('.asked')?.getBoundingClientRect();
  const { left, top, right, bottom, height } = cause.getBoundingClientRect();
  const isCovered = asked && top < asked.bottom && asked.top < bottom && left < asked.right && asked.left < right;
  if (isCovered) cause.style.top = `${asked.bottom + 10 + height / 2}px`;
}

function end() {
  if (!shown) return;
  clearTimeout(timer);
  const gone = shown;
  shown = null;
  delete document.body.dataset.paradox;
  gone.classList.add('leaves');
  setTimeout(() => gone.remove(), gone.matches('.still') ? 0 : LEAVES);
  live.dispatchEvent(new Event('table:paradox-seen'));
}

if (live?.dataset.paradox) {
  had = stuck() !== null;
  live.addEventListener('table:after', ({ detail }) => {
    const hand = stuck();
    // Chat changes the page too, but only a new step ends the picture early.
    if (shown && shown.dataset.step !== step()) end();
    if (hand && !had && !document.hidden && !detail?.jumps) show(hand);
    had = hand !== null;
  });
  for (const kind of ['pointerdown', 'keydown', 'resize']) addEventListener(kind, end, { capture: true });
}
