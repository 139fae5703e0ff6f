//! The posters of the home page: each shows the world of a game, a piece of its board and three of its cards.

use maud::{Markup, Render, html};
use rules::{GameId, Seat};

use crate::kit;

/// The class of the world in which a game is played.
pub(crate) fn world(id: GameId) -> &'static str {
    match id {
        GameId::Catbox => "lab",
        GameId::Catsle => "site",
        GameId::Yorozu => "feast",
        GameId::Meow => "kitchen",
    }
}

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
            div.three {
                @match id {
                    GameId::Catbox => {
                        (card("cb un", "cb3", 3, None))
                        (card("cb b", "cb6", 6, Some(("b", "B"))))
                        (card("cb r", "cb8", 8, Some(("r", "R"))))
                    },
                    GameId::Catsle => {
                        (card("ca g", "ca3", 3, Some(("g", "G"))))
                        (card("ca r", "ca8", 8, Some(("r", "R"))))
                        (card("ca b", "ca12", 12, Some(("b", "B"))))
                    },
                    GameId::Yorozu => {
                        (feast_card(("sp", "SP"), 1, &["fish"]))
                        (feast_card(("su", "SU"), 6, &["crow"]))
                        (feast_card(("wi", "WI"), 12, &["fish", "fish"]))
                    },
                    GameId::Meow => {
                        (card("me g", "me1", 1, Some(("g", "G"))))
                        (card("me p", "me10", 10, Some(("p", "P"))))
                        (card("me b", "me18", 18, Some(("b", "B"))))
                    },
                }
            }
        }
    }
}

fn card(class: &str, art: &'static str, value: u8, suit: Option<(&'static str, &str)>) -> Markup {
    html! {
        span class=(format!("card {class}")) {
            (kit::art(art))
            span.ix { (kit::numeral(value)) @if let Some(suit) = suit { (glyph("sg", suit)) } }
        }
    }
}

fn feast_card(suit: (&'static str, &str), value: u8, things: &[&str]) -> Markup {
    let (season, _) = suit;
    html! {
        span class=(format!("card yz {season}")) {
            (kit::art(format_args!("yo-{season}")))
            span.ix { (kit::numeral(value)) (glyph("sb", suit)) }
            span.things {
                @for thing in things {
                    (kit::drawn(format_args!("th {thing}"), format_args!("th-{thing}")))
                }
            }
        }
    }
}

/// The shape of a suit and its letters.
fn glyph(class: &str, (suit, letters): (&'static str, &str)) -> Markup {
    html! { span class=(format!("{class} {suit}")) { (kit::suit(suit)) i { (letters) } } }
}

/// A research sheet: for each colour the values that cats have claimed.
fn sheet() -> Markup {
    // A digit is a seat.
    let rows = [("r", "0..3."), ("b", ".20.."), ("y", "..0.1"), ("g", "1....")];
    html! {
        div.grid4 {
            @for (suit, cells) in rows {
                @for cell in cells.chars() {
                    span.(suit) {
                        @if let Some(seat) = cell.to_digit(10) {
                            (head(seat as u8))
                        } @else {
                            (kit::suit(suit))
                        }
                    }
                }
            }
        }
    }
}

fn head(seat: u8) -> Markup {
    // Ginger, calico, black and white: as different as cats can be.
    html! {
        span class=(format!("face s{seat}")) {
            (kit::token(Seat::new(seat)))
            (kit::COATS[usize::from(seat)].head())
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
                    svg viewBox="0 0 100 120" {
                        path.cap d="M49 0h2v12h-2ZM34 12H66V22H34ZM34 100H66V108H34Z" {}
                        path.skin d="M30 22H70C96 34 96 88 70 100H30C4 88 4 34 30 22Z" {}
                        path.rib d="M16 42Q50 48 84 42M11 61Q50 67 89 61M16 80Q50 86 84 80" {}
                    }
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
