//! The styles of tables, put together from files by part. One file for browsers, many for people.

/// Rooms by night and by day: the tokens and shades of the other light come after everything that they change.
const PARTS: [&str; 18] = [
    include_str!("../assets/styles/tokens.css"),
    include_str!("../assets/styles/coats.css"),
    include_str!("../assets/styles/worlds.css"),
    include_str!("../assets/styles/scene.css"),
    include_str!("../assets/styles/seats.css"),
    include_str!("../assets/styles/cards.css"),
    include_str!("../assets/styles/hand.css"),
    include_str!("../assets/styles/ask.css"),
    include_str!("../assets/styles/catbox.css"),
    include_str!("../assets/styles/catsle.css"),
    include_str!("../assets/styles/yorozu.css"),
    include_str!("../assets/styles/meow.css"),
    include_str!("../assets/styles/sheet.css"),
    include_str!("../assets/styles/drawers.css"),
    include_str!("../assets/styles/replay.css"),
    include_str!("../assets/styles/around.css"),
    include_str!("../assets/styles/example.css"),
    include_str!("../assets/styles/motion.css"),
];

/// What changes with the size of the window, after all that it changes.
const SIZES: [&str; 4] = [
    include_str!("../assets/styles/bar.css"),
    include_str!("../assets/styles/laptop.css"),
    include_str!("../assets/styles/phone.css"),
    include_str!("../assets/styles/sideways.css"),
];

const DAY: &str = include_str!("../assets/styles/day.css");
const NIGHT: &str = include_str!("../assets/styles/night.css");

/// The styles of every table.
///
/// A script writes the viewer's light into `data-light`. Without scripts the system's setting decides.
pub(crate) fn table() -> String {
    let lights = [("day", "light", DAY), ("night", "dark", NIGHT)].map(|(light, scheme, rules)| {
        format!(
            "html[data-light={light}] {{\n{rules}}}\n\
             @media (prefers-color-scheme: {scheme}) {{\nhtml:not([data-light]) {{\n{rules}}}\n}}\n"
        )
    });
    [PARTS.concat(), lights.concat(), SIZES.concat()].concat()
}
