//! The live part of a table's page for one observer, made from a [`TableView`] and nothing else.
//!
//! [`Live::lay`] is the layout. The files here hold its parts.

mod audience;
mod company;
mod end;
mod points;
mod talk;

use std::sync::Arc;

use bots::Craft;
use maud::{Markup, Render, html};
use rules::{Fact, Observer, Open as _, Seat};
use table::event::Moment;
use table::terms::TimeControl;
use table::view::{Occupant, SeatView, Stage, TableView};
use words::Words;

use crate::face::{self, Drawings, Face, Help, OwnCards, Sight, Text};
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
}

/// Everything that the live part is made from.
#[derive(Clone, Copy, Debug)]
pub struct Live<'a, G: Craft> {
    /// The observer's view of the table.
    pub table: &'a TableView<'a, G>,
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
        pieces.fixed("<div class=\"stage\" data-who=\"");
        match table.who {
            Observer::Seat(seat) => pieces.frame(&seat.index()),
            Observer::Rail => pieces.fixed("rail"),
        }
        pieces.fixed("\">");
        if let Some(notices) = self.notices() {
            pieces.frame(&notices);
        }
        match &table.view {
            Some(view) if !self.gathers() => {
                let at = table.at.map(|at| at.to_string()).unwrap_or_default();
                let (post, hint) = (format!("{}/act", self.path), format!("{}/hint", self.path));
                let sight = Sight::new(view, self.words(), &post, &at);
                let sight = sight.with(self.drawings, held).with_help(self.help(&hint));
                if table.stage == Stage::Over {
                    pieces.frame(&self.end(&G::question(sight.spoken()), &view.open.standing()));
                }
                face::lay(&sight, pieces);
            }
            _ => pieces.frame(&self.gathering()),
        }
        pieces.fixed("</div><aside class=\"beside\">");
        let SideParts { company, points, talk } = beside;
        match company {
            Some(company) if self.beside_ages() => {
                pieces.put_uncached("company", company);
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
    fn button(&self, command: &str, fields: &[(&str, &str)], label: &str, class: &str) -> Markup {
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

    /// The button to be ready for a game, or not.
    fn ready(&self) -> Markup {
        let over = self.table.stage == Stage::Over;
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

    /// Notices above everything else: a stand-in plays, or this is a spectator.
    fn notices(&self) -> Option<Markup> {
        let stood_in = matches!(
            self.me().map(|me| me.occupant),
            Some(Occupant::Person { stood_in: true, .. })
        );
        let watching = match (self.table.who, self.table.stage, self.n_free()) {
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

    /// The cat that sits there.
    fn cat(&self, seat: Seat) -> impl Render + use<G> {
        face::player(seat, &self.words().seat(seat))
    }

    fn rules_link(&self) -> Markup {
        let title = [("game", Fact::Text(self.words().title(G::ID)))];
        html! {
            p.about { a href={ "/rules/" (G::ID.name()) } { (self.words().message("live-rules", &title)) } }
        }
    }
}
