//! The home page: the games, and the tables that everyone may join or watch.

use bots::Level;
use maud::{Markup, PreEscaped, html};
use rules::{Game, GameId, Rules, Visit};
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Face, VisitFace};
use crate::layout::{NavItem, Page};

/// A listed table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenTable {
    /// Its path on this site.
    pub path: String,
    /// Its game.
    pub game: GameId,
    /// The names of the players.
    pub names: Vec<String>,
    /// How many seats are free.
    pub free_seats: u32,
}

/// The page at `/`, with the tables that visitors may join or watch.
pub fn page(words: &Words, tables: &[OpenTable]) -> String {
    let t = |id: &str| words.message(id, &[]);
    let main = html! {
        div.hero {
            h1 { (t("home-title")) }
            p { (t("home-lead")) }
        }
        ul.games role="list" {
            @for id in GameId::ALL { li { (card(words, id)) } }
        }
        section.open-tables aria-labelledby="open-tables" {
            h2 #open-tables { (t("home-tables")) }
            @if tables.is_empty() {
                p.quiet { (t("home-no-tables")) }
            } @else {
                ul.tables role="list" {
                    @for table in tables { li { (line(words, table)) } }
                }
            }
        }
    };
    Page::new(words, &t("page-name")).at(NavItem::Home).render(&main)
}

fn card(words: &Words, id: GameId) -> Markup {
    let (t, name) = (|id: &str| words.message(id, &[]), id.name());
    let (min, max) = id.visit(Players);
    let players = words.message("home-players", &[("min", min.into()), ("max", max.into())]);
    html! {
        article.game.(name) aria-labelledby=(format!("title-{name}")) {
            img.scene src=(Asset::Scene(id).url()) alt="" width="480" height="240";
            div.about {
                h2 id=(format!("title-{name}")) { (words.title(id)) }
                p.players { (players) }
            }
            p.pitch { (t(&format!("home-game-{name}"))) }
            form.play method="post" action="/play" {
                input type="hidden" name="game" value=(name);
                label {
                    span { (t("home-against")) }
                    select name="level" {
                        @for level in Level::ALL {
                            option value=(level.name()) selected[level == Level::Cat] {
                                (t(&format!("home-level-{}", level.name())))
                            }
                        }
                    }
                }
                button.primary { (t("home-play")) }
            }
            p.more {
                a href=(format!("/new?game={name}")) { (t("home-friends")) }
                a href=(format!("/rules/{name}")) { (t("home-rules")) }
            }
        }
    }
}

fn line(words: &Words, table: &OpenTable) -> Markup {
    let free = words.message("home-free", &[("n", table.free_seats.into())]);
    html! {
        a.open-table href=(table.path) {
            span.emblem.(table.game.name()) aria-hidden="true" { (emblem(table.game)) }
            strong { (words.title(table.game)) }
            span.summary { (table.names.join(", ")) }
            span.free { (free) }
        }
    }
}

/// The fewest and the most players of a game.
struct Players;

impl Visit for Players {
    type Output = (u8, u8);

    fn visit<G: Game>(self) -> (u8, u8) {
        G::Rules::PLAYERS.into_inner()
    }
}

/// A small picture of a game in the colour of the text around it.
pub(crate) fn emblem(id: GameId) -> PreEscaped<&'static str> {
    PreEscaped(face::visit(id, Emblem).trim_end())
}

struct Emblem;

impl VisitFace for Emblem {
    type Output = &'static str;

    fn visit<G: Face>(self) -> &'static str {
        G::EMBLEM
    }
}
