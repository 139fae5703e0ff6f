//! What a table looks like to one observer: the part of its page that is live, made from a [`Page`] and nothing else.

use std::collections::VecDeque;
use std::sync::Arc;

use maud::{Markup, html};
use rules::{Fact, Game, Observer, Say as _, Seat};
use table::command::No;
use table::event::Moment;
use table::lobby::{Lobby, Sitter};
use table::page::{Page, SeatPage, Sits, Stage};
use table::play::ClockFace;
use table::told::Told;
use tokio::sync::watch;
use words::Words;

use crate::face::{self, Face, Sight};
use crate::room::Shown;

/// What an observer has heard and sees.
#[derive(Debug)]
pub(crate) struct Screen {
    /// The last sentences that were told.
    pub(crate) story: VecDeque<Arc<str>>,
    /// How often something was new.
    pub(crate) version: u64,
    /// Whether what is shown is no longer true.
    pub(crate) is_stale: bool,
    shown: watch::Sender<Shown>,
}

impl Default for Screen {
    fn default() -> Screen {
        let shown = watch::Sender::new(Shown { version: 0, html: Arc::from("") });
        Screen { story: VecDeque::new(), version: 0, is_stale: true, shown }
    }
}

impl Screen {
    /// Shows something new to whoever watches.
    pub(crate) fn show(&mut self, html: Arc<str>) {
        self.is_stale = false;
        self.shown.send_replace(Shown { version: self.version, html });
    }

    /// What is shown.
    pub(crate) fn shown(&self) -> Shown {
        self.shown.borrow().clone()
    }

    /// For somebody who watches.
    pub(crate) fn watch(&self) -> watch::Receiver<Shown> {
        self.shown.subscribe()
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.shown.receiver_count() > 0
    }

    /// Ends the streams of all who watch.
    pub(crate) fn cut(&mut self) {
        self.shown = watch::Sender::new(self.shown());
        self.is_stale = true;
    }
}

/// Whether somebody is at their screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// They are, or it is a bot.
    Here,
    /// They are not, since then.
    Away { since: Moment },
}

/// What belongs around the live part of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    /// Which seat is the visitor's.
    pub(crate) seat: Option<Seat>,
    /// Seats where nobody sits.
    pub(crate) free: Vec<Seat>,
    /// Whether people can talk.
    pub(crate) chat: bool,
    /// Whether the table waits for people.
    pub(crate) gathering: bool,
}

impl Frame {
    pub(crate) fn of<G: Game>(page: &Page<'_, G>) -> Frame {
        let free = |(index, seat): (usize, &SeatPage<'_>)| {
            (seat.sits == Sits::Nobody).then_some(Seat::new(index as u8))
        };
        Frame {
            seat: page.who.seat(),
            free: page.seats.iter().enumerate().filter_map(free).collect(),
            chat: page.chat,
            gathering: page.stage == Stage::Gathering,
        }
    }
}

/// What bots answer to, by seat. Cats' names are the same in every language.
const BOT_NAMES: [&str; 6] = ["Momo", "Tama", "Kuro", "Shiro", "Hana", "Mike"];

/// The names of all seats, in order.
pub(crate) fn names(lobby: &Lobby, words: &Words) -> Vec<String> {
    let name = |seat: Seat| match &lobby.chair(seat).sitter {
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { .. } => BOT_NAMES[seat.index()].to_owned(),
        Sitter::Nobody => {
            words.message("live-seat", &[("n", Fact::Number(seat.index() as i64 + 1))])
        }
    };
    lobby.seats().map(name).collect()
}

/// Something that was told, as a sentence; what is seen on the page needs none.
pub(crate) fn sentence<G: Game>(words: &Words, told: &Told<G>) -> Option<String> {
    match told {
        Told::Seen(seen) => Some(words.seen::<G>(seen)),
        Told::Other(other) if other.is_sentence() => {
            let id = format!("table-told-{}", other.code());
            Some(words.begin(words.message(&id, &other.facts())))
        }
        Told::Other(_) => None,
    }
}

/// Why a table says no, as a sentence with the rule that says so.
pub(crate) fn refusal<G: Game>(words: &Words, no: &No<G>) -> String {
    match no {
        No::Illegal(illegal) => {
            let why = words.begin(words.refusal::<G>(illegal));
            let facts = [("why", why.into()), ("rule", Fact::Text(illegal.rule().to_owned()))];
            words.message("live-refused", &facts)
        }
        No::Unreadable(unreadable) => words.begin(words.unreadable(unreadable)),
        no => words.begin(words.message(&format!("table-no-{}", no.code()), &no.facts())),
    }
}

/// The live part of a page.
pub(crate) fn live<G: Face>(
    page: &Page<'_, G>,
    presence: &[Presence],
    story: &VecDeque<Arc<str>>,
    words: &Words,
    path: &str,
    now: Moment,
) -> String {
    let table = Live { page, presence, words, path, now };
    let html = html! {
        @match (&page.view, page.stage) {
            (Some(view), Stage::Playing | Stage::Over) => {
                (table.notices())
                @let post = format!("{path}/act");
                (face::table(&Sight { view, words, post: &post, at: &page.at }))
                @if page.stage == Stage::Over { (table.end()) }
            },
            _ => (table.gathering()),
        }
        aside.beside {
            (table.company())
            (table.story(story))
            (table.talk())
        }
    };
    html.into_string()
}

struct Live<'a, G: Game> {
    page: &'a Page<'a, G>,
    presence: &'a [Presence],
    words: &'a Words,
    path: &'a str,
    now: Moment,
}

impl<G: Game> Live<'_, G> {
    fn t(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, &SeatPage<'_>, Presence)> {
        let seats = self.page.seats.iter().zip(self.presence).enumerate();
        seats.map(|(index, (seat, presence))| (Seat::new(index as u8), seat, *presence))
    }

    fn me(&self) -> Option<&SeatPage<'_>> {
        self.page.who.seat().map(|seat| &self.page.seats[seat.index()])
    }

    fn is_owner(&self) -> bool {
        self.page.owner.is_some() && self.page.owner == self.page.who.seat()
    }

    /// One button that asks the table something.
    fn button(&self, command: &str, fields: &[(&str, &str)], label: &str, class: &str) -> Markup {
        html! {
            form method="post" action=(format!("{}/{command}", self.path)) {
                @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
                button class=(class) { (label) }
            }
        }
    }

    fn gathering(&self) -> Markup {
        let n_free = self.page.seats.iter().filter(|seat| seat.sits == Sits::Nobody).count();
        let waiting = self.words.message("live-waiting", &[("n", Fact::Number(n_free as i64))]);
        html! {
            section.gathering {
                p.question role="status" { (waiting) }
                (self.ready())
            }
        }
    }

    /// Whether the observer wants a game to begin.
    fn ready(&self) -> Markup {
        let over = self.page.stage == Stage::Over;
        let labels =
            if over { ("live-again", "live-again-not") } else { ("live-ready", "live-ready-not") };
        html! {
            @match self.me() {
                Some(me) if me.ready => (self.button("ready", &[("yes", "no")], &self.t(labels.1), "")),
                Some(_) => (self.button("ready", &[("yes", "yes")], &self.t(labels.0), "primary")),
                None => {}
            }
        }
    }

    /// What the observer has to know before anything else.
    fn notices(&self) -> Markup {
        let stood_in =
            matches!(self.me().map(|me| me.sits), Some(Sits::Person { stood_in: true, .. }));
        html! {
            @if stood_in {
                div.notice role="alert" {
                    p { (self.t("live-stood-in-for-you")) }
                    (self.button("return", &[], &self.t("live-return"), "primary"))
                }
            }
        }
    }

    /// Behind the end of a game.
    fn end(&self) -> Markup {
        html! {
            section.end aria-label=(self.t("live-end")) {
                (self.ready())
                p.links {
                    a href=(format!("{}/replay", self.path)) { (self.t("live-replay")) }
                    " "
                    a href=(format!("{}/record.neko", self.path)) download { (self.t("live-record")) }
                }
            }
        }
    }

    /// Who is at the table, who is away, whose clock runs; for the owner, what can be done about it.
    fn company(&self) -> Markup {
        html! {
            section.company aria-label=(self.t("live-company")) {
                h2 { (self.t("live-company")) }
                ul {
                    @for (seat, sits, presence) in self.seats() { (self.member(seat, sits, presence)) }
                }
                @if let Some(game) = &self.page.game {
                    details #fairness {
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

    fn member(&self, seat: Seat, sits: &SeatPage<'_>, presence: Presence) -> Markup {
        let is_me = self.page.who == Observer::Seat(seat);
        let playing = self.page.stage == Stage::Playing;
        html! {
            li {
                b { (self.words.seat(seat)) }
                @match sits.sits {
                    Sits::Nobody => { " " span.quiet { (self.t("live-free")) } },
                    Sits::Bot { level } => { " " span.quiet { (self.level(level)) } },
                    Sits::Person { stood_in, .. } => {
                        @if is_me { " " span.quiet { (self.t("live-you")) } }
                        @if self.page.owner == Some(seat) { " " span.quiet { (self.t("live-owner")) } }
                        @if stood_in { " " span.away { (self.t("live-stood-in")) } }
                        @if let Presence::Away { since } = presence {
                            " " span.away data-since=(self.now.saturating_sub(since)) { (self.t("live-away")) }
                        }
                        @if !playing && sits.ready { " " span.ready { (self.t("live-is-ready")) } }
                    },
                }
                @if let Some(clock) = sits.clock { " " (self.clock(clock)) }
                @if !is_me { (self.tools(seat, sits)) }
            }
        }
    }

    fn level(&self, level: &str) -> String {
        let id = format!("live-bot-{level}");
        if self.words.has(&id) { self.t(&id) } else { level.to_owned() }
    }

    fn clock(&self, clock: ClockFace) -> Markup {
        let spent = clock.since.map_or(0, |since| self.now.saturating_sub(since));
        let left = clock.left.saturating_sub(spent);
        let seconds = left.div_ceil(1000);
        let text = format!("{}:{:02}", seconds / 60, seconds % 60);
        html! {
            span.clock.runs[clock.since.is_some()] data-left=[clock.since.map(|_| left)] { (text) }
        }
    }

    fn tools(&self, seat: Seat, sits: &SeatPage<'_>) -> Markup {
        let number = seat.to_string();
        let at = [("seat", number.as_str())];
        let muted = self.page.muted.has(seat);
        let person = matches!(sits.sits, Sits::Person { .. });
        let can_mute = person && self.me().is_some();
        let can_free = self.page.stage != Stage::Playing || !matches!(sits.sits, Sits::Bot { .. });
        html! {
            @if can_mute || (self.is_owner() && can_free) {
                details.tools id=(format!("tools-{seat}")) {
                    summary { (self.t("live-tools")) }
                    @if can_mute {
                        @let (yes, label) = if muted { ("no", "live-unmute") } else { ("yes", "live-mute") };
                        (self.button("mute", &[("seat", &number), ("yes", yes)], &self.t(label), ""))
                    }
                    @if self.is_owner() {
                        @match sits.sits {
                            Sits::Person { .. } => {
                                (self.button("remove", &at, &self.t("live-remove"), ""))
                                (self.button("pass", &at, &self.t("live-pass"), ""))
                            },
                            Sits::Bot { .. } => (self.button("free", &at, &self.t("live-make-free"), "")),
                            Sits::Nobody => {
                                @for level in bots::Level::ALL {
                                    (self.button(
                                        "fill",
                                        &[("seat", &number), ("level", level.name())],
                                        &self.t(&format!("live-fill-{}", level.name())),
                                        "",
                                    ))
                                }
                            },
                        }
                    }
                }
            }
        }
    }

    fn story(&self, story: &VecDeque<Arc<str>>) -> Markup {
        html! {
            section.story aria-label=(self.t("live-story")) {
                h2 { (self.t("live-story")) }
                ol reversed { @for line in story.iter().rev() { li { (line) } } }
            }
        }
    }

    fn talk(&self) -> Markup {
        html! {
            @if self.page.chat || !self.page.talk.is_empty() {
                section.talk aria-label=(self.t("live-chat")) {
                    h2 { (self.t("live-chat")) }
                    ul aria-live="polite" {
                        @for line in &self.page.talk { li { b { (line.name) } " " span { (line.text) } } }
                    }
                    // Belongs to the form outside, where what is being typed stays when this changes.
                    input type="hidden" name="at" value=(self.page.said) form="say";
                    @if self.is_owner() {
                        @let (on, label) = if self.page.chat { ("no", "live-chat-off") } else { ("yes", "live-chat-on") };
                        (self.button("chat", &[("yes", on)], &self.t(label), "small"))
                    }
                }
            }
        }
    }
}
