//! The chat: what players say and show.

use bots::Craft;
use maud::{Markup, html};
use rules::{Observer, Seat};
use table::cat::Reaction;
use table::lobby::{ChatLine, Names, Remark};
use table::view::{Occupant, Stage};

use super::Live;
use crate::face::seat_coats;
use crate::kit::Coat;
use crate::story::named_words;

impl<G: Craft> Live<'_, G> {
    /// The chat; empty while it is off and the observer cannot turn it on.
    pub(super) fn talk(&self) -> Markup {
        let has_company = self.seats().any(|(seat, sits, _)| {
            matches!(sits.occupant, Occupant::Person { .. })
                && self.table.who != Observer::Seat(seat)
        });
        let may_allow = self.is_host() && has_company;
        let about = if self.table.chat { "live-chat-about" } else { "live-chat-is-off" };
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
                    p.quiet { (self.t(about)) }
                    // Reversed twice by styles, so that it is scrolled to its end at first.
                    div.lines.from-end tabindex="0" {
                        ul role="list" aria-live="polite" {
                            @for line in &self.table.talk { (self.line(line)) }
                        }
                    }
                    // Belongs to the form outside the live part, where a half-typed text survives updates.
                    input type="hidden" name="at" value=(self.table.said) form="say";
                }
            }
        }
    }

    /// A line of the chat. A script shows new lines at the author's cat. It knows them by their numbers, which rise for each
    /// seat.
    fn line(&self, line: &ChatLine) -> Markup {
        let own = self.table.who == Observer::Seat(line.seat);
        let ChatLine { number, seat, names, remark } = line;
        html! {
            li.own[own].shown[matches!(remark, Remark::Reaction(_))] data-seat=(seat) data-n=(number) {
                b { (names.person(*seat)) } " "
                @match remark {
                    Remark::Text(text) => span { (text) },
                    Remark::Reaction(reaction) => {
                        (self.coat_then(*seat, names).reaction(*reaction))
                        span.v { (self.t(label(*reaction))) }
                    },
                }
            }
        }
    }

    /// The coat of the cat that sat there when the seats had these names and coats.
    fn coat_then(&self, seat: Seat, names: &Names) -> Coat {
        if names == self.voice.names {
            return self.coat(seat);
        }
        let words = named_words(self.words(), names);
        seat_coats(&words, self.table.seats.len() as u8, names.coats())[seat.index()]
    }

    /// What the observer's cat can show: a button for each reaction.
    pub(super) fn reactions(&self) -> Markup {
        let seat = self.table.who.seat();
        let seat = seat.filter(|_| self.table.chat && self.table.stage != Stage::Closed);
        html! {
            @if let Some(seat) = seat {
                @let coat = self.coat(seat);
                form #reactions.reactions method="post" action=(format!("{}/react", self.path)) aria-label=(self.t("live-react")) {
                    input type="hidden" name="at" value=(self.table.reacted);
                    @for reaction in Reaction::ALL {
                        @let label = self.t(label(reaction));
                        button name="reaction" value=(reaction.name()) title=(label) {
                            (coat.reaction(reaction))
                            span.v { (label) }
                        }
                    }
                }
            }
        }
    }
}

/// The message with a reaction in words.
fn label(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Happy => "live-react-happy",
        Reaction::Laugh => "live-react-laugh",
        Reaction::Love => "live-react-love",
        Reaction::Think => "live-react-think",
        Reaction::Shock => "live-react-shock",
        Reaction::Sad => "live-react-sad",
        Reaction::Sleep => "live-react-sleep",
        Reaction::ThumbUp => "live-react-thumb-up",
    }
}
