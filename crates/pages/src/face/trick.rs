//! Tricks: the cards in the order of play, with who played them.

use maud::Render;
use rules::{Game, Numbered, Seat, Trick};

use super::Face;
use super::card::token;
use super::scene::{Scene, Sight};
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

/// The message id of the note on the best card of a trick.
pub(super) fn best_note(is_full: bool) -> &'static str {
    if is_full { "face-won" } else { "face-ahead" }
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

/// Adds the last trick, with its winner marked.
pub(super) fn put_last<G: Face, C, R: Render + 'static, const N: usize>(
    sight: &Sight<'_, G>,
    pieces: &mut Pieces,
    of: fn(&G::Open) -> Option<Trick<C, N>>,
    winner: fn(&Trick<C, N>, u8) -> Option<Seat>,
    lying: fn(&Scene<'_, G>, C) -> R,
) where
    C: Numbered + PartialEq + Send + 'static,
{
    let key = move |scene: &Scene<'_, G>| of(scene.open);
    sight.put_last(pieces, key, move |scene, of, out| {
        let best = winner(of, scene.n_seats());
        let notes = |seat| (best == Some(seat)).then(|| scene.say(best_note(true)));
        let notes = |seat| notes(seat).into_iter().collect();
        last(scene, &trick(scene, of, |card| lying(scene, card), notes, best), out);
    });
}

/// The cards of the last trick in the order of play, under a heading.
pub(super) fn last<G: Game>(
    scene: &Scene<'_, G>,
    plays: &[TrickCard<impl Render>],
    out: &mut String,
) {
    out.push_str("<section class=\"trick last\"><h2>");
    scene.say("face-last-trick").render_to(out);
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
