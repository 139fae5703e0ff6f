//! Meow in words.

use rules::meow::{Action, Ask, N_ROUNDS, N_TURNS, Open, Phase, Seen, State, Token};
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
        let prize = || {
            open.tokens()
                .get(n_won(open))
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

    /// Who is ahead in the turn, and which of the observer's cards would be.
    fn detail(sight: SpokenView<'_, State>) -> Option<String> {
        let open = &sight.view.open;
        if open.phase() != Phase::Play {
            return None;
        }
        let Some((best, seat)) =
            open.trick().winning_card().zip(open.trick().winner(sight.n_seats()))
        else {
            return (sight.ask() == Some(Ask::Play)).then(|| sight.say("meow-face-lead-detail"));
        };
        let (colour, value) = (Fact::Name(best.colour().name()), best.value().into());
        let ahead = [("seat", seat.into()), ("colour", colour), ("value", value)];
        let ahead = sight.tell("meow-face-ahead", &ahead);
        if sight.ask() != Some(Ask::Play) {
            return Some(ahead);
        }
        let mut better = Vec::new();
        for action in sight.view.actions().into_iter().flat_map(|choices| choices.iter()) {
            if matches!(action, Action::Play(card) if open.trick().would_win(card)) {
                better.push(State::label(sight, action));
            }
        }
        let n_better = better.len() as i64;
        let facts = [
            ("ahead", Fact::Text(ahead)),
            ("n", n_better.into()),
            ("cards", sight.words.list(&better).into()),
        ];
        let prize = open.tokens().get(n_won(open));
        let is_vase = |token: &Token| matches!(token, Token::Vase);
        let vases = sight.me().map_or(0, |me| open.won(me).filter(|(_, won)| is_vase(won)).count());
        let detail = sight.tell("meow-face-beats", &facts);
        if vases == 0 || !prize.is_some_and(is_vase) {
            return Some(detail);
        }
        let facts = [("detail", Fact::Text(detail)), ("n", (vases as i64).into())];
        Some(sight.tell("meow-face-has-vases", &facts))
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

/// The number of tokens won in all rounds.
fn n_won(open: &Open) -> usize {
    open.tokens().len().saturating_sub(N_TURNS) + open.n_finished()
}
