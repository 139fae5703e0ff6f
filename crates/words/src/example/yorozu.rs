//! Examples of Yorozu.

use rules::notation::{Reader, Unreadable, Wanted};
use rules::yorozu::{
    Action, Card, Count, MAX_SEATS, Multiplier, N_ROUNDS, Open, Phase, Rules, Season, State,
};
use rules::{Game as _, Open as _, Seat, Step};

use super::{in_notation, join_items, read_cards, unknown};
use crate::Words;
use crate::spoken::yorozu::{multiplier_name, prize};

/// A picture for Yorozu.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Picture {
    /// `up sp3,fa9`: two face-up cards, and the open seasons.
    Up(Box<Open>),
    /// `round 0:su4 1:wi6 2:su8 3:wi12 up:sp3,fa9`: the card of each seat, two face-up cards, and the taken cards.
    Round(Box<ExampleRound>),
    /// `taken sp1 su6` or `taken A1 sp1 su6`: the cards that a player took in a feast, with or without a multiplier card,
    /// and their points.
    Taken { multiplier: Option<Multiplier>, cards: Vec<Card> },
}

/// A single round.
#[derive(Clone, Debug)]
pub struct ExampleRound {
    /// The table before the round.
    pub before: Open,
    /// The table after the round.
    pub after: Open,
}

impl Picture {
    pub(super) fn read(verb: &str, things: &str) -> Result<Picture, Unreadable> {
        match verb {
            "up" => Ok(Picture::Up(Box::new(*dealt(&format!("up:{things}"))?.open()))),
            "round" => {
                let wanted =
                    || Reader::new(things).refuse(Wanted::Like("0:su4 1:wi6 2:su8 3:wi12"));
                Ok(Picture::Round(Box::new(ExampleRound::of(dealt(things)?).ok_or_else(wanted)?)))
            }
            "taken" => {
                let (first, cards) = things.split_once(' ').unwrap_or((things, ""));
                let multiplier: Option<Multiplier> = first.parse().ok();
                let cards = if multiplier.is_some() { cards } else { things };
                Ok(Picture::Taken { multiplier, cards: read_cards(cards, N_ROUNDS)? })
            }
            _ => unknown(verb, &["up", "round", "taken"]),
        }
    }

    pub(super) fn outcome(&self) -> String {
        match self {
            Picture::Up(up) => in_notation(up.open_seasons().iter().map(Season::letters)),
            Picture::Round(round) => {
                in_notation(ExampleRound::places().map(|place| round.takes(place)))
            }
            Picture::Taken { multiplier, cards } => count(*multiplier, cards).points().to_string(),
        }
    }

    pub(super) fn describe(&self, words: &Words) -> String {
        let rules = rules();
        let name = |card: Card| {
            let season = card.season().map_or("season-yorozu", Season::name);
            words.card(season, card.value())
        };
        let with_things = |card: &Card| words.message("yorozu-prize", &prize(&rules, *card));
        let pair = |open: &Open| words.list(&pair(open).map(name));
        match self {
            Picture::Up(up) => {
                let seasons = up.open_seasons();
                let seasons = seasons.iter().map(|season| words.message(season.name(), &[]));
                let seasons = words.list(&seasons.collect::<Vec<_>>());
                let facts = [("cards", pair(up).into()), ("seasons", seasons.into())];
                words.message("example-up", &facts)
            }
            Picture::Round(round) => {
                let played = ExampleRound::places().map(|place| {
                    let swapped = round
                        .swapped(place)
                        .map(|card| words.message("example-swaps", &[("card", name(card).into())]));
                    let takes = [("card", name(round.takes(place)).into())];
                    let takes = words.message("example-takes", &takes);
                    let notes: Vec<String> = swapped.into_iter().chain([takes]).collect();
                    words.play(place, name(round.played(place)), &notes)
                });
                let facts =
                    [("cards", pair(&round.before).into()), ("plays", join_items(played).into())];
                words.message("example-round", &facts)
            }
            Picture::Taken { multiplier: used, cards } => {
                let multiplier = used.map(|card| multiplier_name(words, &rules, card));
                let things = multiplier.into_iter().chain(cards.iter().map(with_things));
                let points = count(*used, cards).points();
                let facts = [("things", join_items(things).into()), ("score", points.into())];
                words.message("example-worth", &facts)
            }
        }
    }
}

impl ExampleRound {
    /// Plays the round: each seat plays its only card. `None` if a seat has no card, or must decide more than that.
    fn of(mut game: State) -> Option<ExampleRound> {
        for seat in ExampleRound::places() {
            game.act(seat, Action::Redeal(false));
        }
        let before = *game.open();
        for seat in ExampleRound::places() {
            let play = Action::Play(game.own(seat).hand.first()?);
            game.play(&Step::Act(seat, play)).ok()?;
        }
        let after = *game.open();
        (after.phase() != Phase::Swap).then_some(ExampleRound { before, after })
    }

    /// The places around the table.
    pub fn places() -> impl Iterator<Item = Seat> + Clone {
        Seat::all(MAX_SEATS as u8)
    }

    /// The card played from a place.
    pub fn played(&self, place: Seat) -> Card {
        self.after.plays()[0][place]
    }

    /// The card of a place after crow swaps, if it is another one.
    pub fn swapped(&self, place: Seat) -> Option<Card> {
        Some(self.after.front(place)).filter(|&card| card != self.played(place))
    }

    /// The card that a place takes.
    pub fn takes(&self, place: Seat) -> Card {
        self.after.taken(place).next().expect("every place takes a card")
    }
}

/// The face-up cards, the lower one first.
pub fn pair(open: &Open) -> [Card; 2] {
    open.up().expect("cards have been dealt")
}

/// A table with only these cards. A whole deal has many more, so the deal is not checked.
fn dealt(cards: &str) -> Result<State, Unreadable> {
    let mut game = State::new(rules());
    game.chance(&format!("deal {cards}").parse()?);
    Ok(game)
}

/// The count of these cards at the end of a feast.
pub fn count(multiplier: Option<Multiplier>, cards: &[Card]) -> Count {
    let rules = rules();
    let n_booze = cards.iter().filter(|&&card| rules.booze_cards().has(card)).count();
    let times = |season| multiplier.map_or(1, |card| rules.multiplier(card, season));
    Count::of(&rules, cards.iter().copied(), n_booze as u8, times)
}

/// The rules of the examples.
pub fn rules() -> Rules {
    "yorozu".parse().expect("a rules line")
}
