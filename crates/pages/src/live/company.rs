//! The players at the table: names, clocks, absence, and the tools of the host.

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};
use rules::{Fact, Observer, Seat};
use table::event::Moment;
use table::lobby::Departure;
use table::play::ClockFace;
use table::terms::TimeControl;
use table::view::{Occupant, SeatView, Stage};

use super::Live;
use crate::face::{self, Face};
use crate::kit::{self, Mood};

/// Whether a player is at their screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// The player is here, or is a bot.
    Here,
    /// The player is away.
    Away {
        /// When they were last here.
        since: Moment,
    },
}

impl<G: Face> Live<'_, G> {
    /// The table before its first game: the players on their chairs, and what was agreed in the middle.
    pub(super) fn gathering(&self) -> Markup {
        let closed = self.table.stage == Stage::Closed;
        let n_free = if closed { 0 } else { self.n_free() };
        let waiting = self.words().message("live-waiting", &[("n", Fact::Number(n_free as i64))]);
        let seats: Vec<_> = self.seats().collect();
        let first = self.table.who.seat().map_or(0, |me| me.index() + 1);
        let mut around: Vec<_> =
            (0..seats.len()).map(|step| &seats[(first + step) % seats.len()]).collect();
        let own = around.pop();
        html! {
            section.gathering.open[n_free > 0] aria-label=(self.t("live-company")) {
                div class={ "table lobby n" (seats.len()) } {
                    (PreEscaped(G::SCENERY))
                    ul.opps aria-label=(self.t("live-company")) {
                        @for (&&(seat, sits, presence), place) in around.iter().zip(face::places(around.len())) {
                            (self.chair(seat, sits, presence, place))
                        }
                    }
                    div.paper-sheet {
                        @match self.table.host {
                            Some(host) => h2 { (self.words().message("live-invites", &[("seat", host.into())])) },
                            None => h2 { (self.t("live-invites-nobody")) },
                        }
                        p.quiet { (self.words().message("live-to-game", &[("game", self.words().title(G::ID).into())])) }
                        (self.agreed())
                        // Visitors without a seat read it in the form to sit down.
                        @if self.table.terms.newcomers && self.me().is_some() { p.quiet { (self.t("live-newcomers")) } }
                    }
                    ul.own {
                        @if let Some(&(seat, sits, presence)) = own { (self.chair(seat, sits, presence, "at-me")) }
                    }
                    div.mine {
                        div.asked {
                            @if !closed { p.question.on role="status" { (waiting) } }
                            (self.ready())
                        }
                    }
                }
            }
        }
    }

    /// The number of players, and the variant unless it is the usual one.
    fn variant(&self) -> String {
        let line = &self.table.terms.rules;
        let n = self.table.seats.len();
        let usual = format!("{} players={n}", G::ID.name()).parse::<G::Rules>();
        let facts = [("n", Fact::Number(n as i64))];
        let players = self.words().message("live-agreed-players", &facts);
        match line.split_once(' ') {
            Some((_, variant)) if usual.is_ok_and(|usual| usual.to_string() != *line) => {
                format!("{players}: {variant}")
            }
            Some(_) | None => players,
        }
    }

    /// A seat of the lobby: a player on a chair, or a free chair with the bots that could sit there.
    fn chair(&self, seat: Seat, sits: &SeatView<'_>, presence: Presence, place: &str) -> Markup {
        let free = sits.occupant == Occupant::Nobody;
        let away = presence != Presence::Here;
        let mood = if away {
            Mood::Sleep
        } else if sits.ready || matches!(sits.occupant, Occupant::Bot { .. }) {
            Mood::Happy
        } else {
            Mood::Open
        };
        html! {
            li class={ "seat " (place) " s" (seat) @if free { " free" } } id={ "seat-" (seat) } {
                div.body {
                    span.chair {}
                    @if !free { (self.coat(seat).bust(mood)) }
                    div.plate {
                        @if !free { (self.token(seat)) }
                        span.name { b { @if free { (self.t("live-free-seat")) } @else { (self.words().seat(seat)) } } }
                    }
                    div.info {
                        (self.sitter(seat, sits, presence))
                        @if free && self.me().is_some() && self.table.stage != Stage::Closed {
                            button.small.copy type="button" data-copy=(format!("{}?seat={seat}", self.path)) data-done=(self.t("live-copied")) {
                                (self.t("live-copy-seat"))
                            }
                        }
                    }
                }
            }
        }
    }

    /// What was agreed: the variant, the clock, hints and who may watch.
    fn agreed(&self) -> Markup {
        let terms = self.table.terms;
        let tell = |id: &str, facts: &[(&'static str, Fact)]| self.words().message(id, facts);
        let clock = match terms.clock {
            TimeControl::None => self.t("live-agreed-clock-none").to_string(),
            TimeControl::Move { seconds } => {
                tell("live-agreed-clock-move", &[("move", seconds.into())])
            }
            TimeControl::Bank { seconds, increment } => {
                let facts = [("bank", (seconds / 60).into()), ("increment", increment.into())];
                tell("live-agreed-clock-bank", &facts)
            }
        };
        let yes_no =
            |yes: bool, id: &str| self.t(&format!("{id}-{}", if yes { "yes" } else { "no" }));
        html! {
            dl.agreed {
                div { (kit::icon("play")) dt { (self.t("live-agreed-rounds")) } dd { (self.variant()) } }
                div { (kit::icon("clock")) dt { (self.t("live-agreed-clock")) } dd { (clock) } }
                div { (kit::icon("hint")) dt { (self.t("live-agreed-hints")) } dd { (yes_no(terms.hints, "live-agreed-hints")) } }
                div { (kit::icon("eye")) dt { (self.t("live-agreed-watching")) } dd { (yes_no(terms.watching, "live-agreed-watching")) } }
            }
            (self.rules_link())
        }
    }

    /// The company beside a game.
    pub(super) fn company(&self) -> Markup {
        html! {
            section #company.company aria-label=(self.t("live-company")) {
                h2 { (self.t("live-company")) }
                (self.members())
                (self.rules_link())
                @if let Some(game) = &self.table.game {
                    details #fairness.fairness {
                        summary { (self.t("live-fairness")) }
                        p { (self.t("live-commitment")) " " code { (game.commitment) } }
                        @if let Some(seed) = game.seed {
                            p { (self.t("live-seed")) " " code { (seed) } }
                        }
                    }
                }
            }
        }
    }

    fn members(&self) -> Markup {
        html! {
            ul.members role="list" {
                @for (seat, sits, presence) in self.seats() { (self.member(seat, sits, presence)) }
            }
        }
    }

    fn member(&self, seat: Seat, sits: &SeatView<'_>, presence: Presence) -> Markup {
        let free = sits.occupant == Occupant::Nobody;
        html! {
            li.member.free[free] {
                (self.token(seat))
                @if !free { (self.coat(seat).bust(Mood::Open)) }
                span.who { b { (self.words().seat(seat)) } (self.sitter(seat, sits, presence)) }
            }
        }
    }

    /// What is to be said of a seat: who sits there, the clock, and what the observer can do about it.
    fn sitter(&self, seat: Seat, sits: &SeatView<'_>, presence: Presence) -> Markup {
        let is_me = self.table.who == Observer::Seat(seat);
        let playing = self.table.stage == Stage::Playing;
        html! {
            @match sits.occupant {
                Occupant::Nobody => { " " span.tag { (self.t("live-free")) } },
                Occupant::Kept { name, departure } => {
                    @let id = match departure {
                        Departure::Left => "live-kept",
                        Departure::Removed => "live-kept-removed",
                        Departure::RemovedForGood => "live-kept-for-good",
                    };
                    " " span.tag.away { (self.words().message(id, &[("name", name.to_owned().into())])) }
                },
                Occupant::Bot { level } => { " " span.tag { (self.level(level)) } },
                Occupant::Person { stood_in, .. } => {
                    @if is_me { " " span.tag { (self.t("live-you")) } }
                    @if self.table.host == Some(seat) { " " span.tag { (self.t("live-host")) } }
                    @if stood_in { " " span.tag.away { (self.t("live-stood-in")) } }
                    @if let Presence::Away { since } = presence {
                        @let away = self.now.saturating_sub(since);
                        " " span.tag.away { (self.t("live-away")) " " span data-since=(away) { (minutes(away / 1000)) } }
                    }
                    @if !playing && sits.ready { " " span.tag.ready { (self.t("live-is-ready")) } }
                },
            }
            @if let Some(clock) = sits.clock { " " (self.clock(clock)) }
            @if !is_me && self.table.stage != Stage::Closed { (self.tools(seat, sits)) }
        }
    }

    fn level(&self, level: &str) -> Arc<str> {
        let id = format!("live-bot-{level}");
        if self.words().has(&id) { self.t(&id) } else { level.into() }
    }

    fn clock(&self, clock: ClockFace) -> Markup {
        let spent = clock.since.map_or(0, |since| self.now.saturating_sub(since));
        let left = clock.left.saturating_sub(spent);
        html! {
            span.time.runs[clock.since.is_some()] data-left=[clock.since.map(|_| left)] {
                (minutes(left.div_ceil(1000)))
            }
        }
    }

    fn tools(&self, seat: Seat, sits: &SeatView<'_>) -> Markup {
        let number = seat.to_string();
        let at = [("seat", number.as_str())];
        let muted = self.table.muted.has(seat);
        let person = matches!(sits.occupant, Occupant::Person { .. });
        let can_mute = person && self.me().is_some();
        let can_free =
            self.table.stage != Stage::Playing || !matches!(sits.occupant, Occupant::Bot { .. });
        html! {
            @if can_mute || (self.is_host() && can_free) {
                @let empty = matches!(sits.occupant, Occupant::Nobody | Occupant::Kept { .. });
                @let label = if empty { "live-tools-free" } else { "live-tools" };
                details.tools-of id=(format!("tools-{seat}")) {
                    summary { (self.t(label)) }
                    @if can_mute {
                        @let (yes, label) = if muted { ("no", "live-unmute") } else { ("yes", "live-mute") };
                        (self.button("mute", &[("seat", &number), ("yes", yes)], &self.t(label), "small"))
                    }
                    @if self.is_host() {
                        @match sits.occupant {
                            Occupant::Person { .. } => {
                                (self.button("remove", &at, &self.t("live-remove"), "small"))
                                (self.button("remove", &[("seat", &number), ("for-good", "yes")], &self.t("live-remove-for-good"), "small"))
                                (self.button("pass", &at, &self.t("live-pass"), "small"))
                            },
                            Occupant::Bot { .. } => (self.button("free", &at, &self.t("live-make-free"), "small")),
                            Occupant::Nobody | Occupant::Kept { .. } => {
                                @for level in bots::Level::ALL {
                                    (self.button(
                                        "fill",
                                        &[("seat", &number), ("level", level.name())],
                                        &self.t(&format!("live-fill-{}", level.name())),
                                        "small",
                                    ))
                                }
                            },
                        }
                    }
                }
            }
        }
    }
}

/// Seconds as minutes and seconds.
pub(super) fn minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
