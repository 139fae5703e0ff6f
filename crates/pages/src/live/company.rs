//! The players at the table: names, clocks, absence, and the tools of the host.

use std::sync::Arc;

use maud::{Markup, PreEscaped, html};
use rules::notation::Values;
use rules::{Fact, Observer, Rules as _, Seat, Seats};
use table::event::Moment;
use table::lobby::Departure;
use table::play::ClockFace;
use table::terms::TimeControl;
use table::view::{Occupant, SeatView, Stage};

use super::Live;
use crate::face::{self, Face};
use crate::kit::{self, Mood};
use crate::posters;

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
    /// The table before its first game: the players on their chairs, and its terms in the middle.
    pub(super) fn gathering(&self) -> Markup {
        let closed = self.table.stage == Stage::Closed;
        let n_free = if closed { 0 } else { self.n_free() };
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
                        (posters::cards(G::ID))
                        (self.agreed())
                        // Visitors without a seat read it in the form to sit down.
                        @if self.table.terms.newcomers && self.me().is_some() { p.quiet { (self.t("live-newcomers")) } }
                    }
                    ul.own {
                        @if let Some(&(seat, sits, presence)) = own { (self.chair(seat, sits, presence, "at-me")) }
                    }
                    div.mine {
                        div.asked { @if !closed { (self.waits_for(n_free)) (self.ready()) } }
                    }
                }
            }
        }
    }

    /// The question before a game: whether the observer is ready. It also names the players that the game waits for.
    fn waits_for(&self, n_free: usize) -> Markup {
        let missing: Seats = self.missing_players().collect();
        let id = match self.me() {
            Some(me) if !me.ready => Some("live-ready-asked"),
            Some(_) if n_free > 0 => Some("live-ready-told"),
            Some(_) | None => None,
        };
        let waiting = if n_free == 0 && id.is_none() {
            self.words().message("live-next-waiting", &[("seats", missing.into())])
        } else {
            self.words().message("live-waiting", &[("n", Fact::Number(n_free as i64))])
        };
        html! {
            p.question.on[id == Some("live-ready-asked")] role="status" {
                @if let Some(id) = id { (self.t(id)) " " small { (waiting) } } @else { (waiting) }
                @if n_free > 0 && self.is_host() { " " small { (self.t("live-waiting-host")) } }
            }
        }
    }

    /// Every option that differs from the standard variant, with its value.
    fn variant(&self) -> Markup {
        let (rules, words) = (&self.table.rules, self.words());
        let standard = format!("{} players={}", G::ID.name(), rules.n_seats()).parse::<G::Rules>();
        let standard = standard.expect("a table has as many seats as its game allows");
        let changed = G::Rules::OPTIONS.iter().filter_map(|option| {
            let value = rules.value(option.key)?;
            (standard.value(option.key).as_ref() != Some(&value)).then(|| match option.values {
                Values::Words(_) => (option.key, words.option_value(G::ID, option.key, &value)),
                Values::Numbers { .. } | Values::Table => (option.key, value),
            })
        });
        let changed: Vec<(&str, String)> = changed.collect();
        html! {
            @if changed.is_empty() { (self.t("live-agreed-standard")) } @else {
                ul.variant role="list" {
                    @for (key, value) in changed { li { small { (words.option(G::ID, key)) } " " (value) } }
                }
            }
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
        let offers = free && self.me().is_some() && self.table.stage != Stage::Closed;
        html! {
            li class={ "seat " (place) " s" (seat) @if free { " free" } } id={ "seat-" (seat) } {
                div.body {
                    span.chair {}
                    @if !free { (self.coat(seat).bust(mood)) }
                    @if offers && self.is_host() { (self.bots(seat)) }
                    div.plate {
                        @if !free { (self.token(seat)) }
                        span.name { b { @if free { (self.t("live-free-seat")) } @else { (self.words().seat(seat)) } } }
                    }
                    div.info {
                        @if !free { (self.sitter(seat, sits, presence)) }
                        @if offers {
                            button.small.copy type="button" data-copy=(format!("{}?seat={seat}", self.path)) data-done=(self.t("live-copied")) {
                                (self.t("live-copy-seat"))
                            }
                        }
                    }
                }
            }
        }
    }

    /// The bots that the host may put on a free chair, a cat for each level.
    fn bots(&self, seat: Seat) -> Markup {
        let number = seat.to_string();
        let cats = [(3, Mood::Open), (1, Mood::Happy), (0, Mood::Sly)];
        html! {
            details.add id=(format!("tools-{seat}")) name="bots" {
                summary { (kit::icon("plus")) span { (self.t("live-tools-free")) } }
                div.bots {
                    @for (level, (coat, mood)) in bots::Level::ALL.into_iter().zip(cats) {
                        @let label = self.t(&format!("live-fill-{}", level.name()));
                        (self.button("fill", &[("seat", &number), ("level", level.name())],
                            &html! { (kit::COATS[coat].bust(mood)) span { (label) } }, ""))
                    }
                }
            }
        }
    }

    /// The terms of the table: the variant, the clock, hints and who may watch.
    fn agreed(&self) -> Markup {
        let terms = self.table.terms;
        let tell = |id: &str, facts: &[(&'static str, Fact)]| self.words().message(id, facts);
        let players = [("n", Fact::Number(self.table.seats.len() as i64))];
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
                div { dt { (kit::icon("play")) (self.t("live-agreed-game")) } dd { (tell("live-agreed-players", &players)) } }
                div {
                    dt { (kit::icon("rules")) (self.t("live-agreed-rules")) }
                    dd { (self.variant()) a.about href={ "/rules/" (G::ID.name()) } { (self.t("home-rules")) } }
                }
                div { dt { (kit::icon("clock")) (self.t("live-agreed-clock")) } dd { (clock) } }
                div { dt { (kit::icon("hint")) (self.t("live-agreed-hints")) } dd { (yes_no(terms.hints, "live-agreed-hints")) } }
                div { dt { (kit::icon("eye")) (self.t("live-agreed-watching")) } dd { (yes_no(terms.watching, "live-agreed-watching")) } }
            }
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

    /// The player of a seat, the clock, and what the observer can do with the seat.
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
