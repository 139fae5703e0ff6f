//! The pause after a round: the button for the next one, and the players that it waits for.

use bots::Craft;
use maud::{Markup, html};
use rules::{Fact, Seats};
use table::event::Moment;
use table::view::InterludeView;

use super::Live;
use super::company::minutes;

impl<G: Craft> Live<'_, G> {
    /// An element that is empty while a round is played.
    pub(super) fn next_round(&self) -> Markup {
        html! {
            div #next.next-round {
                @if self.beat.is_none() {
                    @if let Some(interlude) = &self.table.interlude { (self.awaited(interlude)) }
                    @if let Some(ends) = self.table.silence_ends { p.awaited { (self.countdown(ends)) } }
                }
            }
        }
    }

    fn awaited(&self, interlude: &InterludeView) -> Markup {
        let me = self.table.who.seat();
        let missing = interlude.awaited.without(interlude.ready);
        let others = missing.without(me.map_or(Seats::NONE, Seats::one));
        let game = [("game", Fact::Text(G::ID.name().to_owned()))];
        let number = interlude.round.to_string();
        html! {
            @if me.is_some_and(|me| missing.has(me)) {
                (self.button("next", &[("after", &number)], &self.words().message("live-next-round", &game), "primary"))
            }
            p.awaited {
                @if interlude.awaited.len() > 1 {
                    @for seat in interlude.awaited.iter() {
                        span.ready[interlude.ready.has(seat)] { (self.token(seat)) }
                    }
                }
                @if !others.is_empty() {
                    span { (self.words().message("live-next-waiting", &[("seats", others.into())])) }
                }
                @if let Some(ends) = interlude.ends { (self.countdown(ends)) }
            }
        }
    }

    /// When the game goes on at the latest.
    fn countdown(&self, ends: Moment) -> Markup {
        let left = ends.saturating_sub(self.now);
        html! {
            span.quiet {
                (self.t("live-next-ends")) " "
                span.time data-left=(left) { (minutes(left.div_ceil(1000))) }
            }
        }
    }
}
