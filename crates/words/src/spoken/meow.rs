//! Meow in words.

use rules::meow::{Action, Ask, N_ROUNDS, N_TURNS, Phase, Seen, State, Token};
use rules::{Fact, Open as _, Rules as _};

use super::{LineRole, Spoken, SpokenView};

impl Spoken for State {
    fn progress_parts(sight: SpokenView<'_, State>) -> Vec<String> {
        let open = &sight.view.open;
        let round = sight.round(N_ROUNDS as u32);
        if open.phase() != Phase::Play {
            return vec![round];
        }
        let turn = (open.n_finished() as i64 + 1).into();
        let turns = (N_TURNS as i64).into();
        let turn = sight.tell("meow-face-turn", &[("turn", turn), ("turns", turns)]);
        let start = sight.tell("face-starts", &[("seat", open.start().into())]);
        vec![round, turn, start]
    }

    fn question(sight: SpokenView<'_, State>) -> String {
        let open = &sight.view.open;
        let before = open.tokens().len().saturating_sub(N_TURNS);
        let n_won = before + open.n_finished();
        let prize = || {
            open.tokens()
                .get(n_won)
                .map_or_else(|| String::new().into(), |&token| Fact::from(token))
        };
        match (sight.ask(), open.trick().led()) {
            (Some(Ask::Play), None) => sight.tell("meow-face-ask-lead", &[("token", prize())]),
            (Some(Ask::Play), Some(led)) => {
                let held = sight.view.own.as_ref().map(|(_, own)| own.hand & led.cards());
                let follows = held.is_some_and(|held| !held.is_empty());
                let id = if follows { "meow-face-ask-follow" } else { "meow-face-ask-any" };
                sight.tell(id, &[("colour", Fact::Name(led.name())), ("token", prize())])
            }
            (Some(Ask::Drop), _) => sight.say("meow-face-ask-drop"),
            (None, _) => sight.waiting(Seen::Won),
        }
    }

    fn happened(sight: SpokenView<'_, State>, seen: &[Seen]) -> String {
        sight.first_of(seen.iter().filter(|seen| matches!(seen, Seen::TurnWon { .. })))
    }

    fn role(seen: &Seen) -> LineRole {
        match seen {
            Seen::Dealt { .. } => LineRole::Round,
            Seen::Led { .. } => LineRole::Open,
            Seen::Followed { .. } => LineRole::Join,
            Seen::TurnWon { .. } => LineRole::Close,
            Seen::Dropped { .. } | Seen::Scored { .. } => LineRole::Gather,
            Seen::Started { .. } | Seen::Stacked | Seen::YourHand { .. } => LineRole::Line,
            Seen::Won(_) => LineRole::End,
        }
    }

    fn label(sight: SpokenView<'_, State>, action: Action) -> String {
        match action {
            Action::Play(card) => sight.card(card.colour().name(), card.value()),
            Action::Drop(worth) => {
                sight.tell("meow-token", &[("token", Token::Fishbone(worth).into())])
            }
        }
    }

    fn legend(sight: SpokenView<'_, State>) -> String {
        let vases = sight.view.open.rules().value("vases").unwrap_or_default();
        sight.tell("meow-sheet-legend", &[("vases", vases.into())])
    }
}
