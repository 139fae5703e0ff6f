//! The posters of the home page: each shows the world of a game, a piece of its board and three of its cards, which
//! also lie on invitations.

use maud::{Markup, Render, html};
use rules::{GameId, Seat};

use crate::{face, kit};

/// The picture of a game. It says nothing that the text beside it does not say.
pub(crate) fn picture(id: GameId) -> Markup {
    html! {
        div.pic aria-hidden="true" {
            @match id {
                GameId::Catbox => (sheet()),
                GameId::Catsle => (castle()),
                GameId::Yorozu => (lanterns()),
                GameId::Meow => (shelf()),
            }
            (cards(id))
        }
    }
}

/// Three cards of a game.
pub(crate) fn cards(id: GameId) -> Markup {
    html! {
        div.three aria-hidden="true" {
            @match id {
                GameId::Catbox => {
                    (card("cb un", "cb", 3, None))
                    (card("cb b", "cb", 6, Some("b")))
                    (card("cb r", "cb", 8, Some("r")))
                },
                GameId::Catsle => {
                    (card("ca g", "ca", 3, Some("g")))
                    (card("ca r", "ca", 8, Some("r")))
                    (card("ca b", "ca", 12, Some("b")))
                },
                GameId::Yorozu => {
                    (feast_card("sp", 1, &["fish"]))
                    (feast_card("su", 6, &["crow"]))
                    (feast_card("wi", 12, &["fish", "fish"]))
                },
                GameId::Meow => {
                    (card("me g", "me", 1, Some("g")))
                    (card("me p", "me", 10, Some("p")))
                    (card("me b", "me", 18, Some("b")))
                },
            }
        }
    }
}

fn card(class: &str, game: &'static str, value: u8, suit: Option<&'static str>) -> Markup {
    html! { span class=(format!("card {class}")) { (face::card_face(game, value, suit, value)) } }
}

fn feast_card(season: &'static str, value: u8, things: &[&str]) -> Markup {
    html! {
        span class=(format!("card yz {season}")) {
            (face::card_face("yo-", season, Some(season), value))
            span.things {
                @for thing in things {
                    (kit::drawn(format_args!("th {thing}"), format_args!("th-{thing}")))
                }
            }
        }
    }
}

/// A research sheet: for each colour the values that cats have claimed.
fn sheet() -> Markup {
    // A digit is a seat. Ginger, calico, black and white: as different as cats can be.
    let rows = [("r", "0..3."), ("b", ".20.."), ("y", "..0.1"), ("g", "1....")];
    html! {
        div.grid4 {
            @for (suit, cells) in rows {
                @for cell in cells.chars() {
                    span.(suit) {
                        @if let Some(seat) = cell.to_digit(10) {
                            (face::head_token_of(Seat::new(seat as u8), kit::COATS[seat as usize]))
                        } @else {
                            (kit::suit(suit))
                        }
                    }
                }
            }
        }
    }
}

/// Four towers, three of them as high as they should be.
fn castle() -> Markup {
    let towers = [("g", 1, 1), ("r", 2, 2), ("b", 2, 3), ("y", 4, 4)];
    html! {
        div.castle {
            @for (suit, n_stones, height) in towers {
                span.tower.(suit).perfect[n_stones == height] {
                    i.roof {}
                    @for floor in (0..height).rev() {
                        i class=(if floor < n_stones { "stone" } else { "plan" }) {}
                    }
                }
            }
        }
    }
}

/// Lanterns of the four seasons; one season is closed.
fn lanterns() -> Markup {
    html! {
        div.lans {
            @for (suit, light) in [("sp", "lit"), ("su", "lit"), ("fa", "dark"), ("wi", "lit")] {
                span class=(format!("lantern {suit} {light}")) {
                    (kit::LANTERN)
                    (kit::suit(suit))
                }
            }
        }
    }
}

/// A shelf of tokens.
fn shelf() -> Markup {
    let token = |name: &'static str| {
        kit::drawn(format_args!("tk {name}"), format_args!("tk-{name}")).render()
    };
    html! { div.shelf { @for name in ["bowl", "bone", "fish", "vase"] { (token(name)) } } }
}

/// Cats that have come to see what is on: two rows of heads in the dark, and one of us.
pub(crate) fn audience() -> Markup {
    let far = [40, 150, 262, 380, 500, 612, 728, 850, 970, 1084, 1200, 1316, 1420];
    let near = [-6, 98, 208, 322, 440, 556, 796, 910, 1026, 1142, 1256, 1370];
    let place = |x: i32, y: i32, scale: f32| format!("translate({x} {y}) scale({scale})");
    html! {
        div.audience aria-hidden="true" {
            svg viewBox="0 0 1440 150" preserveAspectRatio="xMidYMax slice" {
                defs { path #a-cat d="M-40-6C-45-22-46-40-41-50C-40-53-36-54-33-51C-26-46-18-39-13-33C-5-35 5-35 13-33C18-39 26-46 33-51C36-54 40-53 41-50C46-40 45-22 40-6C44 0 46 6 46 12C46 30 34 40 30 42C52 48 66 66 70 110H-70C-66 66-52 48-30 42C-34 40-46 30-46 12C-46 6-44 0-40-6Z" {} }
                g.far {
                    @for (n, x) in (0..).zip(far) {
                        use href="#a-cat" transform=(place(x, 74 + n % 3 * 7, 0.82 + (n % 4) as f32 * 0.05)) {}
                    }
                }
                g.near {
                    @for (n, x) in (0..).zip(near) {
                        use href="#a-cat" transform=(place(x, 118 + n % 2 * 8, 0.98 + (n % 3) as f32 * 0.06)) {}
                    }
                }
            }
            (kit::COATS[0].bust(kit::Mood::Happy))
        }
    }
}
