//! Pictures of CATSle.

use std::fmt::Write as _;

use super::{BLUE, GREEN, INK, RED, Wears, YELLOW, cat, lying_card, placed};

/// A mason on as many stones as the rank says.
pub(crate) fn card_cat(rank: u8) -> String {
    const A_ROW: u8 = 4;
    let n_rows = rank.div_ceil(A_ROW);
    let wears = if rank == 12 { Wears::Crown } else { Wears::Helmet };
    let top = 59.0 - 6.8 * f32::from(n_rows);
    let mut drawn = placed(6.5, top - 34.0, 0.73, &cat(rank, wears).draw());
    for stone in 0..rank {
        let (row, place) = (stone / A_ROW, stone % A_ROW);
        let n_beside = (rank - row * A_ROW).min(A_ROW);
        let x = 24.0 - 5.8 * f32::from(n_beside) + 11.6 * f32::from(place);
        let y = 52.4 - 6.8 * f32::from(row);
        draw!(
            drawn,
            "<rect fill=\"var(--mark)\" x=\"{x}\" y=\"{y}\" width=\"11\" height=\"6.2\" rx=\"1.4\"/>"
        );
    }
    drawn
}

/// Cards and four columns of stones on a building site.
pub(crate) fn scene() -> String {
    let mut drawn =
        String::from("<path fill=\"#e9e8f6\" d=\"M0 0H480V240H0Z\"/><path stroke=\"#d3d1ec\" d=\"");
    for step in 1..20 {
        draw!(drawn, "M{0} 0V240M0 {0}H480", step * 24);
    }
    drawn += "\"/><path stroke=\"#6a62b0\" stroke-width=\"3\" d=\"M20 206H262\"/>";
    let columns = [(GREEN[2], 1u16, 1u16), (RED[2], 2, 2), (BLUE[2], 2, 3), (YELLOW[2], 4, 4)];
    for (place, (hue, n_stones, limit)) in (0u16..).zip(columns) {
        let x = 32 + place * 56;
        for stone in 0..limit {
            let y = 178 - stone * 27;
            let look = if stone < n_stones {
                format!("fill=\"{hue}\" stroke=\"{INK}\"")
            } else {
                "fill=\"none\" stroke=\"#6a62b0\" stroke-dasharray=\"5 4\"".to_owned()
            };
            draw!(
                drawn,
                "<rect x=\"{x}\" y=\"{y}\" width=\"48\" height=\"24\" rx=\"5\" {look} stroke-width=\"2\"/>"
            );
        }
        if n_stones == limit {
            let y = 178 - limit * 27 + 22;
            draw!(drawn, "<path fill=\"#3f3a86\" d=\"M{} {y}l32-20 32 20Z\"/>", x - 8);
        }
    }
    drawn += &lying_card((312.0, 146.0), -8, 3, GREEN, &card_cat(3));
    drawn += &lying_card((372.0, 138.0), 1, 8, RED, &card_cat(8));
    drawn + &lying_card((430.0, 148.0), 10, 12, BLUE, &card_cat(12))
}
