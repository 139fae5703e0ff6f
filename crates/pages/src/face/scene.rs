//! The data behind a drawing: the public state, which all observers share, and one observer's own knowledge.

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::ops::Deref;

use bots::Craft;
use maud::Render;
use rules::{Fact, Game, Open as _, Rules as _, Seat, Seats, Standing, Turn, View};
use table::cat::CoatName;
use words::{Words, spoken};

use super::Face;
use super::help::Help;
use super::seat::seat_coats;
use super::write::{Text, text};
use crate::kit::Coat;
use crate::piece::{Drawn, Pieces};

/// The public state of a game, and a language.
#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// The public state.
    pub open: &'a G::Open,
    /// The language, with the players' names.
    pub words: &'a Words,
    /// Whether nobody is asked, whatever the state says: at a [`Beat`](rules::Beat), and in the pause after a round.
    pub is_still: bool,
    /// The seats whose players are away.
    pub away: Seats,
    /// The coats that players chose, in seat order.
    chosen_coats: &'a [Option<CoatName>],
    /// The coats of all cats, once they are needed.
    coats: OnceCell<Vec<Coat>>,
}

/// An observer's view of a game, and a language.
#[derive(Debug)]
pub struct Sight<'a, G: Craft> {
    scene: Scene<'a, G>,
    pub(super) view: &'a View<G>,
    /// At a beat, what the observer notices of its step.
    happened: Option<&'a [G::Seen]>,
    /// The observer's choice, while it can be changed.
    change: Option<Change<'a, G>>,
    /// The choice that the buttons mark.
    pub(super) chosen: Option<G::Action>,
    next: Option<(&'a Drawn, Ages)>,
    /// The answer that silence means, which needs no button.
    pub(super) silence: Option<G::Action>,
    pub(super) post: &'a str,
    pub(super) at: &'a str,
    pub(super) help: Help<'a, G>,
    rests: bool,
    drawings: Option<&'a Drawings<G>>,
    own_cards: Option<&'a OwnCards<G>>,
    /// Views of all seats, where a replay shows all hands.
    hands: &'a [View<G>],
}

/// A sealed choice of the observer that can be changed.
#[derive(Debug)]
struct Change<'a, G: Game> {
    /// What the observer knows, as if they had not chosen.
    view: &'a View<G>,
    /// The number of the question under which a change is sent.
    at: &'a str,
    chosen: G::Action,
}

/// Whether an element shows a running time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ages {
    Yes,
    No,
}

/// A cache of elements that depend on the public state only, so that all observers share them.
pub struct Drawings<G: Game>(RefCell<Cache<G>>);

struct Cache<G: Game> {
    /// The public state, whether it is a beat, who is away, and the standing.
    drawn_from: Option<(G::Open, bool, Seats, Standing)>,
    /// Counts the changes of the public state.
    edition: u64,
    /// The elements, each in the place of its subject.
    elements: Vec<Option<Drawing>>,
}

/// An element that is drawn once for all observers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// The progress of the game.
    Progress,
    /// A seat's chip.
    Chip(Seat),
    /// The cat at a seat.
    Cat(Seat),
    /// Name and points of a seat, and whether that is the observer.
    Plate(Seat, bool),
    /// The last trick.
    LastTrick,
    /// More of the board: what a trick is for, an extra card, lanterns.
    More,
    /// A tip, by its number.
    Tip(usize),
    /// The rest of the board.
    Board,
    /// A seat's things on the board.
    Belongings(Seat),
    /// The card that a seat has played.
    Play(Seat),
}

impl Subject {
    /// Its index in the cache. A page asks for about thirty elements, so looking them up has to be cheap.
    fn place(self) -> usize {
        // Every game has three tips.
        let of_seat = |seat: Seat, part: usize| 7 + 6 * seat.index() + part;
        match self {
            Subject::Progress => 0,
            Subject::Board => 1,
            Subject::LastTrick => 2,
            Subject::More => 3,
            Subject::Tip(number) => 4 + number,
            Subject::Plate(seat, mine) => of_seat(seat, usize::from(mine)),
            Subject::Cat(seat) => of_seat(seat, 2),
            Subject::Chip(seat) => of_seat(seat, 3),
            Subject::Belongings(seat) => of_seat(seat, 4),
            Subject::Play(seat) => of_seat(seat, 5),
        }
    }
}

/// An element and its key.
struct Drawing {
    /// The last edition in which the key was the same.
    edition: u64,
    key: Box<dyn Any + Send>,
    html: Drawn,
}

/// Cache key that never matches: the element is drawn again after every public change.
#[derive(Debug)]
pub struct AlwaysNew;

impl PartialEq for AlwaysNew {
    fn eq(&self, _: &AlwaysNew) -> bool {
        false
    }
}

impl<G: Game> Default for Drawings<G> {
    fn default() -> Drawings<G> {
        Drawings(RefCell::default())
    }
}

impl<G: Game> Default for Cache<G> {
    fn default() -> Cache<G> {
        Cache { drawn_from: None, edition: 0, elements: Vec::new() }
    }
}

/// An observer's own cards as they were drawn last. No other observer's page may use them.
pub struct OwnCards<G: Game>(RefCell<Option<Hand<G>>>);

struct Hand<G: Game> {
    drawn_from: (G::Own, G::Phase),
    html: Drawn,
}

impl<G: Game> Default for OwnCards<G> {
    fn default() -> Self {
        OwnCards(RefCell::new(None))
    }
}

impl<G: Game> fmt::Debug for OwnCards<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnCards").finish_non_exhaustive()
    }
}

impl<G: Game> fmt::Debug for Drawings<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawings").finish_non_exhaustive()
    }
}

fn drawn(draw: impl FnOnce(&mut String)) -> Drawn {
    let mut html = String::new();
    draw(&mut html);
    html.into()
}

impl<'a, G: Craft> Sight<'a, G> {
    /// The sight of this view. Decisions are posted to the path `post`. `at` is a hidden field of every form: the
    /// number of the question that is answered.
    pub fn new(view: &'a View<G>, words: &'a Words, post: &'a str, at: &'a str) -> Sight<'a, G> {
        Sight {
            scene: Scene::new(&view.open, words),
            view,
            happened: None,
            change: None,
            chosen: None,
            next: None,
            silence: None,
            rests: false,
            post,
            at,
            help: Help::default(),
            drawings: None,
            own_cards: None,
            hands: &[],
        }
    }

    /// Shows the hands of all seats beside their players, as only the replay of a finished game may.
    #[must_use]
    pub(crate) fn with_hands(self, hands: &'a [View<G>]) -> Sight<'a, G> {
        Sight { hands, ..self }
    }

    /// The cards that a seat holds, if all hands are shown.
    pub(super) fn shown_hand(&self, seat: Seat) -> Option<&'a G::Own> {
        let view = self.hands.get(seat.index())?;
        view.own.as_ref().map(|(_, own)| own)
    }

    /// The sight of a view of a [`Beat`](rules::Beat): nothing is asked, and the page says what has just happened.
    /// `seen` is what the observer notices of the step.
    pub fn of_beat(view: &'a View<G>, words: &'a Words, seen: &'a [G::Seen]) -> Sight<'a, G> {
        let mut sight = Sight::new(view, words, "", "");
        sight.scene.is_still = true;
        sight.happened = Some(seen);
        sight
    }

    /// Adds the observer's choice, which can be changed: `view` is what the observer knows without it.
    #[must_use]
    pub fn with_change(self, view: &'a View<G>, at: &'a str, chosen: G::Action) -> Sight<'a, G> {
        Sight { change: Some(Change { view, at, chosen }), ..self }
    }

    /// The table takes silence as an answer: an observer with no other answer is not asked.
    #[must_use]
    pub fn listening(mut self) -> Sight<'a, G> {
        self.silence = self.scene.open.silent_answer();
        let is_choice = self.view.actions().is_some_and(|choices| choices.len() > 1);
        self.scene.is_still = !is_choice;
        self
    }

    /// Adds the way to the next round.
    #[must_use]
    pub(crate) fn with_next(self, next: &'a Drawn, ages: Ages) -> Sight<'a, G> {
        Sight { next: Some((next, ages)), ..self }
    }

    /// The question that the observer has answered, if the answer can be changed.
    pub(super) fn asked_again(&self) -> Option<Sight<'a, G>> {
        let Change { view, at, chosen } = self.change.as_ref()?;
        let again = Sight::new(view, self.scene.words, self.post, at);
        let again = again.with_coats(self.scene.chosen_coats);
        Some(Sight { chosen: Some(*chosen), ..again })
    }

    /// Adds the way to the next round as an element, if there can be one.
    pub(super) fn put_next(&self, pieces: &mut Pieces) {
        match self.next {
            Some((next, Ages::Yes)) => pieces.put_uncached("next", next),
            Some((next, Ages::No)) => pieces.put("next", next),
            None => {}
        }
    }

    /// Shows the score sheet of the round that has ended, although a seat must already decide: the table waits.
    #[must_use]
    pub fn resting(mut self) -> Sight<'a, G> {
        (self.rests, self.scene.is_still) = (true, true);
        self
    }

    /// Whether the score sheet is shown, if there is one: before the next deal, after the end, and while the table rests.
    pub(super) fn shows_sheet(&self) -> bool {
        let waits = self.rests || !matches!(self.scene.open.turn(), Turn::Decide(_));
        waits && self.happened.is_none()
    }

    /// Adds help for the decision.
    #[must_use]
    pub fn with_help(self, help: Help<'a, G>) -> Sight<'a, G> {
        Sight { help, ..self }
    }

    /// Adds the seats whose players are away.
    #[must_use]
    pub fn with_away(mut self, away: Seats) -> Sight<'a, G> {
        self.scene.away = away;
        self
    }

    /// Adds the coats that players chose.
    #[must_use]
    pub fn with_coats(mut self, coats: &'a [Option<CoatName>]) -> Sight<'a, G> {
        (self.scene.chosen_coats, self.scene.coats) = (coats, OnceCell::new());
        self
    }

    /// Draws with the cache that all observers of the table share, and with this observer's own.
    #[must_use]
    pub fn with(mut self, drawings: &'a Drawings<G>, own_cards: &'a OwnCards<G>) -> Sight<'a, G> {
        let mut known = drawings.0.borrow_mut();
        let Scene { open, is_still, away, .. } = self.scene;
        let is_same = |(drawn, beat, asleep, _): &(G::Open, bool, Seats, Standing)| {
            drawn == open && *beat == is_still && *asleep == away
        };
        if !known.drawn_from.as_ref().is_some_and(is_same) {
            known.drawn_from = Some((open.clone(), is_still, away, open.standing()));
            known.edition += 1;
        }
        drop(known);
        self.drawings = Some(drawings);
        self.own_cards = Some(own_cards);
        self
    }

    /// The standing.
    pub(super) fn standing(&self) -> Standing {
        let known = self.drawings.map(|drawings| drawings.0.borrow());
        let known = known.and_then(|known| known.drawn_from.as_ref().map(|(.., known)| *known));
        known.unwrap_or_else(|| self.scene.open.standing())
    }

    /// Adds an element that is drawn again after every public change.
    pub(super) fn put(
        &self,
        pieces: &mut Pieces,
        id: &'static str,
        subject: Subject,
        draw: impl FnOnce(&Scene<'_, G>, &mut String) + 'static,
    ) {
        self.put_of(pieces, id, subject, |_| AlwaysNew, |scene, _, out| draw(scene, out));
    }

    /// Adds an element that is drawn again when its key has changed.
    pub(super) fn put_of<T: PartialEq + Send + 'static>(
        &self,
        pieces: &mut Pieces,
        id: &'static str,
        subject: Subject,
        key: impl FnOnce(&Scene<'_, G>) -> T + 'static,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String) + 'static,
    ) {
        self.with_drawn(subject, key, draw, |html| pieces.put(id, html));
    }

    /// Adds the last trick, which is drawn again when its key has changed.
    pub(super) fn put_last<T: PartialEq + Send + 'static>(
        &self,
        pieces: &mut Pieces,
        key: impl FnOnce(&Scene<'_, G>) -> Option<T> + 'static,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String) + 'static,
    ) {
        self.put_of(pieces, "last", Subject::LastTrick, key, move |scene, last, out| {
            out.push_str("<div id=\"last\">");
            if let Some(last) = last {
                draw(scene, last, out);
            } else {
                out.push_str("<p class=\"quiet\">");
                scene.say("face-no-last-trick").render_to(out);
                out.push_str("</p>");
            }
            out.push_str("</div>");
        });
    }

    /// Passes an element to `then`, drawn again if its key has changed. All observers share it, so it may depend on the
    /// public state and its subject only. The closures are `'static`: they cannot borrow an observer's own knowledge.
    pub(super) fn with_drawn<T: PartialEq + Send + 'static>(
        &self,
        subject: Subject,
        key: impl FnOnce(&Scene<'_, G>) -> T + 'static,
        draw: impl FnOnce(&Scene<'_, G>, &T, &mut String) + 'static,
        then: impl FnOnce(&Drawn),
    ) {
        let scene = &self.scene;
        let Some(drawings) = self.drawings else {
            return then(&drawn(|out| draw(scene, &key(scene), out)));
        };
        let Cache { edition, elements, .. } = &mut *drawings.0.borrow_mut();
        let edition = *edition;
        let place = subject.place();
        if elements.len() <= place {
            elements.resize_with(place + 1, || None);
        }
        let known = match &mut elements[place] {
            Some(known) => {
                if known.edition != edition {
                    known.edition = edition;
                    let key = key(scene);
                    if known.key.downcast_ref() != Some(&key) {
                        known.html = drawn(|out| draw(scene, &key, out));
                        known.key = Box::new(key);
                    }
                }
                known
            }
            nothing => {
                let key = key(scene);
                let html = drawn(|out| draw(scene, &key, out));
                nothing.insert(Drawing { edition, key: Box::new(key), html })
            }
        };
        then(&known.html);
    }

    /// Adds the observer's own cards, drawn again when they or the phase have changed.
    pub(super) fn put_own(
        &self,
        pieces: &mut Pieces,
        id: &'static str,
        own: &G::Own,
        draw: impl FnOnce(&mut String),
    ) {
        let drawn_from = (*own, self.scene.open.phase());
        let mut last = self.own_cards.map(|own_cards| own_cards.0.borrow_mut());
        if let Some(Some(hand)) = last.as_deref()
            && hand.drawn_from == drawn_from
        {
            return pieces.put(id, &hand.html);
        }
        let html = drawn(draw);
        pieces.put(id, &html);
        if let Some(last) = &mut last {
            **last = Some(Hand { drawn_from, html });
        }
    }

    /// The same for `words`.
    pub(crate) fn spoken(&self) -> spoken::SpokenView<'a, G> {
        spoken::SpokenView { view: self.view, words: self.scene.words }
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

    /// Whether the observer has something to choose.
    pub(crate) fn is_choosing(&self) -> bool {
        !self.is_still && self.view.candidates().is_some_and(|choices| !choices.is_empty())
    }

    /// Whether a round is over and the next one has not begun.
    pub(crate) fn is_paused(&self) -> bool {
        self.shows_sheet() && self.open.turn() != Turn::Over && self.open.rounds() > 0
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

impl<G: Face> Sight<'_, G> {
    /// What matters for the decision, while something is decided.
    pub(super) fn detail(&self) -> Option<String> {
        let decides = self.happened.is_none() && self.silence.is_none() && self.change.is_none();
        decides.then(|| G::detail(self.spoken())).flatten()
    }

    /// The question to the observer, whom the table waits for, or what has just happened.
    pub(super) fn question(&self) -> String {
        if let Some(seen) = self.happened {
            return G::happened(self.spoken(), seen);
        }
        if self.silence.is_some() {
            return G::listening(self.spoken(), self.is_choosing());
        }
        let question = G::question(self.spoken());
        if self.change.is_some() {
            let question = [("question", Fact::Text(question))];
            return self.words.message("face-can-change", &question);
        }
        question
    }
}

impl<'a, G: Craft> Deref for Sight<'a, G> {
    type Target = Scene<'a, G>;

    fn deref(&self) -> &Scene<'a, G> {
        &self.scene
    }
}

impl<'a, G: Game> Scene<'a, G> {
    /// A table with everybody there, in coats by name.
    pub(super) fn new(open: &'a G::Open, words: &'a Words) -> Scene<'a, G> {
        let (is_still, away, coats) = (false, Seats::NONE, OnceCell::new());
        Scene { open, words, is_still, away, chosen_coats: &[], coats }
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

    /// The coat of a seat's cat: no two at a table are alike.
    pub(super) fn coat(&self, seat: Seat) -> Coat {
        let all = || seat_coats(self.words, self.n_seats(), self.chosen_coats);
        self.coats.get_or_init(all)[seat.index()]
    }

    /// The name of a seat's player.
    pub(super) fn seat(&self, seat: Seat) -> Text {
        Text(self.words.seat(seat).as_ref().into())
    }

    /// Speaks about the public state, as to a spectator.
    pub(super) fn by_rail<T>(&self, talk: impl FnOnce(spoken::SpokenView<'_, G>) -> T) -> T {
        let view = View { open: self.open.clone(), own: None };
        talk(spoken::SpokenView { view: &view, words: self.words })
    }

    pub(super) fn n_seats(&self) -> u8 {
        self.open.rules().n_seats()
    }
}

#[cfg(test)]
mod tests {
    use maud::html;
    use rules::{GameId, Observer};
    use testing::dice::dice;

    use super::super::{VisitFace, lay, progress, table, visit};
    use super::*;

    /// Plays a game, and looks at it as every observer at every beat and after every step.
    struct Looking(u64);

    impl VisitFace for Looking {
        type Output = ();

        fn visit<G: Face>(self) {
            let mut game = G::new(format!("{} players=4", G::ID.name()).parse().unwrap());
            let mut dice = dice(self.0);
            let words = Words::default()
                .with_names(["Mia", "Ken", "Ada", "Ben"].map(str::to_owned).to_vec());
            let drawings = Drawings::default();
            let own_cards: Vec<OwnCards<G>> =
                Observer::all(4).map(|_| OwnCards::default()).collect();
            let of = format!("{} {}", G::ID.name(), self.0);
            while let Some(step) = game.random_step(&mut dice) {
                let before = game.clone();
                game.apply(&step);
                for beat in G::beats(&before, &step, &game) {
                    for (who, own_cards) in Observer::all(4).zip(&own_cards) {
                        let (view, seen) =
                            (beat.state.view(who), G::seen(&before, &step, &game, who));
                        let sight = || Sight::of_beat(&view, &words, &seen);
                        let mut pieces = Pieces::default();
                        let cached = sight().with(&drawings, own_cards);
                        progress(&cached, &mut pieces);
                        lay(&cached, &mut pieces);
                        assert_eq!(pieces.html(), table(&sight()).into_string(), "{of}");
                    }
                }
                for (who, own_cards) in Observer::all(4).zip(&own_cards) {
                    let view = game.view(who);
                    let sight = || Sight::new(&view, &words, "/t/x/act", "1.7");
                    let cached = |sight: Sight<'_, G>| {
                        let mut pieces = Pieces::default();
                        let sight = sight.with(&drawings, own_cards);
                        progress(&sight, &mut pieces);
                        lay(&sight, &mut pieces);
                        pieces.html()
                    };
                    // A table that rests looks different, and leaves nothing of that behind.
                    assert_eq!(cached(sight().resting()), table(&sight().resting()).into_string());
                    let page = cached(sight());
                    assert_eq!(page, table(&sight()).into_string(), "{of}");
                    // Shared elements say the same as this observer's own words.
                    let spoken = sight().spoken();
                    for told in G::progress_parts(spoken).into_iter().chain([G::question(spoken)]) {
                        assert!(page.contains(&html! { (told) }.into_string()), "{of}: {told}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_page_from_the_cache_is_the_page_without_it() {
        for game in GameId::ALL {
            for seed in 0..5 {
                visit(game, Looking(seed));
            }
        }
    }
}
