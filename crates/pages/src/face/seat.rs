//! The seats around a table: each player as a cat on a chair, behind a plate with name and points.

use maud::{Markup, Render, html};
use rules::{Open as _, Seat, Turn};
use table::cat::CoatName;
use words::Words;

use super::Face;
use super::card::{signed, token};
use super::scene::{Scene, Sight, Subject};
use super::write::{text, written};
use crate::kit::{self, Coat, Mood};
use crate::piece::Pieces;

/// The places of the opponents, clockwise from the observer's left.
pub(crate) fn places(n_opponents: usize) -> &'static [&'static str] {
    match n_opponents {
        0 => &[],
        1 => &["at-t"],
        2 => &["at-l", "at-r"],
        3 => &["at-l", "at-t", "at-r"],
        4 => &["at-l", "at-t t1", "at-t t2", "at-r"],
        _ => &["at-l", "at-t t1", "at-t t2", "at-t t3", "at-r"],
    }
}

/// Lays out a seat at a place.
pub(super) fn lay<G: Face>(
    sight: &Sight<'_, G>,
    seat: Seat,
    place: &'static str,
    pieces: &mut Pieces,
) {
    let mine = sight.me() == Some(seat);
    let Ids { begin, sits: sits_id, plate: plate_id, chip: chip_id } = IDS[seat.index()];
    pieces.fixed("<li class=\"seat ");
    pieces.fixed(place);
    pieces.fixed(begin);
    let sits_key = move |scene: &Scene<'_, G>| SeatLook::of(scene, seat);
    let draw_sits = move |scene: &Scene<'_, G>, key: &SeatLook, out: &mut String| {
        html! { div class={ "sits" @if key.asked { " turn" } } id=(sits_id) { (sits(scene, seat, key)) } }
            .render_to(out);
    };
    sight.put_of(pieces, sits_id, Subject::Cat(seat), sits_key, draw_sits);
    let plate_key = move |scene: &Scene<'_, G>| scene.open.standing().scores[seat];
    let draw_plate = move |scene: &Scene<'_, G>, points: &i32, out: &mut String| {
        html! { div.plate id=(plate_id) { (plate(scene, seat, mine, *points)) } }.render_to(out);
    };
    sight.put_of(pieces, plate_id, Subject::Plate(seat, mine), plate_key, draw_plate);
    let chip_key = move |scene: &Scene<'_, G>| G::chip_key(scene.open, seat);
    let draw_chip = move |scene: &Scene<'_, G>, key: &G::ChipKey, out: &mut String| {
        html! { div.info id=(chip_id) { (G::chip(scene, seat, key)) } }.render_to(out);
    };
    sight.put_of(pieces, chip_id, Subject::Chip(seat), chip_key, draw_chip);
    pieces.fixed("</div>");
    if let Some(own) = sight.shown_hand(seat) {
        let cards = written(|out| G::cards(sight, own, out));
        pieces.frame(&html! { div.open-hand { (cards) } });
    }
    G::beside_seat(sight, seat, pieces);
    pieces.fixed("</li>");
}

/// What a player looks like, which only public events decide.
#[derive(PartialEq)]
struct SeatLook {
    mood: Mood,
    asked: bool,
    chosen: bool,
    away: bool,
    n_held: usize,
}

impl SeatLook {
    fn of<G: Face>(scene: &Scene<'_, G>, seat: Seat) -> SeatLook {
        let open = scene.open;
        let asked = !scene.is_still && open.turn().asks(seat);
        let chosen = G::has_chosen(open, seat);
        let away = scene.away.has(seat);
        let has_won = || open.standing().winners.is_some_and(|winners| winners.has(seat));
        let others_decide = !scene.is_still && matches!(open.turn(), Turn::Decide(_));
        let mood = if away {
            Mood::Sleep
        } else if asked {
            Mood::Think
        } else if G::is_shocked(open, seat) {
            Mood::Shock
        } else if G::is_pleased(open, seat) {
            Mood::Happy
        } else if G::is_ahead(open, seat) {
            if scene.is_still { Mood::Happy } else { Mood::Sly }
        } else if chosen || (open.turn() == Turn::Over && has_won()) {
            Mood::Happy
        } else if others_decide {
            Mood::Side
        } else {
            Mood::Open
        };
        SeatLook { mood, asked, chosen, away, n_held: G::n_held(open, seat) }
    }
}

/// The chair, the cat, the cards in its hand, and what it is about to do.
fn sits<G: Face>(scene: &Scene<'_, G>, seat: Seat, key: &SeatLook) -> Markup {
    let state = match key {
        SeatLook { away: true, .. } => Some("live-away"),
        SeatLook { asked: true, .. } => Some("face-to-decide"),
        SeatLook { chosen: true, .. } => Some("face-chosen"),
        SeatLook { .. } => None,
    };
    let n_held = key.n_held;
    html! {
        span.chair {}
        (scene.coat(seat).bust(key.mood))
        @if n_held > 0 {
            span.backs role="img" aria-label=(scene.tell("face-held", &[("n", (n_held as i64).into())])) {
                i {} i {} i {} b { (n_held) }
            }
        }
        @if let Some(state) = state { span.state.away[key.away] { (scene.say(state)) } }
    }
}

/// The token, the name and the points of a player.
fn plate<G: Face>(scene: &Scene<'_, G>, seat: Seat, mine: bool, points: i32) -> Markup {
    html! {
        (token(scene, seat))
        span.name {
            b { (text(&scene.words.seat(seat))) }
            @if mine { " " small { (scene.say("face-you")) } }
        }
        span.score role="img" aria-label=(scene.tell("points", &[("score", points.into())])) {
            (signed(points))
        }
    }
}

/// Adds the card that a seat has played, which is drawn again when its key has changed.
pub(super) fn put_play<G: Face, T: PartialEq + Send + 'static>(
    sight: &Sight<'_, G>,
    seat: Seat,
    pieces: &mut Pieces,
    key: fn(&Scene<'_, G>, Seat) -> T,
    draw: fn(&Scene<'_, G>, Seat, &T, &mut String),
) {
    let key = move |scene: &Scene<'_, G>| key(scene, seat);
    sight.put_of(pieces, PLAYS[seat.index()], Subject::Play(seat), key, move |scene, key, out| {
        draw(scene, seat, key, out);
    });
}

/// A card that a player has played, or the place for it, with a note below: an element of its own.
pub(super) fn played(
    id: &str,
    class: &str,
    card: Option<&dyn Render>,
    note: &dyn Render,
) -> impl Render {
    written(move |out| {
        html! {
            div class={ "played " (class) } id=(id) {
                @if let Some(card) = card { (card) } @else { span.slot {} }
                small { (note) }
            }
        }
        .render_to(out);
    })
}

/// The coats of the cats at a table, by seat: no two are alike.
pub(crate) fn seat_coats(words: &Words, n_seats: u8, chosen: &[Option<CoatName>]) -> Vec<Coat> {
    let names: Vec<_> = Seat::all(n_seats).map(|seat| words.seat(seat)).collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    kit::coats(&names, chosen)
}

/// The end of each seat's start tag, and the ids of its elements.
struct Ids {
    begin: &'static str,
    sits: &'static str,
    plate: &'static str,
    chip: &'static str,
}

/// The ids of the cards that seats have played.
pub(super) const PLAYS: [&str; rules::MAX_SEATS] =
    ["play-0", "play-1", "play-2", "play-3", "play-4", "play-5"];

const IDS: [Ids; rules::MAX_SEATS] = [
    Ids {
        begin: " s0\" id=\"seat-0\"><div class=\"body\">",
        sits: "sits-0",
        plate: "plate-0",
        chip: "chip-0",
    },
    Ids {
        begin: " s1\" id=\"seat-1\"><div class=\"body\">",
        sits: "sits-1",
        plate: "plate-1",
        chip: "chip-1",
    },
    Ids {
        begin: " s2\" id=\"seat-2\"><div class=\"body\">",
        sits: "sits-2",
        plate: "plate-2",
        chip: "chip-2",
    },
    Ids {
        begin: " s3\" id=\"seat-3\"><div class=\"body\">",
        sits: "sits-3",
        plate: "plate-3",
        chip: "chip-3",
    },
    Ids {
        begin: " s4\" id=\"seat-4\"><div class=\"body\">",
        sits: "sits-4",
        plate: "plate-4",
        chip: "chip-4",
    },
    Ids {
        begin: " s5\" id=\"seat-5\"><div class=\"body\">",
        sits: "sits-5",
        plate: "plate-5",
        chip: "chip-5",
    },
];
