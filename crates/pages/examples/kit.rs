//! Writes a page that shows everything in the kit, to look at it:
//!
//! ```sh
//! cargo run -p pages --example kit -- target/kit
//! python3 -m http.server --directory target/kit
//! ```

use std::fs;
use std::path::Path;

use bots::CAT_NAMES;
use maud::{DOCTYPE, Markup, Render, html};
use pages::assets::{Asset, File};
use pages::kit::{self, COATS, Mood};
use rules::Seat;

/// The colours that a table sets, and the layout of this page.
const STYLES: &str = include_str!("kit.css");
const COATS_STYLES: &str = include_str!("../assets/styles/coats.css");

const ICONS: &str = "log last hint rules help chat send menu settings sound bell sun moon check close plus undo back leave \
    play pause prev next friends bot share link copy qr eye lock clock trophy flag star starf paw";

const SUITS: &str = "r b y g k p sp su fa wi yo";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("wanted: a folder")?;
    let folder = Path::new(&folder);
    let file = folder.join(Asset::Kit.url().trim_start_matches('/'));
    fs::create_dir_all(file.parent().ok_or("assets have a folder")?)?;
    let name = file.file_name().and_then(|name| name.to_str()).ok_or("a name")?;
    fs::write(&file, &*File::named(name).ok_or("an asset")?.plain)?;
    fs::write(folder.join("kit.css"), format!("{STYLES}{COATS_STYLES}"))?;
    for (name, body) in [
        ("index", cards()),
        ("small", small()),
        ("colours", colours()),
        ("cats", cats()),
        ("pieces", pieces()),
    ] {
        fs::write(folder.join(name).with_extension("html"), page(&body).into_string())?;
    }
    Ok(())
}

fn page(body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Kit" }
                link rel="stylesheet" href="kit.css";
            }
            body { (body) }
        }
    }
}

/// Every value of a game in every suit it has.
fn colours() -> Markup {
    html! {
        @for (game, n, suits) in [("cb", 9, "r b y g"), ("ca", 12, "r b y g k"), ("me", 18, "g b p")] {
            @for suit in suits.split(' ') {
                div.row { @for value in 1..=n { (card(game, suit, value, &art(game, value))) } }
            }
        }
    }
}

/// Suits, tokens, icons, numerals and things.
fn pieces() -> Markup {
    html! {
        div.row { @for suit in SUITS.split(' ') { span class={ "glyph " (suit) } { (kit::suit(suit)) } } }
        div.row { @for seat in 0..6 { span class={ "glyph s" (seat) } { (kit::token(Seat::new(seat))) } } }
        div.row { @for icon in ICONS.split(' ') { span.icon { (kit::icon(icon)) small { (icon) } } } }
        div.row { @for n in 0..=18_u8 { (kit::numeral(n)) } }
        div.row {
            @for (thing, name) in [("th-fish", "th fish"), ("th-flask", "th flask"), ("th-crow", "th crow")] { (kit::drawn(name, thing)) }
            @for token in ["tk-bowl", "tk-bone", "tk-vase", "tk-fish"] { span.g { (kit::drawn("tk", token)) } }
        }
    }
}

/// Every value of every game.
fn cards() -> Markup {
    html! {
        h2 { "Cat in the Box" }
        div.row { @for value in 1..=9 { (card("cb", "un", value, &art("cb", value))) } }
        div.row { @for value in 1..=9 { (card("cb", ["r", "b", "y", "g"][usize::from(value) % 4], value, &art("cb", value))) } }
        h2 { "CATSle" }
        div.row { @for value in 1..=12 { (card("ca", ["r", "b", "g", "k", "y"][usize::from(value) % 5], value, &art("ca", value))) } }
        h2 { "Yorozu" }
        div.row {
            @for (suit, value) in [("sp", 1), ("sp", 5), ("su", 3), ("su", 6), ("fa", 4), ("fa", 11), ("wi", 8), ("wi", 12), ("yo", 0), ("yo", 13)] {
                (card("yz", suit, value, &kit::art(format_args!("yo-{suit}")).render()))
            }
        }
        h2 { "Meow" }
        div.row { @for value in 1..=18 { (card("me", ["g", "b", "p"][usize::from(value) % 3], value, &art("me", value))) } }
    }
}

/// The cards as small as on a phone, and smaller.
fn small() -> Markup {
    html! { div.w60 { (cards()) } div.w40 { (cards()) } }
}

fn cats() -> Markup {
    html! {
        @for coat in COATS {
            div.row {
                small { (coat.class) " " (coat.marking) }
                @for mood in Mood::ALL {
                    span class={ "chair s" (mood as u8 % 6) } { (coat.bust(mood)) }
                }
                span.glyph.s1 { (kit::token(Seat::new(1))) (coat.head()) }
            }
        }
        div.row.tiny {
            @for name in CAT_NAMES.into_iter().chain(["Mikan", "Gin", "Tora", "Yuki", "Sora", "Hai"]) {
                span.chair.s2 { (kit::bust(name, Mood::Open)) small { (name) } }
            }
        }
    }
}

fn art(game: &str, value: u8) -> Markup {
    kit::art(format_args!("{game}{value}")).render()
}

fn card(game: &str, suit: &str, value: u8, art: &Markup) -> Markup {
    html! {
        span class={ "card " (game) " " (suit) } {
            (art)
            b.ix { (kit::numeral(value)) @if suit != "un" { (kit::suit(SUITS.split(' ').find(|name| *name == suit).unwrap_or("r"))) } }
            @if game == "yz" { span.things { (kit::drawn("th fish", "th-fish")) (kit::drawn("th flask", "th-flask")) (kit::drawn("th crow", "th-crow")) } }
        }
    }
}
