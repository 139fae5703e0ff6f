//! Finished games: their records, and every moment of them, as any seat knew it or with all hands open.
//!
//! All of it is read from the log, so that a table may sleep on.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};
use rules::{Fact, GameId, Observer, Rules as _, Seat, Step, View};
use store::{StoreError, TableId};
use table::event::{Event, Holder};
use table::record::{Record, RecordText};
use table::table::Table;
use words::Words;

use crate::app::App;
use crate::assets::Asset;
use crate::error::{PageError, Problem};
use crate::face::{self, Face, Sight, VisitFace};
use crate::fields::{Asked, Fields};
use crate::language::Reader;
use crate::layout::{Kind, Page};
use crate::screen;
use crate::table_page::read_id;
use crate::visitor::Visitor;

/// `GET /t/{id}/record.neko`: a finished game as a file; the last one, unless another is asked for.
pub(crate) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Asked(asked): Asked,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let past = past(&app, id, visitor).await?;
    let (_, record) = past.game(&asked).ok_or(Problem::NotFound)?;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.neko\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, record.to_owned()).into_response())
}

/// `GET /t/{id}/replay`: a moment of a finished game.
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Reader(words): Reader,
    Asked(asked): Asked,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let past = past(&app, id, visitor).await?;
    let (number, record) = past.game(&asked).ok_or(Problem::NotFound)?;
    let path = format!("/t/{id}");
    let n_games = past.records.len();
    let replay = Replay { path: &path, number, n_games, record, asked: &asked, words: &words };
    let html = face::visit(past.game, replay).ok_or(Problem::NotFound)?;
    Ok(([(CACHE_CONTROL, "no-store")], Html(html)).into_response())
}

/// The finished games of a table.
struct Past {
    game: GameId,
    records: Vec<String>,
}

impl Past {
    /// The game that is asked for, counted from 1, and its record.
    fn game(&self, asked: &Fields) -> Option<(usize, &str)> {
        let number = match asked.filled("game") {
            Some(number) => number.parse().ok()?,
            None => self.records.len(),
        };
        let record = self.records.get(number.checked_sub(1)?)?;
        Some((number, record))
    }
}

async fn past(app: &App, id: TableId, visitor: Visitor) -> Result<Past, PageError> {
    let kept = app.hall().store().whole(id).await.map_err(|error| match error {
        StoreError::NoSuchTable { .. } => Problem::NotFound,
        error => {
            tracing::error!(%error, "cannot read a table");
            Problem::Unavailable
        }
    })?;
    let game = GameId::named(&kept.head.game).ok_or(Problem::Internal)?;
    let reading =
        Reading { lines: &kept.events, words: app.hall().words(), holder: visitor.holder() };
    let records = face::visit(game, reading)?;
    Ok(Past { game, records })
}

/// A log whose finished games are wanted.
struct Reading<'a> {
    lines: &'a [String],
    words: &'a Words,
    holder: Option<Holder>,
}

impl VisitFace for Reading<'_> {
    type Output = Result<Vec<String>, Problem>;

    fn visit<G: Face>(self) -> Self::Output {
        let bad = |_| Problem::Internal;
        let mut events = self.lines.iter().map(|line| line.parse::<Event<G>>());
        let first = events.next().ok_or(Problem::Internal)?.map_err(|_| Problem::Internal)?;
        let mut table = Table::new(&first).map_err(bad)?;
        let mut records = Vec::new();
        for event in events {
            table.replay(event.map_err(|_| Problem::Internal)?).map_err(bad)?;
            let ended = table.play().filter(|play| play.seed.is_some());
            if let Some(play) = ended
                && play.number as usize > records.len()
            {
                let names = screen::names(table.lobby(), self.words);
                let title = self.words.title(G::ID);
                records.push(play.record(&title, &names, *table.rules()).to_string());
            }
        }
        // Whoever may not watch may not look back either.
        table.observer(self.holder).map(|_| records).ok_or(Problem::Forbidden)
    }
}

/// A page about a moment of a game.
struct Replay<'a> {
    path: &'a str,
    number: usize,
    n_games: usize,
    record: &'a str,
    asked: &'a Fields,
    words: &'a Words,
}

/// As whom one looks back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum As {
    /// With what one observer knew.
    Observer(Observer),
    /// With all hands open.
    Open,
}

impl As {
    /// What it is called in an address.
    fn name(self) -> String {
        match self {
            As::Open => "open".to_owned(),
            As::Observer(Observer::Rail) => "rail".to_owned(),
            As::Observer(Observer::Seat(seat)) => seat.to_string(),
        }
    }
}

impl VisitFace for Replay<'_> {
    type Output = Option<String>;

    fn visit<G: Face>(self) -> Option<String> {
        let texts = RecordText::read_all(self.record).ok()?;
        let record = Record::<G>::read(texts.first()?).ok()?;
        let n_seats = record.rules.n_seats();
        let who = match self.asked.filled("as") {
            None | Some("open") => As::Open,
            Some("rail") => As::Observer(Observer::Rail),
            Some(_) => {
                let seat = self.asked.seat("as").filter(|seat| seat.is_at(n_seats))?;
                As::Observer(Observer::Seat(seat))
            }
        };
        let n_steps = record.steps.len();
        let step = match self.asked.filled("step") {
            None => n_steps,
            Some(step) => step.parse().ok().filter(|step| *step <= n_steps)?,
        };
        let names = record.tag("Seats").unwrap_or_default().split(", ").map(str::to_owned);
        let mut names: Vec<String> = names.collect();
        if names.len() != usize::from(n_seats) {
            // Somebody has a comma in their name: seats are told by number.
            names.clear();
        }
        let words = self.words.clone().with_names(names);
        let game = record.steps[..step].iter().fold(G::new(record.rules), |mut game, step| {
            game.apply(step);
            game
        });
        let shown = Shown { replay: &self, words: &words, who, step, n_steps };
        let main = html! {
            (face::sprite())
            section.replay aria-label=(words.message("replay-title", &[])) {
                h1.v { (words.message("replay-of", &[("game", words.title(G::ID).into())])) }
                (shown.player(&record))
                div #moment {
                    (shown.controls(n_seats))
                    p.question role="status" { (shown.what::<G>(&record)) }
                    // Nothing can be decided any more: what was is only shown.
                    div inert { (shown.table(&game)) }
                    (shown.steps::<G>(&record))
                }
            }
        };
        let title = words.message("replay-of", &[("game", words.title(G::ID).into())]);
        let page = Page::new(&words, &title).kind(Kind::Table(G::ID)).styles(&[Asset::Table]);
        let page = page.scripts(&[Asset::Copy, Asset::Replay, Asset::Motion]);
        Some(page.render(&main))
    }
}

/// A moment that is shown.
struct Shown<'a> {
    replay: &'a Replay<'a>,
    words: &'a Words,
    who: As,
    step: usize,
    n_steps: usize,
}

impl Shown<'_> {
    fn t(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    fn link(&self, step: usize, who: As) -> String {
        let Replay { path, number, .. } = self.replay;
        format!("{path}/replay?game={number}&step={step}&as={}", who.name())
    }

    /// A slider over all moments, and whatever plays them one after the other. Without scripts it is a form.
    fn player<G: Face>(&self, record: &Record<G>) -> Markup {
        let Replay { path, number, .. } = self.replay;
        html! {
            form #player.player action=(format!("{path}/replay")) {
                input type="hidden" name="game" value=(number);
                input type="hidden" name="as" value=(self.who.name());
                button.live type="button" name="play" data-play=(self.t("replay-play")) data-stop=(self.t("replay-stop")) {
                    (self.t("replay-play"))
                }
                label.slider {
                    span.v { (self.t("replay-steps")) }
                    input type="range" name="step" min="0" max=(self.n_steps) value=(self.step);
                }
                button.plain { (self.t("replay-show")) }
                label.live {
                    span.v { (self.t("replay-speed")) }
                    select name="speed" {
                        @for (label, pause) in [("replay-slow", 2400), ("replay-usual", 1200), ("replay-fast", 500)] {
                            option value=(pause) selected[pause == 1200] { (self.t(label)) }
                        }
                    }
                }
                label.live {
                    span.v { (self.t("replay-jump")) }
                    select name="jump" {
                        option value="" { (self.t("replay-jump")) }
                        @for (step, label) in self.chapters(record) { option value=(step) { (label) } }
                    }
                }
                button.live.copy type="button" name="link" data-copy=(self.link(self.step, self.who)) data-done=(self.t("live-copied")) {
                    (self.t("replay-share"))
                }
            }
        }
    }

    /// The moments at which something begins: a round, a trick.
    fn chapters<G: Face>(&self, record: &Record<G>) -> Vec<(usize, String)> {
        let mut game = G::new(record.rules);
        let mut chapters: Vec<(usize, String)> = Vec::new();
        for (step, taken) in (1..).zip(&record.steps) {
            game.apply(taken);
            let label = G::progress(self.sight(&game.view(Observer::Rail)).spoken());
            if chapters.last().is_none_or(|(_, last)| *last != label) {
                chapters.push((step, label));
            }
        }
        chapters
    }

    /// Back and forth, from whose chair, which game.
    fn controls(&self, n_seats: u8) -> Markup {
        let steps = [
            ("replay-first", 0, self.step > 0),
            ("replay-back", self.step.saturating_sub(1), self.step > 0),
            ("replay-on", self.step + 1, self.step < self.n_steps),
            ("replay-last", self.n_steps, self.step < self.n_steps),
        ];
        let seats = Seat::all(n_seats)
            .map(|seat| (As::Observer(Observer::Seat(seat)), self.words.seat(seat).into_owned()));
        let chairs = [(As::Open, self.t("replay-open"))].into_iter().chain(seats);
        let count = [
            ("step", Fact::Number(self.step as i64)),
            ("steps", Fact::Number(self.n_steps as i64)),
        ];
        html! {
            nav.steps aria-label=(self.t("replay-steps")) {
                @for (label, step, there) in steps {
                    @if there { a.button href=(self.link(step, self.who)) { (self.t(label)) } }
                    @else { span.button aria-disabled="true" { (self.t(label)) } }
                }
                span.quiet { (self.words.message("replay-step", &count)) }
            }
            nav.chairs aria-label=(self.t("replay-chairs")) {
                @for (who, label) in chairs {
                    a href=(self.link(self.step, who)) aria-current=[(who == self.who).then_some("true")] { (label) }
                }
                @if self.replay.n_games > 1 {
                    @for number in 1..=self.replay.n_games {
                        @let label = self.words.message("replay-game", &[("n", Fact::Number(number as i64))]);
                        a href=(format!("{}/replay?game={number}", self.replay.path))
                            aria-current=[(number == self.replay.number).then_some("true")] { (label) }
                    }
                }
                a href=(self.replay.path) { (self.t("replay-table")) }
                a href=(format!("{}/record.neko?game={}", self.replay.path, self.replay.number)) download {
                    (self.t("live-record"))
                }
            }
        }
    }

    /// What the step before this moment brought.
    fn what<G: Face>(&self, record: &Record<G>) -> String {
        let Some(last) = self.step.checked_sub(1) else { return self.t("replay-begin") };
        self.sentences(record).nth(last).unwrap_or_default()
    }

    /// What each step brought, as everybody saw it.
    fn sentences<G: Face>(&self, record: &Record<G>) -> impl Iterator<Item = String> {
        let mut game = G::new(record.rules);
        record.steps.iter().map(move |step| {
            let before = game.clone();
            game.apply(step);
            let who = match (self.who, step) {
                (As::Observer(who), _) => who,
                (As::Open, Step::Act(seat, _)) => Observer::Seat(*seat),
                (As::Open, Step::Chance(_)) => Observer::Rail,
            };
            let seen = G::seen(&before, step, &game, who);
            let told: Vec<String> = seen.iter().map(|seen| self.words.seen::<G>(seen)).collect();
            told.join(". ")
        })
    }

    fn sight<'v, G: Face>(&'v self, view: &'v View<G>) -> Sight<'v, G> {
        Sight::new(view, self.words, "", "")
    }

    fn table<G: Face>(&self, game: &G) -> Markup {
        let view = game.view(match self.who {
            As::Observer(who) => who,
            As::Open => Observer::Rail,
        });
        let hands =
            Seat::all(game.rules().n_seats()).map(|seat| (seat, game.view(Observer::Seat(seat))));
        html! {
            (face::table(&self.sight(&view)))
            @if self.who == As::Open {
                @for (seat, view) in hands {
                    div class={ "table open-hand " (G::ID.name()) } {
                        section.mine {
                            h2 { (self.words.seat(seat)) }
                            div.hand { (face::written(|out| G::hand(&self.sight(&view), out))) }
                        }
                    }
                }
            }
        }
    }

    fn steps<G: Face>(&self, record: &Record<G>) -> Markup {
        html! {
            details #steps open[self.step == self.n_steps] {
                summary { (self.t("live-story")) }
                ol {
                    @for (index, told) in self.sentences(record).enumerate() {
                        @let here = index + 1 == self.step;
                        li {
                            a href=(self.link(index + 1, self.who)) aria-current=[here.then_some("step")] { (told) }
                        }
                    }
                }
            }
        }
    }
}
