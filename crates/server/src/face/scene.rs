//! What a page of a game is made from: what lies open and is the same for everybody, and what the observer has besides.

use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use maud::{Markup, html};
use rules::{Fact, Game, Open as _, Rules as _, Seat, View};
use words::{Words, spoken};

use super::{Help, Text};

/// What lies open, and how to talk about it.
#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// What lies open.
    pub open: &'a G::Open,
    /// The language, which knows the players' names.
    pub words: &'a Words,
}

/// What an observer knows, and how to talk about it.
#[derive(Debug)]
pub struct Sight<'a, G: Game> {
    scene: Scene<'a, G>,
    pub(super) view: &'a View<G>,
    pub(super) post: &'a str,
    pub(super) at: &'a str,
    pub(super) help: Help<'a, G>,
    drawings: Option<&'a Drawings<G>>,
}

/// What was drawn from what lies open alone, for the next who sees the same.
pub struct Drawings<G: Game>(RefCell<Drawn<G>>);

struct Drawn<G: Game> {
    of: Option<G::Open>,
    made: Vec<(&'static str, Arc<str>)>,
    /// What was made before that. What is the same is kept, so that whoever compares sees at once that it is.
    before: Vec<(&'static str, Arc<str>)>,
}

impl<G: Game> Drawings<G> {
    /// Nothing is true any more, because somebody has another name.
    pub(crate) fn forget(&self) {
        self.0.borrow_mut().of = None;
    }
}

impl<G: Game> Default for Drawings<G> {
    fn default() -> Drawings<G> {
        Drawings(RefCell::new(Drawn { of: None, made: Vec::new(), before: Vec::new() }))
    }
}

impl<G: Game> fmt::Debug for Drawings<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawings").finish_non_exhaustive()
    }
}

impl<'a, G: Game> Sight<'a, G> {
    /// What this view shows. Decisions are posted to the address `post`; `at` is a hidden field of every form, which
    /// says what question is answered.
    pub fn new(view: &'a View<G>, words: &'a Words, post: &'a str, at: &'a str) -> Sight<'a, G> {
        let scene = Scene { open: &view.open, words };
        Sight { scene, view, post, at, help: Help::default(), drawings: None }
    }

    /// The same, with what helps to decide.
    #[must_use]
    pub fn helped(self, help: Help<'a, G>) -> Sight<'a, G> {
        Sight { help, ..self }
    }

    /// The same, where others look at the table too.
    #[must_use]
    pub(crate) fn with(mut self, drawings: &'a Drawings<G>) -> Sight<'a, G> {
        let mut drawn = drawings.0.borrow_mut();
        if drawn.of.as_ref() != Some(self.scene.open) {
            let before = std::mem::take(&mut drawn.made);
            *drawn = Drawn { of: Some(self.scene.open.clone()), made: Vec::new(), before };
        }
        drop(drawn);
        self.drawings = Some(drawings);
        self
    }

    /// An element that is drawn from what lies open alone, once for all who see the same.
    pub(super) fn once(
        &self,
        id: &'static str,
        draw: impl FnOnce(&Scene<'_, G>) -> Markup + 'static,
    ) -> Arc<str> {
        self.once_made(id, move |scene| draw(scene).into_string().into())
    }

    /// That nothing but what lies open gets into it, the type sees to: whatever else an observer has does not live so long.
    fn once_made(
        &self,
        id: &'static str,
        make: impl FnOnce(&Scene<'_, G>) -> Arc<str> + 'static,
    ) -> Arc<str> {
        let Some(drawings) = self.drawings else { return make(&self.scene) };
        let mut drawn = drawings.0.borrow_mut();
        if let Some(known) = find(&drawn.made, id) {
            return Arc::clone(known);
        }
        let made = make(&self.scene);
        let made =
            find(&drawn.before, id).filter(|before| **before == made).cloned().unwrap_or(made);
        drawn.made.push((id, Arc::clone(&made)));
        made
    }

    /// The same, to be talked about.
    pub(crate) fn spoken(&self) -> spoken::Sight<'a, G> {
        spoken::Sight { view: self.view, words: self.scene.words }
    }

    /// The observer's seat.
    pub(super) fn me(&self) -> Option<Seat> {
        self.view.who().seat()
    }

    /// All seats clockwise, the observer's last.
    pub(super) fn around(&self) -> impl Iterator<Item = Seat> + Clone + use<G> {
        let n_seats = self.n_seats();
        let first = self.me().map_or(Seat::new(0), |me| me.left(n_seats));
        (0..n_seats).map(move |steps| first.clockwise(steps, n_seats))
    }

    /// Whether the observer owes a decision.
    pub(super) fn is_asked(&self) -> bool {
        self.me().is_some_and(|me| self.view.open.turn().asks(me))
    }

    /// A form around buttons.
    pub(super) fn form(&self, buttons: &Markup) -> Markup {
        html! {
            form method="post" action=(self.post) {
                input type="hidden" name="at" value=(self.at);
                (buttons)
            }
        }
    }
}

fn find<'m>(made: &'m [(&'static str, Arc<str>)], id: &str) -> Option<&'m Arc<str>> {
    made.iter().find(|(known, _)| *known == id).map(|(_, made)| made)
}

impl<'a, G: Game> Deref for Sight<'a, G> {
    type Target = Scene<'a, G>;

    fn deref(&self) -> &Scene<'a, G> {
        &self.scene
    }
}

impl<G: Game> Scene<'_, G> {
    /// A message without facts.
    pub(super) fn say(&self, id: &str) -> Text {
        Text(self.words.say(id, &[]))
    }

    /// A message with facts.
    pub(super) fn tell(&self, id: &str, facts: &[(&'static str, Fact)]) -> Text {
        Text(self.words.say(id, facts))
    }

    /// Somebody's name.
    pub(super) fn seat(&self, seat: Seat) -> Text {
        Text(self.words.seat(seat).into())
    }

    /// What the rules tell, said as a whole sentence.
    pub(super) fn seen(&self, seen: &G::Seen) -> Text {
        let sentence = self.words.seen::<G>(seen);
        self.tell("face-sentence", &[("words", sentence.into())])
    }

    pub(super) fn n_seats(&self) -> u8 {
        self.open.rules().n_seats()
    }

    /// A message about points, with their sign.
    pub(super) fn points(&self, id: &str, points: i32) -> Text {
        self.tell(id, &[("points", points.to_string().into())])
    }
}
