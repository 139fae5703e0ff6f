//! Icons on a board of 24 × 24, as lines in the colour of the text around them.

use std::fmt::Write as _;

const ICONS: &[(&str, &str)] = &[
    ("log", "M5 3h11l3 3v15H5ZM8 9h8M8 13h8M8 17h5"),
    (
        "last",
        "M8 4h10a2 2 0 0 1 2 2v12M4 8h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM7.5 13h5M10 10.5v5",
    ),
    ("hint", "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3Z"),
    ("rules", "M4 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H4ZM20 4h-6a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h6Z"),
    ("chat", "M4 4h16v12h-9l-5 4v-4H4Z"),
    ("menu", "M4 7h16M4 12h16M4 17h16"),
    ("check", "M4 13l5 5L20 6"),
    ("plus", "M12 5v14M5 12h14"),
    ("back", "M15 4l-8 8 8 8"),
    ("play", "M7 4l13 8-13 8Z"),
    ("pause", "M8 5v14M16 5v14"),
    ("prev", "M18 5l-9 7 9 7ZM6 5v14"),
    ("next", "M6 5l9 7-9 7ZM18 5v14"),
    (
        "friends",
        "M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20c0-4 3-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c3 0 5 2 5 5",
    ),
    ("eye", "M2 12q10-14 20 0-10 14-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z"),
    ("clock", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l4 2"),
];

pub(super) fn symbols(out: &mut String) {
    for (name, path) in ICONS {
        draw!(
            out,
            "<symbol id=\"i-{name}\" viewBox=\"0 0 24 24\"><path fill=\"none\" stroke=\"currentColor\" \
             stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{path}\"/></symbol>"
        );
    }
}
