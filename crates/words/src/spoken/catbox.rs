//! Cat in the Box in words.

use rules::catbox::{Action, Ask, Phase, Seen, State};
use rules::{Fact, Open as _};

use super::{Sight, Spoken};

impl Spoken for State {
    fn progress(sight: Sight<'_, State>) -> String {
        let open = &sight.view.open;
        let rules = open.rules();
        let round = sight.round(rules.n_rounds().into());
        let more = match open.phase() {
            Phase::Start | Phase::Deal | Phase::Over => return round,
            Phase::SetAside => sight.say("catbox-face-aside"),
            Phase::Bid => sight.say("catbox-face-bids"),
            Phase::Play => {
                let number = (open.n_finished() as i64 + 1).into();
                let tricks = rules.n_tricks().into();
                sight.tell("face-trick-of", &[("trick", number), ("tricks", tricks)])
            }
        };
        let start = sight.tell("face-starts", &[("seat", open.start().into())]);
        format!("{round} · {more} · {start}")
    }

    fn question(sight: Sight<'_, State>) -> String {
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

    fn happened(sight: Sight<'_, State>, seen: &[Seen]) -> String {
        let ends = |seen: &&Seen| matches!(seen, Seen::TrickWon { .. } | Seen::Paradox { .. });
        sight.first_of(seen.iter().filter(ends))
    }

    fn label(sight: Sight<'_, State>, action: Action) -> String {
        match action {
            Action::Discard(value) => {
                sight.tell("catbox-face-card", &[("value", value.number().into())])
            }
            Action::Bid(bid) => sight.tell("catbox-face-to-bid", &[("bid", bid.into())]),
            Action::Play(cell) => sight.card(cell.colour().name(), cell.value().number()),
        }
    }
}
