//! CATSle in words.

use rules::catsle::{
    Action, Ask, Board, N_COLUMNS, N_ROUNDS, Phase, Place, Rules, Seen, State, Trick,
};
use rules::{Fact, Facts, Open as _, Rules as _, Seat};

use super::{LineRole, Spoken, SpokenView};

impl Spoken for State {
    fn progress_parts(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let round = sight.round(N_ROUNDS as u32);
        if !matches!(open.phase(), Phase::Play | Phase::Take) {
            return vec![round];
        }
        let (trick, tricks) =
            ((open.n_finished() as i64 + 1).into(), open.rules().n_dealt().into());
        let trick = sight.tell("face-trick-of", &[("trick", trick), ("tricks", tricks)]);
        let start = sight.tell("face-starts", &[("seat", open.start().into())]);
        vec![round, trick, start]
    }

    fn question(sight: SpokenView<'_, State>) -> String {
        let open = &sight.view.open;
        match (sight.ask(), open.trick().led()) {
            (Some(Ask::Play), None) => sight.say("catsle-face-ask-lead"),
            (Some(Ask::Play), Some(led)) => {
                let held = sight.view.own.as_ref().map(|(_, own)| own.hand & led.cards());
                let follows = held.is_some_and(|held| !held.is_empty());
                let id = if follows { "catsle-face-ask-follow" } else { "catsle-face-ask-any" };
                sight.tell(id, &[("suit", Fact::Name(led.name()))])
            }
            (Some(Ask::Take(_)), _) => {
                let number = open.n_finished();
                let n_taken =
                    open.taken().filter(|taken| usize::from(taken.trick) == number).count();
                let ranks = open.rules().takes();
                let two = |at: usize| ranks.get(at).is_some() && ranks.get(at) == ranks.get(at + 1);
                if two(n_taken) {
                    sight.say("catsle-face-ask-take-first")
                } else if n_taken > 0 && two(n_taken - 1) {
                    sight.say("catsle-face-ask-take-second")
                } else {
                    sight.say("catsle-face-ask-take")
                }
            }
            (None, _) => sight.waiting(Seen::Won),
        }
    }

    /// A full trick is ranked; later its last card is taken.
    fn happened(sight: SpokenView<'_, State>, seen: &[Seen]) -> String {
        let trick = sight.view.open.trick();
        let first = trick.ranking(sight.n_seats())[0];
        match (seen.first(), trick.card_of(first, sight.n_seats())) {
            (Some(Seen::Led { .. } | Seen::Followed { .. }), Some(card)) => {
                let card = sight.card(card.suit().name(), card.rank());
                let facts = [("seat", first.into()), ("card", card.into())];
                sight.tell("catsle-face-ranks-first", &facts)
            }
            (seen, _) => sight.first_of(seen),
        }
    }

    fn role(seen: &Seen) -> LineRole {
        match seen {
            Seen::Dealt { .. } => LineRole::Round,
            Seen::Led { .. } => LineRole::Open,
            Seen::Followed { .. } => LineRole::Join,
            Seen::Taken { .. } => LineRole::Group,
            Seen::LeftOver { .. } => LineRole::Close,
            Seen::Scored { .. } => LineRole::Gather,
            Seen::Started { .. }
            | Seen::LeftOut { .. }
            | Seen::YourHand { .. }
            | Seen::ExtraCard { .. } => LineRole::Line,
            Seen::Won(_) => LineRole::End,
        }
    }

    fn label(sight: SpokenView<'_, State>, action: Action) -> String {
        match action {
            Action::Play(card) => sight.card(card.suit().name(), card.rank()),
            Action::Take(card, place) => {
                let to = [
                    ("suit", Fact::Name(card.suit().name())),
                    ("value", card.rank().into()),
                    ("place", Fact::Name(place.name())),
                ];
                sight.tell("catsle-face-put", &to)
            }
        }
    }

    fn legend(sight: SpokenView<'_, State>) -> String {
        sight.say("catsle-sheet-legend")
    }
}

/// The places of a board from left to right: the scrap area, then the columns.
pub fn places(rules: &Rules) -> impl Iterator<Item = Place> + Clone + use<> {
    let scrap = rules.has_scrap().then_some(Place::SCRAP);
    scrap.into_iter().chain(Place::ALL.into_iter().take(N_COLUMNS))
}

/// The message for a place of a board, and its facts.
pub fn place_of(rules: &Rules, board: &Board, place: Place) -> (&'static str, Facts) {
    let limit = rules.limits().get(place.index()).copied();
    let (n_cards, suit) = (board.counts()[place.index()], board.suit_at(place));
    let mut facts = vec![("n", n_cards.into()), ("place", Fact::Name(place.name()))];
    facts.extend(suit.map(|suit| ("suit", Fact::Name(suit.name()))));
    facts.extend(limit.map(|limit| ("limit", limit.into())));
    let id = match (suit, limit) {
        (None, None) => "catsle-face-empty",
        (None, Some(_)) => "catsle-face-empty-column",
        (Some(_), None) => "catsle-face-scrapped",
        (Some(_), Some(_)) => "catsle-face-column",
    };
    (id, facts)
}

/// The facts of the message `catsle-face-rank` and of its parts: the rank of a seat in a trick, and the number of cards
/// it takes. `None` before the seat has played.
pub fn rank_of(rules: &Rules, trick: &Trick, seat: Seat) -> Option<[(&'static str, Fact); 2]> {
    let ranking = trick.ranking(rules.n_seats());
    let rank = ranking[..trick.cards().len()].iter().position(|&ranked| ranked == seat)?;
    let takes = rules.takes().iter().filter(|&&taking| usize::from(taking) == rank).count();
    Some([("rank", (rank as i64 + 1).into()), ("takes", (takes as i64).into())])
}
