//! Score sheets, counted again by hand from what lies open, in random games of every rules set.
//!
//! That the rows add up to the standing is a law (`Law::Sheet`). Here each term is what its rule says.

use std::collections::BTreeSet;

use rules::catbox::{Cell, Colour, Illegal};
use rules::meow::Token;
use rules::yorozu::{Card, RulesLevel, Season};
use rules::{Game, Open, Rules, Seat, Seats, Sheet, SheetRow, catbox, catsle, meow, yorozu};

/// Plays random games of every rules set, and passes each table before and after a step that left a score sheet.
/// Returns the codes of all terms and notes.
fn each_sheet<G: Game>(
    n_games: u64,
    mut check: impl FnMut(&G, &G, &Sheet),
) -> BTreeSet<&'static str> {
    let mut codes = BTreeSet::new();
    for rules in G::Rules::every() {
        for seed in 0..n_games {
            let mut dice = crate::dice(seed);
            let mut game = G::new(rules);
            while let Some(step) = game.random_step(&mut dice) {
                let before = game.clone();
                game.apply(&step);
                if let Some(sheet) = game.open().sheet() {
                    check(&before, &game, &sheet);
                    codes.extend(sheet.rows.iter().flat_map(|row| &row.terms).map(|t| t.code));
                    codes.extend(sheet.notes.iter().map(|note| note.code));
                }
            }
        }
    }
    codes
}

/// The points of the terms in this column.
fn points(row: &SheetRow, column: &str) -> i32 {
    let term = row.terms.iter().find(|term| term.column == column);
    term.unwrap_or_else(|| panic!("no {column} in {row:?}")).points.unwrap()
}

fn codes<const N: usize>(codes: [&'static str; N]) -> BTreeSet<&'static str> {
    codes.into_iter().collect()
}

/// The largest group of cells that touch by their sides, found cell by cell.
fn largest_group(rules: &catbox::Rules, cells: catbox::Cells) -> usize {
    let beside = |one: Cell, other: Cell| {
        let ((row, column), (other_row, other_column)) = (rules.place(one), rules.place(other));
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    };
    let group_of = |start: Cell| {
        let mut group = vec![start];
        while let Some(next) = cells.iter().find(|&cell| {
            !group.contains(&cell) && group.iter().any(|&member| beside(member, cell))
        }) {
            group.push(next);
        }
        group.len()
    };
    cells.iter().map(group_of).max().unwrap_or(0)
}

/// BOX-50: a point a trick. BOX-51: the largest group for an exact bid, or with two players for at most four tricks.
/// BOX-52: the player who caused a paradox loses a point a trick and has no bonus.
#[test]
fn a_sheet_of_catbox_counts_tricks_and_the_largest_group() {
    let found = each_sheet::<catbox::State>(60, |_, game, sheet| {
        let open = game.open();
        for row in &sheet.rows {
            let (seat, won) = (row.seat, i32::from(open.won(row.seat)));
            let stuck = open.paradox().is_some_and(|paradox| paradox.seat == seat);
            let met = open.bid(seat).map_or(won <= 4, |bid| i32::from(bid) == won);
            let group = largest_group(open.rules(), open.tokens(seat));
            let bonus = if met && !stuck { group as i32 } else { 0 };
            assert_eq!(points(row, "tricks"), if stuck { -won } else { won });
            assert_eq!(points(row, "bonus"), bonus);
            let paid = open.paid_group(seat);
            assert_eq!(paid.is_some(), bonus > 0);
            if let Some(paid) = paid {
                assert!(paid.is_within(open.tokens(seat)) && paid.len() == group);
                assert_eq!(largest_group(open.rules(), paid), group, "one group");
            }
        }
    });
    let every = codes([
        "bid-met",
        "bid-missed",
        "bid-paradox",
        "bonus",
        "ended",
        "ended-stuck",
        "ended-stuck-lead",
        "no-bid-met",
        "no-bid-missed",
        "no-bid-paradox",
        "no-bonus",
        "tricks",
        "tricks-lost",
    ]);
    assert_eq!(found, every);
}

/// BOX-40, BOX-41: no card of the shown hand could be named any colour, and the sheet says for each why not.
#[test]
fn a_paradox_is_explained_card_by_card() {
    let mut n_paradoxes = 0;
    each_sheet::<catbox::State>(60, |_, game, _| {
        let open = game.open();
        let cards = open.stuck_cards();
        let Some(paradox) = open.paradox() else { return assert!(cards.is_empty()) };
        n_paradoxes += 1;
        let n_cards: usize = cards.iter().map(|card| usize::from(card.n_cards)).sum();
        assert_eq!(n_cards, paradox.hand.len());
        for card in &cards {
            assert_eq!(card.why.len(), Colour::ALL.len(), "each colour has a reason");
            for (colour, why) in Colour::ALL.into_iter().zip(&card.why) {
                let cell = Cell::new(colour, card.value);
                match *why {
                    Illegal::Covered(covered, Some((seat, _))) => {
                        assert!(covered == cell && open.tokens(seat).has(cell));
                    }
                    Illegal::Covered(covered, None) => {
                        assert!(covered == cell && open.rules().neutral_cells(open.up()).has(cell));
                    }
                    Illegal::GivenUp(given_up, trick) => {
                        assert!(given_up == colour && open.given_up(paradox.seat).has(colour));
                        assert!((1..=open.tricks().len()).contains(&usize::from(trick)));
                    }
                    // BOX-22: red may be led when nothing else is possible.
                    Illegal::RedTooEarly(..)
                    | Illegal::NotInHand(..)
                    | Illegal::NotOffered(..)
                    | Illegal::NoSuchSeat(_)
                    | Illegal::HandSize(_)
                    | Illegal::UpSize { .. }
                    | Illegal::Copies { .. } => panic!("{why:?} is no reason for a paradox"),
                }
            }
        }
    });
    assert!(n_paradoxes > 300, "{n_paradoxes}");
}

/// CAS-30: a point a card up to the limit, a point lost for each card above it. CAS-31: a point lost for each card in the
/// scrap area. CAS-32: perfect columns. CAS-33: a sum below zero counts zero.
#[test]
fn a_sheet_of_catsle_counts_columns_scrap_and_perfect_columns() {
    let mut n_below_zero = 0;
    let found = each_sheet::<catsle::State>(8, |_, game, sheet| {
        let open = game.open();
        for row in &sheet.rows {
            let counts = open.board(row.seat).counts().map(i32::from);
            let (mut sum, mut n_perfect) = (0, 0);
            for (number, limit) in (1..).zip(open.rules().limits().map(i32::from)) {
                let n_cards = counts[number - 1];
                let worth = if n_cards > limit { limit - n_cards } else { n_cards };
                assert_eq!(points(row, &format!("column-{number}")), worth);
                sum += worth;
                n_perfect += usize::from(n_cards == limit);
            }
            if open.rules().has_scrap() {
                assert_eq!(points(row, "scrap"), -counts[4]);
                sum -= counts[4];
            }
            let bonus = [0, 0, 1, 2, 4][n_perfect];
            assert_eq!(points(row, "perfect"), bonus);
            sum += bonus;
            assert_eq!(row.points, sum.max(0));
            n_below_zero += u32::from(sum < 0);
        }
        let below = sheet.rows.iter().any(|row| open.score(row.seat).sum < 0);
        assert_eq!(sheet.columns().any(|column| column == "below-zero"), below);
    });
    assert!(n_below_zero > 0);
    let every = codes([
        "below-zero",
        "column",
        "column-empty",
        "column-over",
        "column-perfect",
        "ended",
        "not-below-zero",
        "perfect",
        "scrap",
    ]);
    assert_eq!(found, every);
}

/// YOR-40: fish, two points a booze, a point lost for each crow; three booze halve the fish and count nothing.
/// YOR-41: fish are multiplied by season, and the sum is halved upwards.
#[test]
fn a_sheet_of_yorozu_counts_fish_booze_and_crows() {
    let found = each_sheet::<yorozu::State>(12, |before, game, sheet| {
        let open = game.open();
        // Only the step that ended the feast still has the tokens that counted (YOR-62).
        let has_tokens = before.rounds() < game.rounds();
        let rules = open.rules();
        for row in &sheet.rows {
            let seat = row.seat;
            let taken: Vec<Card> = open.taken(seat).collect();
            let mut fish = 0;
            for (column, season) in
                ["spring", "summer", "fall", "winter"].into_iter().zip(Season::ALL)
            {
                let of_season = taken.iter().filter(|card| card.season() == Some(season));
                let n_fish: i32 = of_season.map(|&card| i32::from(rules.fish(card))).sum();
                let times = match rules.level {
                    RulesLevel::Basic => 1,
                    RulesLevel::Experienced => rules.multiplier(open.in_use(seat).unwrap(), season),
                    RulesLevel::Advanced if has_tokens => {
                        before.open().tokens(seat)[season as usize].into()
                    }
                    RulesLevel::Advanced => {
                        fish += points(row, column);
                        continue;
                    }
                };
                fish += n_fish * times;
                if rules.level != RulesLevel::Basic {
                    assert_eq!(points(row, column), n_fish * times, "YOR-41");
                }
            }
            if rules.level == RulesLevel::Basic {
                assert_eq!(points(row, "fish"), fish);
            }
            let crows = taken.iter().filter(|card| card.is_crow()).count() as i32;
            assert_eq!(points(row, "crows"), -crows);
            let booze = match open.booze(seat) {
                // Rounding up is towards more points.
                3 => -fish.div_euclid(2),
                n => 2 * i32::from(n),
            };
            assert_eq!(points(row, "booze"), booze, "{rules}: {fish} fish");
        }
    });
    let every = codes([
        "booze",
        "booze-halves",
        "crows",
        "ended",
        "ended-booze",
        "fish",
        "one-more",
        "season",
    ]);
    assert_eq!(found, every);
}

/// YOR-12: a new deal that a player asks for takes the cards away, and the sheet with them.
#[test]
fn a_sheet_of_yorozu_goes_with_its_cards() {
    let mut dice = crate::dice(2);
    let mut game = yorozu::State::new("yorozu@1 players=4".parse().unwrap());
    let mut n_gone = 0;
    while let Some(step) = game.random_step(&mut dice) {
        game.apply(&step);
        let dealing = game.open().phase() == yorozu::Phase::Deal;
        if dealing && game.open().up().is_none() {
            assert!(game.open().sheet().is_none());
            n_gone += u32::from(game.rounds() > 0);
        } else if dealing {
            assert_eq!(game.open().sheet().is_some(), game.rounds() > 0);
        }
        if n_gone > 0 {
            return;
        }
        if game.turn() == rules::Turn::Over {
            game = yorozu::State::new(*game.rules());
        }
    }
    panic!("nobody asks for a new deal");
}

/// MEO-30: each fish takes a fishbone away, the worst ones or those that its owner chose. MEO-31: vases.
/// MEO-32: all tokens won so far count.
#[test]
fn a_sheet_of_meow_counts_all_tokens_so_far() {
    let found = each_sheet::<meow::State>(8, |_, game, sheet| {
        let open = game.open();
        for row in &sheet.rows {
            let seat = row.seat;
            let left: Vec<Token> = open.won(seat).map(|(_, token)| token).collect();
            let mut bones: Vec<i32> = Vec::new();
            let (mut bowls, mut n_vases) = (0, 0);
            for token in &left {
                match *token {
                    Token::Bowl(worth) => bowls += i32::from(worth),
                    Token::Fishbone(worth) => bones.push(worth.into()),
                    Token::Vase => n_vases += 1,
                    Token::Fish => {}
                }
            }
            assert_eq!(points(row, "bowls"), bowls);
            bones.sort_unstable();
            let n_bones = bones.len().saturating_sub(open.fish_left(seat));
            let cost: i32 = bones[..n_bones].iter().sum();
            assert_eq!(points(row, "fishbones") + points(row, "fish"), -cost, "MEO-30");
            assert!(points(row, "fish") >= 0);
            let pairs = match open.rules().vases {
                meow::Vases::Pairs => n_vases / 2,
                meow::Vases::Flat => (n_vases / 2).min(1),
            };
            assert_eq!(points(row, "vases"), -20 * pairs, "MEO-31");
        }
    });
    let every = codes(["bowls", "drop", "ended", "fish", "fishbones", "vases", "vases-cost"]);
    assert_eq!(found, every);
}

/// Those with the highest total lead, and the ranking is by total. BOX-53: of equal totals the winners come first.
#[test]
fn leaders_have_the_highest_total() {
    let mut n_tied = 0;
    each_sheet::<catbox::State>(60, |_, game, sheet| {
        let scores = game.standing().scores;
        let highest = game.standing().scores().iter().copied().max();
        for seat in Seat::all(game.rules().n_seats()) {
            assert_eq!(sheet.leaders().has(seat), Some(scores[seat]) == highest);
        }
        let winners = game.standing().winners.unwrap_or_default();
        let ranked = sheet.ranked(winners);
        assert!(ranked.windows(2).all(|pair| pair[0].total >= pair[1].total));
        assert_eq!(ranked.len(), sheet.rows.len());
        let first = ranked.iter().take(winners.len()).map(|row| row.seat);
        assert_eq!(first.collect::<Seats>(), winners);
        n_tied += u32::from(!winners.is_empty() && winners != sheet.leaders());
    });
    assert!(n_tied > 0, "tie-breaks decide now and then");
}
