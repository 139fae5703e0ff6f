//! How to play Cat in the Box well: rules of thumb.
//!
//! - **Somebody will be stuck.** Among sensible players most rounds end in a paradox, nearly always in the last trick. So
//!   keep cards that can still be played, keep many cells to choose from, and do not give up a colour without need.
//! - **Let it be somebody else.** Take the cells that others could have taken, and save those that nobody else can use.
//! - **Meet the bid.** Until then a trick is worth more than its point; after that it costs the bonus. So get rid of high
//!   cards once the bid is met.
//! - **Grow one group.** Of two colours that do the same, name the one whose cell lies beside the largest group.
//!
//! The numbers were tuned by self-play: one seat with other numbers against the rest with these, thousands of games for 2,
//! 3, 4 and 5 players, until no change of one number helped at all of these tables.

use rules::catbox::{
    Action, Cell, Cells, Colour, MAX_VALUE, Open, Own, Phase, State, Value, beside,
};
use rules::{Numbered, Open as _, Rules as _, Seat};

use crate::Craft;

mod why;

pub use why::Why;

impl Craft for State {
    type Why = Why;

    #[inline]
    fn judge<'a>(open: &'a Open, seat: Seat, own: &'a Own) -> impl Fn(Action) -> f32 + 'a {
        let phase = open.phase();
        let tricks = if phase == Phase::Bid { expected_tricks(open, own) } else { 0.0 };
        let situation = (phase == Phase::Play).then(|| Situation::new(open, seat, own));
        move |action| match action {
            Action::Discard(value) => like_to_set_aside(open, own, value),
            Action::Bid(bid) => -(tricks - f32::from(bid)).abs(),
            Action::Play(cell) => {
                situation.as_ref().map_or(0.0, |now| now.like_to_play(open, cell))
            }
        }
    }

    fn drift(open: &Open) -> f32 {
        let rules = open.rules();
        let rounds_left = u32::from(rules.n_rounds()).saturating_sub(open.rounds());
        let round = DRIFT_OF_ROUND[usize::from(rules.n_seats())];
        (round * (rounds_left as f32).sqrt()).max(DRIFT_AT_END)
    }

    fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
        why::why(open, seat, own, action)
    }
}

/// One standard deviation of the difference between two players' points in a round, by the number of players. Measured:
/// 4000 games of these rules of thumb among themselves.
const DRIFT_OF_ROUND: [f32; 6] = [0.0, 0.0, 5.4, 5.1, 4.5, 3.4];

/// Nothing is left to play: a lead of a point is sure.
const DRIFT_AT_END: f32 = 0.5;

// What to set aside, and what to bid.

/// The card to do without is one of those that are most alike: they compete for the same four cells. Of these the lowest,
/// for it wins least; where nobody bids and tricks above four cost the bonus, the highest.
fn like_to_set_aside(open: &Open, own: &Own, value: Value) -> f32 {
    const TIE: f32 = 0.1;
    let n_alike = f32::from(own.hand.count(value));
    let nobody_bids = open.rules().bids() == 0;
    let height = height(open, value);
    n_alike + if nobody_bids { TIE * height } else { -TIE * height }
}

/// The tricks that such a hand wins. The best bid is the nearest to it.
fn expected_tricks(open: &Open, own: &Own) -> f32 {
    /// The tricks of a hand of middling cards, by the number of players. With 4 and 5 players it is less than a fair share,
    /// for the last trick is seldom finished; with 3 players bids are 1, 3 and 4, and 3 is the one to be met.
    const TRICKS: [f32; 6] = [0.0, 0.0, 4.0, 3.2, 1.9, 1.3];
    /// What it brings to hold a card of the highest value in place of one of the lowest.
    const PER_HIGH_CARD: f32 = 0.72;
    let high_cards: f32 = own.hand.iter().map(|value| height(open, value) - 0.5).sum();
    TRICKS[usize::from(open.rules().n_seats())] + PER_HIGH_CARD * high_cards
}

/// How high a value is among those in the deck: 0 the lowest, 1 the highest.
fn height(open: &Open, value: Value) -> f32 {
    f32::from(value.number() - 1) / f32::from(open.rules().max_value() - 1)
}

// What to play.

/// The bonus is earned so often with this many tricks still needed (rows) and this many left to play (columns).
/// Measured over 3000 games each of 3, 4 and 5 players with an earlier version of these rules of thumb, and smoothed. That
/// the last trick is seldom finished shows in the second column.
const MEETS_BID: [[f32; 9]; 5] = [
    [1.0, 0.95, 0.77, 0.75, 0.75, 0.75, 0.60, 0.60, 0.60],
    [0.0, 0.10, 0.30, 0.34, 0.37, 0.38, 0.45, 0.38, 0.35],
    [0.0, 0.00, 0.05, 0.24, 0.30, 0.34, 0.37, 0.42, 0.38],
    [0.0, 0.00, 0.00, 0.05, 0.20, 0.28, 0.31, 0.33, 0.40],
    [0.0, 0.00, 0.00, 0.00, 0.06, 0.27, 0.28, 0.31, 0.35],
];

/// The same where nobody bids: rows are the tricks that may still be won.
const STAYS_BELOW: [[f32; 9]; 5] = [
    [1.0, 0.60, 0.46, 0.42, 0.42, 0.40, 0.40, 0.40, 0.40],
    [1.0, 1.00, 0.75, 0.68, 0.65, 0.65, 0.60, 0.60, 0.60],
    [1.0, 1.00, 0.95, 0.75, 0.70, 0.68, 0.70, 0.65, 0.65],
    [1.0, 1.00, 1.00, 0.90, 0.72, 0.71, 0.68, 0.70, 0.65],
    [1.0, 1.00, 1.00, 1.00, 0.85, 0.72, 0.70, 0.68, 0.68],
];

/// BOX-51: where nobody bids, the bonus is earned with at most this many tricks.
const MOST_TRICKS: i8 = 4;

/// How readily a player who is yet to play beats a card: for each card out there that could, and by a trump.
const BEATEN_BY_HIGHER: f32 = 0.45;
const BEATEN_BY_TRUMP: f32 = 1.6;

/// Who leads need not follow, and so gives up no colour: worth this for each trick left. Among few it is worth less.
const TO_LEAD: f32 = 0.16;
const TO_LEAD_AMONG_FEW: f32 = 0.05;

/// What a colour given up costs for each trick left, beyond the cells that go with it.
const TO_GIVE_UP: f32 = 0.15;

/// What it is worth, for the highest card and at the start of a round, to be rid of it once the bid is met.
const TO_SHED: f32 = 0.75;

/// What it is worth at the start of a round to take a cell that all others could have taken, for each card of its value
/// that they may hold.
const TO_DENY: f32 = 0.2;

/// What is worth something at the start of a round is worth less with every trick.
const PER_TRICK: f32 = 1.0 / 8.0;

/// What a paradox costs: the bonus, what others gain by it, and for each trick won nearly its point twice.
const PARADOX: f32 = 6.5;
const PARADOX_PER_TRICK: f32 = 1.6;

/// The chance that a paradox comes of cards that can probably not be played: by their number, and by its square.
const STUCK: f32 = 0.29;
const STUCK_SQUARED: f32 = 0.27;

/// The chance that somebody takes one of my cells, for each card of its value out there.
const TAKEN: f32 = 0.08;

/// The four colours, a byte each, so that things are counted for all of them at once.
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

    /// The four numbers, each so many times.
    #[inline]
    fn map(self, times: f32) -> [f32; 4] {
        Colour::ALL.map(|colour| times * self.of(colour))
    }

    #[inline]
    fn of(self, colour: Colour) -> f32 {
        f32::from((self.0 >> (8 * colour.index())) as u8)
    }
}

/// What can become of cards: how many will probably be played, and how many cells there are for them. In one word, so that
/// both are added up at once.
#[derive(Clone, Copy)]
struct Outlook(u32);

impl Outlook {
    const NONE: Outlook = Outlook(0);
    const N_CELLS: u32 = 24;
    const ONE_CARD: f32 = 4096.0;

    const fn new(n_playable: f32, n_cells: usize) -> Outlook {
        Outlook((n_cells as u32) << Self::N_CELLS | (n_playable * Self::ONE_CARD) as u32)
    }

    #[inline]
    const fn plus(self, other: Outlook) -> Outlook {
        Outlook(self.0 + other.0)
    }

    #[inline]
    const fn less(self, other: Outlook) -> Outlook {
        Outlook(self.0 - other.0)
    }

    #[inline]
    fn n_playable(self) -> f32 {
        f32::from(self.0 as u16) * (1.0 / Self::ONE_CARD)
    }

    #[inline]
    fn n_cells(self) -> usize {
        (self.0 >> Self::N_CELLS) as usize
    }
}

/// The outlook of all cards of a value, and how much of it goes with one that is played now. By how many cards of the value
/// are out there, how many I hold, and how many cells I could take with them.
const OUTLOOKS: [[[[Outlook; 2]; 5]; 6]; 6] = {
    let mut table = [[[[Outlook::NONE; 2]; 5]; 6]; 6];
    let mut n_out = 0;
    while n_out < 6 {
        let mut n_held = 1;
        while n_held < 6 {
            // Without a cell there is nothing to play and nothing to lose.
            let mut n_cells = 1;
            while n_cells < 5 {
                let all = Outlook::new(n_playable(n_out, n_held, n_cells), n_cells);
                // With the last card of a value its cells are out of reach.
                let n_cells_then = if n_held == 1 { 0 } else { n_cells - 1 };
                let n_playable_then = n_playable(n_out, n_held - 1, n_cells - 1);
                let then = Outlook::new(n_playable_then, n_cells_then);
                table[n_out][n_held][n_cells] = [all, all.less(then)];
                n_cells += 1;
            }
            n_held += 1;
        }
        n_out += 1;
    }
    table
};

/// How many of `n_held` cards of a value will probably be played. The first of them is stuck only if all cells are taken by
/// others, the next one if all but one are, and so on.
const fn n_playable(n_out: usize, n_held: usize, n_cells: usize) -> f32 {
    let all = if n_held < n_cells { n_held } else { n_cells };
    let mut sum = 0.0;
    let mut card = 0;
    while card < all {
        let mut stuck = 1.0;
        let mut cell = card;
        while cell < n_cells {
            stuck *= TAKEN * n_out as f32;
            cell += 1;
        }
        sum += 1.0 - stuck;
        card += 1;
    }
    sum
}

/// The chance that a paradox comes of having few cells to choose from: by how many there are beyond one for each trick left,
/// from [`MISSING_CELLS`] too few on. With just enough it is 0.4, and it falls by a tenth with each cell more.
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

/// How many of four bits are set: looked up, for not every processor counts them.
#[inline]
const fn n_bits(four: u64) -> usize {
    const N_BITS: [u8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
    N_BITS[(four & 0xf) as usize] as usize
}

/// What a player sees at a glance before choosing among the cells.
///
/// Pairs hold what is so after [`FOLLOWING`] the colour led, and after [`GIVING_UP`] that colour. Who leads follows.
struct Situation {
    /// The colour that is given up by naming another: the one led, unless it is gone already.
    at_stake: Option<Colour>,
    /// How many tricks are left after this one; twice, for it is a number of cells as well as a weight.
    n_tricks: usize,
    n_tricks_left: f32,
    /// The highest number of a colour that does not win the trick; for colours that cannot win it, more than any has.
    beaten: [u8; 4],
    /// Cards out there above each value, by the colours they could be named.
    above: [ByColour; MAX_VALUE as usize],
    /// The danger from each card above that has the same colour, and from trumps, by the colour played.
    higher: [f32; 4],
    trumps: [f32; 4],
    /// What it is worth to take a cell of each colour, for each card out there that could have taken it.
    deny: [f32; 4],
    /// Cards of each value out there.
    n_out: [u8; MAX_VALUE as usize],
    /// For each value, the share of the cards out there that are not higher.
    strength: [f32; MAX_VALUE as usize],
    /// The outlook of the hand, and how much of it goes with a card of each value.
    outlook: [Outlook; 2],
    outlook_less: [[Outlook; 2]; MAX_VALUE as usize],
    /// What a paradox would cost.
    stake: f32,
    /// The chance of the bonus after winning this trick, and after losing it.
    bonus_if_won: f32,
    bonus_if_lost: f32,
    /// What winning the trick brings beside the bonus.
    prize: f32,
    /// What it is worth to be rid of the highest card by winning this trick, and by losing it.
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
    fn new(open: &Open, seat: Seat, own: &Own) -> Situation {
        let rules = open.rules();
        let n_seats = rules.n_seats();
        let trick = open.trick();
        let at_stake = trick.led().filter(|&led| !open.given_up(seat).has(led));
        let free = (rules.cells() - open.covered()).bits();

        let tokens = open.tokens(seat);
        let n_left = (rules.n_tricks() - 1).saturating_sub(tokens.len() as u8);
        let n_tricks_left = f32::from(n_left);
        let (group, beside_group) = largest_groups(open, tokens);

        // Who can still name which colour.
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
            // Five cards of each value, four cells: whatever covers a cell is not out there either.
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
            // Too many tricks: no bonus. The table ends where it makes no difference any more.
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
    fn like_to_play(&self, open: &Open, cell: Cell) -> f32 {
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

    /// The chance that nobody who is yet to play beats this.
    #[inline]
    fn chance_to_win(&self, cell: Cell) -> f32 {
        let colour = cell.colour();
        let number = cell.value().number();
        let above = self.above[usize::from(number - 1)].of(colour);
        let danger = self.higher[colour.index()] * above + self.trumps[colour.index()];
        let wins_now = f32::from(u8::from(number > self.beaten[colour.index()]));
        // Roughly e to the minus danger, as if each of them decided for itself.
        wins_now / (1.0 + danger + 0.5 * danger * danger)
    }

    /// The chance of a paradox in this round after playing a value, following the colour led or not.
    #[inline]
    fn risk_of_paradox(&self, value: usize, way: usize) -> f32 {
        let then = self.outlook[way].less(self.outlook_less[value][way]);
        // One card is never played, but already the first that is stuck is a risk: another may follow.
        let n_stuck = self.n_tricks_left + 1.0 - then.n_playable();
        let spare = (then.n_cells() + MISSING_CELLS).saturating_sub(self.n_tricks);
        let few = FEW_CELLS[spare.min(FEW_CELLS.len() - 1)];
        (STUCK * n_stuck + STUCK_SQUARED * n_stuck * n_stuck).min(1.0) + few
    }
}

/// BOX-30: for each colour the highest number that does not win the trick as it lies.
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
/// That a token can join two groups is left out: it made no difference.
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

#[cfg(test)]
mod tests {
    use rules::catbox::{Action, Chance, Rules, State};
    use rules::{Game, Rules as _, Seat, Turn};

    use super::n_playable;
    use crate::Craft;

    /// A game after these steps, in notation: `0 bid 2` and the like.
    fn game(rules: &str, steps: &[&str]) -> State {
        let mut game = State::new(rules.parse().unwrap());
        for step in steps {
            if let Some(seat) = Seat::read(step.as_bytes()[0]) {
                let action: Action = step[2..].parse().unwrap();
                assert_eq!(game.check(seat, action), Ok(()), "{step}");
                game.act(seat, action);
            } else {
                let chance: Chance = step.parse().unwrap();
                assert_eq!(game.check_chance(&chance), Ok(()), "{step}");
                game.chance(&chance);
            }
        }
        game
    }

    fn turn(game: &State) -> Seat {
        match game.turn() {
            Turn::Decide(seats) => seats.first().unwrap(),
            Turn::Chance | Turn::Over => panic!("nobody is on turn"),
        }
    }

    fn action(text: &str) -> Action {
        text.parse().unwrap()
    }

    fn like(game: &State, action: &str) -> f32 {
        let seat = turn(game);
        let action = self::action(action);
        assert_eq!(game.check(seat, action), Ok(()), "{action}");
        State::judge(game.open(), seat, &game.own(seat))(action)
    }

    /// What whoever is on turn likes best.
    fn best(game: &State) -> Action {
        let seat = turn(game);
        let own = game.own(seat);
        let judge = State::judge(game.open(), seat, &own);
        let actions = game.actions(seat);
        let best = actions.iter().max_by(|&a, &b| judge(a).total_cmp(&judge(b)));
        best.unwrap()
    }

    const DEAL: &str = "deal 0:1122345677 1:1123445568 2:1223345677 3:3456678888";

    /// Four players up to the first lead, which is seat 0's; seat 3 has bid so many.
    fn dealt(bid: &'static str) -> Vec<&'static str> {
        let aside = ["0 discard 1", "1 discard 1", "2 discard 1", "3 discard 8"];
        let bids = ["0 bid 2", "1 bid 2", "2 bid 2", bid];
        [&["start 0", DEAL], &aside[..], &bids[..]].concat()
    }

    #[test]
    fn sets_aside_one_of_those_most_alike() {
        let deal = "deal 0:1233334567 1:1111222234 2:4445555666 3:6777788888";
        assert_eq!(best(&game("catbox@1 players=4", &["start 0", deal])), action("discard 3"));
    }

    #[test]
    fn bids_more_with_higher_cards() {
        let deal = "deal 0:6667777888 1:1111122223 2:2333344556 3:4445556788";
        let aside = ["0 discard 6", "1 discard 1", "2 discard 3", "3 discard 4"];
        let mut steps = [&["start 0", deal], &aside[..]].concat();
        assert_eq!(best(&game("catbox@1 players=4", &steps)), action("bid 3"));
        steps.push("0 bid 3");
        assert_eq!(best(&game("catbox@1 players=4", &steps)), action("bid 1"));
    }

    #[test]
    fn follows_rather_than_gives_up_a_colour() {
        let steps = [&dealt("3 bid 2")[..], &["0 play 5b"]].concat();
        let game = game("catbox@1 players=4", &steps);
        // Neither wins, but only one of them keeps blue.
        assert!(like(&game, "play 4b") > like(&game, "play 4g"));
    }

    #[test]
    fn a_trump_that_cannot_win_is_wasted() {
        let steps = [&dealt("3 bid 2")[..], &["0 play 5b", "1 play 8r"]].concat();
        let game = game("catbox@1 players=4", &steps);
        assert!(like(&game, "play 7b") > like(&game, "play 7r"));
    }

    #[test]
    fn wins_when_last_and_short_of_the_bid() {
        let steps = [&dealt("3 bid 2")[..], &["0 play 5b", "1 play 4b", "2 play 3b"]].concat();
        let game = game("catbox@1 players=4", &steps);
        // It takes the trick, and not by a trump, which would give blue up.
        let best = best(&game);
        assert!(["play 6b", "play 7b", "play 8b"].map(action).contains(&best), "{best}");
        assert!(like(&game, "play 8b") > like(&game, "play 8r"));
    }

    #[test]
    fn a_met_bid_speaks_against_winning() {
        let first = ["0 play 5b", "1 play 4b", "2 play 3b", "3 play 8b"];
        let second = ["3 play 3g", "0 play 6g", "1 play 5g", "2 play 4g"];
        let third = ["0 play 7y", "1 play 2y", "2 play 3y"];
        let gain_by_winning = |bid: &'static str| {
            let steps = [&dealt(bid)[..], &first, &second, &third].concat();
            let game = game("catbox@1 players=4", &steps);
            like(&game, "play 8y") - like(&game, "play 5y")
        };
        // Seat 3 has won one trick.
        assert!(gain_by_winning("3 bid 2") > 1.0);
        assert!(gain_by_winning("3 bid 1") < gain_by_winning("3 bid 2") - 1.0);
    }

    #[test]
    fn names_the_colour_that_grows_the_group() {
        let trick = ["0 play 5b", "1 play 4b", "2 play 3b", "3 play 8b"];
        let game = game("catbox@1 players=4", &[&dealt("3 bid 2")[..], &trick].concat());
        // Nobody can beat an 8 but by a trump; yellow lies beside blue, green does not.
        assert!(like(&game, "play 8y") > like(&game, "play 8g"));
    }

    #[test]
    fn only_cards_out_there_can_take_my_cells() {
        let is = |found: f32, wanted: f32| (found - wanted).abs() < 1e-6;
        assert!(is(n_playable(0, 2, 2), 2.0));
        assert!(is(n_playable(0, 3, 2), 2.0));
        assert!(is(n_playable(5, 3, 0), 0.0));
        assert!(n_playable(3, 2, 2) < n_playable(1, 2, 2));
        assert!(n_playable(3, 2, 2) < n_playable(3, 2, 3));
    }

    #[test]
    fn drift_shrinks_to_next_to_nothing() {
        let mut dice = crate::dice(1);
        let mut game = State::new(Rules::every()[1]);
        let mut drift = State::drift(game.open());
        while let Some(step) = game.random_step(&mut dice) {
            game.apply(&step);
            let now = State::drift(game.open());
            assert!(now <= drift && now > 0.0);
            drift = now;
        }
        assert!(drift < 1.0);
    }

    /// One seat with these rules of thumb against random players, in every variant.
    #[test]
    fn beats_players_without_sense() {
        let mut dice = crate::dice(1);
        for rules in Rules::every() {
            let mut lead = 0;
            for _ in 0..20 {
                let mut game = State::new(rules);
                while let Some(mut step) = game.random_step(&mut dice) {
                    if game.turn().asks(Seat::new(0)) {
                        step = rules::Step::Act(Seat::new(0), best(&game));
                    }
                    game.apply(&step);
                }
                let scores = game.standing();
                let others: i32 = scores.scores()[1..].iter().sum();
                lead += scores.scores()[0] * i32::from(rules.n_seats() - 1) - others;
            }
            assert!(lead > 0, "{rules}: {lead}");
        }
    }
}
