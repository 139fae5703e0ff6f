//! Tips for beginners: three for each game, and when they matter.
//!
//! A view alone decides whether a tip matters. Only the browser knows whether the player has read it.

use rules::{Game, Open as _, Seat, View, catbox, catsle, meow, yorozu};

/// A game that has tips.
pub trait Tips: Game {
    /// The codes of all tips; a tip's message id is `{game}-tip-{code}`.
    const TIPS: [&'static str; 3];

    /// Whether each tip matters to a seat whose turn it is, in the same order.
    fn matters(view: &View<Self>, seat: Seat, own: &Self::Own) -> [bool; 3];

    /// The numbers of the tips that matter now. None while nothing is asked.
    fn tips(view: &View<Self>) -> Vec<usize> {
        let Some((seat, own)) = &view.own else { return Vec::new() };
        if !view.open.turn().asks(*seat) {
            return Vec::new();
        }
        let matters = Self::matters(view, *seat, own);
        (0..).zip(matters).filter(|(_, matters)| *matters).map(|(number, _)| number).collect()
    }
}

/// The legal actions of the observer.
fn actions<G: Game>(view: &View<G>) -> impl Iterator<Item = G::Action> {
    view.actions().into_iter().flat_map(|choices| choices.iter())
}

impl Tips for catbox::State {
    const TIPS: [&'static str; 3] = ["colour", "give-up", "paradox"];

    fn matters(view: &View<Self>, seat: Seat, _: &catbox::Own) -> [bool; 3] {
        let open = &view.open;
        let plays = open.phase() == catbox::Phase::Play;
        let follows = |led: catbox::Colour| {
            open.given_up(seat).has(led)
                || actions(view).any(
                    |action| matches!(action, catbox::Action::Play(cell) if cell.colour() == led),
                )
        };
        [
            plays && open.tokens(seat).is_empty(),
            plays && open.trick().led().is_some_and(|led| !follows(led)),
            catbox::Radar::is_tight(view),
        ]
    }
}

impl Tips for catsle::State {
    const TIPS: [&'static str; 3] = ["rank", "column", "limit"];

    fn matters(view: &View<Self>, seat: Seat, _: &catsle::Own) -> [bool; 3] {
        let open = &view.open;
        let counts = open.board(seat).counts();
        let is_empty = counts.iter().all(|&count| count == 0);
        let breaks = |place: catsle::Place| {
            open.rules()
                .limits()
                .get(place.index())
                .is_some_and(|&limit| counts[place.index()] >= limit)
        };
        let could_break = actions(view)
            .any(|action| matches!(action, catsle::Action::Take(_, place) if breaks(place)));
        [
            open.phase() == catsle::Phase::Play && is_empty,
            open.phase() == catsle::Phase::Take && is_empty,
            could_break,
        ]
    }
}

impl Tips for yorozu::State {
    const TIPS: [&'static str; 3] = ["secret", "crow", "booze"];

    fn matters(view: &View<Self>, seat: Seat, _: &yorozu::Own) -> [bool; 3] {
        let open = &view.open;
        let plays = open.phase() == yorozu::Phase::Play;
        let crow = open.up().is_some_and(|pair| pair.iter().any(|card| card.is_crow()));
        [plays && open.plays().is_empty(), plays && crow, plays && open.booze(seat) == 2]
    }
}

impl Tips for meow::State {
    const TIPS: [&'static str; 3] = ["token", "vase", "one"];

    fn matters(view: &View<Self>, seat: Seat, _: &meow::Own) -> [bool; 3] {
        let open = &view.open;
        let plays = open.phase() == meow::Phase::Play;
        let n_done = open.n_finished();
        let before = open.tokens().len().saturating_sub(meow::N_TURNS);
        let vase = open.tokens().get(before + n_done) == Some(&meow::Token::Vase);
        let ends =
            |action| matches!(action, meow::Action::Play(card) if [1, 18].contains(&card.value()));
        [
            plays && n_done == 0 && open.won(seat).next().is_none(),
            plays && vase,
            plays && actions(view).any(ends),
        ]
    }
}
