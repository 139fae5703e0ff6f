// Shows where things went: cards travel from the hand to the table and on to the winner, a crow carries the card that it
// swaps, a hand is dealt, stones and tokens fall into place, points are counted. Nothing waits for a movement: buttons work
// at once, and the next change ends it.

const live = document.getElementById('live') ?? document.getElementById('moment');
const MAX_MOVING = 20;
const ease = 'cubic-bezier(.2, .7, .2, 1)';

// The position of the player's card when it was pressed.
let pressed;
let before;
let moving = [];

const seatOf = (element) => /\d$/.exec(element?.id ?? '')?.[0];
const plays = () => [...live.querySelectorAll('.played:not(#last *) .card[aria-label]')];
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
    held: own().map((card) => [face(card), card.getBoundingClientRect()]),
    turns: new Set([...live.querySelectorAll('.sits.turn')].map(seatOf)),
    met: bySeat('.info', (chip) => chip.querySelectorAll('.bid .w').length),
    hasSheet: live.querySelector('.ledger') !== null,
    tokens: new Set([...live.querySelectorAll('.cell .tok')].map(place)),
    stones: new Set([...live.querySelectorAll('.tower .st')].map(place)),
  };
}

// The player's own cards, and not those that can be taken, as in CATSle.
function own() {
  const hand = live.querySelector('#hand .cards') ?? live.querySelector('.table:not(.catsle) #hand .picks');
  return [...hand?.querySelectorAll('.card') ?? []];
}

// The pictures on a card name it, whether it is a button or not.
const face = (card) => [...card.querySelectorAll('.art use, .ix use')].map((part) => part.getAttribute('href')).join(' ');

// The place of a thing among its kind, which stays the same when a part of the page is replaced.
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

// The transform that puts an element onto a rectangle.
function onto(element, there) {
  const here = element.getBoundingClientRect();
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  return { dx, dy, size: there.height / here.height };
}

function travel(element, from, duration, delay = 0) {
  const { dx, dy, size } = onto(element, from);
  const scale = Math.min(1.4, Math.max(0.4, size));
  move(element, [{ translate: `${dx}px ${dy}px`, scale }, { translate: 'none', scale: 1 }], duration, delay);
}

// A copy of a card flies from its old place to another one, and is removed there.
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

// Where a new card came from: the player's hand, or the plate of another player.
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
  pass(was);
  if (!document.body.dataset.paradox) {
    score(was);
  } else {
    // The moment of the paradox says why the round ended. The points follow it.
    const plates = [...live.querySelectorAll('.plate .score')].map((points) => [points, points.textContent, was.scores.get(seatOf(points.closest('.plate')))]);
    for (const [points, , old] of plates) if (old !== undefined) points.textContent = old;
    live.addEventListener('table:paradox-seen', () => {
      for (const [points, now] of plates) points.textContent = now;
      score(was);
    }, { once: true });
  }
  close(was);
  pressed = null;
}

// A hand with a new card is a new hand.
function isDealt(hand, was) {
  const held = was.held.map(([name]) => name);
  return hand.length > held.length || hand.some((card) => !held.includes(face(card)));
}

// A fan closes the gap of a card that was played, and sinks or rises with the question.
function close(was) {
  const hand = own();
  if (isDealt(hand, was) || hand.length > 14) return;
  const held = [...was.held];
  for (const card of hand) {
    const place = held.findIndex(([name]) => name === face(card));
    const [[, from]] = held.splice(0, place + 1).slice(-1);
    const to = card.getBoundingClientRect();
    const [dx, dy] = [from.left - to.left, from.top - to.top];
    if (Math.hypot(dx, dy) > 2) move(card, [{ translate: `${dx}px ${dy}px` }, { translate: 'none' }], 220);
  }
}

// The light goes to the players who have to decide.
function pass(was) {
  for (const sits of live.querySelectorAll('.sits.turn')) {
    const state = sits.querySelector('.state');
    if (was.turns.has(seatOf(sits))) continue;
    if (state) move(state, [{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], 200);
    const chair = sits.querySelector('.chair');
    if (chair) move(chair, [{ opacity: 0 }, { opacity: 1 }], 200, 0, { pseudoElement: '::after' });
  }
}

function deal(was) {
  const hand = own();
  if (!isDealt(hand, was)) return;
  const frames = [{ translate: '0 -200px', rotate: '-16deg', scale: 0.6, opacity: 0 }, { translate: 'none', rotate: 'none', scale: 1, opacity: 1 }];
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
    if (card.matches('.cb')) name(card);
  }
  for (const token of live.querySelectorAll('.cell .tok')) {
    if (was.tokens.has(place(token))) continue;
    if (landing) travel(token, landing, 350, 150);
    else move(token, [{ transform: 'scale(2)', opacity: 0 }, { transform: 'none', opacity: 1 }], 300);
  }
}

// Over a card that is being named lies the white cat of all colours. Its ghosts swell and fade, and the named colour floods
// up from the box.
function name(card) {
  const cover = document.createElement('span');
  cover.className = 'cover un';
  cover.append(card.querySelector('.art').cloneNode(true));
  const flood = document.createElement('span');
  flood.className = 'flood';
  flood.append(document.createElement('i'));
  card.append(cover, flood);
  const fades = move(cover, [{ opacity: 1 }, { opacity: 1, transform: 'scale(1.04)', offset: 0.45 }, { opacity: 0, transform: 'none' }], 600, 250);
  move(flood.firstElementChild, [{ opacity: 0.85, transform: 'scale(.1)' }, { opacity: 0.6, transform: 'none', offset: 0.6 }, { opacity: 0, transform: 'scale(1.1)' }], 600, 250);
  const gone = () => { cover.remove(); flood.remove(); };
  if (fades) fades.finished.then(gone, gone);
  else gone();
}

// The cards of a full trick go to the winner.
function collect(was) {
  // In CATSle the cards are taken one by one, and a paradox leaves a trick where it is.
  if (was.moment !== 'trick' || live.querySelector('.table.catsle')) return;
  const winner = was.plates.get(was.winner);
  const now = new Set(plays().map((card) => card.ariaLabel));
  if (!winner) return;
  was.lying.filter(([card]) => !now.has(card.ariaLabel)).forEach(([card, from], k) => depart(card, from, winner, 350, 40 * k));
  const marks = live.querySelectorAll(`#chip-${was.winner} .bid .w`);
  if (marks.length > was.met.get(was.winner)) move(marks[marks.length - 1], [{ scale: 0.2, opacity: 0 }, { scale: 1.3, opacity: 1, offset: 0.6 }, { scale: 1, opacity: 1 }], 300, 300);
}

// Yorozu: all cards are turned over at once. Then crows carry the cards that they swap.
function reveal(was) {
  if (live.dataset.moment !== 'reveal') return;
  if (was.moment !== 'reveal') {
    for (const card of plays()) move(card, [{ transform: 'rotateY(90deg)' }, { transform: 'none' }], 300);
    return;
  }
  for (const card of plays()) {
    const [lay, from] = was.lying.find(([other]) => other.ariaLabel === card.ariaLabel) ?? [];
    if (!lay || seatOf(lay.closest('.played')) === seatOf(card.closest('.played'))) continue;
    carry(card);
    travel(card, from, 500);
  }
}

// Yorozu: all players take a card: one of the pair, or the one before them. The lowest card is first.
function take(was) {
  const rows = [...live.querySelectorAll('.takenrow')].filter((row) => row.childElementCount === was.taken.get(seatOf(row)) + 1);
  const played = (row) => was.lying.find(([card]) => seatOf(card.closest('.played')) === seatOf(row))?.[0];
  const value = (row) => Number.parseInt(played(row)?.ariaLabel.match(/\d+/)?.[0] ?? '0', 10);
  rows.sort((one, other) => value(one) - value(other)).forEach((row, order) => {
    const card = row.lastElementChild;
    const from = was.trick.get(card.ariaLabel) ?? was.board.get(card.ariaLabel);
    if (!from) return;
    travel(card, from, 350, 100 * order);
  });
}

function carry(card) {
  const crow = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', live.querySelector('.th.crow use, .cnt.crow use')?.getAttribute('href') ?? '');
  crow.append(use);
  crow.classList.add('carrier');
  card.append(crow);
  const gone = () => crow.remove();
  const flies = move(crow, [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], 900);
  if (flies) flies.finished.then(gone, gone);
  else gone();
}

// Meow: a token goes to its winner, and a vase that finds its twin falls.
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

// Points are counted on the plates. On a sheet that opens the bars grow and the totals follow.
function score(was) {
  for (const plate of live.querySelectorAll('.plate')) {
    const points = plate.querySelector('.score');
    const old = was.scores.get(seatOf(plate));
    if (points && old !== undefined && old !== points.textContent) count(points, number(old), number(points.textContent));
  }
  const ledger = live.querySelector('.ledger');
  if (was.hasSheet || !ledger) return;
  move(ledger, [{ translate: '0 30px', opacity: 0 }, { translate: 'none', opacity: 1 }], 250);
  for (const bar of ledger.querySelectorAll('.gauge .won')) move(bar, [{ transform: 'scaleX(0)' }, { transform: 'none' }], 600, 250);
  for (const total of ledger.querySelectorAll('.nums b')) {
    const old = number(total.previousElementSibling.textContent);
    if (old !== number(total.textContent)) count(total, old, number(total.textContent));
  }
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
    before = choices.isStill() || document.hidden ? null : look();
  });
  live.addEventListener('table:after', () => {
    if (before) show(before);
    before = null;
  });
}
