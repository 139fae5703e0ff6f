//! The cards of Yorozu: as many cats as the season has, because fewer cats win a tie. The page adds the moon, which
//! travels with the value, and what the card brings.

use std::fmt::Write as _;

use super::head::{self, Eyes, Hat, Head, Marking, Mouth, Paint};
use super::{pen, placed};

/// The cut for a card, whose foot shows what it brings.
const BOARD: &str = "0 33 110 121";

/// The four cats of a feast. They look the same in every season.
const GUESTS: [(&str, Marking, Paint); 4] = [
    ("y0", Marking::Calico, guest("#fff8ec", "#e08a3c")),
    ("y1", Marking::Tabby, guest("#f6c98b", "#c9782e")),
    ("y2", Marking::Plain, guest("#5d5766", "#3d3846")),
    ("y3", Marking::Patch, guest("#cfd2da", "#8c909c")),
];

const GOD: (&str, Marking, Paint) =
    ("y4", Marking::Tabby, Paint { muzzle: "#fff", ..guest("#fff4d6", "#e9b44c") });

const fn guest(fur: &'static str, mark: &'static str) -> Paint {
    Paint { fur, mark, mark2: "#4a4450", muzzle: "#fffaf2", ear: "#f3a5a0" }
}

/// Where a guest stands: x, y, scale, which one, and its eyes.
type Stand = (f32, f32, f32, usize, Eyes);

/// A season: id, sky, what grows there, and who came.
const SEASONS: [(&str, &str, &str, &[Stand]); 4] = [
    (
        "sp",
        "#fde3ea",
        "<path fill=\"none\" stroke=\"#6d4634\" stroke-width=\"4\" d=\"M112 34C98 42 86 40 72 48M92 41C86 36 82 34 76 34\"/>\
         <g fill=\"#f58fb2\"><circle cx=\"70\" cy=\"48\" r=\"5\"/><circle cx=\"76\" cy=\"43\" r=\"5\"/><circle cx=\"78\" cy=\"35\" r=\"5\"/><circle cx=\"90\" cy=\"37\" r=\"6\"/>\
         <circle cx=\"101\" cy=\"30\" r=\"5\"/><circle cx=\"88\" cy=\"56\" r=\"3\"/><circle cx=\"98\" cy=\"66\" r=\"2.5\"/></g>",
        &[
            (32.0, 92.0, 0.36, 2, Eyes::Happy),
            (78.0, 92.0, 0.36, 3, Eyes::Open),
            (26.0, 124.0, 0.42, 0, Eyes::Happy),
            (76.0, 124.0, 0.42, 1, Eyes::Wink),
        ],
    ),
    (
        "su",
        "#d8f1ee",
        "<path fill=\"#8fd6d0\" d=\"M0 84Q14 74 28 84T56 84T84 84T112 84V160H0Z\"/><path fill=\"#4fb3ad\" d=\"M0 100Q14 90 28 100T56 100T84 100T112 100V160H0Z\"/>",
        &[
            (55.0, 84.0, 0.42, 1, Eyes::Happy),
            (30.0, 120.0, 0.46, 0, Eyes::Open),
            (80.0, 120.0, 0.46, 2, Eyes::Happy),
        ],
    ),
    (
        "fa",
        "#fbe3bd",
        "<path fill=\"#e8a04e\" d=\"M0 100Q26 64 56 90Q84 62 112 92V160H0Z\"/><path fill=\"#c9691f\" d=\"M0 116Q36 92 70 112Q92 96 112 108V160H0Z\"/>",
        &[(33.0, 112.0, 0.52, 1, Eyes::Open), (78.0, 114.0, 0.52, 3, Eyes::Happy)],
    ),
    (
        "wi",
        "#cfd3f3",
        "<g fill=\"#fff\"><path d=\"M0 112Q30 92 60 108T112 102V160H0Z\"/><circle cx=\"30\" cy=\"72\" r=\"3\"/><circle cx=\"84\" cy=\"60\" r=\"3\"/><circle cx=\"66\" cy=\"78\" r=\"2\"/>\
         <circle cx=\"98\" cy=\"84\" r=\"3\"/><circle cx=\"14\" cy=\"90\" r=\"2\"/><circle cx=\"48\" cy=\"56\" r=\"2\"/></g>",
        &[(56.0, 104.0, 0.74, 0, Eyes::Happy)],
    ),
];

pub(super) fn symbols(out: &mut String) {
    for (name, marking, paint) in GUESTS.iter().chain([&GOD]) {
        head::base(out, name, *marking, paint);
    }
    out.push_str(
        "<g id=\"yb\"><path fill=\"var(--mid)\" d=\"M-34 74C-36 48-22 36 0 36S36 48 34 74Z\"/><path fill=\"none\" stroke=\"#fff\" stroke-width=\"6\" d=\"M-10 40L0 54 10 40\"/></g>",
    );
    for (season, sky, grows, guests) in SEASONS {
        let mut cats = String::new();
        for &(x, y, scale, guest, eyes) in guests {
            cats += &placed(
                x,
                y,
                scale,
                &format!("<use href=\"#yb\"/>{}", seated(guest, eyes, guests.len())),
            );
        }
        let mut drawn = format!("<path fill=\"{sky}\" d=\"M0 0H110V154H0Z\"/>{grows}");
        draw!(drawn, "<g transform=\"translate(7.7 21.56) scale(.86)\">{}</g>", pen(4.8, &cats));
        slice(out, &format!("yo-{season}"), BOARD, &drawn);
    }
    let god = Head::new(GOD.0, Eyes::Sly, Mouth::Cat).with_hat(Hat::Crown).draw();
    let robe = "<path fill=\"#c7352e\" d=\"M-40 80C-42 50-24 36 0 36S42 50 40 80Z\"/>";
    let drawn = "<path fill=\"#2b2230\" d=\"M0 0H110V154H0Z\"/>\
        <g fill=\"#e9b44c\"><circle cx=\"57\" cy=\"104\" r=\"50\" opacity=\".25\"/><circle cx=\"57\" cy=\"104\" r=\"40\" opacity=\".35\"/></g>"
        .to_owned()
        + &pen(4.0, &placed(60.0, 114.0, 0.62, &(robe.to_owned() + &god)));
    slice(out, "yo-yo", BOARD, &drawn);
}

/// The head of a guest. One alone wears a headband.
fn seated(guest: usize, eyes: Eyes, n_guests: usize) -> String {
    let mouth = if guest.is_multiple_of(2) { Mouth::Smile } else { Mouth::Cat };
    let head = Head::new(GUESTS[guest].0, eyes, mouth);
    if n_guests == 1 { head.with_hat(Hat::Band).draw() } else { head.draw() }
}

/// A symbol that fills its place, standing on the lower edge.
fn slice(out: &mut String, id: &str, view_box: &str, drawn: &str) {
    draw!(
        out,
        "<symbol id=\"{id}\" viewBox=\"{view_box}\" preserveAspectRatio=\"xMidYMax slice\">{drawn}</symbol>"
    );
}
