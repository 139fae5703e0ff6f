//! Tricks: the cards in the order of play, with who played them.

use maud::Render;
use rules::{Game, Numbered, Seat, Trick};

use super::card::{suit, token};
use super::scene::Scene;
use super::write::{Text, text, written};
use crate::piece::Pieces;

/// A card of a trick, who played it, and notes about it.
pub(super) struct TrickCard<C> {
    pub(super) seat: Seat,
    /// `None` while the seat has not played.
    pub(super) card: Option<C>,
    /// Whether it wins the trick so far.
    pub(super) best: bool,
    /// A line for each.
    pub(super) notes: Vec<Text>,
}

/// Which trick is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// The current one.
    This,
    /// The last finished one.
    Last,
}

impl Which {
    /// The message id of its heading.
    fn name(self) -> &'static str {
        match self {
            Which::This => "face-trick",
            Which::Last => "face-last-trick",
        }
    }

    /// The message id of the note on the best of its cards so far.
    pub(super) fn best(self, is_full: bool) -> &'static str {
        match self {
            Which::This if !is_full => "face-ahead",
            Which::This | Which::Last => "face-won",
        }
    }
}

/// The box around the current and the last trick, each an element of its own.
pub(super) fn tricks(pieces: &mut Pieces, put: impl FnOnce(&mut Pieces)) {
    pieces.fixed("<div class=\"tricks\">");
    put(pieces);
    pieces.fixed("</div>");
}

/// The last finished trick of these.
pub(super) fn last_finished<C, const N: usize>(
    tricks: &[Trick<C, N>],
    n_finished: usize,
) -> Option<Trick<C, N>>
where
    C: Numbered + PartialEq,
{
    n_finished.checked_sub(1).and_then(|last| tricks.get(last)).copied()
}

/// The cards of a trick in the order of play, under a heading with notes beside it.
pub(super) fn plays<G: Game>(
    scene: &Scene<'_, G>,
    which: Which,
    plays: &[TrickCard<impl Render>],
    beside: &impl Render,
    out: &mut String,
) {
    out.push_str(match which {
        Which::This => "<section class=\"trick\"><h2>",
        Which::Last => "<section class=\"trick last\"><h2>",
    });
    scene.say(which.name()).render_to(out);
    beside.render_to(out);
    out.push_str("</h2>");
    in_order(scene, plays).render_to(out);
    out.push_str("</section>");
}

/// The cards of a trick in the order of play.
pub(super) fn in_order<G: Game>(
    scene: &Scene<'_, G>,
    plays: &[TrickCard<impl Render>],
) -> impl Render {
    written(move |out| {
        out.push_str("<ol>");
        for TrickCard { seat, card, best, notes } in plays {
            out.push_str(if *best { "<li class=\"best\">" } else { "<li>" });
            match card {
                Some(card) => card.render_to(out),
                None => out.push_str("<span class=\"card none\">–</span>"),
            }
            out.push_str("<span class=\"by\">");
            token(scene, *seat).render_to(out);
            text(&scene.words.seat(*seat)).render_to(out);
            out.push_str("</span>");
            for note in notes {
                out.push_str("<small>");
                note.render_to(out);
                out.push_str("</small>");
            }
            out.push_str("</li>");
        }
        out.push_str("</ol>");
    })
}

/// The plays of a trick from the leader on, also of seats that have not played yet.
pub(super) fn trick<G: Game, C: Numbered + PartialEq, R: Render, const N: usize>(
    scene: &Scene<'_, G>,
    trick: &Trick<C, N>,
    lying: impl Fn(C) -> R,
    notes: impl Fn(Seat) -> Vec<Text>,
    best: Option<Seat>,
) -> Vec<TrickCard<R>> {
    let n_seats = scene.n_seats();
    let seats = (0..n_seats).map(|steps| trick.leader().clockwise(steps, n_seats));
    let play = |seat| TrickCard {
        seat,
        card: trick.card_of(seat, n_seats).map(&lying),
        best: best == Some(seat),
        notes: notes(seat),
    };
    seats.map(play).collect()
}

/// A suit that matters to a trick, and why it does.
pub(super) fn about<G: Game>(
    scene: &Scene<'_, G>,
    why: &str,
    class: &'static str,
    name: &str,
) -> impl Render + use<G> {
    let (why, name) = (scene.say(why), scene.say(name));
    written(move |out| {
        out.push_str("<small>");
        why.render_to(out);
        out.push(' ');
        suit(class, name.clone()).render_to(out);
        out.push_str("</small>");
    })
}
