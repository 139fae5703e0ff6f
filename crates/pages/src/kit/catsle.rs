//! The cards of CATSle: a mason behind as many stones as the rank says. The highest rank wears the crown.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::head::{Eyes, Hat, Head, Mouth};
use super::{paw, pen, placed, short, symbol};

const RANKS: RangeInclusive<u8> = 1..=12;

/// Where the picture stands: free above for the index, and at the left.
const BOARD: &str = "-15 -21 125 175";

const STONES_IN_A_ROW: u8 = 3;
const STONE: (f32, f32) = (31.0, 13.0);
const GROUND: f32 = 149.0;

pub(super) fn symbols(out: &mut String) {
    out.push_str(
        "<g id=\"st\"><rect fill=\"var(--mid)\" width=\"29.5\" height=\"11.5\" rx=\"3.5\"/>\
         <path stroke=\"#fff\" stroke-opacity=\".5\" stroke-width=\"2\" fill=\"none\" d=\"M5 4.2h10.3\"/></g>",
    );
    for rank in RANKS {
        symbol(out, &format!("ca{rank}"), BOARD, &card(rank));
    }
}

fn card(rank: u8) -> String {
    let rows = rank.div_ceil(STONES_IN_A_ROW);
    let top = GROUND - f32::from(rows) * STONE.1;
    let head = (top - 30.0).min(104.0);
    let mut drawn = String::new();
    if rows < 3 {
        drawn.push_str("<path fill=\"var(--fur)\" d=\"M76 140C94 139 96 125 90 115Q87 111 91 108.5 95 106 98 110C107 123 103 146 76 148Z\"/>");
    }
    draw!(
        drawn,
        "<path fill=\"var(--fur)\" d=\"M33 148C28 {0} 36 {1} 55 {2}S82 {0} 77 148Z\"/>\
         <path stroke=\"none\" fill=\"#e9852f\" d=\"M38 {3}Q55 {4} 72 {3}L75 147H35Z\"/>\
         <path stroke=\"#ffe9a8\" stroke-width=\"4\" fill=\"none\" d=\"M46 {5}V147M64 {5}V147\"/>",
        head + 44.0,
        head + 22.0,
        head + 20.0,
        head + 32.0,
        head + 46.0,
        head + 38.0
    );
    for stone in 0..rank {
        let (row, column) = (stone / STONES_IN_A_ROW, stone % STONES_IN_A_ROW);
        let in_row = (rank - row * STONES_IN_A_ROW).min(STONES_IN_A_ROW);
        // Full rows are laid in bond.
        let bond = match (in_row, row % 2) {
            (STONES_IN_A_ROW, 0) => -3.0,
            (STONES_IN_A_ROW, _) => 3.0,
            _ => 0.0,
        };
        let x = 55.0 - f32::from(in_row) * STONE.0 / 2.0 + f32::from(column) * STONE.0 + bond;
        let y = GROUND - STONE.1 * f32::from(row + 1);
        draw!(drawn, "<use href=\"#st\" x=\"{}\" y=\"{}\"/>", short(x), short(y));
    }
    drawn += &placed(55.0, head, 0.6, &mason(rank).draw());
    drawn += &(paw(30.0, top - 4.0, 0.82) + &paw(80.0, top - 4.0, 0.82));
    pen(3.0, &drawn)
}

fn mason(rank: u8) -> Head {
    const BASES: [&str; 6] = ["plain", "tabby", "patch", "mask", "tux", "calico"];
    const EYES: [Eyes; 6] =
        [Eyes::Open, Eyes::Happy, Eyes::Side, Eyes::Open, Eyes::Wink, Eyes::Sly];
    let mouth = if rank.is_multiple_of(3) { Mouth::Smile } else { Mouth::Cat };
    let head = Head::new(BASES[usize::from(rank) % 6], EYES[usize::from(rank) * 5 % 6], mouth);
    head.with_hat(if rank == *RANKS.end() { Hat::Crown } else { Hat::Helmet })
}
