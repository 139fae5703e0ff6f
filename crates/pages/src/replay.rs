//! The page of a finished game: any step of it, as a seat knew it or with all hands open.

use maud::{Markup, html};
use rules::{Fact, Observer, Rules as _, Seat, Step, View};
use table::record::Record;
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Face, Sight};
use crate::fields::Fields;
use crate::kit;
use crate::layout::{Kind, Page};

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
}

/// Whose knowledge is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Viewpoint {
    /// What one observer knew.
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
        let main = html! {
            section.replay aria-label=(words.message("replay-title", &[])) {
                header.bar {
                    a.home href=(self.path) aria-label=(words.message("live-back", &[])) { (kit::icon("back")) }
                    h1.title { (words.message("replay-of", &[("game", words.title(G::ID).into())])) }
                }
                div #moment {
                    // Old decisions are only shown: nothing can be chosen.
                    div.stage inert { (moment.table(&game)) }
                    p.told role="status" { (moment.what()) }
                    (moment.controls(n_seats))
                    (moment.steps())
                }
                (moment.player())
            }
        };
        let title = words.message("replay-of", &[("game", words.title(G::ID).into())]);
        let page = Page::new(words, &title).kind(Kind::Table(G::ID)).styles(&[Asset::Table]);
        let page = page.scripts(&[Asset::Copy, Asset::Replay, Asset::Motion]);
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

impl<G: Face> ReplayMoment<'_, G> {
    fn t(&self, id: &str) -> String {
        self.replay.words.message(id, &[])
    }

    fn link(&self, step: usize, who: Viewpoint) -> String {
        let Replay { path, number, .. } = self.replay;
        format!("{path}/replay?game={number}&step={step}&as={}", who.name())
    }

    /// The slider over all steps, and the buttons of the player. Without scripts it is a form.
    fn player(&self) -> Markup {
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
                        @for (step, label) in self.chapters() { option value=(step) { (label) } }
                    }
                }
                button.live.copy type="button" name="link" data-copy=(self.link(self.step, self.who)) data-done=(self.t("live-copied")) {
                    (self.t("replay-share"))
                }
            }
        }
    }

    /// The steps at which a round or a trick begins.
    fn chapters(&self) -> Vec<(usize, String)> {
        let record = self.replay.record;
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

    /// Links to other steps, other viewpoints and other games.
    fn controls(&self, n_seats: u8) -> Markup {
        let steps = [
            ("replay-first", 0, self.step > 0),
            ("replay-back", self.step.saturating_sub(1), self.step > 0),
            ("replay-on", self.step + 1, self.step < self.n_steps),
            ("replay-last", self.n_steps, self.step < self.n_steps),
        ];
        let seats = Seat::all(n_seats).map(|seat| {
            (Viewpoint::Observer(Observer::Seat(seat)), self.replay.words.seat(seat).into_owned())
        });
        let chairs = [(Viewpoint::Open, self.t("replay-open"))].into_iter().chain(seats);
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
                span.quiet { (self.replay.words.message("replay-step", &count)) }
            }
            nav.chairs aria-label=(self.t("replay-chairs")) {
                @for (who, label) in chairs {
                    a href=(self.link(self.step, who)) aria-current=[(who == self.who).then_some("true")] { (label) }
                }
                @if self.replay.n_games > 1 {
                    @for number in 1..=self.replay.n_games {
                        @let label = self.replay.words.message("replay-game", &[("n", Fact::Number(number as i64))]);
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
        Sight::new(view, self.replay.words, "", "")
    }

    fn table(&self, game: &G) -> Markup {
        let view = game.view(match self.who {
            Viewpoint::Observer(who) => who,
            Viewpoint::Open => Observer::Rail,
        });
        let hands =
            Seat::all(game.rules().n_seats()).map(|seat| (seat, game.view(Observer::Seat(seat))));
        let sight = self.sight(&view);
        html! {
            (face::table(&if self.has_ended_round { sight.resting() } else { sight }))
            @if self.who == Viewpoint::Open {
                @for (seat, view) in hands {
                    section.open-hand {
                        h2 { (self.replay.words.seat(seat)) }
                        div.hand { (face::written(|out| G::hand(&self.sight(&view), out))) }
                    }
                }
            }
        }
    }

    fn steps(&self) -> Markup {
        html! {
            details #steps open[self.step == self.n_steps] {
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
