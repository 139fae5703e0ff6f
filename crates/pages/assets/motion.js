// Shows where things went: cards travel from hand to table and on to who won them, a crow carries what it swaps, a hand is
// dealt, stones and tokens fall into place, points are counted. Nothing waits for it: what is there can be pressed at once,
// and the next change ends it.

const live = document.getElementById('live') ?? document.getElementById('moment');
const MAX_MOVING = 20;
const ease = 'cubic-bezier(.2, .7, .2, 1)';

const isOff = () => matchMedia('(prefers-reduced-motion: reduce)').matches || localStorage.getItem('motion') === 'off';

// Where a card of one's own was when it was pressed.
let pressed;
let before;
let moving = [];

function look() {
  const cards = (css) => new Map([...live.querySelectorAll(css)].map((card) => [card.ariaLabel, card.getBoundingClientRect()]));
  const trick = [...live.querySelectorAll('.trick:not(.last) .card[aria-label]')];
  return {
    moment: live.dataset.moment,
    trick: cards('.trick:not(.last) .card[aria-label]'),
    last: cards('.trick.last .card[aria-label]'),
    gone: new Set([...live.querySelectorAll('.trick .card.gone')].map((card) => card.ariaLabel)),
    lying: trick.map((card) => [card, card.getBoundingClientRect()]),
    winner: seatOf(live.querySelector('.trick:not(.last) .best')),
    board: cards('.board .card[aria-label]'),
    seats: new Map([...live.querySelectorAll('.seat')].map((seat) => [seat.id, seat.getBoundingClientRect()])),
    scores: new Map([...live.querySelectorAll('.seat')].map((seat) => [seat.id, seat.querySelector('.score')?.textContent])),
    n_taken: [...live.querySelectorAll('#taken tr')].map((row) => taken(row).length),
    prize: live.querySelector('#row [aria-current] .award')?.getBoundingClientRect(),
    n_won: new Map([...live.querySelectorAll('.seat')].map((seat) => [seat.id, seat.querySelectorAll('.award').length])),
    held: own().map(face),
    tokens: new Set([...live.querySelectorAll('.sheet .token')].map(place)),
    stones: new Set([...live.querySelectorAll('.wall s')].map(place)),
  };
}

// What somebody has taken, in a row of Yorozu's table.
const taken = (row) => row.querySelectorAll('td:last-child .mini');

// One's own cards, and not those that can be taken.
function own() {
  const hand = live.querySelector('#hand .cards') ?? live.querySelector('#hand .picks');
  return [...hand?.querySelectorAll('.card') ?? []];
}

// The same for the same card, whether it can be pressed or not.
const face = (card) => [...card.querySelectorAll(':scope > b, :scope > svg:not(.cat) > use')].map((part) => part.getAttribute('href') ?? part.textContent).join(' ');

// Where something stands among its kind: the same before and after a part of the page was put in its place anew.
function place(element) {
  const home = element.closest('td, .wall');
  const among = [...live.querySelectorAll(home.matches('td') ? '.sheet td' : '.wall')];
  return `${among.indexOf(home)}.${[...home.children].indexOf(element)}`;
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
  move(element, [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 2 }, { transform: 'none', zIndex: 2 }], duration, delay);
}

// A copy of a card that has left its place goes somewhere else, and is gone.
function depart(card, from, to, duration, delay = 0) {
  const board = live.querySelector('.board');
  if (!board || moving.length >= MAX_MOVING) return;
  let sky = board.querySelector('.flying');
  if (!sky) {
    sky = document.createElement('div');
    sky.className = 'trick flying';
    sky.ariaHidden = 'true';
    board.append(sky);
  }
  const copy = card.cloneNode(true);
  copy.removeAttribute('aria-label');
  sky.append(copy);
  const start = onto(copy, from);
  const end = onto(copy, to);
  const at = ({ dx, dy }, size) => `translate(${dx}px, ${dy}px) scale(${size})`;
  const frames = [
    { transform: at(start, start.size), opacity: 1 },
    { transform: at(end, Math.min(start.size, Math.max(0.3, end.size))), opacity: 0.9, offset: 0.8 },
    { transform: at(end, 0.2), opacity: 0 },
  ];
  move(copy, frames, duration, delay, { fill: 'both' }).finished.then(() => copy.remove(), () => copy.remove());
}

// Where a card came from that was not there before.
function source(card, was) {
  const seat = seatOf(card.closest('li'));
  const mine = seat === live.querySelector('.stage')?.dataset.who;
  return (mine && pressed) || was.seats.get(`seat-${seat}`);
}

function show(was) {
  deal(was);
  land(was);
  collect(was);
  reveal(was);
  take(was);
  win(was);
  build(was);
  for (const seat of live.querySelectorAll('.seat')) {
    const score = seat.querySelector('.score');
    const old = was.scores.get(seat.id);
    if (score && old !== undefined && old !== score.textContent) count(score, number(old), number(score.textContent));
  }
}

// A hand that has a card which was not in it before is a new one.
function deal(was) {
  const hand = own();
  const isNew = hand.length > was.held.length || hand.some((card) => !was.held.includes(face(card)));
  if (!isNew) return;
  const frames = [{ transform: 'translateY(40px)', opacity: 0 }, { transform: 'none', opacity: 1 }];
  const step = Math.min(40, 600 / hand.length);
  if (hand.length < MAX_MOVING) hand.forEach((card, k) => move(card, frames, 250, k * step));
  else move(hand[0].parentElement, frames, 250);
}

// Cards come from hands and seats to the trick. In Cat in the Box the named colour fills the card, and a token goes to the
// sheet.
function land(was) {
  // Where the newest card lies, before it moves there.
  let landing;
  for (const card of live.querySelectorAll('.trick:not(.last, .flying) .card[aria-label]')) {
    const from = was.trick.has(card.ariaLabel) ? null : source(card, was);
    if (!from) continue;
    landing = card.getBoundingClientRect();
    travel(card, from, 250);
    if (card.closest('.catbox')) {
      move(card, [{ transform: 'none' }, { transform: 'scaleY(0)' }], 350, 200, { pseudoElement: '::after' });
    }
  }
  for (const token of live.querySelectorAll('.sheet .token')) {
    if (was.tokens.has(place(token))) continue;
    if (landing) travel(token, landing, 350, 150);
    else move(token, [{ transform: 'scale(2)', opacity: 0 }, { transform: 'none', opacity: 1 }], 300);
  }
}

// The cards of a full trick go to who won it, and then lie in the last trick.
function collect(was) {
  const last = live.querySelector('.trick.last');
  const cards = [...last?.querySelectorAll('.card[aria-label]') ?? []].filter((card) => !was.last.has(card.ariaLabel));
  if (was.moment === 'trick') {
    const winner = was.seats.get(`seat-${was.winner}`);
    // A paradox leaves a trick where it is, and in CATSle the cards are taken one by one.
    const isWon = was.lying.length === was.seats.size && !live.querySelector('.table.catsle');
    if (winner && isWon) for (const [card, from] of was.lying) depart(card, from, winner, 350);
    if (cards.length > 0) move(last, [{ opacity: 0 }, { opacity: 1 }], 150, 300);
    return;
  }
  // On a page of a replay the last card has come in the same step.
  for (const card of cards) {
    const from = was.trick.get(card.ariaLabel) ?? source(card, was);
    if (from) travel(card, from, 350);
  }
}

// Yorozu: all cards are turned over at once.
function reveal(was) {
  const turns = live.dataset.moment === 'reveal' && was.moment !== 'reveal';
  const isTaken = live.querySelectorAll('#taken .mini').length > 0 && was.moment === 'reveal';
  for (const card of turns ? live.querySelectorAll('#taken td:nth-child(2):not(:last-child) .mini') : []) {
    move(card, [{ transform: 'rotateY(90deg)' }, { transform: 'none' }], 350);
  }
  for (const card of live.querySelectorAll('.board .card[aria-label]')) {
    if (was.board.has(card.ariaLabel) || card.closest('.trick')) continue;
    move(card, [{ transform: 'rotateY(90deg)' }, { transform: 'none' }], 300, isTaken ? 400 : 0);
  }
}

// Yorozu: everybody takes a card of the pair, their own, or one that a crow has swapped: who played the lowest card first.
function take(was) {
  const rows = [...live.querySelectorAll('#taken tr')];
  const played = rows.map((row) => row.querySelector('td:nth-child(2):not(:last-child) .mini'));
  const value = (row) => Number(played[rows.indexOf(row)]?.querySelector('b')?.textContent);
  const takers = rows.filter((row, k) => taken(row).length > 0 && taken(row).length === was.n_taken[k] + 1);
  takers.sort((one, other) => value(one) - value(other)).forEach((row, order) => {
    const k = rows.indexOf(row);
    const card = [...taken(row)].at(-1);
    const whose = played.findIndex((one) => one?.ariaLabel === card.ariaLabel);
    const from = whose < 0 ? was.board.get(card.ariaLabel) : played[whose].getBoundingClientRect();
    if (!from) return;
    const swapped = whose >= 0 && whose !== k;
    if (swapped) carry(card, 100 * order);
    travel(card, from, swapped ? 500 : 350, 100 * order);
  });
}

function carry(card, delay) {
  const crow = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#i-crow');
  crow.append(use);
  crow.classList.add('carrier');
  card.append(crow);
  crow.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 900, delay }).onfinish = () => crow.remove();
}

// Meow: a token goes to who won it, and a vase that finds its twin falls.
function win(was) {
  for (const seat of live.querySelectorAll('.seat')) {
    const awards = seat.querySelectorAll('.award');
    const award = awards[awards.length - 1];
    if (!award || !was.prize || awards.length !== was.n_won.get(seat.id) + 1) continue;
    travel(award, was.prize, 400, 100);
    if (!award.matches('.vase ~ .vase')) continue;
    for (const vase of seat.querySelectorAll('.vase svg')) {
      move(vase, [{ transform: 'none' }, { transform: 'rotate(-20deg)', offset: 0.3 }, { transform: 'translateY(8px) rotate(100deg)', offset: 0.6 }, { transform: 'translateY(4px) rotate(84deg)', offset: 0.75 }, { transform: 'none' }], 800, 500);
    }
  }
}

// CATSle: a card goes from the trick to its column, and its stone falls into place.
function build(was) {
  const stones = [...live.querySelectorAll('.wall s')].filter((stone) => !was.stones.has(place(stone)));
  const chosen = [...live.querySelectorAll('.trick .card.gone, .extra .card.gone')].filter((card) => !was.gone.has(card.ariaLabel));
  stones.forEach((stone, k) => {
    const card = chosen.length === stones.length ? chosen[k] : null;
    if (card) depart(card, card.getBoundingClientRect(), stone.getBoundingClientRect(), 450);
    move(stone, [{ transform: 'translateY(-60px)', opacity: 0 }, { transform: 'none', opacity: 1 }], 300, card ? 300 : 0);
  });
}

const seatOf = (item) => item?.querySelector('.token')?.className.match(/\bp(\d)/)?.[1];
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
