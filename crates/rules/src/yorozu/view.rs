//! What a seat of Yorozu alone knows, and what an observer notices of a step.

use super::cards::{Card, Cards, Multiplier, Multipliers, Season, Seasons};
use super::legal::{card_facts, cards_fact};
use super::notation::{Action, Chance, Order};
use super::rules::{MAX_SEATS, RulesLevel};
use super::state::{Count, DUMMY, Open, Phase, State};
use crate::{Fact, Facts, Joint, Observer, Open as _, Say, Seat, Seats, Step, Won, codes};

/// What a seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Own {
    /// The cards in hand, with the chosen one.
    pub hand: Cards,
    /// The card chosen but not revealed.
    pub sealed: Option<Card>,
    /// Whether the seat has asked for a new deal, while others still answer.
    pub wish: bool,
    /// The multiplier cards not used yet.
    pub multipliers: Multipliers,
}

/// The place of a card: a seat, or the dummy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A player.
    Seat(Seat),
    /// The fourth place with 3 players.
    Dummy,
}

/// Something that an observer notices of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Seen {
    /// The start player of the first feast was drawn.
    Started { seat: Seat },
    /// Multiplier cards were dealt.
    Multipliers,
    /// A seat picks up its own multiplier cards.
    YourMultipliers { seat: Seat, cards: Multipliers },
    /// A feast was dealt.
    Dealt { feast: u32, low: Card, high: Card },
    /// A seat picks up its own cards.
    YourHand { seat: Seat, hand: Cards },
    /// A seat's own answer to the question of a new deal. The others see nothing: the answer is sealed.
    YouAnswered { seat: Seat, wish: bool },
    /// A seat wanted a new deal.
    NewDeal,
    /// A seat was drawn among those tied for the lowest total.
    Drawn { seat: Seat },
    /// The order in which the first tokens are taken.
    Ordered { order: Order },
    /// The start player was named.
    Named { seat: Seat, start: Seat },
    /// A multiplier card was chosen.
    Used { seat: Seat, card: Multiplier },
    /// A token was taken.
    Token { seat: Seat, season: Season },
    /// The dummy's card was turned up.
    DummyUp { card: Card },
    /// A seat has chosen a card.
    Chosen { seat: Seat },
    /// A seat's own choice.
    YouChose { seat: Seat, card: Card },
    /// A card was revealed.
    Revealed { round: u8, place: Place, card: Card },
    /// A seat has declared that it holds none of these seasons.
    Declared { seat: Seat, seasons: Seasons },
    /// A crow carried a Yorozu to its player.
    Swapped { crow: Card, by: Place, yorozu: Card, from: Place },
    /// A card was taken.
    Took { place: Place, card: Card },
    /// The new pair of cards.
    FaceUp { low: Card, high: Card },
    /// The points of a seat for the feast.
    Scored { seat: Seat, count: Count, points: i32, total: i32 },
    /// A tie for the first place: one more feast.
    OneMore { seats: Seats },
    /// The end of the game, and who won.
    Won(Won),
}

impl Say for Seen {
    codes! {
        Seen::Started { .. } => "started",
        Seen::Multipliers => "multipliers",
        Seen::YourMultipliers { .. } => "your-multipliers",
        Seen::Dealt { .. } => "dealt",
        Seen::YourHand { .. } => "your-hand",
        Seen::YouAnswered { wish: false, .. } => "you-keep",
        Seen::YouAnswered { wish: true, .. } => "you-ask",
        Seen::NewDeal => "new-deal",
        Seen::Drawn { .. } => "drawn",
        Seen::Ordered { .. } => "ordered",
        Seen::Named { .. } => "named",
        Seen::Used { .. } => "used",
        Seen::Token { .. } => "token",
        Seen::DummyUp { .. } => "dummy-up",
        Seen::Chosen { .. } => "chosen",
        Seen::YouChose { .. } => "you-chose",
        Seen::Revealed { place: Place::Seat(_), .. } => "revealed",
        Seen::Revealed { place: Place::Dummy, .. } => "dummy-revealed",
        Seen::Declared { .. } => "declared",
        Seen::Swapped { .. } => "swapped",
        Seen::Took { place: Place::Seat(_), .. } => "took",
        Seen::Took { place: Place::Dummy, .. } => "dummy-took",
        Seen::FaceUp { .. } => "face-up",
        Seen::Scored { .. } => "scored",
        Seen::OneMore { .. } => "one-more";
        Seen::Won(won) => won.code(),
    }

    fn facts(&self) -> Facts {
        let pair =
            |low: Card, high: Card| vec![("low", cards_fact([low])), ("high", cards_fact([high]))];
        match *self {
            Seen::Multipliers | Seen::NewDeal => vec![],
            Seen::Started { seat }
            | Seen::YouAnswered { seat, .. }
            | Seen::Drawn { seat }
            | Seen::Chosen { seat } => vec![("seat", seat.into())],
            Seen::YourMultipliers { seat, cards } => {
                let cards = cards.iter().map(|card| Fact::Text(card.to_string())).collect();
                vec![("seat", seat.into()), ("cards", Fact::List(Joint::And, cards))]
            }
            Seen::Dealt { feast, low, high } => {
                [vec![("round", feast.into())], pair(low, high)].concat()
            }
            Seen::YourHand { seat, hand } => {
                vec![("seat", seat.into()), ("hand", cards_fact(hand.iter()))]
            }
            Seen::Ordered { order } => {
                let seats = order.seats[..usize::from(order.n_seats)].iter();
                let seats = seats.map(|&seat| Fact::Seat(seat)).collect();
                vec![("order", Fact::List(Joint::And, seats))]
            }
            Seen::Named { seat, start } => vec![("seat", seat.into()), ("start", start.into())],
            Seen::Used { seat, card } => {
                vec![("seat", seat.into()), ("card", card.to_string().into())]
            }
            Seen::Token { seat, season } => {
                vec![("seat", seat.into()), ("season", Fact::Name(season.name()))]
            }
            Seen::DummyUp { card } => card_facts(card),
            Seen::YouChose { seat, card } => {
                [card_facts(card), vec![("seat", seat.into())]].concat()
            }
            Seen::Revealed { round, place, card } => {
                let mut facts = card_facts(card);
                facts.push(("round", round.into()));
                facts.extend(place.fact("seat"));
                facts
            }
            Seen::Declared { seat, seasons } => {
                let noun =
                    |season: Season| Fact::Noun { name: season.name(), notation: season.letters() };
                let seasons = Fact::List(Joint::Or, seasons.iter().map(noun).collect());
                vec![("seat", seat.into()), ("seasons", seasons)]
            }
            Seen::Swapped { crow, by, yorozu, from } => {
                let mut facts = card_facts(crow);
                facts.push(("yorozu", yorozu.value().into()));
                facts.push(("by", by.name()));
                facts.push(("from", from.name()));
                facts
            }
            Seen::Took { place, card } => {
                let mut facts = card_facts(card);
                facts.extend(place.fact("seat"));
                facts
            }
            Seen::FaceUp { low, high } => pair(low, high),
            Seen::Scored { seat, count, points, total } => vec![
                ("seat", seat.into()),
                ("fish", count.fish.into()),
                ("booze", count.booze.into()),
                ("crows", count.crows.into()),
                ("points", points.into()),
                ("total", total.into()),
            ],
            Seen::OneMore { seats } => vec![("seats", seats.into())],
            Seen::Won(ref won) => won.facts(),
        }
    }
}

impl Place {
    /// The seat as a fact; the dummy has none.
    fn fact(self, name: &'static str) -> Option<(&'static str, Fact)> {
        match self {
            Place::Seat(seat) => Some((name, seat.into())),
            Place::Dummy => None,
        }
    }

    /// The seat, or the dummy by its name in the message catalogue.
    fn name(self) -> Fact {
        match self {
            Place::Seat(seat) => seat.into(),
            Place::Dummy => Fact::Name("yorozu-dummy"),
        }
    }
}

impl Open {
    fn place(&self, place: Seat) -> Place {
        let dummy = self.rules.has_dummy() && place == DUMMY;
        if dummy { Place::Dummy } else { Place::Seat(place) }
    }
}

pub(super) fn seen(before: &State, step: &Step<State>, after: &State, who: Observer) -> Vec<Seen> {
    let open = &after.open;
    let own = |seat: Seat| who == Observer::Seat(seat);
    let mut seen = match *step {
        Step::Chance(Chance::Start(seat)) => vec![Seen::Started { seat }],
        Step::Chance(Chance::Multipliers(_)) => {
            let cards = |seat| Seen::YourMultipliers { seat, cards: after.multipliers[seat] };
            [Seen::Multipliers].into_iter().chain(who.seat().map(cards)).collect()
        }
        Step::Chance(Chance::Deal(_)) => {
            let [low, high] = open.up;
            let hand = |seat| Seen::YourHand { seat, hand: after.hands[seat] };
            let dealt = Seen::Dealt { feast: open.feasts + 1, low, high };
            [dealt].into_iter().chain(who.seat().map(hand)).collect()
        }
        Step::Chance(Chance::Tie(seat)) => vec![Seen::Drawn { seat }],
        Step::Chance(Chance::Order(order)) => vec![Seen::Ordered { order }],
        Step::Act(seat, Action::Redeal(wish)) if own(seat) => {
            vec![Seen::YouAnswered { seat, wish }]
        }
        Step::Act(seat, Action::Play(card)) if own(seat) => vec![Seen::YouChose { seat, card }],
        Step::Act(seat, Action::Play(_)) => vec![Seen::Chosen { seat }],
        Step::Act(_, Action::Redeal(_) | Action::Swap(_)) => vec![],
        Step::Act(seat, Action::First(start)) => vec![Seen::Named { seat, start }],
        Step::Act(seat, Action::Use(card)) => vec![Seen::Used { seat, card }],
        Step::Act(seat, Action::Token(season)) => vec![Seen::Token { seat, season }],
    };
    if before.open.phase == Phase::Redeal && open.phase == Phase::Deal {
        seen.push(Seen::NewDeal);
    }
    if open.plays().len() > before.open.plays().len() && before.open.is_dealt {
        see_reveal(&before.open, open, &mut seen);
    }
    if open.n_rounds > before.open.n_rounds {
        see_round_end(open, &mut seen);
    }
    if open.feasts > before.open.feasts {
        see_feast_end(open, &mut seen);
    }
    if let Some(card) = open.dummy_up
        && (open.n_rounds != before.open.n_rounds || before.open.dummy_up.is_none())
    {
        seen.push(Seen::DummyUp { card });
    }
    seen
}

fn see_reveal(before: &Open, after: &Open, seen: &mut Vec<Seen>) {
    let round = before.plays().len();
    for place in Seat::all(MAX_SEATS as u8) {
        let card = after.plays[round][place];
        seen.push(Seen::Revealed { round: round as u8 + 1, place: after.place(place), card });
    }
    for seat in after.seats() {
        let card = after.plays[round][seat];
        let seasons = before.shown_missing(card);
        if before.lays_markers() && !seasons.is_empty() {
            seen.push(Seen::Declared { seat, seasons });
        }
    }
}

fn see_round_end(open: &Open, seen: &mut Vec<Seen>) {
    let round = usize::from(open.n_rounds) - 1;
    for from in Seat::all(MAX_SEATS as u8) {
        let yorozu = open.plays[round][from];
        let crow = open.front[from];
        if !yorozu.is_yorozu() || crow == yorozu {
            continue;
        }
        let by = Seat::all(MAX_SEATS as u8).find(|&place| open.plays[round][place] == crow);
        let Some(by) = by else { continue };
        let (by, from) = (open.place(by), open.place(from));
        seen.push(Seen::Swapped { crow, by, yorozu, from });
    }
    for place in Seat::all(MAX_SEATS as u8) {
        seen.push(Seen::Took { place: open.place(place), card: open.taken[round][place] });
    }
    let [low, high] = open.up;
    seen.push(Seen::FaceUp { low, high });
}

fn see_feast_end(open: &Open, seen: &mut Vec<Seen>) {
    for seat in open.seats() {
        let count = open.last_count[seat];
        let (points, total) = (open.points[seat], open.totals[seat]);
        seen.push(Seen::Scored { seat, count, points, total });
    }
    if open.phase == Phase::Over {
        seen.extend(open.standing().won().map(Seen::Won));
        return;
    }
    if open.extra {
        seen.push(Seen::OneMore { seats: open.highest() });
    }
    if open.rules.level == RulesLevel::Advanced {
        for seat in open.seats() {
            let taken: Cards = open.taken(seat).collect();
            let seasons = (taken & open.rules.booze_season_cards()).iter();
            seen.extend(
                seasons.filter_map(Card::season).map(|season| Seen::Token { seat, season }),
            );
        }
    }
}
