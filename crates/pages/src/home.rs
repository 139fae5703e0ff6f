//! The home page: the games, and the tables that everyone may join or watch.

use bots::Level;
use maud::{Markup, PreEscaped, html};
use rules::{Game, GameId, Rules, Visit};
use table::command::MAX_NAME;
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Face, VisitFace};
use crate::layout::{NavItem, Page};
use crate::new_table::bad_name;

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

/// The forms that create a table against bots.
#[derive(Clone, Copy, Default, Debug)]
pub struct PlayForms<'a> {
    /// The visitor's name from last time.
    pub name: Option<&'a str>,
    /// The form that was sent with a bad name.
    pub refused: Option<RefusedPlay<'a>>,
}

/// A form with a name that is none.
#[derive(Clone, Copy, Debug)]
pub struct RefusedPlay<'a> {
    /// The game to play.
    pub game: GameId,
    /// The bots.
    pub level: Level,
    /// What was typed.
    pub name: &'a str,
    /// Its length, without what a name leaves out.
    pub n_letters: usize,
}

/// The page at `/`, with the tables that visitors may join or watch.
pub fn page(words: &Words, tables: &[OpenTable], play: PlayForms<'_>) -> String {
    let t = |id: &str| words.message(id, &[]);
    let main = html! {
        div.hero {
            h1 { (t("home-title")) }
            p { (t("home-lead")) }
        }
        ul.games role="list" {
            @for id in GameId::ALL { li { (card(words, id, play)) } }
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

fn card(words: &Words, id: GameId, play: PlayForms<'_>) -> Markup {
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
            (form(words, id, play))
            p.more {
                a href=(format!("/new?game={name}")) { (t("home-friends")) }
                a href=(format!("/rules/{name}")) { (t("home-rules")) }
            }
        }
    }
}

fn form(words: &Words, id: GameId, play: PlayForms<'_>) -> Markup {
    let (t, game) = (|id: &str| words.message(id, &[]), id.name());
    let refused = play.refused.filter(|refused| refused.game == id);
    let chosen = refused.map_or(Level::Cat, |refused| refused.level);
    let wrong = format!("name-{game}-wrong");
    html! {
        form.play method="post" action="/play" {
            input type="hidden" name="game" value=(game);
            label {
                span { (t("home-name")) }
                input name="name" value=[refused.map(|refused| refused.name).or(play.name)]
                    placeholder=(t("home-you")) maxlength=(MAX_NAME) autocomplete="nickname"
                    aria-invalid=[refused.map(|_| "true")] aria-describedby=[refused.map(|_| &wrong)]
                    autofocus[refused.is_some()];
            }
            label {
                span { (t("home-against")) }
                select name="level" {
                    @for level in Level::ALL {
                        option value=(level.name()) selected[level == chosen] {
                            (t(&format!("home-level-{}", level.name())))
                        }
                    }
                }
            }
            button.primary { (t("home-play")) }
            @if let Some(refused) = refused {
                div.wrong id=(wrong) role="alert" { p { (bad_name(words, refused.n_letters)) } }
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
