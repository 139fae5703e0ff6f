//! The live part of a table's page for one observer, made from a [`TableView`] and nothing else.
//!
//! [`Live::lay`] is the layout. The files here hold its parts.

mod audience;
mod company;
mod end;
mod interlude;
mod moment;
mod points;
mod talk;

use std::sync::Arc;

use bots::Craft;
use maud::{Markup, Render, html};
use rules::{Fact, Observer, Open as _, Seat, Seats};
use table::event::Moment;
use table::news::BeatView;
use table::terms::TimeControl;
use table::view::{Occupant, SeatView, Stage, TableView};
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Ages, Drawings, Face, Help, OwnCards, Sight, Text};
use crate::kit::{self, Coat};
use crate::piece::{Drawn, Pieces};
use crate::story::Voice;

pub use audience::Audience;
pub use company::Presence;
pub use points::Round;

/// The parts beside the game, which do not change with every move.
#[derive(Debug)]
pub struct SideParts {
    company: Option<Drawn>,
    points: Option<Drawn>,
    talk: Option<Drawn>,
    reactions: Option<Drawn>,
}

/// Everything that the live part is made from.
#[derive(Clone, Copy, Debug)]
pub struct Live<'a, G: Craft> {
    /// The observer's view of the table.
    pub table: &'a TableView<'a, G>,
    /// A past moment of the game, which the table still shows.
    pub beat: Option<&'a BeatView<G>>,
    /// The presence of each seat's player.
    pub presence: &'a [Presence],
    /// The finished rounds of the game.
    pub rounds: &'a [Round<G>],
    /// Elements that several observers see alike.
    pub drawings: &'a Drawings<G>,
    /// The language, with the players' names.
    pub voice: Voice<'a>,
    /// The path of the table.
    pub path: &'a str,
    /// A cache key that changes with everything besides the game.
    pub edition: u64,
    /// The time.
    pub now: Moment,
}

impl<G: Face> Live<'_, G> {
    /// Draws the parts beside the game.
    pub fn beside(&self) -> SideParts {
        let drawn = |html: Markup| Drawn::from(html.into_string());
        let some = |html: Markup| Some(html).filter(|html| !html.0.is_empty()).map(drawn);
        SideParts {
            company: (!self.gathers()).then(|| drawn(self.company())),
            points: some(self.points()),
            talk: some(self.talk()),
            reactions: some(self.reactions()),
        }
    }

    /// The parts beside a beat: those that are known, but times go on.
    fn beside_beat(&self, known: SideParts) -> SideParts {
        if self.beside_ages() {
            SideParts { company: self.beside().company, ..known }
        } else {
            known
        }
    }

    /// Whether the parts beside the game show a running time, so that they cannot be cached.
    pub fn beside_ages(&self) -> bool {
        let away = self.presence.iter().any(|presence| *presence != Presence::Here);
        away || self.table.terms.clock != TimeControl::None
    }

    /// Lays out the live part. `held` keeps the observer's own cards as they were drawn last.
    pub fn lay(&self, beside: &SideParts, held: &OwnCards<G>, pieces: &mut Pieces) {
        let table = self.table;
        // A script reloads the page when this changes: the page around the live part depends on the seat.
        pieces.fixed("<div class=\"stage");
        pieces.fixed(match table.stage {
            Stage::Over if self.beat.is_none() => " over",
            Stage::Gathering | Stage::Playing | Stage::Over | Stage::Closed => "",
        });
        pieces.fixed("\" data-who=\"");
        match table.who {
            Observer::Seat(seat) => pieces.frame(&seat.index()),
            Observer::Rail => pieces.fixed("rail"),
        }
        pieces.fixed("\">");
        let at = table.at.map(|at| at.to_string()).unwrap_or_default();
        let (post, hint) = (format!("{}/act", self.path), format!("{}/hint", self.path));
        let sight = match (self.beat, &table.view) {
            (Some(beat), _) => Some(Sight::of_beat(&beat.view, self.words(), &beat.seen)),
            (None, Some(view)) if table.interlude.is_some() => {
                Some(Sight::new(view, self.words(), "", "").resting())
            }
            (None, Some(view)) if !self.gathers() => {
                Some(Sight::new(view, self.words(), &post, &at))
            }
            (None, _) => None,
        };
        let change = table.change.as_ref().filter(|_| self.beat.is_none());
        let change_at = change.map(|change| change.at.to_string()).unwrap_or_default();
        let next = Drawn::from(self.next_round().into_string());
        let pause_ends = table.interlude.and_then(|interlude| interlude.ends);
        let runs = pause_ends.or(table.silence_ends).is_some();
        let ages = if runs { Ages::Yes } else { Ages::No };
        let sight = sight.map(|sight| {
            let listens = table.silence_ends.is_some() && self.beat.is_none();
            let sight = if listens { sight.listening() } else { sight };
            let sight = sight.with_next(&next, ages);
            match change {
                Some(change) => {
                    let choice = &change.choice;
                    sight.with_change(&choice.view, &change_at, choice.action)
                }
                None => sight,
            }
        });
        let away = self.seats().filter(|(.., presence)| *presence != Presence::Here);
        let away: Seats = away.map(|(seat, ..)| seat).collect();
        let sight = sight.map(|sight| {
            let sight = sight.with_away(away).with_coats(self.voice.names.coats());
            sight.with(self.drawings, held).with_help(self.help(&hint))
        });
        pieces.draw("moment", &self.moment(sight.as_ref()));
        self.bar(sight.as_ref(), pieces);
        if let Some(notices) = self.notices() {
            pieces.frame(&notices);
        }
        match &sight {
            Some(sight) => {
                if table.stage == Stage::Over && self.beat.is_none() {
                    pieces.frame(&self.end(&G::question(sight.spoken()), &sight.open.standing()));
                }
                face::lay(sight, pieces);
            }
            None => pieces.frame(&self.gathering()),
        }
        self.drawers(sight.as_ref(), beside, pieces);
        pieces.fixed("</div>");
    }

    /// The bar above the table: the way back, the game, and its progress.
    fn bar(&self, sight: Option<&Sight<'_, G>>, pieces: &mut Pieces) {
        pieces.frame(&html! {
            header.bar {
                a.home href="/" aria-label=(self.t("page-home")) { (kit::icon("back")) img src=(Asset::Icon.url()) alt="" width="34" height="34"; }
                p.title { (self.words().title(G::ID)) }
            }
        });
        if let Some(sight) = sight {
            face::progress(sight, pieces);
        }
    }

    /// Drawers with everything that stands beside the table. They are in the bar, but a keyboard reaches the hand first.
    fn drawers(&self, sight: Option<&Sight<'_, G>>, beside: &SideParts, pieces: &mut Pieces) {
        let say = |id| Text::from(self.t(id));
        pieces.fixed("<nav class=\"tools\" aria-label=\"");
        pieces.say("live-tools-label", say);
        pieces.fixed("\">");
        if let Some(sight) = sight {
            self.open_box("last-box", "last", "face-last-trick", pieces);
            G::last(sight, pieces);
            pieces.fixed("</div></details>");
        }
        let SideParts { company, points, talk, reactions } = beside;
        self.open_box("log-box", "log", "live-story", pieces);
        if let Some(points) = points {
            pieces.put("points", points);
        }
        pieces.fixed("<section class=\"story\"><h2>");
        pieces.say("live-story", say);
        pieces.fixed(
            "</h2><ol class=\"lines\" id=\"story\" role=\"list\" tabindex=\"0\" aria-live=\"polite\" reversed>",
        );
        pieces.story();
        pieces.fixed("</ol></section></div></details>");
        if let Some(talk) = talk {
            self.open_box("talk-box", "chat", "live-chat", pieces);
            pieces.put("talk", talk);
            if let Some(reactions) = reactions {
                pieces.put("reactions", reactions);
            }
            pieces.fixed("</div></details>");
        }
        pieces.frame(&html! {
            a.tool.rules href={ "/rules/" (G::ID.name()) } { (kit::icon("rules")) span { (self.t("live-rules-short")) } }
        });
        if let Some(company) = company {
            self.open_box("company-box", "friends", "live-company", pieces);
            if self.beside_ages() {
                pieces.put_uncached("company", company);
            } else {
                pieces.put("company", company);
            }
            pieces.fixed("</div></details>");
        }
        pieces.fixed("</nav>");
    }

    /// Begins a drawer. Its button works without scripts, and opening one closes the others.
    fn open_box(
        &self,
        id: &'static str,
        icon: &'static str,
        label: &'static str,
        pieces: &mut Pieces,
    ) {
        pieces.fixed("<details class=\"tool-box\" name=\"tools\" id=\"");
        pieces.fixed(id);
        pieces.fixed("\"><summary class=\"tool\">");
        pieces.frame(&kit::icon(icon));
        pieces.fixed("<span>");
        pieces.say(label, |id| Text::from(self.t(id)));
        pieces.fixed("</span></summary><div class=\"drawer\">");
    }
}

impl<G: Craft> Live<'_, G> {
    fn words(&self) -> &Words {
        self.voice.words
    }

    fn t(&self, id: &str) -> Arc<str> {
        self.words().say(id, &[])
    }

    /// The help on the observer's page. Spectators get none.
    fn help<'h>(&self, hint: &'h str) -> Help<'h, G> {
        let terms = self.table.terms;
        let ask = terms.hints.then_some(hint);
        match self.table.who {
            Observer::Rail => Help::default(),
            Observer::Seat(_) => Help { tips: true, radar: terms.radar, ask, told: &[] },
        }
    }

    fn seats(&self) -> impl Iterator<Item = (Seat, &SeatView<'_>, Presence)> {
        let seats = self.table.seats.iter().zip(self.presence).enumerate();
        seats.map(|(index, (seat, presence))| (Seat::new(index as u8), seat, *presence))
    }

    fn me(&self) -> Option<&SeatView<'_>> {
        self.table.who.seat().map(|seat| &self.table.seats[seat.index()])
    }

    fn is_host(&self) -> bool {
        self.table.host.is_some() && self.table.host == self.table.who.seat()
    }

    /// A form of one button that posts a command to the table.
    fn button(
        &self,
        command: &str,
        fields: &[(&str, &str)],
        label: &(impl Render + ?Sized),
        class: &str,
    ) -> Markup {
        html! {
            form method="post" action=(format!("{}/{command}", self.path)) {
                @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
                button class=(class) { (label) }
            }
        }
    }

    fn gathers(&self) -> bool {
        self.table.view.is_none() || self.table.stage == Stage::Gathering
    }

    fn n_free(&self) -> usize {
        self.table.seats.iter().filter(|seat| seat.occupant == Occupant::Nobody).count()
    }

    /// The people who are not ready for a game.
    fn missing_players(&self) -> impl Iterator<Item = Seat> {
        let people = self
            .seats()
            .filter(|(_, sits, _)| matches!(sits.occupant, Occupant::Person { .. }) && !sits.ready);
        people.map(|(seat, ..)| seat)
    }

    /// The button to be ready for a game, or not.
    fn ready(&self) -> Markup {
        let over = self.table.stage == Stage::Over;
        let labels =
            if over { ("live-again", "live-again-not") } else { ("live-ready", "live-ready-not") };
        html! {
            @match self.me().filter(|_| self.table.stage != Stage::Closed) {
                Some(me) if me.ready => (self.button("ready", &[("yes", "no")], &self.t(labels.1), "")),
                Some(_) => (self.button("ready", &[("yes", "yes")], &self.t(labels.0), "primary")),
                None => {}
            }
        }
    }

    /// Notices above everything else: the table is closed, a stand-in plays, or this is a spectator.
    fn notices(&self) -> Option<Markup> {
        let stood_in = self.table.stage != Stage::Closed
            && matches!(
                self.me().map(|me| me.occupant),
                Some(Occupant::Person { stood_in: true, .. })
            );
        let watching = match (self.table.who, self.table.stage, self.n_free()) {
            (_, Stage::Closed, _) => Some("live-closed"),
            (Observer::Rail, _, 0) => Some("live-watching"),
            (Observer::Rail, Stage::Playing | Stage::Over, _) => Some("live-watching-free"),
            // Before the first game the page shows nothing but the seats.
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

    /// A seat's token: with an initial, or with a number if the seat is free.
    fn token(&self, seat: Seat) -> impl Render + use<G> {
        let name = match self.table.seats[seat.index()].occupant {
            Occupant::Nobody | Occupant::Kept { .. } => (seat.index() + 1).to_string().into(),
            Occupant::Bot { .. } | Occupant::Person { .. } => self.words().seat(seat),
        };
        face::token_of(seat, name.chars().next())
    }

    /// The coat of the cat that sits there: no two at a table are alike.
    fn coat(&self, seat: Seat) -> Coat {
        let n_seats = self.table.seats.len() as u8;
        face::seat_coats(self.words(), n_seats, self.voice.names.coats())[seat.index()]
    }

    fn rules_link(&self) -> Markup {
        let title = [("game", Fact::Text(self.words().title(G::ID)))];
        html! {
            p.about { a href={ "/rules/" (G::ID.name()) } { (self.words().message("live-rules", &title)) } }
        }
    }
}
