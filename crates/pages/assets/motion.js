// Shows where things went: cards travel from hand to table and on, a crow carries what it swaps, a hand is dealt, stones and
// tokens fall into place, points are counted. Nothing waits for it: what is there can be pressed at once, and the next change ends it.

const live = document.getElementById('live') ?? document.getElementById('moment');
const MAX_MOVING = 15;
const ease = 'cubic-bezier(.2, .7, .2, 1)';

const isOff = () => matchMedia('(prefers-reduced-motion: reduce)').matches || localStorage.getItem('motion') === 'off';

// Where a card of one's own was when it was pressed.
let pressed;
let before;
let moving = [];

function look() {
  const cards = (css) => new Map([...live.querySelectorAll(css)].map((card) => [card.ariaLabel, card.getBoundingClientRect()]));
  return {
    trick: cards('.trick:not(.last) .card[aria-label]'),
    last: cards('.trick.last .card[aria-label]'),
    board: cards('.board .card[aria-label]'),
    seats: new Map([...live.querySelectorAll('.seat')].map((seat) => [seat.id, seat.getBoundingClientRect()])),
    scores: new Map([...live.querySelectorAll('.seat')].map((seat) => [seat.id, seat.querySelector('.score')?.textContent])),
    n_taken: [...live.querySelectorAll('#taken tr')].map((row) => taken(row).length),
    prize: live.querySelector('#row [aria-current] .award')?.getBoundingClientRect(),
    n_won: new Map([...live.querySelectorAll('.seat')].map((seat) => [seat.id, seat.querySelectorAll('.award').length])),
    n_held: live.querySelectorAll('#hand .card').length,
    tokens: new Set([...live.querySelectorAll('.sheet .token')].map(place)),
    stones: new Set([...live.querySelectorAll('.wall s')].map(place)),
  };
}

// What somebody has taken, in a row of Yorozu's table.
const taken = (row) => row.querySelectorAll('td:last-child .mini');

// Where something stands among its kind: the same before and after a part of the page was put in its place anew.
function place(element) {
  const home = element.closest('td, .wall');
  const among = [...live.querySelectorAll(home.matches('td') ? '.sheet td' : '.wall')];
  return `${among.indexOf(home)}.${[...home.children].indexOf(element)}`;
}

function move(element, frames, duration, delay = 0) {
  if (moving.length >= MAX_MOVING) return;
  moving.push(element.animate(frames, { duration, delay, easing: ease, fill: 'backwards' }));
}

function travel(element, from, duration) {
  const to = element.getBoundingClientRect();
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  const size = Math.min(1.4, Math.max(0.4, from.height / to.height));
  move(element, [{ transform: `translate(${dx}px, ${dy}px) scale(${size})`, zIndex: 2 }, { transform: 'none', zIndex: 2 }], duration);
}

// Where a card came from that was not there before.
function source(card, was) {
  const seat = seatOf(card.closest('li'));
  const mine = seat === live.querySelector('.stage')?.dataset.who;
  return (mine && pressed) || was.seats.get(`seat-${seat}`);
}

function show(was) {
  for (const card of live.querySelectorAll('.trick:not(.last) .card[aria-label]')) {
    const from = was.trick.has(card.ariaLabel) ? null : source(card, was);
    if (from) travel(card, from, 250);
  }
  for (const card of live.querySelectorAll('.trick.last .card[aria-label]')) {
    if (was.last.has(card.ariaLabel)) continue;
    const from = was.trick.get(card.ariaLabel) ?? source(card, was);
    if (from) travel(card, from, 350);
  }
  take(was);
  win(was);
  for (const card of live.querySelectorAll('.board .card[aria-label]')) {
    if (was.board.has(card.ariaLabel) || card.closest('.trick')) continue;
    move(card, [{ transform: 'rotateY(90deg)' }, { transform: 'none' }], 300);
  }
  for (const token of live.querySelectorAll('.sheet .token')) {
    if (!was.tokens.has(place(token))) move(token, [{ transform: 'scale(2)', opacity: 0 }, { transform: 'none', opacity: 1 }], 300);
  }
  for (const stone of live.querySelectorAll('.wall s')) {
    if (!was.stones.has(place(stone))) move(stone, [{ transform: 'translateY(-60px)', opacity: 0 }, { transform: 'none', opacity: 1 }], 350);
  }
  const held = [...live.querySelectorAll('#hand .card')];
  if (held.length > was.n_held + 2) {
    const step = Math.min(40, 600 / held.length);
    held.forEach((card, k) => move(card, [{ transform: 'translateY(40px)', opacity: 0 }, { transform: 'none', opacity: 1 }], 250, k * step));
  }
  for (const seat of live.querySelectorAll('.seat')) {
    const score = seat.querySelector('.score');
    const old = was.scores.get(seat.id);
    if (score && old !== undefined && old !== score.textContent) count(score, number(old), number(score.textContent));
  }
}

// Yorozu: everybody takes a card of the pair, their own, or one that a crow has swapped.
function take(was) {
  const rows = [...live.querySelectorAll('#taken tr')];
  const played = rows.map((row) => row.querySelector('td:nth-child(2):not(:last-child) .mini'));
  rows.forEach((row, k) => {
    const cards = taken(row);
    const card = cards[cards.length - 1];
    if (!card || cards.length !== was.n_taken[k] + 1) return;
    const whose = played.findIndex((one) => one?.ariaLabel === card.ariaLabel);
    const from = whose < 0 ? was.board.get(card.ariaLabel) : played[whose].getBoundingClientRect();
    if (!from) return;
    const swapped = whose >= 0 && whose !== k;
    if (swapped) carry(card);
    travel(card, from, swapped ? 500 : 350);
  });
}

function carry(card) {
  const crow = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', '#i-crow');
  crow.append(use);
  crow.classList.add('carrier');
  card.append(crow);
  crow.animate([{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], 900).onfinish = () => crow.remove();
}

// Meow: a token goes to who won it, and a vase that finds its twin falls.
function win(was) {
  for (const seat of live.querySelectorAll('.seat')) {
    const awards = seat.querySelectorAll('.award');
    const award = awards[awards.length - 1];
    if (!award || !was.prize || awards.length !== was.n_won.get(seat.id) + 1) continue;
    travel(award, was.prize, 350);
    if (!award.matches('.vase ~ .vase')) continue;
    for (const vase of seat.querySelectorAll('.vase svg')) {
      move(vase, [{ transform: 'none' }, { transform: 'rotate(-20deg)', offset: 0.3 }, { transform: 'translateY(8px) rotate(100deg)', offset: 0.6 }, { transform: 'translateY(4px) rotate(84deg)', offset: 0.75 }, { transform: 'none' }], 800, 350);
    }
  }
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
    before = isOff() || document.hidden ? null : look();
  });
  live.addEventListener('table:after', () => {
    if (before) show(before);
    before = null;
  });
}
