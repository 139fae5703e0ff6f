// Shows where things went: cards travel from hand to table and on to who won them, a crow carries what it swaps, a hand is
// dealt, stones and tokens fall into place, points are counted. Nothing waits for it: what is there can be pressed at once,
// and the next change ends it.

const live = document.getElementById('live') ?? document.getElementById('moment');
const MAX_MOVING = 20;
const ease = 'cubic-bezier(.2, .7, .2, 1)';

const isOff = () => matchMedia('(prefers-reduced-motion: reduce)').matches || localStorage.getItem('motion') === 'off';

// The position of the player's card when it was pressed.
let pressed;
let before;
let moving = [];

const seatOf = (element) => /\d$/.exec(element?.id ?? '')?.[0];
const plays = () => [...live.querySelectorAll('.played:not(#last *) > .card[aria-label]')];
const awards = (seat) => live.querySelectorAll(`#chip-${seat} .award`);

// Rectangles by the labels of cards.
const rects = (cards) => new Map(cards.map((card) => [card.ariaLabel, card.getBoundingClientRect()]));

// A value for each seat.
const bySeat = (css, value) => new Map([...live.querySelectorAll(css)].map((one) => [seatOf(one), value(one)]));

function look() {
  const lying = plays();
  return {
    moment: live.dataset.moment,
    trick: rects(lying),
    lying: lying.map((card) => [card, card.getBoundingClientRect()]),
    winner: seatOf(live.querySelector('.played.best:not(#last *)')),
    gone: new Set(lying.filter((card) => card.matches('.gone')).map((card) => card.ariaLabel)),
    board: rects([...live.querySelectorAll('.tray .card[aria-label]')]),
    plates: bySeat('.plate', (plate) => plate.getBoundingClientRect()),
    scores: bySeat('.plate', (plate) => plate.querySelector('.score')?.textContent),
    taken: bySeat('.takenrow', (row) => row.childElementCount),
    prize: live.querySelector('#stake .award')?.getBoundingClientRect(),
    won: bySeat('.info', (chip) => chip.querySelectorAll('.award').length),
    held: own().map(face),
    tokens: new Set([...live.querySelectorAll('.cell .tok')].map(place)),
    stones: new Set([...live.querySelectorAll('.tower .st')].map(place)),
  };
}

// The player's own cards, and not those that can be taken.
function own() {
  const hand = live.querySelector('#hand .cards') ?? live.querySelector('#hand .picks');
  return [...hand?.querySelectorAll('.card') ?? []];
}

// The same for the same card, whether it can be pressed or not.
const face = (card) => [...card.querySelectorAll('.art use, .ix use')].map((part) => part.getAttribute('href')).join(' ');

// Where something stands among its kind: the same before and after a part of the page was replaced.
function place(element) {
  const home = element.closest('.cell, .tower');
  const kind = home.matches('.cell') ? '#sheet .cell' : '.tower';
  return `${[...live.querySelectorAll(kind)].indexOf(home)}.${[...element.parentElement.children].indexOf(element)}`;
}

function move(element, frames, duration, delay = 0, more = {}) {
  if (moving.length >= MAX_MOVING) return null;
  const one = element.animate(frames, { duration, delay, easing: ease, fill: 'backwards', ...more });
  moving.push(one);
  return one;
}

// The transform that puts an element where something else is or was.
function onto(element, there) {
  const here = element.getBoundingClientRect();
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  return { dx, dy, size: there.height / here.height };
}

function travel(element, from, duration, delay = 0) {
  const { dx, dy, size } = onto(element, from);
  const scale = Math.min(1.4, Math.max(0.4, size));
  move(element, [{ translate: `${dx}px ${dy}px`, scale, zIndex: 9 }, { translate: 'none', scale: 1, zIndex: 9 }], duration, delay);
}

// A copy of a card that has left its place goes somewhere else, and is gone.
function depart(card, from, to, duration, delay = 0) {
  const table = live.querySelector('.table');
  if (!table || moving.length >= MAX_MOVING) return;
  let sky = table.querySelector('.flying');
  if (!sky) {
    sky = document.createElement('div');
    sky.className = 'flying';
    sky.ariaHidden = 'true';
    table.append(sky);
  }
  const copy = card.cloneNode(true);
  copy.removeAttribute('aria-label');
  sky.append(copy);
  const start = onto(copy, from);
  const end = onto(copy, to);
  const at = ({ dx, dy }, size) => `translate(${dx}px, ${dy}px) scale(${size})`;
  const frames = [
    { transform: at(start, start.size), opacity: 1 },
    { transform: at(end, Math.min(start.size, 0.4)), opacity: 0.9, offset: 0.8 },
    { transform: at(end, 0.2), opacity: 0 },
  ];
  move(copy, frames, duration, delay, { fill: 'both' })?.finished.then(() => copy.remove(), () => copy.remove());
}

// Where a card came from that was not there before: the player's hand, or the plate of another player.
function source(card, was) {
  const seat = seatOf(card.closest('.played'));
  const mine = seat === live.querySelector('.stage')?.dataset.who;
  return (mine && pressed) || was.plates.get(seat);
}

function show(was) {
  deal(was);
  land(was);
  collect(was);
  reveal(was);
  take(was);
  win(was);
  build(was);
  for (const plate of live.querySelectorAll('.plate')) {
    const score = plate.querySelector('.score');
    const old = was.scores.get(seatOf(plate));
    if (score && old !== undefined && old !== score.textContent) count(score, number(old), number(score.textContent));
  }
  pressed = null;
}

// A hand that has a card which was not in it before is a new one.
function deal(was) {
  const hand = own();
  const isNew = hand.length > was.held.length || hand.some((card) => !was.held.includes(face(card)));
  if (!isNew) return;
  const frames = [{ translate: '0 -200px', opacity: 0 }, { translate: 'none', opacity: 1 }];
  const step = Math.min(40, 600 / hand.length);
  if (hand.length < MAX_MOVING) hand.forEach((card, k) => move(card, frames, 320, k * step));
  else if (hand.length > 0) move(hand[0].parentElement, frames, 320);
}

// Cards come from hands and seats to the trick. In Cat in the Box the named colour fills the card, and a token goes to the
// sheet.
function land(was) {
  // Where the newest card lies, before it moves there.
  let landing;
  for (const card of plays()) {
    const from = was.trick.has(card.ariaLabel) ? null : source(card, was);
    if (!from || live.dataset.moment === 'reveal') continue;
    landing = card.getBoundingClientRect();
    travel(card, from, 250);
    if (card.matches('.cb')) move(card.querySelector('.art'), [{ opacity: 0, transform: 'scale(.7)' }, { opacity: 1, transform: 'none' }], 600, 150);
  }
  for (const token of live.querySelectorAll('.cell .tok')) {
    if (was.tokens.has(place(token))) continue;
    if (landing) travel(token, landing, 350, 150);
    else move(token, [{ transform: 'scale(2)', opacity: 0 }, { transform: 'none', opacity: 1 }], 300);
  }
}

// The cards of a full trick go to who won it.
function collect(was) {
  // In CATSle the cards are taken one by one, and a paradox leaves a trick where it is.
  if (was.moment !== 'trick' || live.querySelector('.table.catsle')) return;
  const winner = was.plates.get(was.winner);
  const now = new Set(plays().map((card) => card.ariaLabel));
  if (!winner) return;
  was.lying.filter(([card]) => !now.has(card.ariaLabel)).forEach(([card, from], k) => depart(card, from, winner, 350, 40 * k));
}

// Yorozu: all cards are turned over at once.
function reveal(was) {
  if (live.dataset.moment !== 'reveal' || was.moment === 'reveal') return;
  for (const card of plays()) move(card, [{ transform: 'rotateY(90deg)' }, { transform: 'none' }], 300);
}

// Yorozu: everybody takes a card of the pair, their own, or one that a crow has swapped: who played the lowest card first.
function take(was) {
  const rows = [...live.querySelectorAll('.takenrow')].filter((row) => row.childElementCount === was.taken.get(seatOf(row)) + 1);
  const played = (row) => was.lying.find(([card]) => seatOf(card.closest('.played')) === seatOf(row))?.[0];
  const value = (row) => Number.parseInt(played(row)?.ariaLabel.match(/\d+/)?.[0] ?? '0', 10);
  rows.sort((one, other) => value(one) - value(other)).forEach((row, order) => {
    const card = row.lastElementChild;
    const from = was.trick.get(card.ariaLabel) ?? was.board.get(card.ariaLabel);
    if (!from) return;
    const own = played(row);
    const swapped = was.trick.has(card.ariaLabel) && own && own.ariaLabel !== card.ariaLabel;
    if (swapped) carry(card, 100 * order);
    travel(card, from, swapped ? 500 : 350, 100 * order);
  });
}

function carry(card, delay) {
  const crow = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', live.querySelector('.th.crow use, .cnt.crow use')?.getAttribute('href') ?? '');
  crow.append(use);
  crow.classList.add('carrier');
  card.append(crow);
  crow.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 900, delay }).onfinish = () => crow.remove();
}

// Meow: a token goes to who won it, and a vase that finds its twin falls.
function win(was) {
  for (const seat of was.won.keys()) {
    const all = awards(seat);
    const award = all[all.length - 1];
    if (!award || !was.prize || all.length !== was.won.get(seat) + 1) continue;
    travel(award, was.prize, 400, 100);
    if (!award.matches('.vase ~ .vase')) continue;
    for (const vase of live.querySelectorAll(`#chip-${seat} .vase svg`)) {
      move(vase, [{ transform: 'none' }, { transform: 'rotate(-20deg)', offset: 0.3 }, { transform: 'translateY(8px) rotate(100deg)', offset: 0.6 }, { transform: 'translateY(4px) rotate(84deg)', offset: 0.75 }, { transform: 'none' }], 500, 500);
    }
  }
}

// CATSle: a card goes from the trick to its column, and its stone falls into place. A roof closes a perfect tower.
function build(was) {
  const stones = [...live.querySelectorAll('.tower .st')].filter((stone) => !was.stones.has(place(stone)));
  const chosen = [...live.querySelectorAll('.trick .card.gone, .extra .card.gone')].filter((card) => !card.closest('#last') && !was.gone.has(card.ariaLabel));
  stones.forEach((stone, k) => {
    const card = chosen.length === stones.length ? chosen[k] : null;
    if (card) depart(card, card.getBoundingClientRect(), stone.getBoundingClientRect(), 450);
    move(stone, [{ transform: 'translateY(-60px)', opacity: 0 }, { transform: 'none', opacity: 1 }], 300, card ? 300 : 0);
    const roof = stone.closest('.tower.perfect')?.querySelector('.roof');
    if (roof) move(roof, [{ transform: 'translateY(-30px)', opacity: 0 }, { transform: 'none', opacity: 1 }], 400, 500);
  });
}

const number = (text) => Number(text.replace('−', '-'));

function count(element, from, to) {
  const began = performance.now();
  const long = Math.min(800, 200 + 60 * Math.abs(to - from));
  move(element, [{ transform: 'scale(1.4)' }, { transform: 'none' }], long);
  const step = (now) => {
    const done = Math.min(1, (now - began) / long);
    if (element.isConnected) element.textContent = String(Math.round(from + (to - from) * done)).replace('-', '−');
    if (done < 1 && element.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

if (live) {
  live.addEventListener('pointerdown', (event) => {
    const picked = event.target.closest('.then')?.parentElement.querySelector('.card');
    const card = picked ?? event.target.closest('#hand .card');
    if (card) pressed = card.getBoundingClientRect();
  });
  live.addEventListener('table:before', () => {
    for (const one of moving) one.finish();
    moving = [];
    for (const sky of live.querySelectorAll('.flying')) sky.remove();
    before = isOff() || document.hidden ? null : look();
  });
  live.addEventListener('table:after', () => {
    if (before) show(before);
    before = null;
  });
}
