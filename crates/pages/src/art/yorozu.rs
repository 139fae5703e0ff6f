//! Pictures of Yorozu.

use std::fmt::Write as _;

use super::{INK, PEN, PINK, Wears, cat, coloured, lying_card, placed};

/// A guest at the feast before a bowl of dumplings, as many as the card says.
pub(crate) fn card_cat(value: u8) -> String {
    const A_ROW: u8 = 6;
    let wears = match value {
        0 | 13 => Wears::Crown,
        1..=3 => Wears::Headband,
        4..=6 => Wears::Nothing,
        7..=9 => Wears::Bell,
        _ => Wears::Flower,
    };
    let mut drawn = placed(4.8, 8.0, 0.8, &cat(value + 3, wears).draw());
    for dumpling in 0..value {
        let (row, place) = (dumpling / A_ROW, dumpling % A_ROW);
        let x = 11.5 + 5.0 * f32::from(place) + 2.5 * f32::from(row);
        let y = 47.0 - 4.0 * f32::from(row);
        draw!(drawn, "<circle fill=\"#fff\" cx=\"{x}\" cy=\"{y}\" r=\"2.7\"/>");
    }
    drawn + "<path fill=\"var(--mark)\" d=\"M5 48h38q-1.6 10-11 11H16Q6.6 58 5 48Z\"/>"
}

/// Guests, lanterns and cards at the feast.
pub(crate) fn scene() -> String {
    let mut drawn = String::from(
        "<path fill=\"#3a221c\" d=\"M0 0H480V240H0Z\"/><path fill=\"#4b2c22\" d=\"M0 176H480V240H0Z\"/><path fill=\"none\" stroke=\"#7a4a38\" stroke-width=\"2\" d=\"M0 26Q120 62 240 30T480 26\"/>",
    );
    for (x, y) in [(52, 40), (124, 50), (196, 42), (268, 30), (340, 26), (412, 28)] {
        draw!(
            drawn,
            "<circle cx=\"{x}\" cy=\"{}\" r=\"34\" fill=\"#f6a94a\" opacity=\".13\"/><rect x=\"{}\" y=\"{y}\" width=\"26\" height=\"32\" rx=\"11\" fill=\"#f2b35b\"/><path stroke=\"#c97a2d\" d=\"M{} {}h26M{} {}h26\"/>",
            y + 16,
            x - 13,
            x - 13,
            y + 10,
            x - 13,
            y + 21
        );
    }
    for (x, value, fur, mark) in [
        (16.0, 3, "#fff7ec", "#c2317c"),
        (92.0, 8, "#ffe9cc", "#b35c12"),
        (168.0, 11, "#eef4ff", "#2a7f86"),
    ] {
        let cat = coloured(&card_cat(value), fur, mark);
        draw!(
            drawn,
            "<g transform=\"translate({x} 112) scale(1.7)\" {PEN} stroke=\"{INK}\">{cat}</g>"
        );
    }
    drawn += &lying_card((318.0, 148.0), -8, 2, PINK, &card_cat(2));
    drawn += &lying_card((376.0, 140.0), 1, 7, ["#e4f3f2", "#d9efee", "#17757a"], &card_cat(7));
    drawn + &lying_card((432.0, 150.0), 9, 11, ["#eeebfb", "#e6e1fa", "#5546ad"], &card_cat(11))
}
