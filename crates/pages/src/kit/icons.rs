//! Icons on a board of 24 × 24, in the colour of the text around them.

use std::fmt::Write as _;

/// Icons of lines.
const LINES: &[(&str, &str)] = &[
    ("log", "M5 3h11l3 3v15H5ZM8 9h8M8 13h8M8 17h5"),
    (
        "last",
        "M8 4h10a2 2 0 0 1 2 2v12M4 8h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM7.5 13h5M10 10.5v5",
    ),
    ("hint", "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3Z"),
    ("rules", "M4 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H4ZM20 4h-6a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h6Z"),
    (
        "help",
        "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.2 9.6a2.8 2.8 0 1 1 4.3 2.3Q12 12.8 12 14.2M12 17.2v.1",
    ),
    ("chat", "M4 4h16v12h-9l-5 4v-4H4Z"),
    ("send", "M4 12L20 4 14 20 11 13Z"),
    ("menu", "M4 7h16M4 12h16M4 17h16"),
    ("settings", "M4 7h8M18 7h2M15 4v6M4 17h2M12 17h8M9 14v6"),
    ("sound", "M4 9v6h4l5 4V5L8 9ZM16.5 9a4.5 4.5 0 0 1 0 6"),
    ("bell", "M6 17v-6a6 6 0 0 1 12 0v6l2 1H4ZM10 21h4M12 3v2"),
    (
        "sun",
        "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19",
    ),
    ("moon", "M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5Z"),
    ("check", "M4 13l5 5L20 6"),
    ("close", "M6 6l12 12M18 6L6 18"),
    ("plus", "M12 5v14M5 12h14"),
    ("undo", "M9 3L4 8l5 5M4 8h10a6 6 0 0 1 0 12h-2"),
    ("back", "M15 4l-8 8 8 8"),
    ("leave", "M10 4H5v16h5M9 12h11M16 8l4 4-4 4"),
    ("play", "M7 4l13 8-13 8Z"),
    ("pause", "M8 5v14M16 5v14"),
    ("prev", "M18 5l-9 7 9 7ZM6 5v14"),
    ("next", "M6 5l9 7-9 7ZM18 5v14"),
    (
        "friends",
        "M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20c0-4 3-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-5.8M17 14c3 0 5 2 5 5",
    ),
    ("bot", "M5 9V4l4 2.5h6L19 4v5Q21 12 20 15 18 20 12 20T4 15Q3 12 5 9ZM9 12v1M15 12v1M11 16h2"),
    ("share", "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7"),
    (
        "link",
        "M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1",
    ),
    ("copy", "M9 9h11v11H9ZM5 15H4V4h11v1"),
    ("qr", "M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2M20 14v3h-3v3M14 20h.1M20 20h.1"),
    ("eye", "M2 12q10-14 20 0-10 14-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z"),
    ("lock", "M6 11h12v9H6ZM8 11V8a4 4 0 0 1 8 0v3"),
    ("clock", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 7v5l4 2"),
    ("trophy", "M7 4h10v6a5 5 0 0 1-10 0ZM7 6H3c0 4 2 5 4 5M17 6h4c0 4-2 5-4 5M12 15v4M8 20h8"),
    ("flag", "M5 21V4h12l-2 4 2 4H5"),
    ("star", STAR),
];

/// Filled icons.
const FILLED: &[(&str, &str)] = &[
    ("starf", STAR),
    (
        "paw",
        "M12 11.5c3.2 0 6 3.3 6 6.3 0 2-1.5 2.8-3 2.8-1.2 0-1.8-.6-3-.6s-1.8.6-3 .6c-1.5 0-3-.8-3-2.8 0-3 2.8-6.3 6-6.3ZM3.6 8.8a2.1 2.8-18 1 1 1.8 5.4 2.1 2.8-18 1 1-1.8-5.4Z\
        M20.4 8.8a2.1 2.8 18 1 1-1.8 5.4 2.1 2.8 18 1 1 1.8-5.4ZM9 3.4a2.2 3.1 0 1 1 0 6.2 2.2 3.1 0 1 1 0-6.2ZM15 3.4a2.2 3.1 0 1 1 0 6.2 2.2 3.1 0 1 1 0-6.2Z",
    ),
];

const STAR: &str = "M12 3l2.7 6 6.3.6-4.8 4.2 1.5 6.2L12 16.7 6.3 20l1.5-6.2L3 9.6 9.3 9Z";

pub(super) fn symbols(out: &mut String) {
    let mut icon = |name: &str, paint: &str, path: &str| {
        draw!(
            out,
            "<symbol id=\"i-{name}\" viewBox=\"0 0 24 24\"><path fill=\"{paint}\" stroke=\"currentColor\""
        );
        draw!(
            out,
            " stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{path}\"/></symbol>"
        );
    };
    for (name, path) in LINES {
        icon(name, "none", path);
    }
    for (name, path) in FILLED {
        icon(name, "currentColor", path);
    }
}
