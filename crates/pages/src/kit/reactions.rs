//! What a cat shows without words: its head in its own coat, and over it a face that all coats share. Both have the same
//! board, so that a page lays one on the other.

use std::fmt::Write as _;

use table::cat::Reaction;

use super::head::{Eyes, Marking, Mouth};
use super::{pen, placed, symbol};

/// The board of both.
const BOARD: &str = "-62 -70 124 124";

/// How thick its lines are. Reactions are shown small.
const LINE: f32 = 4.4;

pub(super) fn symbols(out: &mut String) {
    for marking in Marking::ALL {
        let (base, hat) = marking.worn();
        let mut head = format!("<use href=\"#hb-{base}\"/>");
        if let Some(hat) = hat {
            draw!(head, "<use href=\"#ht-{}\"/>", hat.name());
        }
        symbol(out, &format!("rh-{}", marking.name()), BOARD, &pen(LINE, &head));
    }
    for reaction in Reaction::ALL {
        symbol(out, &format!("re-{}", reaction.name()), BOARD, &pen(LINE, &draw(reaction)));
    }
}

fn draw(reaction: Reaction) -> String {
    match reaction {
        Reaction::Happy => face(Eyes::Happy, Mouth::Smile),
        Reaction::Laugh => face(Eyes::Laugh, Mouth::Laugh) + &tears(&[(-45.0, 12.0), (45.0, 12.0)]),
        Reaction::Love => {
            let heart = "<path fill=\"#e0475b\" stroke-width=\"2.6\" d=\"M0 9C-13 1-9-9-4-8Q0-7 0-4Q0-7 4-8C9-9 13 1 0 9Z\"/>";
            face(Eyes::Love, Mouth::Smile)
                + &placed(51.0, -56.0, 1.0, heart)
                + &placed(-53.0, -45.0, 0.7, heart)
        }
        Reaction::Think => {
            // Thoughts rise, and a paw rests at the chin.
            face(Eyes::Think, Mouth::Flat)
                + "<g fill=\"#fff\" stroke-width=\"3\"><circle cx=\"47\" cy=\"-33\" r=\"3.5\"/><circle cx=\"52\" cy=\"-46\" r=\"5\"/>\
                   <circle cx=\"48\" cy=\"-61\" r=\"7\"/></g>"
                + &placed(-15.0, 38.0, 1.2, "<use href=\"#pw\"/>")
        }
        Reaction::Shock => {
            face(Eyes::Shock, Mouth::Round)
                + "<path fill=\"none\" stroke-width=\"4\" d=\"M0-45V-64M-15-48L-20-62M15-48L20-62\"/>"
        }
        Reaction::Sad => face(Eyes::Sad, Mouth::Sad) + &tears(&[(-25.0, 22.0)]),
        Reaction::Sleep => {
            face(Eyes::Sleep, Mouth::Cat)
                + "<path fill=\"none\" stroke-width=\"3.6\" d=\"M47-67H60L47-51H60M15-64H24L15-53H24\"/>"
        }
        Reaction::ThumbUp => THUMB.to_owned(),
    }
}

fn face(eyes: Eyes, mouth: Mouth) -> String {
    format!(
        "<use href=\"#ey-{}\"/><use href=\"#no\"/><use href=\"#mo-{}\"/><use href=\"#wh\"/>",
        eyes.name(),
        mouth.name()
    )
}

fn tears(places: &[(f32, f32)]) -> String {
    let tear = "<path fill=\"#8fd0f5\" stroke-width=\"2.6\" d=\"M0-8Q8 2 6 7T-6 7Q-8 2 0-8Z\"/>";
    places.iter().map(|&(x, y)| placed(x, y, 1.0, tear)).collect()
}

/// A paw with its thumb up, and the collar around it.
const THUMB: &str = "<path fill=\"var(--paw,var(--fur))\" d=\"M-30 40C-35 25-36 8-30-3C-26-9-19-11-15-16C-10-24-12-38-9-48C-6-58 11-57 13-45\
    C14-34 11-24 9-17L31-17C42-16 45-5 38 1C46 5 45 17 37 20C43 25 40 35 33 37C33 44 29 48 22 49L-12 50C-20 50-27 46-30 40Z\"/>\
    <path fill=\"none\" stroke-width=\"3.4\" d=\"M38 1H19M37 20H19M33 37H19\"/>\
    <path fill=\"var(--ear,#f3a5a0)\" stroke=\"none\" d=\"M-4-45C-3-51 7-51 8-44Q8-36 5-30Q-1-32-4-38ZM-22 8C-21-2-4-6 1 3C7 8 7 26 0 31C-10 36-21 31-23 22Z\"/>";
