//! The hand that causes a paradox: why none of its cards could be played.

use maud::{Markup, html};
use rules::catbox::{Colour, Illegal, Paradox, State, StuckCard};
use words::spoken::catbox::stuck_reason;

use super::{bare, letter};
use crate::face::card::{card, head_token, lettered};
use crate::face::scene::Scene;
use crate::face::write::Text;

/// The hand that could not be played: under each card its four colours, with who covers them, or a cross for those
/// that were given up.
pub(super) fn stuck(scene: &Scene<'_, State>, paradox: Paradox) -> Markup {
    html! {
        section.stuck data-seat=(paradox.seat.index()) {
            h2 { (scene.tell("catbox-sheet-stuck", &[("seat", paradox.seat.into())])) }
            p { (scene.say("catbox-sheet-stuck-legend")) " " i.cross aria-hidden="true" {} }
            ul {
                @for stuck in scene.open.stuck_cards() {
                    li {
                        (card(["cb un", ""], stuck_name(scene, &stuck), bare(stuck.value, stuck.n_cards)))
                        ul {
                            @for (colour, why) in Colour::ALL.into_iter().zip(&stuck.why) {
                                li class=(letter(colour)) {
                                    (lettered(letter(colour))) (closed(scene, why))
                                    span.v { (stuck_reason(scene.words, why)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn stuck_name(scene: &Scene<'_, State>, stuck: &StuckCard) -> Text {
    let facts = [("value", stuck.value.number().into()), ("n", stuck.n_cards.into())];
    scene.tell("catbox-sheet-stuck-card", &facts)
}

/// Why a colour was closed, as a mark: the token on the cell, or a cross.
fn closed(scene: &Scene<'_, State>, why: &Illegal) -> Markup {
    match why {
        Illegal::Covered(_, Some((seat, _))) => html! { (head_token(scene, *seat)) },
        Illegal::Covered(_, None) => html! { i.neutral {} },
        Illegal::GivenUp(..)
        | Illegal::RedTooEarly(..)
        | Illegal::NotInHand(..)
        | Illegal::NotOffered(..)
        | Illegal::NoSuchSeat(_)
        | Illegal::HandSize(_)
        | Illegal::UpSize { .. }
        | Illegal::Copies { .. } => html! { i.cross {} },
    }
}
