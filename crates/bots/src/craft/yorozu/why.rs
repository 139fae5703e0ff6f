//! Reasons in terms of Yorozu.

use rules::yorozu::{Action, Card, Cards, Multiplier, Open, Own, Phase, Rules, Season};
use rules::{Fact, Facts, Open as _, Rules as _, Say, Seat, codes};

use super::Round;

/// Why one would choose a card, a token or anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Why {
    /// A new deal would take away `n_crows` crows.
    NewDeal { n_crows: u8 },
    /// Keeps a hand with `n_crows` crows, although a new deal is allowed.
    KeepsCrows { n_crows: u8 },
    /// Keeps the hand, because it has too few crows for a new deal.
    KeepsHand { n_crows: u8 },
    /// The highest card, more likely than not if `likely`: takes the higher card face up.
    Highest { likely: bool, takes: Prize },
    /// The lowest card: takes the lower card face up.
    Lowest { likely: bool, takes: Prize },
    /// Neither: keeps itself.
    Middle { likely: bool, keeps: Prize },
    /// A Yorozu, which takes this unless a crow comes.
    Yorozu { takes: Prize },
    /// A crow, where the dummy shows a Yorozu to swap with.
    CrowToYorozu { yorozu: Card },
    /// Takes this, a third booze, which halves the fish.
    ThirdBooze { likely: bool, takes: Prize },
    /// Does not take this, which would be a third booze.
    AvoidsBooze { likely: bool, booze: Card, takes: Prize },
    /// With this Yorozu the crow takes this.
    Swaps { yorozu: Card, takes: Prize },
    /// The one who decides chooses a multiplier card last.
    ChoosesLast { start: Seat },
    /// The one who decides chooses a multiplier card in this place, from 1.
    Chooses { start: Seat, place: u8 },
    /// The season whose fish count most by a multiplier card, and the one whose fish count least.
    Multiplies { most: Weighed, least: Weighed },
    /// A fish of this season counts `n_tokens` in this feast, and `fish` are in hand.
    Token { season: Season, n_tokens: u8, fish: u8 },
    /// The next feast begins with `n_tokens` tokens of this season.
    TokenAhead { season: Season, n_tokens: u8 },
}

/// A taken card and its icons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prize {
    /// The card.
    pub card: Card,
    /// Its fish.
    pub fish: u8,
    /// Whether it shows booze.
    pub booze: bool,
}

/// A season by a multiplier card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weighed {
    /// The season.
    pub season: Season,
    /// The points of its fish.
    pub times: i8,
    /// The fish of it in hand.
    pub fish: u8,
}

impl Prize {
    fn new(rules: &Rules, card: Card) -> Prize {
        Prize { card, fish: rules.fish(card), booze: rules.booze_cards().has(card) }
    }

    /// The card, and its most important icon.
    fn facts(self) -> Facts {
        let shows = match self {
            Prize { card, .. } if card.is_crow() => "crow",
            Prize { booze: true, .. } => "booze",
            Prize { fish: 0, .. } => "nothing",
            Prize { .. } => "fish",
        };
        let shows = [("shows", Fact::from(shows.to_owned())), ("fish", self.fish.into())];
        card_facts(self.card).into_iter().chain(shows).collect()
    }
}

fn card_facts(card: Card) -> Facts {
    let name = card.season().map_or("season-yorozu", Season::name);
    vec![("season", Fact::Name(name)), ("value", card.value().into())]
}

impl Say for Why {
    codes! {
        Why::NewDeal { .. } => "new-deal",
        Why::KeepsCrows { .. } => "keeps-crows",
        Why::KeepsHand { .. } => "keeps-hand",
        Why::Highest { .. } => "highest",
        Why::Lowest { .. } => "lowest",
        Why::Middle { .. } => "middle",
        Why::Yorozu { .. } => "yorozu",
        Why::CrowToYorozu { .. } => "crow-to-yorozu",
        Why::ThirdBooze { .. } => "third-booze",
        Why::AvoidsBooze { .. } => "avoids-booze",
        Why::Swaps { .. } => "swaps",
        Why::ChoosesLast { .. } => "chooses-last",
        Why::Chooses { .. } => "chooses",
        Why::Multiplies { .. } => "multiplies",
        Why::Token { .. } => "token",
        Why::TokenAhead { .. } => "token-ahead",
    }

    fn facts(&self) -> Facts {
        let named = |season: Season| ("season", Fact::Name(season.name()));
        let likely = |likely: bool| ("likely", u8::from(likely).into());
        match *self {
            Why::NewDeal { n_crows } | Why::KeepsCrows { n_crows } | Why::KeepsHand { n_crows } => {
                vec![("n", n_crows.into())]
            }
            Why::Highest { likely: is, takes: prize }
            | Why::Lowest { likely: is, takes: prize }
            | Why::Middle { likely: is, keeps: prize }
            | Why::ThirdBooze { likely: is, takes: prize } => {
                [prize.facts(), vec![likely(is)]].concat()
            }
            Why::Yorozu { takes } => takes.facts(),
            Why::CrowToYorozu { yorozu } => vec![("yorozu", yorozu.value().into())],
            Why::AvoidsBooze { likely: is, booze, takes } => {
                let name = booze.season().map_or("season-yorozu", Season::name);
                let booze = vec![("booze", Fact::Name(name)), ("number", booze.value().into())];
                [takes.facts(), vec![likely(is)], booze].concat()
            }
            Why::Swaps { yorozu, takes } => {
                [takes.facts(), vec![("yorozu", yorozu.value().into())]].concat()
            }
            Why::ChoosesLast { start } => vec![("seat", start.into())],
            Why::Chooses { start, place } => vec![("seat", start.into()), ("place", place.into())],
            Why::Multiplies { most, least } => vec![
                named(most.season),
                ("times", most.times.into()),
                ("fish", most.fish.into()),
                ("other", Fact::Name(least.season.name())),
                ("less", least.times.into()),
                ("rest", least.fish.into()),
            ],
            Why::Token { season, n_tokens, fish } => {
                vec![named(season), ("n", n_tokens.into()), ("fish", fish.into())]
            }
            Why::TokenAhead { season, n_tokens } => vec![named(season), ("n", n_tokens.into())],
        }
    }
}

pub(super) fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
    let rules = open.rules();
    match action {
        Action::Redeal(wish) => {
            let n_crows = (own.hand & Cards::CROWS).len() as u8;
            let could = open.actions(seat, own).iter().any(|other| other == Action::Redeal(true));
            match (wish, could) {
                (true, _) => Why::NewDeal { n_crows },
                (false, true) => Why::KeepsCrows { n_crows },
                (false, false) => Why::KeepsHand { n_crows },
            }
        }
        Action::Play(card) => why_play(open, seat, own, card),
        Action::Swap(yorozu) => {
            Why::Swaps { yorozu, takes: Prize::new(rules, taken_by(open, yorozu)) }
        }
        Action::First(start) => {
            let n_seats = rules.n_seats();
            let mut places = (1..=n_seats).zip((0..n_seats).map(|n| start.clockwise(n, n_seats)));
            let place = places.find(|&(_, other)| other == seat).map_or(n_seats, |(n, _)| n);
            if place == n_seats {
                Why::ChoosesLast { start }
            } else {
                Why::Chooses { start, place }
            }
        }
        Action::Use(card) => why_use(rules, own, card),
        Action::Token(season) => {
            let n_tokens = open.tokens(seat)[season as usize] + 1;
            // After a feast the hand is gone, and the next one is not dealt yet.
            if open.phase() == Phase::Bonus {
                Why::TokenAhead { season, n_tokens }
            } else {
                Why::Token { season, n_tokens, fish: fish_in_hand(rules, own, season) }
            }
        }
    }
}

/// The card face up that a Yorozu takes (YOR-26).
fn taken_by(open: &Open, yorozu: Card) -> Card {
    let [low, high] = open.up().unwrap_or([yorozu; 2]);
    if yorozu == Card::YOROZU_13 { high } else { low }
}

fn fish_in_hand(rules: &Rules, own: &Own, season: Season) -> u8 {
    (own.hand & season.cards()).iter().map(|card| rules.fish(card)).sum()
}

fn why_use(rules: &Rules, own: &Own, card: Multiplier) -> Why {
    let weighed = Season::ALL.map(|season| Weighed {
        season,
        times: rules.multiplier(card, season) as i8,
        fish: fish_in_hand(rules, own, season),
    });
    // Of seasons that count alike, the one with more fish matters more.
    let most = weighed.into_iter().max_by_key(|season| (season.times, season.fish));
    let least = weighed.into_iter().max_by_key(|season| (-season.times, season.fish));
    let [first, ..] = weighed;
    Why::Multiplies { most: most.unwrap_or(first), least: least.unwrap_or(first) }
}

/// The rank of a card in the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rank {
    Yorozu,
    Highest,
    Lowest,
    Middle,
}

fn why_play(open: &Open, seat: Seat, own: &Own, card: Card) -> Why {
    let rules = open.rules();
    let [low, high] = open.up().unwrap_or([card; 2]);
    if let Some(yorozu) = open.dummy_up().filter(|dummy| dummy.is_yorozu())
        && card.is_crow()
    {
        return Why::CrowToYorozu { yorozu };
    }
    let (rank, chance, takes) = if card.is_yorozu() {
        (Rank::Yorozu, 1.0, taken_by(open, card))
    } else {
        let [lowest, highest] = Round::new(open, seat, own).odds(card);
        let middle = 1.0 - lowest - highest;
        if highest >= lowest && highest >= middle {
            (Rank::Highest, highest, high)
        } else if lowest >= middle {
            (Rank::Lowest, lowest, low)
        } else {
            (Rank::Middle, middle, card)
        }
    };
    let likely = chance >= 0.5;
    let takes = Prize::new(rules, takes);
    if open.booze(seat) == 2 {
        if takes.booze {
            return Why::ThirdBooze { likely, takes };
        }
        if let Some(booze) = [high, low].into_iter().find(|&card| rules.booze_cards().has(card)) {
            return Why::AvoidsBooze { likely, booze, takes };
        }
    }
    match rank {
        Rank::Yorozu => Why::Yorozu { takes },
        Rank::Highest => Why::Highest { likely, takes },
        Rank::Lowest => Why::Lowest { likely, takes },
        Rank::Middle => Why::Middle { likely, keeps: takes },
    }
}
