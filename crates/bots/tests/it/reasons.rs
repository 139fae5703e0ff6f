//! Reasons are true: every decision of random games of every variant, every action, done on a copy and looked at.

use bots::{Craft, dice};
use rules::{Game as _, Open as _, Rules as _, Seat, Turn, catbox, catsle, meow, yorozu};

const N_GAMES: u64 = 3;

/// Something that was done, and why it should have been.
struct Done<'a, G: Craft> {
    before: &'a G,
    seat: Seat,
    own: G::Own,
    action: G::Action,
    after: &'a G,
    /// The game after later decisions of others, while `goes_on` is true.
    later: &'a G,
}

fn every_reason<G: Craft>(
    goes_on: impl Fn(&G) -> bool,
    mut check: impl FnMut(&Done<'_, G>, G::Why),
) {
    for rules in <G::Rules as rules::Rules>::every() {
        for seed in 0..N_GAMES {
            let mut dice = dice(seed);
            let mut game = G::new(rules);
            while let Some(step) = game.random_step(&mut dice) {
                let Turn::Decide(seats) = game.turn() else {
                    game.apply(&step);
                    continue;
                };
                for seat in seats.iter() {
                    let own = game.own(seat);
                    for action in game.actions(seat).iter() {
                        let mut after = game.clone();
                        after.act(seat, action);
                        let mut later = after.clone();
                        while goes_on(&later) {
                            let step = later.random_step(&mut dice).expect("the game is not over");
                            later.apply(&step);
                        }
                        let why = G::why(game.open(), seat, &own, action);
                        let (before, after, later) = (&game, &after, &later);
                        check(&Done { before, seat, own, action, after, later }, why);
                    }
                }
                game.apply(&step);
            }
        }
    }
}

#[test]
fn reasons_of_catsle_are_true() {
    use bots::why::Catsle as Why;
    use catsle::{Action, Phase, State};
    // Until all seats have played to the trick.
    let playing =
        |game: &State| game.open().phase() == Phase::Play && game.open().trick().first().is_some();
    every_reason::<State>(playing, |done, why| {
        let Done { before, seat, own, action, after, later } = *done;
        let rules = before.rules();
        let first_takes = |game: &State| game.turn().asks(seat);
        let sum = |game: &State| game.open().score(seat).sum;
        let cost = |action| {
            let mut then = *before;
            then.act(seat, action);
            sum(before) - sum(&then)
        };
        let count = || match action {
            Action::Take(_, place) => after.open().board(seat).counts()[place.index()],
            Action::Play(_) => panic!("{why:?} is no reason to play"),
        };
        let limit_here = || match action {
            Action::Take(_, place) => rules.limits().get(place.index()).copied(),
            Action::Play(_) => None,
        };
        let rank_at_end = || {
            let ranking = later.open().trick().ranking(rules.n_seats());
            ranking.iter().position(|&other| other == seat).unwrap() as u8 + 1
        };
        let n_takes =
            |rank: u8| rules.takes().iter().map(|&taker| u8::from(taker + 1 == rank)).sum();
        let takes = |rank: u8, later: u8, wanted: u8| {
            let n_takes: u8 = n_takes(rank);
            assert_eq!(n_takes.min(2), wanted);
            assert!(later > 0 || rank_at_end() == rank);
        };
        match why {
            Why::First { later: 0 } => assert!(first_takes(later)),
            Why::FirstFor { later: 0, card, limit } => {
                assert!(first_takes(later));
                let makes_perfect = |take| {
                    let mut then = *later;
                    then.act(seat, take);
                    let Action::Take(taken, place) = take else { return false };
                    let is_column = rules.limits().get(place.index()) == Some(&limit);
                    let counts = then.open().board(seat).counts();
                    taken == card && is_column && counts[place.index()] == limit
                };
                assert!(later.actions(seat).iter().any(makes_perfect));
            }
            Why::First { .. } | Why::FirstFor { .. } => assert_ne!(before, later),
            Why::Two { rank, later } => takes(rank, later, 2),
            Why::One { rank, later } => takes(rank, later, 1),
            Why::Ducks { rank, later } | Why::Nothing { rank, later } => takes(rank, later, 0),
            Why::Leads { suit, higher } => {
                let Action::Play(card) = action else { panic!("{why:?} is no reason to take") };
                let others = Seat::all(rules.n_seats()).filter(|&other| other != seat);
                let held = others.flat_map(|other| before.own(other).hand.iter());
                let n_held = held.filter(|o| o.suit() == suit && o.rank() > card.rank()).count();
                assert!(card.suit() == suit && n_held <= usize::from(higher));
            }
            Why::Perfect { limit, perfect } => {
                assert_eq!((limit_here(), count()), (Some(limit), limit));
                assert_eq!(after.open().score(seat).perfect, perfect);
            }
            Why::Starts { suit, limit, to_come } => {
                let held = (own.hand & suit.cards()).len();
                assert!(count() == 1 && limit_here() == Some(limit));
                assert!((held..12).contains(&usize::from(to_come)));
            }
            Why::Fills { limit, count: n } => {
                assert!(count() == n && n < limit && limit_here() == Some(limit));
            }
            Why::LeastLoss { points } => {
                assert_eq!(cost(action), i32::from(points));
                let all = before.actions(seat);
                assert!(points > 0 && all.iter().all(|other| cost(other) >= cost(action)));
            }
            Why::Breaks { limit, count: n } | Why::Overflows { limit, count: n } => {
                assert!(count() == n && n > limit && limit_here() == Some(limit));
                assert_eq!(matches!(why, Why::Breaks { .. }), n == limit + 1);
            }
            Why::Scraps { count: n } => {
                assert_eq!((after.open().score(seat).scrap, count()), (n, n));
            }
        }
    });
}

#[test]
fn reasons_of_meow_are_true() {
    use bots::why::Meow as Why;
    use meow::{Action, State, Token};
    // Until all seats have played to the trick.
    let playing = |game: &State| {
        game.open().phase() == meow::Phase::Play && game.open().trick().first().is_some()
    };
    every_reason::<State>(playing, |done, why| {
        let Done { before, seat, own: _, action, after, later } = *done;
        let n_seats = before.rules().n_seats();
        let points = |game: &State| game.standing().scores[seat];
        let gained = points(later) - points(before);
        let last_won = || later.open().won(seat).last().map(|(_, token)| token);
        let n_won = |game: &State| game.open().won(seat).count();
        let takes = |token: Token, sure: bool| {
            assert!(!sure || n_won(later) == n_won(before) + 1 && last_won() == Some(token));
        };
        let is_ahead = |winner: Seat| {
            let Action::Play(card) = action else { panic!("{why:?} is no reason to discard") };
            let mut trick = *before.open().trick();
            trick.play(card);
            assert!(trick.winner(n_seats) == Some(winner) && winner != seat);
        };
        match why {
            Why::Wins { token, later } => {
                takes(token, later == 0);
                if let (Token::Bowl(worth), 0) = (token, later) {
                    assert_eq!(gained, i32::from(worth));
                }
            }
            Why::WinsFish { worth, later } => {
                takes(Token::Fish, later == 0);
                assert!(later > 0 || gained == i32::from(worth));
            }
            Why::Takes { token, later } | Why::MustTake { token, later } => {
                takes(token, later == 0);
                assert!(later > 0 || gained <= 0);
            }
            Why::LeadsFor { colour, n_beating, .. } | Why::LeadsAway { colour, n_beating, .. } => {
                let Action::Play(card) = action else { panic!("{why:?} is no reason to discard") };
                let others = Seat::all(n_seats).filter(|&other| other != seat);
                let held = others.flat_map(|other| before.own(other).hand.iter());
                let beating = held.filter(|other| {
                    let mut trick = *after.open().trick();
                    trick.play(*other);
                    other.colour() == colour && trick.winning_card() == Some(*other)
                });
                assert!(card.colour() == colour && beating.count() <= usize::from(n_beating));
            }
            Why::Saves { winner, .. } | Why::Lets { winner, .. } => {
                is_ahead(winner);
                let could = |action| {
                    let Action::Play(card) = action else { return false };
                    let mut trick = *before.open().trick();
                    trick.play(card);
                    trick.winner(n_seats) == Some(seat)
                };
                assert!(before.actions(seat).iter().any(could));
            }
            Why::CannotWin { winner, .. } => is_ahead(winner),
            Why::Ducks { winner, later, .. } | Why::DucksHigh { winner, later, .. } => {
                is_ahead(winner);
                assert!(later > 0 || gained == 0);
            }
            Why::DucksTwin { winner, later, points } => {
                is_ahead(winner);
                assert!(points == 20 && (later > 0 || gained == 0));
            }
            Why::Harmless => assert_eq!(gained, 0),
            Why::DropsWorst { worth } => assert_eq!(action, Action::Drop(worth)),
            Why::Drops { worth, worst } => {
                assert!(action == Action::Drop(worth) && worst > worth);
                let kept =
                    before.open().won(seat).any(|(_, token)| token == Token::Fishbone(worst));
                assert!(kept);
            }
        }
    });
}

#[test]
fn reasons_of_cat_in_the_box_are_true() {
    use bots::why::Catbox as Why;
    use catbox::{Action, State};
    every_reason::<State>(
        |_| false,
        |done, why| {
            let Done { before, seat, own, action, after, .. } = *done;
            let rules = before.rules();
            let group = |game: &State| rules.largest_group(game.open().tokens(seat));
            let won = |game: &State, seat: Seat| game.open().won(seat);
            let wins = |seat: Seat, later: u8| {
                assert_eq!(won(after, seat), won(before, seat) + u8::from(later == 0));
            };
            let earns = |game: &State| rules.earns_bonus(game.open().bid(seat), won(game, seat));
            let has_given_up = |game: &State, colour| game.open().given_up(seat).has(colour);
            match (why, action) {
                (Why::Alike { value, n_alike }, Action::Discard(gone)) => {
                    assert!(value == gone && own.hand.count(value) == n_alike && n_alike > 1);
                }
                (Why::Lowest { value }, Action::Discard(gone)) => {
                    assert!(value == gone && own.hand.iter().all(|other| other >= value));
                }
                (Why::Highest { value }, Action::Discard(gone)) => {
                    assert!(value == gone && own.hand.iter().all(|other| other <= value));
                }
                (Why::Only { value }, Action::Discard(gone)) => {
                    assert!(value == gone && own.hand.count(value) == 1);
                }
                (Why::Fits { about }, Action::Bid(bid)) => assert!(about.abs_diff(bid) <= 2),
                (Why::BidsMore { about }, Action::Bid(bid)) => assert!(about < bid),
                (Why::BidsLess { about }, Action::Bid(bid)) => assert!(about > bid),
                (Why::Strands { n_cards }, Action::Play(_)) => assert!(n_cards > 1),
                (Why::LeadsHigh { colour }, Action::Play(cell)) => {
                    let above = |other: &catbox::Cell| {
                        other.colour() == colour && other.value() > cell.value()
                    };
                    let open = rules.cells() - before.open().covered();
                    assert!(cell.colour() == colour && !open.iter().any(|other| above(&other)));
                }
                (Why::Leads { colour, n_higher }, Action::Play(cell)) => {
                    let open = rules.cells() - before.open().covered();
                    let above = open.iter().filter(|other| other.value() > cell.value());
                    let n_above = above.filter(|other| other.colour() == colour).count();
                    assert!(cell.colour() == colour && n_above == usize::from(n_higher));
                }
                (Why::Trumps { colour, later }, Action::Play(_)) => {
                    wins(seat, later);
                    assert!(has_given_up(after, colour) && !has_given_up(before, colour));
                }
                (Why::Meets { later, group: size }, Action::Play(_)) => {
                    wins(seat, later);
                    assert!(later > 0 || earns(after));
                    assert_eq!(group(after), size);
                }
                (Why::Towards { later, more }, Action::Play(_)) => {
                    wins(seat, later);
                    let bid = before.open().bid(seat).unwrap();
                    assert_eq!(won(before, seat) + 1 + more, bid);
                }
                (Why::Wins { later, more }, Action::Play(_)) => {
                    wins(seat, later);
                    assert!(rules.earns_bonus(None, won(before, seat) + 1 + more));
                }
                (Why::TooMany { later }, Action::Play(_)) => {
                    wins(seat, later);
                    assert!(earns(before) && (later > 0 || !earns(after)));
                }
                (Why::Point { later }, Action::Play(_)) => {
                    wins(seat, later);
                    assert!(!earns(before) && !earns(after));
                }
                (Why::GivesUp { colour, .. }, Action::Play(_)) => {
                    assert!(has_given_up(after, colour) && !has_given_up(before, colour));
                }
                (Why::Stays { winner, later }, Action::Play(_)) => {
                    wins(winner, later);
                    assert!(winner != seat && earns(before) && earns(after));
                }
                (Why::Grows { group: size }, Action::Play(_)) => {
                    assert!(group(after) == size && group(before) < size && size > 1);
                }
                (Why::Keeps { colour }, Action::Play(_)) => assert!(!has_given_up(after, colour)),
                (Why::NothingLost { colour }, Action::Play(_)) => {
                    assert!(has_given_up(before, colour));
                    assert_eq!(before.open().given_up(seat), after.open().given_up(seat));
                }
                (why, action) => panic!("{why:?} is no reason to {action}"),
            }
        },
    );
}

#[test]
fn reasons_of_yorozu_are_true() {
    use bots::why::Yorozu as Why;
    use yorozu::{Action, Cards, Phase, State};
    // Until the round is revealed, without crows that want to choose.
    let choosing =
        |game: &State| game.open().phase() == Phase::Play && !game.open().chosen().is_empty();
    every_reason::<State>(choosing, |done, why| {
        let Done { before, seat, own, action, after, later } = *done;
        let rules = before.rules();
        let n_crows = (own.hand & Cards::CROWS).len();
        let fish = |season: yorozu::Season| -> u8 {
            (own.hand & season.cards()).iter().map(|card| rules.fish(card)).sum()
        };
        let booze = |card| rules.booze_cards().has(card);
        let prize = |prize: bots::why::Prize| {
            assert_eq!((prize.fish, prize.booze), (rules.fish(prize.card), booze(prize.card)));
            prize.card
        };
        let [low, high] = before.open().up().unwrap_or([yorozu::Card::YOROZU_0; 2]);
        match (why, action) {
            (Why::NewDeal { n_crows: n }, Action::Redeal(true))
            | (Why::KeepsCrows { n_crows: n }, Action::Redeal(false)) => {
                assert!(n_crows == usize::from(n) && n >= 3);
            }
            (Why::KeepsHand { n_crows: n }, Action::Redeal(false)) => {
                assert!(n_crows == usize::from(n) && n < 3);
            }
            (Why::Highest { takes, .. }, Action::Play(_)) => assert_eq!(prize(takes), high),
            (Why::Lowest { takes, .. }, Action::Play(_)) => assert_eq!(prize(takes), low),
            (Why::Middle { keeps, .. }, Action::Play(card)) => assert_eq!(prize(keeps), card),
            (Why::Yorozu { takes }, Action::Play(card)) => {
                assert!(card.is_yorozu() && [low, high].contains(&prize(takes)));
                let revealed = later.open().plays().last().filter(|_| before != later);
                let crow = revealed.is_none_or(|round| round.0.iter().any(|card| card.is_crow()));
                assert!(crow || later.open().taken(seat).last() == Some(takes.card));
            }
            (Why::CrowToYorozu { yorozu }, Action::Play(card)) => {
                assert!(card.is_crow() && before.open().dummy_up() == Some(yorozu));
            }
            (Why::ThirdBooze { takes, .. }, Action::Play(_)) => {
                assert!(before.open().booze(seat) == 2 && booze(prize(takes)));
            }
            (Why::AvoidsBooze { booze: left, takes, .. }, Action::Play(_)) => {
                assert!(before.open().booze(seat) == 2 && !booze(prize(takes)));
                assert!([low, high].contains(&left) && booze(left));
            }
            (Why::Swaps { yorozu, takes }, Action::Swap(card)) => {
                assert_eq!(yorozu, card);
                assert_eq!(after.open().taken(seat).last(), Some(prize(takes)));
            }
            (Why::ChoosesLast { start }, Action::First(named)) => {
                assert!(start == named && start == seat.left(rules.n_seats()));
            }
            (Why::Chooses { start, place }, Action::First(named)) => {
                assert_eq!(start, named);
                assert_eq!(start.clockwise(place - 1, rules.n_seats()), seat);
            }
            (Why::Multiplies { most, least }, Action::Use(card)) => {
                for season in [most, least] {
                    let times = rules.multiplier(card, season.season);
                    assert_eq!((times, fish(season.season)), (season.times.into(), season.fish));
                }
                let all = yorozu::Season::ALL.map(|season| rules.multiplier(card, season) as i8);
                assert!(all.iter().all(|times| (least.times..=most.times).contains(times)));
            }
            (Why::Token { season, n_tokens, fish: n }, Action::Token(taken)) => {
                assert!(season == taken && fish(season) == n);
                assert_eq!(after.open().tokens(seat)[season as usize], n_tokens);
            }
            (Why::TokenAhead { season, n_tokens }, Action::Token(taken)) => {
                assert_eq!(season, taken);
                assert_eq!(after.open().tokens(seat)[season as usize], n_tokens);
            }
            (why, action) => panic!("{why:?} is no reason to {action}"),
        }
    });
}
