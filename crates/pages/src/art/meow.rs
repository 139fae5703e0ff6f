//! Pictures of Meow.

use std::fmt::Write as _;

use super::{BLUE, Cat, Eyes, GREEN, INK, PEN, PINK, Wears, cat, coloured, lying_card, placed};

/// The cats of the kitchen, from a sleeping kitten to the king of the night.
pub(crate) fn card_cat(value: u8) -> String {
    let size = 0.64 + 0.36 * f32::from(value) / 18.0;
    let (eyes, wears) = match value {
        1..=3 => (Eyes::Sleepy, Wears::Bow),
        4..=6 => (Eyes::Happy, Wears::Nothing),
        7..=9 => (Eyes::Round, Wears::Bell),
        10..=12 => (Eyes::Wink, Wears::Nothing),
        13..=15 => (Eyes::Slit, Wears::Bell),
        18 => (Eyes::Sly, Wears::Crown),
        _ => (Eyes::Sly, Wears::Nothing),
    };
    let cat = Cat { eyes, ..cat(value, wears) }.draw();
    placed(24.0 - 24.0 * size, 57.0 - 46.0 * size, size, &cat)
}

/// Cats, tokens and cards in a kitchen at night.
pub(crate) fn scene() -> String {
    let mut drawn = String::from(
        "<path fill=\"#12303a\" d=\"M0 0H480V240H0Z\"/><path stroke=\"#1c4350\" stroke-width=\"2\" d=\"",
    );
    for step in 1..10 {
        draw!(drawn, "M{0} 0V240M0 {0}H480", step * 48);
    }
    drawn += "\"/><rect x=\"28\" y=\"24\" width=\"96\" height=\"84\" rx=\"8\" fill=\"#0a1c2b\" stroke=\"#2c6170\" stroke-width=\"5\"/><path fill=\"#f5e6a8\" d=\"M92 40a24 24 0 1 0 14 38 19 19 0 1 1-14-38Z\"/>\
              <path stroke=\"#2c6170\" stroke-width=\"4\" d=\"M76 24V108M28 66H124\"/><path fill=\"#2a5b67\" d=\"M0 186H480V200H0Z\"/>";
    for (x, size, value, fur, mark) in
        [(132.0, 1.5, 17, "#f4f6f8", "#47525e"), (28.0, 1.15, 5, "#ffe4c4", "#c76b2b")]
    {
        let cat = coloured(&card_cat(value), fur, mark);
        draw!(
            drawn,
            "<g transform=\"translate({x} {}) scale({size})\" {PEN} stroke=\"{INK}\">{cat}</g>",
            186.0 - 57.0 * size
        );
    }
    drawn += "<path fill=\"#e6efe9\" d=\"M96 170h44q-2 18-14 22h-16q-12-4-14-22Z\"/><path fill=\"#9fd0f5\" d=\"M222 178c10-14 28-14 40-2l12-9v22l-12-9c-12 12-30 12-40-2Z\"/>";
    drawn += &lying_card((318.0, 140.0), -9, 1, GREEN, &card_cat(1));
    drawn += &lying_card((376.0, 132.0), 0, 13, BLUE, &card_cat(13));
    drawn + &lying_card((432.0, 142.0), 9, 18, PINK, &card_cat(18))
}
