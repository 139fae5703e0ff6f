// A trick-taking game of about the size of Meow: four seats, nine cards each, suits are followed, the winner leads.
// A match has no end: the next round is dealt after each round.

const N_SEATS = 4;
const SUITS = ['red', 'yellow', 'green', 'blue'];
const N_VALUES = 9;

const DECK = SUITS.flatMap((suit) => Array.from({ length: N_VALUES }, (_, value) => ({ suit, value: value + 1 })));

function deal(random) {
  const cards = random.Shuffle(DECK);
  return Array.from({ length: N_SEATS }, (_, seat) => cards.slice(seat * N_VALUES, (seat + 1) * N_VALUES));
}

/** The places in a hand of the cards that may be played to a trick. */
function legal(hand, trick) {
  const all = hand.map((_, place) => place);
  const led = trick[0]?.card.suit;
  const following = all.filter((place) => hand[place].suit === led);
  return following.length > 0 ? following : all;
}

/** The seat whose card is the highest of the suit that was led. */
function winner(trick) {
  const led = trick[0].card.suit;
  const following = trick.filter(({ card }) => card.suit === led);
  return following.reduce((best, next) => (next.card.value > best.card.value ? next : best)).seat;
}

function play({ G, playerID, random }, place) {
  const seat = Number(playerID);
  const hand = G.hands[seat];
  if (!legal(hand, G.trick).includes(place)) return 'INVALID_MOVE';
  const [card] = hand.splice(place, 1);
  G.trick.push({ seat, card });
  G.next = (seat + 1) % N_SEATS;
  if (G.trick.length < N_SEATS) return undefined;
  G.next = winner(G.trick);
  G.taken[G.next] += 1;
  G.last = G.trick;
  G.trick = [];
  if (hand.length > 0) return undefined;
  G.scores = G.scores.map((score, seat) => score + G.taken[seat]);
  G.taken = G.taken.map(() => 0);
  G.hands = deal(random);
  G.round += 1;
  return undefined;
}

const nothing = () => Array(N_SEATS).fill(0);

const game = {
  name: 'tricks',
  minPlayers: N_SEATS,
  maxPlayers: N_SEATS,
  // Cards that others have seen cannot be undone. This also saves the server a copy of each state.
  disableUndo: true,
  setup: ({ random }) => ({
    hands: deal(random), trick: [], last: [], taken: nothing(), scores: nothing(), round: 1, next: 0,
  }),
  moves: { play },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.next, next: ({ G }) => G.next },
  },
  playerView: ({ G, playerID }) => {
    const { hands, ...open } = G;
    return { ...open, hand: hands[Number(playerID)] ?? [], counts: hands.map((hand) => hand.length) };
  },
};

module.exports = { game, legal, N_SEATS };
