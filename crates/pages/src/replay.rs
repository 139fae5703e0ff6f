//! The page of a finished game: any step of it, as a seat knew it or with all hands open.

use maud::{Markup, html};
use rules::{Fact, Observer, Rules as _, Seat, Step, View};
use table::cat::CoatName;
use table::record::Record;
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Face, Sight};
use crate::fields::Fields;
use crate::kit;
use crate::layout::{Kind, Page};
use crate::settings::{self, Setting};

/// A finished game, and the fields of the address, which choose the step and the viewpoint.
#[derive(Debug)]
pub struct Replay<'a, G: Face> {
    /// The path of the table.
    pub path: &'a str,
    /// The number of the game at its table, from 1.
    pub number: usize,
    /// How many games were finished at the table.
    pub n_games: usize,
    /// The game.
    pub record: &'a Record<G>,
    /// `step` is the number of steps taken, by default none; `as` is the viewpoint.
    pub asked: &'a Fields,
    /// The language, with the names of the players.
    pub words: &'a Words,
    /// The coats that players chose, in seat order.
    pub coats: &'a [Option<CoatName>],
}

/// The viewpoint of a replay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Viewpoint {
    /// The knowledge of one observer.
    Observer(Observer),
    /// All hands open.
    Open,
}

impl Viewpoint {
    /// Its name in an address.
    fn name(self) -> String {
        match self {
            Viewpoint::Open => "open".to_owned(),
            Viewpoint::Observer(Observer::Rail) => "rail".to_owned(),
            Viewpoint::Observer(Observer::Seat(seat)) => seat.to_string(),
        }
    }
}

impl<G: Face> Replay<'_, G> {
    /// The page; `None` if the address names a step or a seat that does not exist.
    pub fn page(&self) -> Option<String> {
        let (record, words) = (self.record, self.words);
        let n_seats = record.rules.n_seats();
        let who = match self.asked.filled("as") {
            None | Some("open") => Viewpoint::Open,
            Some("rail") => Viewpoint::Observer(Observer::Rail),
            Some(_) => {
                let seat = self.asked.seat("as").filter(|seat| seat.is_at(n_seats))?;
                Viewpoint::Observer(Observer::Seat(seat))
            }
        };
        let n_steps = record.steps.len();
        let step = match self.asked.filled("step") {
            None => 0,
            Some(step) => step.parse().ok().filter(|step| *step <= n_steps)?,
        };
        let mut game = G::new(record.rules);
        let mut n_rounds = 0;
        for step in &record.steps[..step] {
            n_rounds = game.rounds();
            game.apply(step);
        }
        let has_ended_round = game.rounds() > n_rounds;
        let moment = ReplayMoment { replay: self, who, step, n_steps, has_ended_round };
        let paradox = G::HAS_PARADOXES.then(|| words.message("live-paradox", &[]));
        // A script puts each element with `data-part` in the place of the one before.
        let main = html! {
            section #moment.replay data-step=(step) data-paradox=[paradox] aria-label=(words.message("replay-title", &[])) {
                header.bar {
                    a.home href=(self.path) aria-label=(words.message("live-back", &[])) {
                        (kit::icon("back")) img src=(Asset::Icon.url()) alt="" width="34" height="34";
                    }
                    h1.title { (words.message("replay-of", &[("game", words.title(G::ID).into())])) }
                }
                (moment.chairs(n_seats))
                details #menu.tool-box {
                    summary.tool { (kit::icon("menu")) span { (words.message("live-menu", &[])) } }
                    div.drawer { (settings::section(words, Setting::OF_REPLAYS)) }
                }
                // Old decisions are only shown: nothing can be chosen.
                div #stage.stage data-part inert { (moment.table(&game)) }
                (moment.deck())
                (moment.steps())
            }
        };
        let title = words.message("replay-of", &[("game", words.title(G::ID).into())]);
        let page = Page::new(words, &title).kind(Kind::Table(G::ID)).styles(&[Asset::Table(G::ID)]);
        let page = page.scripts(&[
            Asset::Copy,
            Asset::Replay,
            Asset::Paradox,
            Asset::Motion,
            Asset::Sounds,
            Asset::Signals,
            Asset::Tools,
        ]);
        Some(page.render(&main))
    }
}

/// A moment of a recorded game, seen from a viewpoint.
struct ReplayMoment<'a, G: Face> {
    replay: &'a Replay<'a, G>,
    who: Viewpoint,
    step: usize,
    n_steps: usize,
    /// Whether a round has ended with this step. Its score sheet is shown, although a seat may already have to decide.
    has_ended_round: bool,
}

/// A trick, or another part of a round.
struct Chapter {
    /// The round, from 1.
    round: u32,
    /// The step with which it begins.
    step: usize,
    label: String,
}

/// The most rounds whose names fit beside each other.
const MAX_ROUND_NAMES: u32 = 4;

impl<G: Face> ReplayMoment<'_, G> {
    fn t(&self, id: &str) -> String {
        self.replay.words.message(id, &[])
    }

    fn link(&self, step: usize, who: Viewpoint) -> String {
        let Replay { path, number, .. } = self.replay;
        format!("{path}/replay?game={number}&step={step}&as={}", who.name())
    }

    /// The last step in words, and all controls. Without scripts they are links and a form.
    fn deck(&self) -> Markup {
        let chapters = self.chapters();
        let count = [
            ("step", Fact::Number(self.step as i64)),
            ("steps", Fact::Number(self.n_steps as i64)),
        ];
        html! {
            div.deck {
                div.said {
                    p #told.told data-part role="status" { (self.what()) }
                    p #count.quiet data-part { (self.replay.words.message("replay-step", &count)) }
                }
                (self.steering(&chapters))
                div.timeline {
                    (self.track(&chapters))
                    label.slider.live {
                        span.v { (self.t("replay-steps")) }
                        input form="player" type="range" name="step" min="0" max=(self.n_steps) value=(self.step);
                    }
                }
            }
        }
    }

    /// The buttons: steps, play, speed, chapters, link and record.
    fn steering(&self, chapters: &[Chapter]) -> Markup {
        let Replay { path, number, .. } = self.replay;
        html! {
            form #player.player action=(format!("{path}/replay")) {
                nav.steps aria-label=(self.t("replay-steps")) {
                    (self.arrow("first", "prev", 0, self.step > 0))
                    (self.arrow("back", "back", self.step.saturating_sub(1), self.step > 0))
                    button.live type="button" name="play" aria-label=(self.t("replay-play")) data-play=(self.t("replay-play"))
                        data-stop=(self.t("replay-stop")) { (kit::icon("play")) (kit::icon("pause")) }
                    (self.arrow("on", "back", self.step + 1, self.step < self.n_steps))
                    (self.arrow("last", "next", self.n_steps, self.step < self.n_steps))
                }
                input type="hidden" name="game" value=(number);
                input type="hidden" name="as" value=(self.who.name());
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
                        @for chapter in chapters { option value=(chapter.step) { (chapter.label) } }
                    }
                }
                button.live.copy type="button" name="link" data-copy=(self.link(self.step, self.who)) data-done=(self.t("live-copied")) {
                    (self.t("replay-share"))
                }
                a.button href=(format!("{path}/record.neko?game={number}")) download { (self.t("live-record")) }
            }
        }
    }

    /// A link to another step; `name` is the end of its message, and its id.
    fn arrow(&self, name: &str, icon: &'static str, step: usize, there: bool) -> Markup {
        let label = self.t(&format!("replay-{name}"));
        html! {
            @if there {
                a.button data-part id=(name) href=(self.link(step, self.who)) aria-label=(label) { (kit::icon(icon)) }
            } @else {
                span.button data-part id=(name) role="img" aria-disabled="true" aria-label=(label) { (kit::icon(icon)) }
            }
        }
    }

    /// A segment for each trick, as long as it has steps. The links are for pointers: the arrows and the list of all
    /// steps lead to the same places.
    fn track(&self, chapters: &[Chapter]) -> Markup {
        let place =
            |step: usize| format!("{:.3}%", 100.0 * step as f32 / self.n_steps.max(1) as f32);
        let n_rounds = chapters.last().map_or(0, |chapter| chapter.round);
        let round = |number: u32| {
            let game = Fact::Text(G::ID.name().to_owned());
            let facts = [("game", game), ("n", Fact::Number(number.into()))];
            self.replay.words.message("live-round", &facts)
        };
        let begins = |index: usize| index == 0 || chapters[index - 1].round < chapters[index].round;
        html! {
            svg #track.track data-part aria-hidden="true" {
                @for (index, chapter) in chapters.iter().enumerate() {
                    @let from = if index == 0 { 0 } else { chapter.step };
                    @let to = chapters.get(index + 1).map_or(self.n_steps, |next| next.step);
                    @if begins(index) {
                        text x=(place(from)) y="13" {
                            @if n_rounds > MAX_ROUND_NAMES { (chapter.round) } @else { (round(chapter.round)) }
                        }
                    }
                    a.first[begins(index)] href=(self.link(chapter.step, self.who)) tabindex="-1" {
                        title { (chapter.label) }
                        rect.here[from <= self.step && self.step < to] x=(place(from)) y="18" width=(place(to - from)) height="16" {}
                        rect.done x=(place(from)) y="18" width=(place(self.step.clamp(from, to) - from)) height="16" {}
                    }
                }
                rect.at x=(place(self.step)) y="14" width="6" height="24" rx="3" {}
            }
        }
    }

    /// The steps at which a round or a trick begins.
    fn chapters(&self) -> Vec<Chapter> {
        let record = self.replay.record;
        let mut game = G::new(record.rules);
        let mut chapters: Vec<Chapter> = Vec::new();
        for (step, taken) in (1..).zip(&record.steps) {
            let round = game.rounds() + 1;
            game.apply(taken);
            let label = G::progress(self.sight(&game.view(Observer::Rail)).spoken());
            if chapters.last().is_none_or(|last| last.label != label) {
                chapters.push(Chapter { round, step, label });
            }
        }
        chapters
    }

    /// Links to other viewpoints and other games.
    fn chairs(&self, n_seats: u8) -> Markup {
        let seats = Seat::all(n_seats).map(|seat| {
            (Viewpoint::Observer(Observer::Seat(seat)), self.replay.words.seat(seat).into_owned())
        });
        let chairs = [(Viewpoint::Open, self.t("replay-open"))].into_iter().chain(seats);
        html! {
            nav #chairs.chairs data-part aria-label=(self.t("replay-chairs")) {
                (kit::icon("eye"))
                @for (who, label) in chairs {
                    a id=(format!("as-{}", who.name())) href=(self.link(self.step, who))
                        aria-current=[(who == self.who).then_some("true")] { (label) }
                }
                @if self.replay.n_games > 1 {
                    @for number in 1..=self.replay.n_games {
                        @let label = self.replay.words.message("replay-game", &[("n", Fact::Number(number as i64))]);
                        a href=(format!("{}/replay?game={number}", self.replay.path))
                            aria-current=[(number == self.replay.number).then_some("true")] { (label) }
                    }
                }
            }
        }
    }

    /// The sentence for the last step.
    fn what(&self) -> String {
        let Some(last) = self.step.checked_sub(1) else { return self.t("replay-begin") };
        self.sentences().nth(last).unwrap_or_default()
    }

    /// The sentence for each step, as seen from the viewpoint.
    fn sentences(&self) -> impl Iterator<Item = String> {
        let (record, words) = (self.replay.record, self.replay.words);
        let mut game = G::new(record.rules);
        record.steps.iter().map(move |step| {
            let before = game.clone();
            game.apply(step);
            let who = match (self.who, step) {
                (Viewpoint::Observer(who), _) => who,
                (Viewpoint::Open, Step::Act(seat, _)) => Observer::Seat(*seat),
                (Viewpoint::Open, Step::Chance(_)) => Observer::Rail,
            };
            let seen = G::seen(&before, step, &game, who);
            let told: Vec<String> = seen.iter().map(|seen| words.seen::<G>(seen)).collect();
            told.join(". ")
        })
    }

    fn sight<'v>(&'v self, view: &'v View<G>) -> Sight<'v, G> {
        Sight::new(view, self.replay.words, "", "").with_coats(self.replay.coats)
    }

    fn table(&self, game: &G) -> Markup {
        let view = game.view(match self.who {
            Viewpoint::Observer(who) => who,
            Viewpoint::Open => Observer::Rail,
        });
        let hands: Vec<View<G>> = match self.who {
            Viewpoint::Observer(_) => Vec::new(),
            Viewpoint::Open => {
                let seats = Seat::all(game.rules().n_seats());
                seats.map(|seat| game.view(Observer::Seat(seat))).collect()
            }
        };
        let sight = self.sight(&view).with_hands(&hands);
        face::table(&if self.has_ended_round { sight.resting() } else { sight })
    }

    fn steps(&self) -> Markup {
        html! {
            details #steps data-part open[self.step == self.n_steps] {
                summary { (self.t("live-story")) }
                ol {
                    @for (index, told) in self.sentences().enumerate() {
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
