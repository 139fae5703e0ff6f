//! What a table looks like to one observer: the part of its page that is live, made from a [`Page`] and nothing else.

use std::cell::{OnceCell, RefCell};
use std::sync::{Arc, Weak};

use maud::{Markup, PreEscaped, Render, html};
use rules::{Fact, Game, Observer, Open as _, Say as _, Seat, Standing};
use table::command::No;
use table::event::Moment;
use table::lobby::{Lobby, Sitter};
use table::page::{Page, SeatPage, Sits, Stage};
use table::play::ClockFace;
use table::terms::Clock;
use table::told;
use tokio::sync::mpsc;
use words::Words;

use crate::chart;
use crate::face::{self, Drawings, Drawn, Face, Held, Help, Pieces, Sight, Text};
use crate::line::{Chunk, Line};
use crate::piece::{Shown, first_event};
use crate::room::Request;

/// What a finished round brought.
#[derive(Debug)]
pub(crate) struct Round {
    /// Who got what for it, an item of a list for each seat.
    pub(crate) told: Vec<Arc<str>>,
    /// Everybody's points behind it.
    pub(crate) scores: Vec<i32>,
}

/// What the finished rounds of a game brought.
#[derive(Debug, Default)]
pub(crate) struct Rounds {
    brought: Vec<Round>,
    /// How everybody's points went, once it was drawn.
    chart: OnceCell<Markup>,
}

impl Rounds {
    /// Another round is finished.
    pub(crate) fn push(&mut self, round: Round) {
        self.brought.push(round);
        self.chart = OnceCell::new();
    }

    /// A new game begins.
    pub(crate) fn clear(&mut self) {
        *self = Rounds::default();
    }

    /// How everybody's points went, if there is anything to see. It is said what it shows.
    fn chart(&self, label: &str) -> Option<&Markup> {
        let draw = || {
            let scores: Vec<&[i32]> = self.brought.iter().map(|round| &*round.scores).collect();
            chart::points(&scores, label)
        };
        (self.brought.len() > 1).then(|| self.chart.get_or_init(draw))
    }
}

thread_local! {
    /// Room for news, which is needed for a moment and over and over.
    static SPARE: RefCell<Vec<Chunk>> = const { RefCell::new(Vec::new()) };
}

/// How many of them a thread keeps, and of how many bytes at most: whole pages come seldom.
const MAX_SPARE: usize = 256;
const MAX_ROOM: usize = 2 * ROOM;

/// So many bytes of news fit into most of them.
const ROOM: usize = 4 * 1024;

/// What an observer has heard and sees.
#[derive(Debug)]
pub(crate) struct Screen {
    /// What stands beside the game, and how often anything but the game had changed when it was made.
    pub(crate) beside: Option<(u64, Beside)>,
    /// How often something was new.
    pub(crate) version: u64,
    /// Whether what is shown is no longer true.
    pub(crate) is_stale: bool,
    /// The observer's own cards.
    pub(crate) held: Held,
    /// What is shown to those who watch.
    pub(crate) shown: Shown,
    /// What those who watch have not been told yet.
    news: Chunk,
    /// Those who watch, each as long as somebody holds the line.
    lines: Vec<Weak<Line>>,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen {
            beside: None,
            version: 0,
            is_stale: true,
            held: Held::default(),
            shown: Shown::default(),
            news: Chunk::default(),
            lines: Vec::new(),
        }
    }
}

impl Screen {
    /// Shows what is to be seen now. Those who watch are told of it [later](Screen::tell_news).
    pub(crate) fn show(&mut self, lay: impl Fn(&Held, &mut Pieces)) {
        let Screen { version, held, shown, news, .. } = self;
        if news.is_empty() {
            let spare = SPARE.with_borrow_mut(Vec::pop);
            *news = spare.unwrap_or_else(|| Chunk::with_room(ROOM));
        }
        news.add(|news| shown.update(*version, |pieces| lay(held, pieces), news));
        self.is_stale = false;
    }

    /// Tells those who watch what is new.
    pub(crate) fn tell_news(&mut self) {
        let mut news = std::mem::take(&mut self.news);
        if !news.is_empty() {
            self.lines.iter().filter_map(Weak::upgrade).for_each(|line| line.tell(&news));
        }
        let room = news.clear();
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < MAX_SPARE && (1..=MAX_ROOM).contains(&room) {
                spare.push(news);
            }
        });
    }

    /// A line for somebody who watches this table as this observer. They are shown all of it first.
    pub(crate) fn watch(
        &mut self,
        who: Observer,
        table: mpsc::WeakSender<Request>,
        html: &str,
    ) -> Arc<Line> {
        let line = Arc::new(Line::new(who, table));
        line.tell_all(&first_event(self.version, html));
        self.lines.retain(|line| line.strong_count() > 0);
        self.lines.push(Arc::downgrade(&line));
        line
    }

    /// Shows all of it to those who wait for that.
    pub(crate) fn tell_all(&self, html: &str) {
        let lines = self.lines.iter().filter_map(Weak::upgrade);
        for line in lines.filter(|line| line.waits_for_all()) {
            line.tell_all(&first_event(self.version, html));
        }
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.lines.iter().any(|line| line.strong_count() > 0)
    }

    /// Ends the streams of all who watch.
    pub(crate) fn cut(&mut self) {
        self.news = Chunk::default();
        self.lines.drain(..).filter_map(|line| line.upgrade()).for_each(|line| line.cut());
        self.is_stale = true;
    }
}

/// A table that falls asleep shows nothing any more.
impl Drop for Screen {
    fn drop(&mut self) {
        self.cut();
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
    /// Whether the game asks the visitor something.
    pub(crate) is_asked: bool,
}

impl Frame {
    pub(crate) fn of<G: Game>(page: &Page<'_, G>) -> Frame {
        let free = |(index, seat): (usize, &SeatPage<'_>)| {
            (seat.sits == Sits::Nobody).then_some(Seat::new(index as u8))
        };
        let seat = page.who.seat();
        let turn = page.view.as_ref().map(|view| view.open.turn());
        Frame {
            seat,
            free: page.seats.iter().enumerate().filter_map(free).collect(),
            is_asked: turn.zip(seat).is_some_and(|(turn, seat)| turn.asks(seat)),
        }
    }
}

/// The names of all seats, in order.
pub(crate) fn names(lobby: &Lobby, words: &Words) -> Vec<String> {
    let name = |seat: Seat| match &lobby.chair(seat).sitter {
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { .. } => bots::CAT_NAMES[seat.index()].to_owned(),
        Sitter::Nobody => {
            words.message("live-seat", &[("n", Fact::Number(seat.index() as i64 + 1))])
        }
    };
    lobby.seats().map(name).collect()
}

/// Something that was told, as a sentence; what is seen on the page needs none.
pub(crate) fn sentence<G: Game>(words: &Words, told: &told::Told<G>) -> Option<String> {
    match told {
        told::Told::Seen(seen) => Some(words.seen::<G>(seen)),
        told::Told::Other(other) if other.is_sentence() => {
            let id = format!("table-told-{}", other.code());
            Some(words.begin(words.message(&id, &other.facts())))
        }
        told::Told::Other(_) => None,
    }
}

/// A sentence as an item of a list.
pub(crate) fn item(sentence: &str) -> Arc<str> {
    html! { li { (face::text(sentence)) } }.into_string().into()
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

/// What stands beside the game and does not change with every move.
#[derive(Debug)]
pub(crate) struct Beside {
    company: Option<Drawn>,
    points: Option<Drawn>,
    talk: Option<Drawn>,
}

/// The live part of a page, before it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Live<'a, G: Game> {
    /// All that the observer may know.
    pub(crate) page: &'a Page<'a, G>,
    /// Who is here.
    pub(crate) presence: &'a [Presence],
    /// What each finished round of the game brought.
    pub(crate) rounds: &'a Rounds,
    /// What others see too.
    pub(crate) drawings: &'a Drawings<G>,
    /// The language, which knows the players' names.
    pub(crate) words: &'a Words,
    /// Where the table stands.
    pub(crate) path: &'a str,
    /// Where decisions are posted.
    pub(crate) post: &'a str,
    /// Where hints are asked for.
    pub(crate) hint: &'a str,
    /// The time.
    pub(crate) now: Moment,
}

impl<G: Face> Live<'_, G> {
    /// What stands beside the game.
    pub(crate) fn beside(&self) -> Beside {
        let drawn = |html: Markup| Drawn::from(html.0.as_str());
        let some = |html: Markup| Some(html).filter(|html| !html.0.is_empty()).map(drawn);
        Beside {
            company: (!self.gathers()).then(|| drawn(self.company())),
            points: some(self.points()),
            talk: some(self.talk()),
        }
    }

    /// Whether what stands beside the game says how long something takes, so that it is true only now.
    pub(crate) fn beside_ages(&self) -> bool {
        let away = self.presence.iter().any(|presence| *presence != Presence::Here);
        away || self.page.terms.clock != Clock::None
    }

    /// All of it, with the observer's own cards as they were drawn last.
    pub(crate) fn lay(&self, beside: &Beside, held: &Held, pieces: &mut Pieces) {
        let Live { page, words, .. } = self;
        // Where the seat has changed, the page around this is out of date: the script looks here.
        pieces.fixed("<div class=\"stage\" data-who=\"");
        match page.who {
            Observer::Seat(seat) => pieces.frame(&seat.index()),
            Observer::Rail => pieces.fixed("rail"),
        }
        pieces.fixed("\">");
        if let Some(notices) = self.notices() {
            pieces.frame(&notices);
        }
        match &page.view {
            Some(view) if !self.gathers() => {
                let at = page.at.map(|at| at.to_string()).unwrap_or_default();
                let sight = Sight::new(view, words, self.post, &at);
                let sight = sight.with(self.drawings, held).helped(self.help());
                if page.stage == Stage::Over {
                    pieces.frame(&self.end(&G::question(sight.spoken()), &view.open.standing()));
                }
                face::lay(&sight, pieces);
            }
            _ => pieces.frame(&self.gathering()),
        }
        pieces.fixed("</div><aside class=\"beside\">");
        let Beside { company, points, talk } = beside;
        match company {
            Some(company) if self.beside_ages() => {
                pieces.put_anew("company", company);
            }
            Some(company) => pieces.put("company", company),
            None => {}
        }
        if let Some(points) = points {
            pieces.put("points", points);
        }
        let say = |id| Text::from(self.t(id));
        pieces.fixed("<section class=\"story\" aria-label=\"");
        pieces.say("live-story", say);
        pieces.fixed("\"><h2>");
        pieces.say("live-story", say);
        pieces.fixed(
            "</h2><ol class=\"lines\" id=\"story\" role=\"list\" tabindex=\"0\" aria-live=\"polite\" reversed>",
        );
        pieces.story();
        pieces.fixed("</ol></section>");
        if let Some(talk) = talk {
            pieces.put("talk", talk);
        }
        pieces.fixed("</aside>");
    }
}

impl<G: Game> Live<'_, G> {
    fn t(&self, id: &str) -> Arc<str> {
        self.words.say(id, &[])
    }

    /// What helps the observer to decide. The rail decides nothing.
    fn help(&self) -> Help<'_, G> {
        let terms = self.page.terms;
        let ask = terms.hints.then_some(self.hint);
        match self.page.who {
            Observer::Rail => Help::default(),
            Observer::Seat(_) => Help { tips: true, radar: terms.radar, ask, told: &[] },
        }
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

    /// Before the first game: who is here, who is still missing, and how they find the table.
    fn gathering(&self) -> Markup {
        let n_free = self.n_free();
        let waiting = self.words.message("live-waiting", &[("n", Fact::Number(n_free as i64))]);
        html! {
            section.gathering.open[n_free > 0] aria-label=(self.t("live-company")) {
                h2.title { (self.words.title(G::ID)) }
                p.question role="status" { (waiting) }
                (self.members())
                (self.ready())
                (self.rules_link())
            }
        }
    }

    fn gathers(&self) -> bool {
        self.page.view.is_none() || self.page.stage == Stage::Gathering
    }

    fn n_free(&self) -> usize {
        self.page.seats.iter().filter(|seat| seat.sits == Sits::Nobody).count()
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
    fn notices(&self) -> Option<Markup> {
        let stood_in =
            matches!(self.me().map(|me| me.sits), Some(Sits::Person { stood_in: true, .. }));
        let watching = match (self.page.who, self.page.stage, self.n_free()) {
            (Observer::Rail, _, 0) => Some("live-watching"),
            (Observer::Rail, Stage::Playing | Stage::Over, _) => Some("live-watching-free"),
            // Before the first game the free seats are all there is to see.
            (Observer::Seat(_), ..) | (Observer::Rail, Stage::Gathering, _) => None,
        };
        let notices = || {
            html! {
                @if stood_in {
                    div.notice role="alert" {
                        p { (self.t("live-stood-in-for-you")) }
                        (self.button("return", &[], &self.t("live-return"), "primary"))
                    }
                }
                @if let Some(watching) = watching { p.notice { (self.t(watching)) } }
            }
        };
        (stood_in || watching.is_some()).then(notices)
    }

    /// The end of a game: who has won, who got how far, and what now.
    fn end(&self, won: &str, standing: &Standing) -> Markup {
        let mut ranked: Vec<(Seat, i32)> =
            self.seats().map(|(seat, ..)| (seat, standing.scores[seat])).collect();
        let has_won = |seat| standing.winners.is_some_and(|winners| winners.has(seat));
        ranked.sort_by_key(|&(seat, score)| std::cmp::Reverse((score, has_won(seat))));
        html! {
            section.end aria-label=(self.t("live-end")) {
                div role="status" { h2 { (won) } }
                ol.ranking role="list" {
                    @for (seat, score) in ranked {
                        li.won[has_won(seat)] {
                            (self.token(seat))
                            (self.cat(seat))
                            b { (self.words.seat(seat)) }
                            @if has_won(seat) { " " span.tag { (self.t("live-winner")) } }
                            span.score { (face::signed(score)) }
                        }
                    }
                }
                @if let Some(chart) = self.rounds.chart(&self.t("live-chart")) { (chart) }
                div.next {
                    (self.ready())
                    a.button href=(format!("{}/replay", self.path)) { (self.t("live-replay")) }
                    a.button href=(format!("{}/record.neko", self.path)) download { (self.t("live-record")) }
                }
            }
        }
    }

    /// Who is at the table, who is away, whose clock runs; for the owner, what can be done about it.
    fn company(&self) -> Markup {
        html! {
            section #company.company aria-label=(self.t("live-company")) {
                h2 { (self.t("live-company")) }
                (self.members())
                (self.rules_link())
                @if let Some(game) = &self.page.game {
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

    /// A seat's token: with an initial, or with a number while nobody sits there.
    fn token(&self, seat: Seat) -> impl Render + use<G> {
        let name = match self.page.seats[seat.index()].sits {
            Sits::Nobody => (seat.index() + 1).to_string().into(),
            Sits::Bot { .. } | Sits::Person { .. } => self.words.seat(seat),
        };
        face::token_of(seat, name.chars().next())
    }

    /// The cat that sits there.
    fn cat(&self, seat: Seat) -> impl Render + use<G> {
        face::player(seat, &self.words.seat(seat))
    }

    fn rules_link(&self) -> Markup {
        let title = [("game", Fact::Text(self.words.title(G::ID)))];
        html! {
            p.about { a href={ "/rules/" (G::ID.name()) } { (self.words.message("live-rules", &title)) } }
        }
    }

    fn members(&self) -> Markup {
        html! {
            ul.members role="list" {
                @for (seat, sits, presence) in self.seats() { (self.member(seat, sits, presence)) }
            }
        }
    }

    fn member(&self, seat: Seat, sits: &SeatPage<'_>, presence: Presence) -> Markup {
        let is_me = self.page.who == Observer::Seat(seat);
        let playing = self.page.stage == Stage::Playing;
        let free = sits.sits == Sits::Nobody;
        html! {
            li.member.free[free] {
                (self.token(seat))
                @if !free { (self.cat(seat)) }
                span.who {
                    b { (self.words.seat(seat)) }
                    @match sits.sits {
                        Sits::Nobody => { " " span.tag { (self.t("live-free")) } },
                        Sits::Bot { level } => { " " span.tag { (self.level(level)) } },
                        Sits::Person { stood_in, .. } => {
                            @if is_me { " " span.tag { (self.t("live-you")) } }
                            @if self.page.owner == Some(seat) { " " span.tag { (self.t("live-owner")) } }
                            @if stood_in { " " span.tag.away { (self.t("live-stood-in")) } }
                            @if let Presence::Away { since } = presence {
                                @let away = self.now.saturating_sub(since);
                                " " span.tag.away { (self.t("live-away")) " " span data-since=(away) { (minutes(away / 1000)) } }
                            }
                            @if !playing && sits.ready { " " span.tag.ready { (self.t("live-is-ready")) } }
                        },
                    }
                }
                @if let Some(clock) = sits.clock { " " (self.clock(clock)) }
                @if free && self.me().is_some() {
                    button.small.copy type="button" data-copy=(format!("{}?seat={seat}", self.path)) data-done=(self.t("live-copied")) {
                        (self.t("live-copy-seat"))
                    }
                }
                @if !is_me { (self.tools(seat, sits)) }
            }
        }
    }

    fn level(&self, level: &str) -> Arc<str> {
        let id = format!("live-bot-{level}");
        if self.words.has(&id) { self.t(&id) } else { level.into() }
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

    fn tools(&self, seat: Seat, sits: &SeatPage<'_>) -> Markup {
        let number = seat.to_string();
        let at = [("seat", number.as_str())];
        let muted = self.page.muted.has(seat);
        let person = matches!(sits.sits, Sits::Person { .. });
        let can_mute = person && self.me().is_some();
        let can_free = self.page.stage != Stage::Playing || !matches!(sits.sits, Sits::Bot { .. });
        html! {
            @if can_mute || (self.is_owner() && can_free) {
                @let label = if sits.sits == Sits::Nobody { "live-tools-free" } else { "live-tools" };
                details.tools id=(format!("tools-{seat}")) {
                    summary { (self.t(label)) }
                    @if can_mute {
                        @let (yes, label) = if muted { ("no", "live-unmute") } else { ("yes", "live-mute") };
                        (self.button("mute", &[("seat", &number), ("yes", yes)], &self.t(label), "small"))
                    }
                    @if self.is_owner() {
                        @match sits.sits {
                            Sits::Person { .. } => {
                                (self.button("remove", &at, &self.t("live-remove"), "small"))
                                (self.button("pass", &at, &self.t("live-pass"), "small"))
                            },
                            Sits::Bot { .. } => (self.button("free", &at, &self.t("live-make-free"), "small")),
                            Sits::Nobody => {
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

    /// The points by rule, round by round.
    fn points(&self) -> Markup {
        let heading = |n: usize| {
            let game = Fact::Text(G::ID.name().to_owned());
            let facts = [("game", game), ("n", Fact::Number(n as i64))];
            self.words.message("live-round", &facts)
        };
        html! {
            @if !self.rounds.brought.is_empty() {
                details #points.points open[self.page.stage == Stage::Over] {
                    summary { h2 { (self.t("live-points")) } }
                    @for (number, round) in (1..).zip(&self.rounds.brought) {
                        h3 { (heading(number)) }
                        ul role="list" { @for item in &round.told { (PreEscaped(item)) } }
                    }
                }
            }
        }
    }

    fn talk(&self) -> Markup {
        let has_company = self.seats().any(|(seat, sits, _)| {
            matches!(sits.sits, Sits::Person { .. }) && self.page.who != Observer::Seat(seat)
        });
        let may_allow = self.is_owner() && has_company;
        html! {
            @if self.page.chat || may_allow || !self.page.talk.is_empty() {
                section #talk.talk.open[self.page.chat] aria-label=(self.t("live-chat")) {
                    div.heading {
                        h2 { (self.t("live-chat")) }
                        @if self.is_owner() {
                            @let (on, label) = if self.page.chat { ("no", "live-chat-off") } else { ("yes", "live-chat-on") };
                            (self.button("chat", &[("yes", on)], &self.t(label), "small"))
                        }
                    }
                    // Turned round twice, so that it begins with its end in sight.
                    div.lines.from-end tabindex="0" {
                        @if self.page.talk.is_empty() { p.quiet { (self.t("live-chat-empty")) } }
                        ul role="list" aria-live="polite" {
                            @for line in &self.page.talk { li { b { (line.name) } " " span { (line.text) } } }
                        }
                    }
                    // Belongs to the form outside, where what is being typed stays when this changes.
                    input type="hidden" name="at" value=(self.page.said) form="say";
                }
            }
        }
    }
}

/// Seconds as minutes and seconds.
fn minutes(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
