//! Cards, suits and tokens of seats.

use maud::Render;
use rules::{Fact, Game, GameId, Seat};

use super::scene::Scene;
use super::write::{Text, written};
use crate::art;
use crate::assets::Asset;

/// A number with a typographic minus sign.
pub(crate) fn signed(number: i32) -> impl Render {
    written(move |out| {
        if number < 0 {
            out.push('−');
        }
        number.unsigned_abs().render_to(out);
    })
}

/// A shape of the [`sprite`](super::sprite).
pub(crate) fn shape(id: &'static str) -> impl Render + Copy {
    // Pages have many of these, so they have no closing tag. The names of shapes need no escaping.
    written(move |out| {
        out.push_str("<svg><use href=\"#i-");
        out.push_str(id);
        out.push_str("\"/></svg>");
    })
}

/// A shape and its letter. The colour comes from the class of the element around it.
pub(super) fn lettered(suit: &'static str) -> impl Render + Copy {
    written(move |out| {
        shape(suit).render_to(out);
        // Styles write the letter by the class: people who speak to their browser say the name in the label.
        out.push_str("<i></i>");
    })
}

/// The face of a card: value, suit as shape and letter, and cat.
pub(super) fn face(game: GameId, suit: &'static str, value: u8) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<b>");
        value.render_to(out);
        out.push_str("</b>");
        lettered(suit).render_to(out);
        cat(game, value).render_to(out);
    })
}

/// The cat on a card of this value.
pub(super) fn cat(game: GameId, value: u8) -> impl Render + Copy {
    drawn("cat", Asset::Cards(game), value)
}

/// The cat of a player, chosen by the name, in the colour of the seat.
pub(crate) fn player(seat: Seat, name: &str) -> impl Render + Copy + use<> {
    const TINTS: [&str; rules::MAX_SEATS] =
        ["cat p0", "cat p1", "cat p2", "cat p3", "cat p4", "cat p5"];
    drawn(TINTS[seat.index()], Asset::Players, art::player(name))
}

/// A cat from a file of cats.
pub(super) fn drawn(class: &'static str, cats: Asset, number: u8) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<svg class=\"");
        out.push_str(class);
        out.push_str("\"><use href=\"");
        out.push_str(cats.url());
        out.push_str("#c");
        number.render_to(out);
        out.push_str("\"/></svg>");
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
    const SHAPES: [&str; rules::MAX_SEATS] = ["t-0", "t-1", "t-2", "t-3", "t-4", "t-5"];
    written(move |out| {
        out.push_str("<span class=\"token p");
        seat.index().render_to(out);
        out.push_str("\" aria-hidden=\"true\">");
        shape(SHAPES[seat.index()]).render_to(out);
        if let Some(initial) = initial {
            initial.encode_utf8(&mut [0; 4]).render_to(out);
        }
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
