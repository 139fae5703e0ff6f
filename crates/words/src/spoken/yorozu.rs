//! Yorozu in words.

use rules::yorozu::{
    Action, Ask, Card, Cards, Multiplier, N_ROUNDS, Open, Phase, Place, Rules, Season, Seen, State,
};
use rules::{Fact, Open as _, Rules as _, Seat};

use super::{LineRole, Spoken, SpokenView};
use crate::Words;

/// The dummy's place with 3 players.
const DUMMY: Seat = Seat::new(3);

impl Spoken for State {
    fn progress_parts(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let feast = |feast: u32| [("feast", feast.into())];
        let over = u32::from(open.phase() == Phase::Over);
        let target = [("target", open.rules().target().into())];
        let mut parts = vec![if sight.is_between_rounds() {
            sight.tell("yorozu-face-feast-over", &feast(open.feasts()))
        } else {
            sight.tell("yorozu-face-feast", &feast(open.feasts() + 1 - over))
        }];
        if matches!(open.phase(), Phase::Play | Phase::Swap) {
            let (round, rounds) = ((open.n_rounds() + 1).into(), (N_ROUNDS as i64).into());
            parts.push(sight.tell("yorozu-face-round", &[("round", round), ("rounds", rounds)]));
        }
        parts.push(sight.tell("yorozu-face-target", &target));
        parts
    }

    fn question(sight: SpokenView<'_, State>) -> String {
        let waiting = || sight.waiting(Seen::Won);
        match sight.ask() {
            Some(Ask::Redeal) => sight.say("yorozu-face-ask-redeal"),
            Some(Ask::Play) => sight.say("yorozu-face-ask-play"),
            Some(Ask::Swap) => sight.say("yorozu-face-ask-swap"),
            Some(Ask::First) => sight.say("yorozu-face-ask-first"),
            Some(Ask::Use) => sight.say("yorozu-face-ask-use"),
            Some(Ask::Token) => match sight.view.open.phase() {
                Phase::FirstTokens => {
                    let n = sight.me().map_or(0, |me| sight.view.open.tokens(me).iter().sum());
                    sight.tell("yorozu-face-ask-first-token", &[("n", (n + 1).into())])
                }
                Phase::Bonus => sight.say("yorozu-face-ask-bonus"),
                _ => sight.say("yorozu-face-ask-token"),
            },
            None => match &sight.view.own {
                Some((_, own)) if own.sealed.is_some() => {
                    let waiting = [("waiting", waiting().into())];
                    sight.tell("yorozu-face-chosen", &waiting)
                }
                Some(_) | None => waiting(),
            },
        }
    }

    fn detail(sight: SpokenView<'_, State>) -> Option<String> {
        match sight.ask()? {
            Ask::Redeal => None,
            Ask::Play => {
                let open_seasons = sight.view.open.open_seasons();
                let (_, own) = sight.view.own.as_ref()?;
                if (own.hand & open_seasons.cards()).is_empty() {
                    return Some(sight.say("yorozu-face-all-allowed"));
                }
                let names: Vec<String> =
                    open_seasons.iter().map(|season| sight.say(season.name())).collect();
                let n_yorozu = (own.hand & Cards::YOROZU).len() as i64;
                let facts =
                    [("seasons", sight.words.list(&names).into()), ("yorozu", n_yorozu.into())];
                Some(sight.tell("yorozu-face-allowed", &facts))
            }
            Ask::Swap => Some(sight.say("yorozu-face-swap-detail")),
            Ask::First => Some(sight.say("yorozu-face-first-detail")),
            Ask::Use => Some(sight.say("yorozu-face-use-detail")),
            Ask::Token => Some(sight.say("yorozu-face-token-detail")),
        }
    }

    fn listening(sight: SpokenView<'_, State>, may_speak: bool) -> String {
        sight.say(if may_speak { "yorozu-face-may-speak" } else { "yorozu-face-silence" })
    }

    /// All cards are turned over; later crows have swapped.
    fn happened(sight: SpokenView<'_, State>, seen: &[Seen]) -> String {
        let lies = |card: Card, place: Place| {
            let place = match place {
                Place::Seat(seat) => seat,
                Place::Dummy => DUMMY,
            };
            sight.view.open.plays().last().is_some_and(|plays| plays[place] == card)
        };
        let swaps =
            |seen: &&Seen| matches!(seen, Seen::Swapped { crow, from, .. } if lies(*crow, *from));
        let swapped: Vec<String> = seen.iter().filter(swaps).map(|seen| sight.seen(seen)).collect();
        if swapped.is_empty() { sight.say("yorozu-face-revealed") } else { swapped.join(" ") }
    }

    fn role(seen: &Seen) -> LineRole {
        match seen {
            Seen::Dealt { .. } => LineRole::Round,
            Seen::Revealed { place: Place::Seat(_), .. }
            | Seen::Used { .. }
            | Seen::Token { .. }
            | Seen::Scored { .. } => LineRole::Gather,
            Seen::Revealed { place: Place::Dummy, .. } | Seen::Took { place: Place::Dummy, .. } => {
                LineRole::Join
            }
            Seen::Declared { .. }
            | Seen::Swapped { .. }
            | Seen::Took { place: Place::Seat(_), .. } => LineRole::Group,
            Seen::FaceUp { .. } => LineRole::Close,
            Seen::Multipliers
            | Seen::YouAnswered { wish: false, .. }
            | Seen::YouChose { .. }
            | Seen::DummyUp { .. } => LineRole::Silent,
            Seen::Started { .. }
            | Seen::YourMultipliers { .. }
            | Seen::YourHand { .. }
            | Seen::YouAnswered { wish: true, .. }
            | Seen::NewDeal
            | Seen::Drawn { .. }
            | Seen::Ordered { .. }
            | Seen::Named { .. }
            | Seen::Chosen { .. }
            | Seen::OneMore { .. } => LineRole::Line,
            Seen::Won(_) => LineRole::End,
        }
    }

    fn label(sight: SpokenView<'_, State>, action: Action) -> String {
        let open = &sight.view.open;
        match action {
            Action::Redeal(true) => sight.say("yorozu-face-redeal"),
            Action::Redeal(false) => sight.say("yorozu-face-keep"),
            Action::Play(card) | Action::Swap(card) => card_name(sight, card),
            Action::First(seat) => sight.words.seat(seat).into_owned(),
            Action::Use(card) => multiplier_name(sight.words, open.rules(), card),
            Action::Token(season) => {
                let own = sight.me().map_or(0, |me| open.tokens(me)[season as usize]);
                let seats = Seat::all(sight.n_seats());
                let out: u8 = seats.map(|seat| open.tokens(seat)[season as usize]).sum();
                let left = open.rules().n_tokens() - out;
                let season = ("season", Fact::Name(season.name()));
                let facts = [season, ("left", left.into()), ("own", own.into())];
                sight.tell("yorozu-face-token", &facts)
            }
        }
    }

    fn legend(sight: SpokenView<'_, State>) -> String {
        let level = sight.view.open.rules().value("level").unwrap_or_default();
        sight.tell("yorozu-sheet-legend", &[("level", level.into())])
    }

    fn goal(open: &Open) -> Option<i32> {
        Some(open.rules().target())
    }
}

/// A card with its icons: `spring 5, a crow`.
pub fn card_name(sight: SpokenView<'_, State>, card: Card) -> String {
    sight.tell("yorozu-prize", &prize(sight.view.open.rules(), card))
}

/// The facts of the message `yorozu-prize` about a card.
pub fn prize(rules: &Rules, card: Card) -> [(&'static str, Fact); 4] {
    let shows = match rules.fish(card) {
        _ if card.is_crow() => "crow",
        _ if rules.booze_cards().has(card) => "booze",
        0 => "nothing",
        _ => "fish",
    };
    let season = card.season().map_or("season-yorozu", Season::name);
    [
        ("season", Fact::Name(season)),
        ("value", card.value().into()),
        ("shows", Fact::Text(shows.to_owned())),
        ("fish", rules.fish(card).into()),
    ]
}

/// A multiplier card with its values: `A1: spring ×2`.
pub fn multiplier_name(words: &Words, rules: &Rules, card: Multiplier) -> String {
    let mut says = Vec::new();
    for season in Season::ALL {
        let times = rules.multiplier(card, season);
        if times != 1 {
            let facts = [("season", Fact::Name(season.name())), ("times", times.into())];
            says.push(words.message("yorozu-face-times", &facts));
        }
    }
    let facts = [("card", card.to_string().into()), ("says", words.list(&says).into())];
    words.message("yorozu-face-multiplier", &facts)
}
