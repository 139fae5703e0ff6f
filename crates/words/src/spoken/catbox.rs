//! Cat in the Box in words.

use rules::catbox::{Action, Ask, Illegal, Phase, Seen, State, StuckCard};
use rules::{Fact, Open as _, Say as _};

use super::{LineRole, Spoken, SpokenView};
use crate::Words;

impl Spoken for State {
    fn progress_parts(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let rules = open.rules();
        let round = sight.round(rules.n_rounds().into());
        let more = match open.phase() {
            Phase::Start | Phase::Deal | Phase::Over => return vec![round],
            Phase::SetAside => sight.say("catbox-face-aside"),
            Phase::Bid => sight.say("catbox-face-bids"),
            Phase::Play => {
                let number = (open.n_finished() as i64 + 1).into();
                let tricks = rules.n_tricks().into();
                sight.tell("face-trick-of", &[("trick", number), ("tricks", tricks)])
            }
        };
        let start = sight.tell("face-starts", &[("seat", open.start().into())]);
        vec![round, more, start]
    }

    fn question(sight: SpokenView<'_, State>) -> String {
        let open = &sight.view.open;
        match (sight.ask(), open.trick().led()) {
            (Some(Ask::SetAside), _) => sight.say("catbox-face-ask-aside"),
            (Some(Ask::Bid), _) => sight.say("catbox-face-ask-bid"),
            (Some(Ask::Play), None) => sight.say("catbox-face-ask-lead"),
            (Some(Ask::Play), Some(led)) => {
                let given_up = sight.me().is_some_and(|me| open.given_up(me).has(led));
                let id = if given_up { "catbox-face-ask-any" } else { "catbox-face-ask-follow" };
                sight.tell(id, &[("colour", Fact::Name(led.name()))])
            }
            (None, _) => sight.waiting(Seen::Won),
        }
    }

    fn happened(sight: SpokenView<'_, State>, seen: &[Seen]) -> String {
        let ends = |seen: &&Seen| matches!(seen, Seen::TrickWon { .. } | Seen::Paradox { .. });
        sight.first_of(seen.iter().filter(ends))
    }

    fn role(seen: &Seen) -> LineRole {
        match seen {
            Seen::Dealt { .. } => LineRole::Round,
            Seen::Led { .. } => LineRole::Open,
            Seen::Followed { .. } => LineRole::Join,
            Seen::GaveUp { .. } => LineRole::Remark,
            Seen::TrickWon { .. } => LineRole::Close,
            Seen::SetAside { .. }
            | Seen::YouSetAside { .. }
            | Seen::Bid { .. }
            | Seen::Scored { .. } => LineRole::Gather,
            Seen::Started { .. }
            | Seen::TurnedUp { .. }
            | Seen::YourHand { .. }
            | Seen::Paradox { .. } => LineRole::Line,
            Seen::Won(_) => LineRole::End,
        }
    }

    fn label(sight: SpokenView<'_, State>, action: Action) -> String {
        match action {
            Action::Discard(value) => {
                sight.tell("catbox-face-card", &[("value", value.number().into())])
            }
            Action::Bid(bid) => sight.tell("catbox-face-to-bid", &[("bid", bid.into())]),
            Action::Play(cell) => sight.card(cell.colour().name(), cell.value().number()),
        }
    }

    fn legend(sight: SpokenView<'_, State>) -> String {
        sight.tell("catbox-sheet-legend", &[("players", sight.n_seats().into())])
    }
}

/// The cards that could not be played in a paradox: a title, and a line for each value with a reason for each colour.
pub fn stuck(sight: SpokenView<'_, State>) -> Vec<String> {
    let open = &sight.view.open;
    let Some(paradox) = open.paradox() else { return Vec::new() };
    let line = |card: &StuckCard| {
        let why: Vec<String> = card.why.iter().map(|why| stuck_reason(sight.words, why)).collect();
        let facts = [("card", stuck_card(sight, card).into()), ("why", why.join(", ").into())];
        sight.tell("catbox-sheet-stuck-told", &facts)
    };
    let cards = open.stuck_cards();
    let title = sight.tell("catbox-sheet-stuck", &[("seat", paradox.seat.into())]);
    [title].into_iter().chain(cards.iter().map(line)).collect()
}

/// Equal cards that could not be played: `3`, `5, 2 cards`.
pub fn stuck_card(sight: SpokenView<'_, State>, card: &StuckCard) -> String {
    let facts = [("value", card.value.number().into()), ("n", card.n_cards.into())];
    sight.tell("catbox-sheet-stuck-card", &facts)
}

/// Why a colour could not be named, about another player: `red given up in trick 3`.
pub fn stuck_reason(words: &Words, why: &Illegal) -> String {
    words.message(&format!("catbox-sheet-why-{}", why.code()), &why.facts())
}
