//! Which card to play, and as which colour.

use rules::catbox::{Cell, Cells, Colour, MAX_VALUE, Open, Own, Value, beside};
use rules::{Numbered, Open as _, Rules as _, Seat};

use super::outlook::{OUTLOOKS, Outlook};

/// The chance of the bonus with this many tricks still needed (rows) and this many left to play (columns).
/// Measured over 3000 games each of 3, 4 and 5 players with an earlier version of these rules of thumb, and smoothed. The
/// second column shows that the last trick is seldom finished.
const MEETS_BID: [[f32; 9]; 5] = [
    [1.0, 0.95, 0.77, 0.75, 0.75, 0.75, 0.60, 0.60, 0.60],
    [0.0, 0.10, 0.30, 0.34, 0.37, 0.38, 0.45, 0.38, 0.35],
    [0.0, 0.00, 0.05, 0.24, 0.30, 0.34, 0.37, 0.42, 0.38],
    [0.0, 0.00, 0.00, 0.05, 0.20, 0.28, 0.31, 0.33, 0.40],
    [0.0, 0.00, 0.00, 0.00, 0.06, 0.27, 0.28, 0.31, 0.35],
];

/// The same in the game without bids: rows are the tricks that may still be won.
const STAYS_BELOW: [[f32; 9]; 5] = [
    [1.0, 0.60, 0.46, 0.42, 0.42, 0.40, 0.40, 0.40, 0.40],
    [1.0, 1.00, 0.75, 0.68, 0.65, 0.65, 0.60, 0.60, 0.60],
    [1.0, 1.00, 0.95, 0.75, 0.70, 0.68, 0.70, 0.65, 0.65],
    [1.0, 1.00, 1.00, 0.90, 0.72, 0.71, 0.68, 0.70, 0.65],
    [1.0, 1.00, 1.00, 1.00, 0.85, 0.72, 0.70, 0.68, 0.68],
];

/// BOX-51: in the game without bids, the bonus is earned with at most this many tricks.
pub(super) const MOST_TRICKS: i8 = 4;

/// The chance that a later player beats a card: for each unseen higher card, and with a trump.
const BEATEN_BY_HIGHER: f32 = 0.45;
const BEATEN_BY_TRUMP: f32 = 1.6;

/// The leader gives up no colour. That is worth this much for each trick left, and less with few players.
const TO_LEAD: f32 = 0.16;
const TO_LEAD_AMONG_FEW: f32 = 0.05;

/// The cost of giving up a colour for each trick left, beyond the lost cells.
const TO_GIVE_UP: f32 = 0.15;

/// The gain from shedding the highest card at the start of a round once the bid is met.
const TO_SHED: f32 = 0.75;

/// The gain at the start of a round from taking a cell that all others could have taken, for each unseen card of its value.
const TO_DENY: f32 = 0.2;

/// Gains that are given for the start of a round shrink by this part with every trick.
const PER_TRICK: f32 = 1.0 / 8.0;

/// The cost of a paradox: the bonus, the gain of others, and for each won trick nearly two points.
const PARADOX: f32 = 6.5;
const PARADOX_PER_TRICK: f32 = 1.6;

/// The chance of a paradox through cards that can probably not be played: by their number, and by its square.
const STUCK: f32 = 0.29;
const STUCK_SQUARED: f32 = 0.27;

/// A count for each of the four colours, a byte each, so that one addition adds up all of them.
#[derive(Clone, Copy)]
struct ByColour(u32);

impl ByColour {
    const NONE: ByColour = ByColour(0);

    /// One for each colour of these four bits.
    #[inline]
    const fn ones(bits: u64) -> ByColour {
        ByColour(((bits as u32 & 0xf) * 0x0020_4081) & 0x0101_0101)
    }

    #[inline]
    fn add(&mut self, other: ByColour, times: u8) {
        self.0 += other.0 * u32::from(times);
    }

    /// The four counts, each multiplied by `times`.
    #[inline]
    fn map(self, times: f32) -> [f32; 4] {
        Colour::ALL.map(|colour| times * self.of(colour))
    }

    #[inline]
    fn of(self, colour: Colour) -> f32 {
        f32::from((self.0 >> (8 * colour.index())) as u8)
    }
}

/// The chance of a paradox through a lack of cells, by the number of cells beyond one for each trick left. The first entry
/// is for [`MISSING_CELLS`] too few. With just enough it is 0.4, and each cell more takes away a tenth of it.
const FEW_CELLS: [f32; 48] = {
    let mut table = [0.61; 48];
    let mut spare = 1;
    while spare < table.len() {
        table[spare] = table[spare - 1] * 0.9;
        spare += 1;
    }
    table
};
const MISSING_CELLS: usize = 4;

/// How many of four bits are set. It is a table, because not every processor has an instruction for it.
#[inline]
const fn n_bits(four: u64) -> usize {
    const N_BITS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    N_BITS[(four & 0xf) as usize] as usize
}

/// Numbers that all cells share, computed once for a decision.
///
/// Pairs hold a value after [`FOLLOWING`] the colour led, and one after [`GIVING_UP`] that colour. A lead counts as following.
pub(super) struct Situation {
    /// The colour led, unless the seat has given it up already: naming another one gives it up.
    at_stake: Option<Colour>,
    /// How many tricks are left after this one, as a number of cells and as a weight.
    n_tricks: usize,
    n_tricks_left: f32,
    /// The highest number of each colour that does not win the trick; `u8::MAX` for colours that cannot win it.
    beaten: [u8; 4],
    /// Unseen cards above each value, by the colours that they could be named.
    above: [ByColour; MAX_VALUE as usize],
    /// The danger from each higher card of the same colour, and from trumps, by the colour played.
    higher: [f32; 4],
    trumps: [f32; 4],
    /// The gain from taking a cell of each colour, for each unseen card that could have taken it.
    deny: [f32; 4],
    /// Unseen cards of each value.
    n_out: [u8; MAX_VALUE as usize],
    /// For each value, the share of unseen cards that are not higher.
    strength: [f32; MAX_VALUE as usize],
    /// The outlook of the hand, and the loss from playing a card of each value.
    outlook: [Outlook; 2],
    outlook_less: [[Outlook; 2]; MAX_VALUE as usize],
    /// The cost of a paradox.
    stake: f32,
    /// The chance of the bonus after winning this trick, and after losing it.
    bonus_if_won: f32,
    bonus_if_lost: f32,
    /// The gain from winning the trick, besides the bonus.
    prize: f32,
    /// The gain from shedding the highest card by winning this trick, and by losing it.
    shed_if_won: f32,
    shed_if_lost: f32,
    /// The size of the largest group, and the places beside it.
    group: f32,
    beside_group: u64,
}

const FOLLOWING: usize = 0;
const GIVING_UP: usize = 1;

impl Situation {
    #[inline]
    pub(super) fn new(open: &Open, seat: Seat, own: &Own) -> Situation {
        let rules = open.rules();
        let n_seats = rules.n_seats();
        let trick = open.trick();
        let at_stake = trick.led().filter(|&led| !open.given_up(seat).has(led));
        let free = (rules.cells() - open.covered()).bits();

        let tokens = open.tokens(seat);
        let n_left = (rules.n_tricks() - 1).saturating_sub(tokens.len() as u8);
        let n_tricks_left = f32::from(n_left);
        let (group, beside_group) = largest_groups(open, tokens);

        // The colours that each player can still name.
        let mut behind = ByColour::NONE;
        let mut rivals = ByColour::NONE;
        let n_behind = n_seats - 1 - trick.cards().len() as u8;
        let mut other = seat;
        for place in 0..n_seats - 1 {
            other = other.left(n_seats);
            let can_name = ByColour::ones(!open.given_up(other).bits());
            rivals.add(can_name, 1);
            behind.add(can_name, u8::from(place < n_behind));
        }
        let red_is_open = free & Cells::RED.bits() != 0;
        let trumps = if red_is_open { BEATEN_BY_TRUMP * behind.of(Colour::Red) } else { 0.0 };

        // The hand against the sheet.
        let followed = free & !open.given_up(seat).cells().bits();
        let lost = at_stake.map_or(0, |led| Cells::RED.bits() << led.index());
        let mut above = [ByColour::NONE; MAX_VALUE as usize];
        let mut n_out = [0; MAX_VALUE as usize];
        let mut n_above = [0; MAX_VALUE as usize];
        let mut outlook = [Outlook::NONE; 2];
        let mut outlook_less = [[Outlook::NONE; 2]; MAX_VALUE as usize];
        let mut n_higher = 0;
        let mut higher = ByColour::NONE;
        for value in Value::up_to(rules.max_value()).rev() {
            let place = usize::from(value.number() - 1);
            let of_value = |cells: u64| cells >> (4 * place) & 0xf;
            let open_cells = of_value(free);
            let n_held = own.hand.count(value);
            // Each value has five cards. Cards on one of its four cells are not unseen.
            let n_mine = n_held + u8::from(own.aside == Some(value));
            let out = (1 + n_bits(open_cells) as u8).saturating_sub(n_mine);
            n_out[place] = out;
            above[place] = higher;
            n_above[place] = n_higher;
            higher.add(ByColour::ones(open_cells), out);
            n_higher += out;
            let outlooks = &OUTLOOKS[usize::from(out)][usize::from(n_held)];
            let [all, less] = outlooks[n_bits(of_value(followed))];
            outlook[FOLLOWING] = outlook[FOLLOWING].plus(all);
            outlook_less[place][FOLLOWING] = less;
            if at_stake.is_some() {
                let [all, less] = outlooks[n_bits(of_value(followed & !lost))];
                outlook[GIVING_UP] = outlook[GIVING_UP].plus(all);
                outlook_less[place][GIVING_UP] = less;
            }
        }
        let share = 1.0 / f32::from(n_higher.max(1));
        let strength = n_above.map(|n_above| 1.0 - f32::from(n_above) * share);

        // The bid.
        let won = open.won(seat);
        let bid = open.bid(seat);
        let needed = bid.map_or(MOST_TRICKS, |bid| bid as i8) - won as i8;
        let chances = if bid.is_some() { &MEETS_BID } else { &STAYS_BELOW };
        let bonus = |needed: i8| {
            // Too many tricks: no bonus. Beyond the last row of the table nothing changes.
            let row = usize::try_from(needed.min(chances.len() as i8 - 1));
            row.map_or(0.0, |row| chances[row][usize::from(n_left)])
        };
        let shed = TO_SHED * n_tricks_left * PER_TRICK;
        let to_lead = if n_seats > 3 { TO_LEAD } else { TO_LEAD_AMONG_FEW };
        Situation {
            at_stake,
            n_tricks: usize::from(n_left),
            n_tricks_left,
            beaten: beaten(open),
            above,
            higher: behind.map(BEATEN_BY_HIGHER),
            trumps: [0.0, trumps, trumps, trumps],
            deny: rivals.map(TO_DENY * n_tricks_left * PER_TRICK / f32::from(n_seats - 1)),
            n_out,
            strength,
            outlook,
            outlook_less,
            stake: PARADOX + PARADOX_PER_TRICK * f32::from(won),
            bonus_if_won: bonus(needed - 1),
            bonus_if_lost: bonus(needed),
            prize: 1.0 + to_lead * n_tricks_left,
            shed_if_won: if needed == 1 { shed } else { 0.0 },
            shed_if_lost: if needed == 0 { shed } else { 0.0 },
            group,
            beside_group,
        }
    }

    #[inline]
    pub(super) fn like_to_play(&self, open: &Open, cell: Cell) -> f32 {
        let colour = cell.colour();
        let value = usize::from(cell.value().number() - 1);
        let gives_up = self.at_stake.is_some_and(|led| led != colour);

        let win = self.chance_to_win(cell);
        let grows = f32::from(u8::from(self.beside_group & open.rules().on_map(cell) != 0));
        let bonus = self.group + grows;
        let strength = self.strength[value];
        let if_won = self.bonus_if_won * bonus + self.prize + self.shed_if_won * strength;
        let if_lost = self.bonus_if_lost * bonus + self.shed_if_lost * strength;

        let denied = self.deny[colour.index()] * f32::from(self.n_out[value]);
        let given_up = if gives_up { TO_GIVE_UP * self.n_tricks_left } else { 0.0 };
        let risk = self.risk_of_paradox(value, if gives_up { GIVING_UP } else { FOLLOWING });
        win * if_won + (1.0 - win) * if_lost + denied - given_up - self.stake * risk
    }

    /// The chance that no later player beats this card.
    #[inline]
    fn chance_to_win(&self, cell: Cell) -> f32 {
        let colour = cell.colour();
        let number = cell.value().number();
        let above = self.above[usize::from(number - 1)].of(colour);
        let danger = self.higher[colour.index()] * above + self.trumps[colour.index()];
        let wins_now = f32::from(u8::from(number > self.beaten[colour.index()]));
        // Roughly e to the minus danger, as if each of them decided independently.
        wins_now / (1.0 + danger + 0.5 * danger * danger)
    }

    /// The chance of a paradox in this round after playing a value, following the colour led or not.
    #[inline]
    fn risk_of_paradox(&self, value: usize, way: usize) -> f32 {
        let then = self.outlook[way].less(self.outlook_less[value][way]);
        // One card is never played. But the first stuck card is a risk already, because another may follow.
        let n_stuck = self.n_tricks_left + 1.0 - then.n_playable();
        let spare = (then.n_cells() + MISSING_CELLS).saturating_sub(self.n_tricks);
        let few = FEW_CELLS[spare.min(FEW_CELLS.len() - 1)];
        (STUCK * n_stuck + STUCK_SQUARED * n_stuck * n_stuck).min(1.0) + few
    }
}

/// BOX-30: for each colour the highest number that does not win the trick so far.
#[inline]
fn beaten(open: &Open) -> [u8; 4] {
    const ALL: u8 = u8::MAX;
    let trick = open.trick();
    let Some(led) = trick.led() else { return [0; 4] };
    let mut highest = [0; 4];
    for cell in trick.cards() {
        let highest = &mut highest[cell.colour().index()];
        *highest = cell.value().number().max(*highest);
    }
    let red = highest[Colour::Red.index()];
    let mut beaten = [ALL; 4];
    if red == 0 {
        beaten[led.index()] = highest[led.index()];
    }
    beaten[Colour::Red.index()] = red;
    beaten
}

/// The size of the largest group of tokens, as points and at least 1, and the places beside all groups of that size.
///
/// A token that joins two groups is not considered: it made no difference.
#[inline]
fn largest_groups(open: &Open, tokens: Cells) -> (f32, u64) {
    let (mut size, mut largest) = (1, 0);
    for group in open.rules().groups(tokens) {
        let group_size = group.count_ones();
        if group_size > size {
            (size, largest) = (group_size, group);
        } else if group_size == size {
            largest |= group;
        }
    }
    (size as f32, beside(largest))
}
