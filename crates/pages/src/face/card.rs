//! Cards, suits and tokens of seats.

use std::fmt;

use maud::{Render, html};
use rules::{Fact, Game, Seat};

use super::scene::Scene;
use super::write::{Text, written};
use crate::kit::{self, Coat};

/// A number with a typographic minus sign.
pub(crate) fn signed(number: i32) -> impl Render {
    written(move |out| {
        if number < 0 {
            out.push('−');
        }
        number.unsigned_abs().render_to(out);
    })
}

/// A shape of the kit: `tk-bowl`, `th-crow`.
pub(super) fn thing(id: &'static str) -> impl Render + Copy {
    kit::drawn("sh", id)
}

/// A shape and its letter. The colour comes from the class of the element around it.
pub(super) fn lettered(suit: &'static str) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<span class=\"sg\">");
        kit::suit(suit).render_to(out);
        // Styles write the letter by the class: people who speak to their browser say the name in the label.
        out.push_str("<i></i></span>");
    })
}

/// The face of a card: picture, found by a prefix for the game and its own name, value, and suit as shape and letter.
/// A card of no suit has none.
pub(crate) fn face(
    game: &'static str,
    picture: impl fmt::Display + Copy,
    suit: Option<&'static str>,
    value: u8,
) -> impl Render + Copy {
    written(move |out| {
        kit::art(format_args!("{game}{picture}")).render_to(out);
        out.push_str("<b class=\"ix\">");
        kit::numeral(value).render_to(out);
        if let Some(suit) = suit {
            lettered(suit).render_to(out);
        }
        out.push_str("</b>");
    })
}

/// A card that is shown and not a button.
pub(super) fn card(class: [&'static str; 2], label: Text, inside: impl Render) -> impl Render {
    written(move |out| {
        out.push_str("<span class=\"card");
        for class in class.into_iter().filter(|class| !class.is_empty()) {
            out.push(' ');
            out.push_str(class);
        }
        out.push_str("\" role=\"img\" aria-label=\"");
        label.render_to(out);
        out.push_str("\">");
        inside.render_to(out);
        out.push_str("</span>");
    })
}

/// What an answer would do, in a word or two: short enough for a card.
pub(super) struct Does {
    pub(super) text: Text,
    /// Whether the card would be ahead.
    pub(super) ahead: bool,
}

/// The label and the face of a card of the hand, with what it would do, if there is something to say.
pub(super) fn noted<G: Game, R: Render>(
    scene: &Scene<'_, G>,
    name: Text,
    face: R,
    does: Option<Does>,
) -> (Text, impl Render + use<G, R>) {
    let label = match &does {
        Some(does) => card_would(scene, &name, &does.text),
        None => name,
    };
    let face = written(move |out| {
        face.render_to(out);
        if let Some(Does { text, ahead }) = &does {
            html! { small.would.up[*ahead] { (text) } }.render_to(out);
        }
    });
    (label, face)
}

/// A suit in a line of text: shape and letter.
pub(super) fn suit(class: &'static str, label: Text) -> impl Render {
    written(move |out| {
        out.push_str("<span class=\"suit ");
        out.push_str(class);
        out.push_str("\" role=\"img\" aria-label=\"");
        label.render_to(out);
        out.push_str("\">");
        lettered(class).render_to(out);
        out.push_str("</span>");
    })
}

/// A seat's token: shape, colour and initial. Screen readers skip it, because the name stands beside it.
pub(super) fn token<G: Game>(scene: &Scene<'_, G>, seat: Seat) -> impl Render + use<G> {
    token_of(seat, scene.words.seat(seat).chars().next())
}

/// A seat's token with this initial.
pub(crate) fn token_of(seat: Seat, initial: Option<char>) -> impl Render {
    written(move |out| {
        out.push_str("<span class=\"token tok s");
        seat.index().render_to(out);
        out.push_str("\" aria-hidden=\"true\">");
        kit::token(seat).render_to(out);
        if let Some(initial) = initial {
            out.push_str("<b>");
            initial.encode_utf8(&mut [0; 4]).render_to(out);
            out.push_str("</b>");
        }
        out.push_str("</span>");
    })
}

/// A seat's token with the head of its cat: on a board, where an initial could be read as a suit.
pub(super) fn head_token<G: Game>(scene: &Scene<'_, G>, seat: Seat) -> impl Render + use<G> {
    head_token_of(seat, scene.coat(seat))
}

/// A seat's token with the head of a cat in this coat.
pub(crate) fn head_token_of(seat: Seat, coat: Coat) -> impl Render {
    let head = coat.head();
    written(move |out| {
        out.push_str("<span class=\"token tok face s");
        seat.index().render_to(out);
        out.push_str("\" aria-hidden=\"true\">");
        kit::token(seat).render_to(out);
        head.render_to(out);
        out.push_str("</span>");
    })
}

/// Things in a row.
pub(super) fn in_a_row<R: Render>(
    class: &'static str,
    things: impl Iterator<Item = R> + Clone,
) -> impl Render {
    written(move |out| {
        out.push_str("<div class=\"");
        out.push_str(class);
        out.push_str("\">");
        things.clone().for_each(|thing| thing.render_to(out));
        out.push_str("</div>");
    })
}

/// The name of a card: suit and value.
pub(super) fn card_name<G: Game>(scene: &Scene<'_, G>, suit: &'static str, value: u8) -> Text {
    scene.tell("face-card", &[("suit", Fact::Name(suit)), ("value", value.into())])
}

/// The name of a card with what it would do.
pub(super) fn card_would<G: Game>(scene: &Scene<'_, G>, name: &str, does: &str) -> Text {
    let facts = [("card", Fact::Text(name.to_owned())), ("does", Fact::Text(does.to_owned()))];
    scene.tell("face-card-would", &facts)
}
