//! The styles of tables, put together from files by part. One file for browsers, many for people.

use rules::GameId;

/// The styles of all games, before those of the boards.
const SCENE: [&str; 8] = [
    include_str!("../assets/styles/tokens.css"),
    include_str!("../assets/styles/worlds.css"),
    include_str!("../assets/styles/scene.css"),
    include_str!("../assets/styles/seats.css"),
    include_str!("../assets/styles/cards.css"),
    include_str!("../assets/styles/hand.css"),
    include_str!("../assets/styles/ask.css"),
    include_str!("../assets/styles/last.css"),
];

/// The styles of all games that may refer to boards. Those of the other light come after them.
const AROUND: [&str; 10] = [
    include_str!("../assets/styles/sheet.css"),
    include_str!("../assets/styles/drawers.css"),
    include_str!("../assets/styles/talk.css"),
    include_str!("../assets/styles/replay.css"),
    include_str!("../assets/styles/around.css"),
    include_str!("../assets/styles/lobby.css"),
    include_str!("../assets/styles/end.css"),
    include_str!("../assets/styles/example.css"),
    include_str!("../assets/styles/motion.css"),
    include_str!("../assets/styles/paradox.css"),
];

/// Changes for sizes of windows and for forced colours, after the styles that they change.
const SIZES: [&str; 5] = [
    include_str!("../assets/styles/bar.css"),
    include_str!("../assets/styles/laptop.css"),
    include_str!("../assets/styles/phone.css"),
    include_str!("../assets/styles/sideways.css"),
    include_str!("../assets/styles/forced.css"),
];

const DAY: &str = include_str!("../assets/styles/day.css");
const NIGHT: &str = include_str!("../assets/styles/night.css");

/// The styles of the boards of these games, and of those that share their layout.
const fn boards(id: GameId) -> [&'static str; 2] {
    match id {
        GameId::Catbox | GameId::Catsle => [
            include_str!("../assets/styles/catbox.css"),
            include_str!("../assets/styles/catsle.css"),
        ],
        GameId::Yorozu | GameId::Meow => {
            [include_str!("../assets/styles/yorozu.css"), include_str!("../assets/styles/meow.css")]
        }
    }
}

/// The styles of a game's tables.
///
/// A script writes the viewer's light into `data-light`. Without scripts the system's setting decides.
pub(crate) fn table(id: GameId) -> String {
    let lights = [("day", "light", DAY), ("night", "dark", NIGHT)].map(|(light, scheme, rules)| {
        format!(
            "html[data-light={light}] {{\n{rules}}}\n\
             @media (prefers-color-scheme: {scheme}) {{\nhtml:not([data-light]) {{\n{rules}}}\n}}\n"
        )
    });
    [SCENE.concat(), boards(id).concat(), AROUND.concat(), lights.concat(), SIZES.concat()].concat()
}
