//! The chat.

use bots::Craft;
use maud::{Markup, html};
use rules::Observer;
use table::view::{Occupant, Stage};

use super::Live;

impl<G: Craft> Live<'_, G> {
    /// The chat; empty while it is off and the observer cannot turn it on.
    pub(super) fn talk(&self) -> Markup {
        let has_company = self.seats().any(|(seat, sits, _)| {
            matches!(sits.occupant, Occupant::Person { .. })
                && self.table.who != Observer::Seat(seat)
        });
        let may_allow = self.is_host() && has_company;
        html! {
            @if self.table.chat || may_allow || !self.table.talk.is_empty() {
                section #talk.talk.open[self.table.chat] aria-label=(self.t("live-chat")) {
                    div.heading {
                        h2 { (self.t("live-chat")) }
                        @if self.is_host() && self.table.stage != Stage::Closed {
                            @let (on, label) = if self.table.chat { ("no", "live-chat-off") } else { ("yes", "live-chat-on") };
                            (self.button("chat", &[("yes", on)], &self.t(label), "small"))
                        }
                    }
                    // Reversed twice by styles, so that it is scrolled to its end at first.
                    div.lines.from-end tabindex="0" {
                        @if self.table.talk.is_empty() { p.quiet { (self.t("live-chat-empty")) } }
                        ul role="list" aria-live="polite" {
                            @for line in &self.table.talk {
                                @let own = self.table.who == Observer::Seat(line.seat);
                                li.own[own] data-seat=(line.seat) { b { (line.name) } " " span { (line.text) } }
                            }
                        }
                    }
                    // Belongs to the form outside the live part, where a half-typed text survives updates.
                    input type="hidden" name="at" value=(self.table.said) form="say";
                }
            }
        }
    }
}
