//! Pictures of Cat in the Box.

use std::fmt::Write as _;

use super::{BARE, BLUE, RED, Wears, cat, lying_card, paw, placed};

/// The higher the value, the further the cat has come out of its box.
pub(crate) fn card_cat(value: u8) -> String {
    let top = 33.0 - 3.1 * f32::from(value);
    let wears = if value == 9 { Wears::Glasses } else { Wears::Nothing };
    let mut drawn = placed(4.8, top, 0.8, &cat(value, wears).draw());
    if value >= 5 {
        let chin = top + 32.0;
        draw!(drawn, "<path fill=\"var(--fur)\" d=\"M15 {chin}h18l1 9H14Z\"/>");
    }
    drawn.push_str(
        "<path fill=\"#d9a066\" d=\"M4 39h40l-2.4 24H6.400Z\"/><path fill=\"#c58b52\" d=\"M4 39-1.4 45 7 46.4 10 39ZM44 39l5.4 6-8.4 1.400L38 39Z\"/>\
         <path stroke=\"none\" fill=\"#b57b43\" d=\"M21 40h6v7l-3-1.600L21 47Z\"/>",
    );
    if value >= 2 {
        drawn += &(paw(14) + &paw(34));
    }
    drawn
}

/// Cards and a research sheet in a laboratory.
pub(crate) fn scene() -> String {
    let mut drawn =
        String::from("<path fill=\"#22303f\" d=\"M0 0H480V240H0Z\"/><path stroke=\"#33475c\" d=\"");
    for step in 1..20 {
        draw!(drawn, "M{0} 0V240M0 {0}H480", step * 24);
    }
    drawn += "\"/>";
    let rows = [("#ef6a6a", 0u8), ("#7aa5ff", 1), ("#f0c14b", 2), ("#63c584", 3)];
    for (hue, row) in rows {
        for column in 0..6u8 {
            let (x, y) = (36 + u16::from(column) * 34, 30 + u16::from(row) * 34);
            draw!(
                drawn,
                "<rect x=\"{x}\" y=\"{y}\" width=\"30\" height=\"30\" rx=\"6\" fill=\"#2d3f52\" stroke=\"#4a627b\"/>"
            );
            if (column * 3 + row * 5) % 4 == 0 {
                draw!(
                    drawn,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"10\" fill=\"{hue}\"/>",
                    x + 15,
                    y + 15
                );
            }
        }
        draw!(
            drawn,
            "<circle cx=\"20\" cy=\"{}\" r=\"6\" fill=\"{hue}\"/>",
            45 + u16::from(row) * 34
        );
    }
    drawn += &lying_card((306.0, 150.0), -9, 4, BARE, &card_cat(4));
    drawn += &lying_card((366.0, 142.0), 0, 7, BLUE, &card_cat(7));
    drawn + &lying_card((426.0, 150.0), 9, 9, RED, &card_cat(9))
}
