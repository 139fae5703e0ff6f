//! What a page of a game is made from: what lies open and is the same for everybody, and what the observer has besides.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Deref;

use maud::Render;
use rules::{Fact, Game, Open as _, Rules as _, Seat, Standing, View};
use words::{Words, spoken};

use super::{Help, Pieces, Text, Which, text};
use crate::piece::Drawn;

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
    held: Option<&'a Held>,
}

/// What was drawn from what lies open alone, for the next who sees the same.
pub struct Drawings<G: Game>(RefCell<Known<G>>);

struct Known<G: Game> {
    /// What lies open, and how everybody stands then.
    of: Option<(G::Open, Standing)>,
    /// How often something else lay open.
    edition: u64,
    /// What was drawn, each in the place of its subject.
    made: Vec<Option<Drawing>>,
}

/// What is drawn once for all who see the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// How far the game has come.
    Where,
    /// What the game tells of a seat.
    Chip(Seat),
    /// Who sits there, and whether it is who sees it.
    Who(Seat, bool),
    /// How a seat stands.
    Stands(Seat),
    /// A trick.
    Trick(Which),
    /// A tip, by its number.
    Tip(usize),
    /// What else lies on the table.
    Board,
    /// What a seat has of that.
    Has(Seat),
    /// What a seat did last.
    Did(Seat),
}

impl Subject {
    /// Where is kept what was drawn of it. A page asks for some thirty of them, so that they are not looked for.
    fn place(self) -> usize {
        // Every game has three tips.
        let of_seat = |seat: Seat, part: usize| 7 + 6 * seat.index() + part;
        match self {
            Subject::Where => 0,
            Subject::Board => 1,
            Subject::Trick(Which::This) => 2,
            Subject::Trick(Which::Last) => 3,
            Subject::Tip(number) => 4 + number,
            Subject::Who(seat, mine) => of_seat(seat, usize::from(mine)),
            Subject::Stands(seat) => of_seat(seat, 2),
            Subject::Chip(seat) => of_seat(seat, 3),
            Subject::Has(seat) => of_seat(seat, 4),
            Subject::Did(seat) => of_seat(seat, 5),
        }
    }
}

/// Something that was drawn, and what of.
struct Drawing {
    /// The edition of which it is known to be true.
    edition: u64,
    of: Box<dyn Any + Send>,
    html: Drawn,
}

/// What makes a drawing be made anew whenever anything else lies open.
#[derive(Debug)]
pub struct Everything;

impl PartialEq for Everything {
    fn eq(&self, _: &Everything) -> bool {
        false
    }
}

impl<G: Game> Drawings<G> {
    /// Nothing is true any more, because somebody has another name.
    pub(crate) fn forget(&self) {
        *self.0.borrow_mut() = Known::default();
    }
}

impl<G: Game> Default for Drawings<G> {
    fn default() -> Drawings<G> {
        Drawings(RefCell::default())
    }
}

impl<G: Game> Default for Known<G> {
    fn default() -> Known<G> {
        Known { of: None, edition: 0, made: Vec::new() }
    }
}

/// An observer's own cards as they were drawn last, and what of. Nobody else's page is made with it.
#[derive(Default)]
pub struct Held(RefCell<Option<OwnCards>>);

struct OwnCards {
    of: Box<dyn Any + Send>,
    html: Drawn,
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Debug for Drawings<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawings").finish_non_exhaustive()
    }
}

/// Draws something.
fn drawn(draw: impl FnOnce(&mut String)) -> Drawn {
    thread_local! {
        /// What is drawn over and over should not need room of its own each time.
        static PLACE: Cell<String> = const { Cell::new(String::new()) };
    }
    let mut place = PLACE.take();
    place.clear();
    draw(&mut place);
    let html = Drawn::from(place.as_str());
    PLACE.set(place);
    html
}

impl<'a, G: Game> Sight<'a, G> {
    /// What this view shows. Decisions are posted to the address `post`; `at` is a hidden field of every form, which
    /// says what question is answered.
    pub fn new(view: &'a View<G>, words: &'a Words, post: &'a str, at: &'a str) -> Sight<'a, G> {
        let scene = Scene { open: &view.open, words };
        Sight { scene, view, post, at, help: Help::default(), drawings: None, held: None }
    }

    /// The same, with what helps to decide.
    #[must_use]
    pub fn helped(self, help: Help<'a, G>) -> Sight<'a, G> {
        Sight { help, ..self }
    }

    /// The same, where others look at the table too, and where the observer looked before.
    #[must_use]
    pub(crate) fn with(mut self, drawings: &'a Drawings<G>, held: &'a Held) -> Sight<'a, G> {
        let mut drawn = drawings.0.borrow_mut();
        if drawn.of.as_ref().is_none_or(|(open, _)| open != self.scene.open) {
            drawn.of = Some((self.scene.open.clone(), self.scene.open.standing()));
            drawn.edition += 1;
        }
        drop(drawn);
        self.drawings = Some(drawings);
        self.held = Some(held);
        self
    }

    /// How everybody stands.
    pub(super) fn standing(&self) -> Standing {
        let drawn = self.drawings.map(|drawings| drawings.0.borrow());
        let known = drawn.and_then(|drawn| drawn.of.as_ref().map(|(_, standing)| *standing));
        known.unwrap_or_else(|| self.scene.open.standing())
    }

    /// Puts an element that is drawn from what lies open alone, once for all who see the same.
    pub(super) fn put(
        &self,
        pieces: &mut Pieces,
        id: &'static str,
        subject: Subject,
        draw: impl FnOnce(&Scene<'_, G>, &mut String) + 'static,
    ) {
        self.put_of(pieces, id, subject, |_| Everything, |scene, _, out| draw(scene, out));
    }

    /// Puts an element that is drawn from something that lies open, and again when that changes.
    pub(super) fn put_of<T: PartialEq + Send + 'static>(
        &self,
        pieces: &mut Pieces,
        id: &'static str,
        subject: Subject,
        of: impl FnOnce(&Scene<'_, G>) -> T + 'static,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String) + 'static,
    ) {
        self.once_of(subject, of, draw, |html| pieces.put(id, html));
    }

    /// Puts a trick in its place, drawn from something that lies open, and again when that changes.
    pub(super) fn put_trick<T: PartialEq + Send + 'static>(
        &self,
        pieces: &mut Pieces,
        which: Which,
        of: impl FnOnce(&Scene<'_, G>) -> T + 'static,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String) + 'static,
    ) {
        let (id, begin) = match which {
            Which::This => ("this", "<div id=\"this\">"),
            Which::Last => ("last", "<div id=\"last\">"),
        };
        self.put_of(pieces, id, Subject::Trick(which), of, move |scene, of, out| {
            out.push_str(begin);
            draw(scene, of, out);
            out.push_str("</div>");
        });
    }

    /// Does something with what is drawn from something that lies open, once for all who see the same, and again when
    /// that changes. Nothing may get into it but what lies open and what tells the subject, such as the number of a tip:
    /// others are shown the same. Nothing that an observer has besides lives long enough to be borrowed for it.
    pub(super) fn once_of<T: PartialEq + Send + 'static>(
        &self,
        subject: Subject,
        of: impl FnOnce(&Scene<'_, G>) -> T + 'static,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String) + 'static,
        then: impl FnOnce(&Drawn),
    ) {
        let scene = &self.scene;
        let Some(drawings) = self.drawings else {
            return then(&drawn(|out| draw(scene, &of(scene), out)));
        };
        let Known { edition, made, .. } = &mut *drawings.0.borrow_mut();
        let edition = *edition;
        let place = subject.place();
        if made.len() <= place {
            made.resize_with(place + 1, || None);
        }
        let known = match &mut made[place] {
            Some(known) => {
                if known.edition != edition {
                    known.edition = edition;
                    let of = of(scene);
                    if known.of.downcast_ref() != Some(&of) {
                        known.html = drawn(|out| draw(scene, &of, out));
                        known.of = Box::new(of);
                    }
                }
                known
            }
            nothing => {
                let of = of(scene);
                let html = drawn(|out| draw(scene, &of, out));
                nothing.insert(Drawing { edition, of: Box::new(of), html })
            }
        };
        then(&known.html);
    }

    /// Puts the observer's own cards, drawn again when something changes of what they are drawn from.
    pub(super) fn put_held<T: PartialEq + Send + 'static>(
        &self,
        pieces: &mut Pieces,
        id: &'static str,
        of: T,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String),
    ) {
        let mut held = self.held.map(|held| held.0.borrow_mut());
        if let Some(Some(known)) = held.as_deref()
            && known.of.downcast_ref() == Some(&of)
        {
            return pieces.put(id, &known.html);
        }
        let html = drawn(|out| draw(&self.scene, &of, out));
        pieces.put(id, &html);
        if let Some(held) = &mut held {
            **held = Some(OwnCards { of: Box::new(of), html });
        }
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

    /// Whether there is something to choose for the observer.
    pub(super) fn is_choosing(&self) -> bool {
        self.view.candidates().is_some_and(|choices| !choices.is_empty())
    }

    /// Whether the observer owes a decision.
    pub(super) fn is_asked(&self) -> bool {
        self.me().is_some_and(|me| self.view.open.turn().asks(me))
    }

    /// A form around buttons.
    pub(super) fn form(&self, buttons: &impl Render, out: &mut String) {
        out.push_str("<form method=\"post\" action=\"");
        text(self.post).render_to(out);
        out.push_str("\"><input type=\"hidden\" name=\"at\" value=\"");
        text(self.at).render_to(out);
        out.push_str("\">");
        buttons.render_to(out);
        out.push_str("</form>");
    }
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
        Text(self.words.seat(seat).as_ref().into())
    }

    /// What the rules tell, said as a whole sentence.
    pub(super) fn seen(&self, seen: &G::Seen) -> Text {
        let sentence = self.words.seen::<G>(seen);
        self.tell("face-sentence", &[("words", sentence.into())])
    }

    /// What the rail knows, to be talked about: nothing but what lies open.
    pub(super) fn by_rail<T>(&self, talk: impl FnOnce(spoken::Sight<'_, G>) -> T) -> T {
        let view = View { open: self.open.clone(), own: None };
        talk(spoken::Sight { view: &view, words: self.words })
    }

    pub(super) fn n_seats(&self) -> u8 {
        self.open.rules().n_seats()
    }

    /// A message about points, with their sign.
    pub(super) fn points(&self, id: &str, points: i32) -> Text {
        self.tell(id, &[("points", points.into())])
    }
}

#[cfg(test)]
mod tests {
    use maud::html;
    use rand_core::{Rng as _, SeedableRng as _};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rules::{GameId, Observer};

    use super::super::{Face, VisitFace, lay, table, visit};
    use super::*;

    /// Plays a game, and looks at it from everywhere behind every step.
    struct Looking(u64);

    impl VisitFace for Looking {
        type Output = ();

        fn visit<G: Face>(self) {
            let mut game = G::new(format!("{} players=4", G::ID.name()).parse().unwrap());
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.0);
            let mut dice = move || generator.next_u64();
            let words = Words::english()
                .with_names(["Mia", "Ken", "Ada", "Ben"].map(str::to_owned).to_vec());
            let drawings = Drawings::default();
            let held: Vec<Held> = Observer::all(4).map(|_| Held::default()).collect();
            while let Some(step) = game.random_step(&mut dice) {
                game.apply(&step);
                for (who, held) in Observer::all(4).zip(&held) {
                    let view = game.view(who);
                    let sight = || Sight::new(&view, &words, "/t/x/act", "1.7");
                    let mut pieces = Pieces::default();
                    lay(&sight().with(&drawings, held), &mut pieces);
                    let page = pieces.html();
                    let of = format!("{} {}", G::ID.name(), self.0);
                    assert_eq!(page, table(&sight()).into_string(), "{of}");
                    // What is drawn for all says what this observer would be told.
                    let spoken = sight().spoken();
                    for told in [G::progress(spoken), G::question(spoken)] {
                        assert!(
                            page.contains(&html! { p { (told) } }.into_string()[2..]),
                            "{of}: {told}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_was_drawn_before_looks_as_if_it_was_drawn_now() {
        for game in GameId::ALL {
            for seed in 0..5 {
                visit(game, Looking(seed));
            }
        }
    }
}
