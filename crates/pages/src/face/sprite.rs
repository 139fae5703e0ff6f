//! Shapes that a page has once and uses by name: suits, tokens of seats, and things.

use maud::{Markup, html};

/// Filled shapes: name and path on a board of 24 × 24.
const FILLED: &[(&str, &str)] = &[
    // Suits.
    ("r", CIRCLE),
    ("p", CIRCLE),
    ("b", SQUARE),
    ("y", TRIANGLE),
    ("g", DIAMOND),
    ("k", "M12 2 22 9.4 18.2 21.4H5.8L2 9.4Z"),
    (
        "sp",
        "M12.0 2.0a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2ZM18.1 6.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2ZM15.8 13.6a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2Z\
        M8.2 13.6a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2ZM5.9 6.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2ZM12 9.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z",
    ),
    (
        "su",
        "M12 6.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM11 1h2v4h-2ZM11 19h2v4h-2ZM1 11h4v2H1Z\
        M19 11h4v2h-4ZM4.2 5.6l1.4-1.4 2.8 2.8L7 8.4ZM15.6 17l1.4-1.4 2.8 2.8-1.4 1.4Z\
        M18.4 4.2l1.4 1.4L17 8.4 15.6 7ZM7 15.6 8.4 17l-2.8 2.8-1.4-1.4Z",
    ),
    (
        "fa",
        "M12 1 14.5 6 18 4.5 17.5 9 22.5 8.5 20.5 12 23 14 17 17 17.5 19 13 18.5V23H11V18.5L6.5 19 7 17 \
        1 14 3.5 12 1.5 8.5 6.5 9 6 4.5 9.5 6Z",
    ),
    // Tokens of seats.
    ("t-0", CIRCLE),
    ("t-1", SQUARE),
    ("t-2", TRIANGLE),
    ("t-3", DIAMOND),
    ("t-4", "M7 2.5H17L22.5 12 17 21.5H7L1.5 12Z"),
    ("t-5", "M12 1 15.2 8.2 23 9 17.2 14.2 18.9 22 12 18 5.1 22 6.8 14.2 1 9 8.8 8.2Z"),
    // Things.
    ("turn", "M4 3 20 12 4 21Z"),
    ("talk", "M4 3H20a2 2 0 0 1 2 2V15a2 2 0 0 1-2 2H11L5 22V17H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z"),
    (
        "fish",
        "M1 12C5 5.5 12 5 17 10.5L22.5 6V18L17 13.5C12 19 5 18.5 1 12ZM6.5 9.8a1.3 1.3 0 1 0 .1 0Z",
    ),
    ("booze", "M9.5 1h5v2l-1 3.5c4 2 5.5 5 5.5 9S17 23 12 23s-7-3.5-7-7.5 1.5-7 5.5-9L9.5 3Z"),
    (
        "crow",
        "M2 8.5 7 7c1-3 6-4 8 0 3 .5 5 3.5 7.5 11l-6-3c-1.5 2-3 2.5-4.5 2.5V22h-1.5v-4.6C7 16 6.5 12 7 9.7Z",
    ),
    ("bowl", "M2 10H22C22 15 19 19 16.5 20H7.5C5 19 2 15 2 10ZM5 8.5C6 4.5 18 4.5 19 8.5Z"),
    (
        "vase",
        "M8 2h8v2l-1.5 2.5C19 9 20 13 18 17l-2 5H8l-2-5C4 13 5 9 9.5 6.5L8 4ZM12.5 9l-2.5 4h2.5l-1.5 5 4-6.5h-2.5l1.5-2.5Z",
    ),
];

/// Shapes of lines.
const DRAWN: &[(&str, &str)] = &[
    ("wi", "M12 2V22M3.3 7 20.7 17M20.7 7 3.3 17M9.5 3.5 12 6 14.5 3.5M9.5 20.5 12 18 14.5 20.5"),
    (
        "yo",
        "M3 5H21M10.5 5C10.5 13 8.5 18 4 21M10 11H18.5C18.5 17 18 20 16.5 20.5 15 21 13.5 20 13 19.5",
    ),
    ("t-n", "M5 5 19 19M19 5 5 19"),
    ("bone", "M4 12H17M7 8.5V15.5M10.5 7.5V16.5M14 8.5V15.5M17 12 21.5 8V16ZM2.5 10V14"),
];

const CIRCLE: &str = "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Z";
const SQUARE: &str = "M3 3H21V21H3Z";
const TRIANGLE: &str = "M12 2 23 21.5H1Z";
const DIAMOND: &str = "M12 1 22 12 12 23 2 12Z";

/// All shapes. A page has them once, at its beginning, where they are invisible.
pub fn sprite() -> Markup {
    html! {
        svg.sprite width="0" height="0" aria-hidden="true" {
            @for (id, path) in FILLED {
                symbol id={ "i-" (id) } viewBox="0 0 24 24" { path fill-rule="evenodd" d=(path) {} }
            }
            @for (id, path) in DRAWN {
                symbol id={ "i-" (id) } viewBox="0 0 24 24" {
                    path fill="none" stroke="currentColor" stroke-width="2.5" d=(path) {}
                }
            }
        }
    }
}
