//! The skeleton of every page. It has no inline style and no inline script, so that the content security policy needs no
//! exception.

use maud::{DOCTYPE, Markup, html};
use rules::GameId;
use words::Words;

use crate::assets::Asset;
use crate::face;
use crate::kit::{self, Mood};
use crate::settings;

/// The frame of a page.
#[derive(Clone, Debug)]
pub(crate) struct Page<'a> {
    words: &'a Words,
    title: &'a str,
    here: Option<NavItem>,
    styles: &'a [Asset],
    scripts: &'a [Asset],
    kind: Kind,
}

/// The places in the navigation of every page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NavItem {
    /// The games.
    Home,
    /// The form for a new table.
    New,
    /// The rulebooks.
    Rules,
}

impl NavItem {
    const ALL: [NavItem; 3] = [NavItem::Home, NavItem::New, NavItem::Rules];

    fn path(self) -> &'static str {
        match self {
            NavItem::Home => "/",
            NavItem::New => "/new",
            NavItem::Rules => "/rules",
        }
    }

    fn icon(self) -> &'static str {
        match self {
            NavItem::Home => "play",
            NavItem::New => "friends",
            NavItem::Rules => "rules",
        }
    }

    fn label(self) -> &'static str {
        match self {
            NavItem::Home => "page-home",
            NavItem::New => "page-new",
            NavItem::Rules => "page-rules",
        }
    }
}

/// The kinds of frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Header, content in a column, footer.
    Text,
    /// A table of a game: content as wide as the window, no footer.
    Table(GameId),
}

impl<'a> Page<'a> {
    /// A page of text that is not in the navigation.
    pub(crate) fn new(words: &'a Words, title: &'a str) -> Page<'a> {
        Page { words, title, here: None, styles: &[], scripts: &[], kind: Kind::Text }
    }

    /// Marks a place in the navigation as current.
    pub(crate) fn at(self, place: NavItem) -> Page<'a> {
        Page { here: Some(place), ..self }
    }

    /// Adds styles to those of every page.
    pub(crate) fn styles(self, styles: &'a [Asset]) -> Page<'a> {
        Page { styles, ..self }
    }

    /// Adds scripts, which run as modules once the page is loaded.
    pub(crate) fn scripts(self, scripts: &'a [Asset]) -> Page<'a> {
        Page { scripts, ..self }
    }

    /// Another kind of frame.
    pub(crate) fn kind(self, kind: Kind) -> Page<'a> {
        Page { kind, ..self }
    }

    /// The whole page.
    pub(crate) fn render(&self, main: &Markup) -> String {
        let t = |id: &str| self.words.message(id, &[]);
        let site_name = t("page-name");
        let title = if self.title == site_name {
            site_name.clone()
        } else {
            format!("{} · {site_name}", self.title)
        };
        let page = html! {
            (DOCTYPE)
            html lang=(self.words.tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    link rel="icon" href=(Asset::Icon.url()) type="image/svg+xml" data-turn=(Asset::IconTurn.url());
                    link rel="manifest" href="/manifest.webmanifest";
                    link rel="stylesheet" href=(Asset::Base.url());
                    @for style in self.styles {
                        link rel="stylesheet" href=(style.url());
                    }
                    @if self.kind != Kind::Text {
                        // A table is shown as a whole. Half of it would jump when the rest arrives.
                        link rel="expect" href="#end" blocking="render";
                    }
                    // It blocks the page, which must not change its colours once it is shown.
                    script src=(Asset::Choices.url()) {}
                    @for script in self.scripts {
                        script type="module" src=(script.url()) {}
                    }
                }
                body class=(self.class()) {
                    a.skip href="#main" { (t("page-skip")) }
                    header.top {
                        a.house href="/" {
                            @if self.kind == Kind::Text {
                                (kit::COATS[0].bust(Mood::Open))
                            } @else {
                                img src=(Asset::Icon.url()) alt="" width="28" height="28";
                            }
                            span { (site_name) }
                        }
                        nav aria-label=(t("page-navigation")) {
                            @for place in NavItem::ALL {
                                a href=(place.path()) aria-current=[self.current(place)] {
                                    @if self.kind == Kind::Text { (kit::icon(place.icon())) }
                                    span { (t(place.label())) }
                                }
                            }
                        }
                    }
                    main #main tabindex="-1" { (main) }
                    @if self.kind == Kind::Text {
                        footer.bottom {
                            (settings::light(self.words))
                            p { (t("page-footer")) " " a href="/about" { (t("page-about")) } }
                        }
                    } @else {
                        span #end hidden {}
                    }
                }
            }
        };
        page.into_string()
    }

    fn current(&self, place: NavItem) -> Option<&'static str> {
        (self.here == Some(place)).then_some("page")
    }

    fn class(&self) -> String {
        match self.kind {
            Kind::Text => "text".to_owned(),
            Kind::Table(game) => format!("at-table {}", face::world(game)),
        }
    }
}
