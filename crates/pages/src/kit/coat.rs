//! The coats of players' cats. `assets/styles/coats.css` has their colours.

use std::fmt::Write as _;

use maud::Render;
use table::cat::{CoatName, Reaction};

use super::{Mood, link, refer};
use crate::face::written;

/// A marking and its colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coat {
    /// The class that sets the colours.
    pub class: &'static str,
    /// The marking, as it stands in the ids of busts and heads.
    pub marking: &'static str,
}

impl Coat {
    /// The cat down to its paws, 120 × 138.
    pub fn bust(self, mood: Mood) -> impl Render + Copy {
        let Coat { class, marking } = self;
        written(move |out| {
            draw!(out, "<svg class=\"cat {class}");
            refer(out, format_args!("av-{marking}-{}", mood.name()));
        })
    }

    /// Its head, 100 × 108.
    pub fn head(self) -> impl Render + Copy {
        let Coat { class, marking } = self;
        written(move |out| {
            draw!(out, "<svg class=\"hd {class}");
            refer(out, format_args!("hd-{marking}"));
        })
    }

    /// What it shows without words, 124 × 124.
    pub fn reaction(self, reaction: Reaction) -> impl Render + Copy {
        let Coat { class, marking } = self;
        written(move |out| {
            draw!(out, "<svg class=\"re {class}\">");
            if reaction != Reaction::ThumbUp {
                link(out, format_args!("rh-{marking}"));
            }
            link(out, format_args!("re-{}", reaction.name()));
            out.push_str("</svg>");
        })
    }
}

impl From<CoatName> for Coat {
    fn from(name: CoatName) -> Coat {
        COATS[name.index()]
    }
}

/// All coats, in the order of [`CoatName::all`]. No two look alike: where the marking is the same, the tone is not.
pub const COATS: [Coat; 12] = [
    Coat { class: "c0", marking: "tabby" },   // Ginger.
    Coat { class: "c1", marking: "calico" },  // White, orange and dark.
    Coat { class: "c2", marking: "plain" },   // Black.
    Coat { class: "c3", marking: "mask" },    // White, blue eyes.
    Coat { class: "c4", marking: "flower" },  // Dark slate and white, with a flower.
    Coat { class: "c5", marking: "patch" },   // Cream.
    Coat { class: "c6", marking: "tabby" },   // Silver.
    Coat { class: "c7", marking: "tux" },     // Grey.
    Coat { class: "c8", marking: "tabby" },   // Brown.
    Coat { class: "c9", marking: "patch" },   // White and slate.
    Coat { class: "c10", marking: "plain" },  // Blue-grey, copper eyes.
    Coat { class: "c11", marking: "calico" }, // Tortoiseshell.
];

/// Names that mean a coat, and those of our bots.
const NATURAL: &[(&str, usize)] = &[
    ("Mikan", 0),
    ("Ginger", 0),
    ("Tama", 1),
    ("Kuro", 2),
    ("Shiro", 3),
    ("Hana", 4),
    ("Momo", 5),
    ("Gin", 6),
    ("Hai", 7),
    ("Tora", 8),
    ("Yuki", 9),
    ("Sora", 10),
    ("Mike", 11),
    ("Sabi", 11),
];

/// The coat of the cat with this name, always the same one.
pub fn coat(name: &str) -> Coat {
    COATS[natural(name).unwrap_or_else(|| by_hash(name))]
}

/// The coats of all cats at a table, which differ: where two cats have the same coat, the later one gets the next coat
/// that is free. Coats that players chose come first, then natural ones. `chosen` may be shorter than `names`.
pub fn coats(names: &[&str], chosen: &[Option<CoatName>]) -> Vec<Coat> {
    let mut free = [true; COATS.len()];
    let mut take = |wanted: usize| {
        let mut coats = (wanted..COATS.len()).chain(0..wanted);
        let coat = coats.find(|&coat| free[coat]).unwrap_or(wanted);
        free[coat] = false;
        coat
    };
    let chosen = chosen.iter().copied().chain(std::iter::repeat(None)).take(names.len());
    let given: Vec<_> = chosen.map(|coat| coat.map(|coat| take(coat.index()))).collect();
    let cats = names.iter().zip(given);
    let given: Vec<_> =
        cats.map(|(name, coat)| coat.or_else(|| natural(name).map(&mut take))).collect();
    let cats = names.iter().zip(given);
    cats.map(|(name, coat)| COATS[coat.unwrap_or_else(|| take(by_hash(name)))]).collect()
}

fn natural(name: &str) -> Option<usize> {
    NATURAL.iter().find(|(natural, _)| *natural == name).map(|&(_, coat)| coat)
}

/// FNV-1a. Its upper half is folded in, because names that differ in their last letter differ in few of the low bits.
fn by_hash(name: &str) -> usize {
    let hash = name
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash ^ hash >> 16) as usize % COATS.len()
}
