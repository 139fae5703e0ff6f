//! Writes pages that show everything in the kit, to look at it:
//!
//! ```sh
//! cargo run -p pages --example kit -- target/kit
//! python3 -m http.server --directory target/kit
//! ```

use std::fs;
use std::path::Path;

use bots::CAT_NAMES;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pages::assets::{Asset, File};
use pages::face::{self, Face, VisitFace};
use pages::kit::{self, COATS, Mood};
use rules::{GameId, Rules as _, Seat, yorozu};
use table::cat::Reaction;

/// The colours that a table sets, and the layout of this page.
const STYLES: &str = include_str!("kit.css");
const COATS_STYLES: &str = include_str!("../assets/styles/coats.css");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("wanted: a folder")?;
    let folder = Path::new(&folder);
    let file = folder.join(Asset::Kit.url().trim_start_matches('/'));
    fs::create_dir_all(file.parent().ok_or("assets have a folder")?)?;
    fs::write(&file, sprite())?;
    fs::write(folder.join("kit.css"), format!("{STYLES}{COATS_STYLES}"))?;
    for (name, body) in pages() {
        fs::write(folder.join(name).with_extension("html"), page(&body).into_string())?;
    }
    Ok(())
}

/// The pages by name.
fn pages() -> [(&'static str, Markup); 6] {
    [
        ("index", cards()),
        ("small", html! { div.w60 { (cards()) } div.w40 { (cards()) } }),
        ("colours", colours()),
        ("cats", cats()),
        ("pieces", pieces()),
        ("scenes", scenes()),
    ]
}

/// The file of all symbols.
fn sprite() -> &'static str {
    let name = Asset::Kit.url().trim_start_matches("/assets/");
    let file = File::named(name).expect("the kit is an asset");
    std::str::from_utf8(&file.plain).expect("a drawing is text")
}

/// The ids of all symbols.
fn ids() -> impl Iterator<Item = &'static str> {
    let symbols = sprite().split("<symbol id=\"").skip(1);
    symbols.map(|symbol| symbol.split('"').next().unwrap_or_default())
}

/// The symbols whose ids begin so, by the rest of their ids.
fn named(prefix: &str) -> impl Iterator<Item = &'static str> {
    ids().filter_map(move |id| id.strip_prefix(prefix))
}

/// The symbols with this prefix and a number.
fn numbered(prefix: &str) -> impl Iterator<Item = u8> {
    named(prefix).filter_map(|rest| rest.parse().ok())
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
            body {
                p { @for name in ["index", "small", "colours", "cats", "pieces", "scenes"] { a href={ (name) ".html" } { (name) } " " } }
                (body)
            }
        }
    }
}

/// Every value of a game in every suit it has.
fn colours() -> Markup {
    html! {
        @for (game, suits) in [("cb", "r b y g"), ("ca", "r b y g k"), ("me", "g b p")] {
            @for suit in suits.split(' ') {
                div.row { @for value in numbered(game) { (card(game, suit, value)) } }
            }
        }
    }
}

/// Suits, tokens, icons, numbers and things.
fn pieces() -> Markup {
    html! {
        div.row { @for suit in named("s-") { span class={ "glyph " (suit) } { (kit::suit(suit)) small { (suit) } } } }
        div.row { @for seat in numbered("t-") { span class={ "glyph s" (seat) } { (kit::token(Seat::new(seat))) } } }
        div.row { @for icon in named("i-") { span.icon { (kit::icon(icon)) small { (icon) } } } }
        div.row { @for n in (-20..=20).chain([-50, 50, 100]) { (kit::numeral::<i16>(n)) } }
        div.row {
            @for thing in named("th-") { (kit::drawn(format_args!("th {thing}"), format_args!("th-{thing}"))) }
            @for token in named("tk-") { span.g { (kit::drawn("tk", format_args!("tk-{token}"))) } }
        }
    }
}

/// Every card of every game, in one suit after the other.
fn cards() -> Markup {
    let in_turn = |game: &'static str, suits: &'static [&'static str]| {
        numbered(game).zip(suits.iter().cycle()).map(move |(value, suit)| card(game, suit, value))
    };
    html! {
        h2 { "Cat in the Box" }
        div.row { @for value in numbered("cb") { (card("cb", "un", value)) } }
        div.row { @for card in in_turn("cb", &["r", "b", "y", "g"]) { (card) } }
        // The cat alone, which fills with its colour when the card is named.
        div.row { @for value in numbered("cbc") { (card("cbc", "b", value)) } }
        h2 { "CATSle" }
        div.row { @for card in in_turn("ca", &["r", "b", "g", "k", "y"]) { (card) } }
        h2 { "Yorozu" }
        div.row { @for card in yorozu::Cards::ALL.iter() { (feast_card(card)) } }
        h2 { "Meow" }
        div.row { @for card in in_turn("me", &["g", "b", "p"]) { (card) } }
    }
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
        @for coat in COATS {
            div.row.paper.s1 { @for reaction in Reaction::ALL { (coat.reaction(reaction)) } }
        }
        div.row.tiny {
            @for name in CAT_NAMES.into_iter().chain(["Mikan", "Gin", "Tora", "Yuki", "Sora", "Hai"]) {
                span.chair.s2 { (kit::coat(name).bust(Mood::Open)) small { (name) } }
            }
        }
    }
}

/// The world of each game, its emblem, and the lanterns of the seasons.
fn scenes() -> Markup {
    html! {
        @for id in GameId::ALL { (face::visit(id, Scenery)) }
        div.row {
            @for season in yorozu::Season::ALL {
                @for light in ["lit", "dark"] {
                    span class={ "lantern " (season.letters()) " " (light) } { (kit::LANTERN) (kit::suit(season.letters())) }
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Scenery;

impl VisitFace for Scenery {
    type Output = Markup;

    fn visit<G: Face>(self) -> Markup {
        html! {
            h2 { (G::ID.name()) }
            div class={ "world " (G::WORLD) } { (PreEscaped(G::SCENERY)) }
            span.emblem { (PreEscaped(G::EMBLEM)) }
        }
    }
}

fn card(game: &'static str, suit: &str, value: u8) -> Markup {
    html! {
        span class={ "card " (game) " " (suit) } {
            (kit::art(format_args!("{game}{value}")))
            b.ix { (kit::numeral(value)) @for shape in named("s-").filter(|shape| *shape == suit) { (kit::suit(shape)) } }
        }
    }
}

fn feast_card(card: yorozu::Card) -> Markup {
    let players = *yorozu::Rules::PLAYERS.start();
    let rules: yorozu::Rules = format!("yorozu players={players}").parse().expect("a rules line");
    let suit = card.season().map_or("yo", yorozu::Season::letters);
    html! {
        span class={ "card yz " (suit) } {
            (kit::art(format_args!("yo-{suit}")))
            b.ix { (kit::numeral(card.value())) (kit::suit(suit)) }
            span.things {
                @for _ in 0..rules.fish(card) { (kit::drawn("th fish", "th-fish")) }
                @if rules.booze_cards().has(card) { (kit::drawn("th flask", "th-flask")) }
                @if card.is_crow() { (kit::drawn("th crow", "th-crow")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_of_the_kit_is_shown() {
        let shown: String = pages().into_iter().map(|(_, body)| body.into_string()).collect();
        let digits = ["d-", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"];
        let hidden: Vec<&str> =
            ids().chain(digits).filter(|id| !shown.contains(&format!("#{id}\""))).collect();
        assert!(hidden.is_empty(), "{hidden:?}");
        assert!(ids().count() > 150);
    }

    #[test]
    fn every_scene_and_every_card_is_shown() {
        let scenes = scenes().into_string();
        assert_eq!(scenes.matches("class=\"world ").count(), GameId::ALL.len());
        assert_eq!(scenes.matches("class=\"lantern ").count(), 2 * yorozu::Season::ALL.len());
        assert_eq!(cards().into_string().matches("class=\"card yz ").count(), 38);
    }
}
