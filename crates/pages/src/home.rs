//! The home page: the games, and the tables that everyone may join or watch.

use bots::Level;
use maud::{Markup, PreEscaped, html};
use rules::{Fact, Game, GameId, Rules, Visit};
use table::cat::CoatName;
use table::command::MAX_NAME;
use words::Words;

use crate::assets::Asset;
use crate::cats;
use crate::face::{self, Face, VisitFace};
use crate::kit::{self, Coat, Mood};
use crate::layout::{NavItem, Page};
use crate::new_table::bad_name;
use crate::posters::{audience, picture};

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

/// A table of the visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MyTable {
    /// Its path on this site.
    pub path: String,
    /// Its game.
    pub game: GameId,
    /// The names of the other people there, if the visitor is one of the players.
    pub others: Option<Vec<String>>,
    /// How many seats are free.
    pub free_seats: u32,
    /// The part of the visitor in it.
    pub stage: MyStage,
}

/// The part of a visitor in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MyStage {
    /// The game waits for the visitor.
    Asked,
    /// The game waits for others.
    Playing,
    /// The visitor sits there, and the game has not begun.
    Gathering,
    /// The visitor has opened the invitation and not sat down.
    Invited,
    /// The game has ended.
    Over,
}

impl MyStage {
    /// Its place in the list: tables that wait for the visitor come first.
    pub fn rank(self) -> u8 {
        match self {
            MyStage::Asked => 0,
            MyStage::Playing => 1,
            MyStage::Gathering => 2,
            MyStage::Invited => 3,
            MyStage::Over => 4,
        }
    }
}

/// The form that creates a table against bots.
#[derive(Clone, Copy, Default, Debug)]
pub struct PlayForm<'a> {
    /// The visitor's name from last time.
    pub name: Option<&'a str>,
    /// The coat of the visitor's cat from last time, or the chosen one in a refused form.
    pub coat: Option<CoatName>,
    /// The form that was sent with a bad name.
    pub refused: Option<RefusedPlay<'a>>,
}

/// A form that was refused because of its name.
#[derive(Clone, Copy, Debug)]
pub struct RefusedPlay<'a> {
    /// The bots.
    pub level: Level,
    /// The typed text.
    pub name: &'a str,
    /// Its number of characters, as names count them.
    pub n_letters: usize,
}

/// The page at `/`, with the visitor's own tables and those that visitors may join or watch.
pub fn page(words: &Words, mine: &[MyTable], tables: &[OpenTable], play: PlayForm<'_>) -> String {
    let t = |id: &str| words.message(id, &[]);
    // The tables that wait for the visitor come first.
    let n_asked = mine.iter().take_while(|table| table.stage == MyStage::Asked).count();
    let (asked, others) = mine.split_at(n_asked.min(N_TURNS));
    let is_mine = |table: &OpenTable| mine.iter().any(|mine| mine.path == table.path);
    let tables: Vec<&OpenTable> = tables.iter().filter(|table| !is_mine(table)).collect();
    let main = html! {
        div.foyer {
            div.hero {
                h1 { (t("home-title")) }
                p { (t("home-lead")) }
            }
            @if !asked.is_empty() {
                ul.turns role="list" aria-label=(t("home-turns")) {
                    @for table in asked { li { (turn(words, table, play)) } }
                }
            }
        }
        (my_tables(words, others))
        form.play method="post" action="/play" {
            div.setup { (levels(words, play)) (name_field(words, play)) }
            ul.posters role="list" {
                @for id in GameId::ALL { li { (poster(words, id)) } }
            }
        }
        section.open-tables aria-labelledby="open-tables" {
            h2 #open-tables { (t("home-tables")) }
            @if tables.is_empty() {
                p { (t("home-no-tables")) " " a href="/new" { (t("home-new")) } }
            } @else {
                ul.tickets role="list" {
                    @for table in tables { li { (line(words, table)) } }
                }
            }
        }
        (audience())
    };
    Page::new(words, &t("page-name"))
        .at(NavItem::Home)
        .styles(&[Asset::Home])
        .scripts(&[Asset::Tools])
        .render(&main)
}

/// The level of the bots: one choice for all games.
fn levels(words: &Words, play: PlayForm<'_>) -> Markup {
    let chosen = play.refused.map_or(Level::Cat, |refused| refused.level);
    let t = |level: Level, what: &str| {
        words.message(&format!("home-level-{}{what}", level.name()), &[])
    };
    html! {
        fieldset.levels {
            legend { (words.message("home-against", &[])) }
            @for level in Level::ALL {
                label {
                    input type="radio" name="level" value=(level.name()) checked[level == chosen];
                    span { (t(level, "")) " " small { (t(level, "-how")) } }
                }
            }
        }
    }
}

fn name_field(words: &Words, play: PlayForm<'_>) -> Markup {
    let (t, refused) = (|id: &str| words.message(id, &[]), play.refused);
    html! {
        div.who {
            label for="name" { (t("home-name")) }
            input #name name="name" value=[refused.map(|refused| refused.name).or(play.name)]
                placeholder=(t("home-you")) maxlength=(MAX_NAME) autocomplete="nickname"
                aria-invalid=[refused.map(|_| "true")] aria-describedby=[refused.map(|_| "name-wrong")]
                autofocus[refused.is_some()];
            (cats::section(words, play.coat, &cats::choice(words, play.coat)))
            @if let Some(refused) = refused {
                div.wrong #name-wrong role="alert" { p { (bad_name(words, refused.n_letters)) } }
            }
        }
    }
}

fn poster(words: &Words, id: GameId) -> Markup {
    let (t, name) = (|id: &str| words.message(id, &[]), id.name());
    let (min, max) = id.visit(Players);
    let players = words.message("home-players", &[("min", min.into()), ("max", max.into())]);
    let title = format!("title-{name}");
    html! {
        article class=(format!("poster {}", face::world(id))) aria-labelledby=(title) {
            (picture(id))
            div.txt {
                div.head {
                    h2 id=(title) { (words.title(id)) }
                    p.facts { (players) }
                }
                p.pitch { (t(&format!("home-game-{name}"))) }
                div.go {
                    button.primary name="game" value=(name) aria-describedby=(title) {
                        (kit::icon("play")) (t("home-play"))
                    }
                    a.button href=(format!("/new?game={name}")) aria-label=(t("home-play-friends"))
                        aria-describedby=(title) {
                        (kit::icon("friends")) span { (t("home-friends")) }
                    }
                    a.button href=(format!("/rules/{name}")) aria-label=(t("home-learn-rules"))
                        aria-describedby=(title) {
                        (kit::icon("rules")) span { (t("home-learn")) }
                    }
                }
            }
        }
    }
}

/// The tables of the visitor that do not wait for the visitor.
fn my_tables(words: &Words, mine: &[MyTable]) -> Markup {
    let (shown, rest) = mine.split_at(mine.len().min(N_SHOWN));
    let all = words.message("home-mine-more", &[("n", (rest.len() as i64).into())]);
    html! {
        @if !mine.is_empty() {
            section.mine aria-labelledby="my-tables" {
                h2 #my-tables { (words.message("home-mine", &[])) }
                ul.tickets role="list" {
                    @for table in shown { li { (ticket(words, table)) } }
                }
                @if !rest.is_empty() {
                    details {
                        summary { (all) }
                        ul.tickets role="list" {
                            @for table in rest { li { (ticket(words, table)) } }
                        }
                    }
                }
            }
        }
    }
}

/// How many tables that wait for the visitor have a strip of their own.
const N_TURNS: usize = 2;

/// How many tables of the visitor are shown at once, besides those that wait for the visitor.
const N_SHOWN: usize = 4;

fn turn(words: &Words, table: &MyTable, play: PlayForm<'_>) -> Markup {
    let by_name = || kit::coat(play.name.unwrap_or(&words.message("home-you", &[])));
    let coat = play.coat.map_or_else(by_name, Coat::from);
    html! {
        a.resume href=(table.path) {
            (coat.bust(Mood::Open))
            span {
                b { (words.message("home-turn", &[])) }
                " " (words.title(table.game)) small { (company(words, table)) }
            }
            em { (words.message("home-go-on", &[])) }
        }
    }
}

fn ticket(words: &Words, table: &MyTable) -> Markup {
    let stage = match table.stage {
        MyStage::Asked => "home-turn",
        MyStage::Playing => "home-stage-playing",
        MyStage::Gathering | MyStage::Invited => "home-free",
        MyStage::Over => "home-stage-over",
    };
    html! {
        a.ticket href=(table.path) {
            span.emblem.(table.game.name()) aria-hidden="true" { (emblem(table.game)) }
            strong { (words.title(table.game)) }
            span.with { (company(words, table)) }
            span.stage.asked[table.stage == MyStage::Asked] {
                (words.message(stage, &[("n", table.free_seats.into())]))
            }
        }
    }
}

/// With whom the visitor plays; empty for players who have left.
fn company(words: &Words, table: &MyTable) -> String {
    let id = match (&table.others, table.stage) {
        (_, MyStage::Invited) => "home-invited",
        (None, _) => return String::new(),
        (Some(others), MyStage::Gathering) if others.is_empty() => "home-nobody-yet",
        (Some(others), _) if others.is_empty() => "home-with-bots",
        (Some(_), _) => "home-with",
    };
    let names = table.others.as_deref().unwrap_or_default().join(", ");
    words.message(id, &[("names", Fact::Text(names))])
}

fn line(words: &Words, table: &OpenTable) -> Markup {
    let free = words.message("home-free", &[("n", table.free_seats.into())]);
    html! {
        a.ticket.open href=(table.path) {
            span.emblem.(table.game.name()) aria-hidden="true" { (emblem(table.game)) }
            strong { (words.title(table.game)) }
            span.with { (table.names.join(", ")) }
            span.stage { (free) }
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
