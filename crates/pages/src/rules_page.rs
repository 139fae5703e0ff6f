//! The rulebooks: every rule has an anchor, and examples are drawn.

use maud::{PreEscaped, html};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use rules::{Game, GameId, Visit};
use words::example::Example;
use words::{Words, is_rule_id};

use crate::assets::Asset;
use crate::face;
use crate::kit;
use crate::layout::{NavItem, Page};
use crate::posters::{audience, picture};

/// The pages of all rulebooks in all languages, made once.
#[derive(Debug)]
pub struct Rulebooks(Vec<(&'static str, GameId, String)>);

impl Rulebooks {
    /// Makes the pages of all rulebooks in these languages.
    pub fn of<'a>(languages: impl Iterator<Item = &'a Words>) -> Rulebooks {
        let pages =
            languages.flat_map(|words| GameId::ALL.map(|id| (words.tag(), id, page(words, id))));
        Rulebooks(pages.collect())
    }

    /// The page of a game's rulebook in this language.
    pub fn page(&self, words: &Words, id: GameId) -> Option<&str> {
        let mut pages = self.0.iter();
        pages
            .find(|(tag, game, _)| (*tag, *game) == (words.tag(), id))
            .map(|(.., page)| page.as_str())
    }
}

/// The list of all rulebooks.
pub fn list(words: &Words) -> String {
    let t = |id: &str| words.message(id, &[]);
    let title = t("rules-title");
    let main = html! {
        div.hero {
            h1 { (title) }
            p { (t("rules-lead")) }
        }
        ul.posters role="list" {
            @for id in GameId::ALL {
                @let (name, heading) = (id.name(), format!("title-{}", id.name()));
                li {
                    article class=(format!("poster {}", face::world(id))) aria-labelledby=(heading) {
                        (picture(id))
                        div.txt {
                            h2 id=(heading) { (words.title(id)) }
                            p.pitch { (t(&format!("home-game-{name}"))) }
                            div.go {
                                a.button.primary href=(format!("/rules/{name}")) aria-describedby=(heading) {
                                    (kit::icon("rules")) (t("home-rules"))
                                }
                            }
                        }
                    }
                }
            }
        }
        (audience())
    };
    Page::new(words, &title).at(NavItem::Rules).styles(&[Asset::Home]).render(&main)
}

fn page(words: &Words, id: GameId) -> String {
    let book = Book::of(words, id, &id.visit(Markdown(words)));
    let title = words.message("rules-of", &[("game", words.title(id).into())]);
    let main = html! {
        div.rulebook {
            nav.contents aria-labelledby="contents" {
                h2 #contents { (words.message("rules-contents", &[])) }
                ol role="list" {
                    @for (anchor, heading) in &book.headings {
                        li { a href=(format!("#{anchor}")) { (heading) } }
                    }
                }
            }
            // The text is ours, and the parser has dropped any HTML in it.
            article { (PreEscaped(&book.html)) }
        }
    };
    Page::new(words, &title).at(NavItem::Rules).styles(&[Asset::Table(id)]).render(&main)
}

struct Markdown<'a>(&'a Words);

impl Visit for Markdown<'_> {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        self.0.rulebook_to_draw::<G>(&[])
    }
}

/// A rulebook as HTML, and its second-level headings with their anchors.
struct Book {
    html: String,
    headings: Vec<(String, String)>,
}

impl Book {
    fn of(words: &Words, id: GameId, markdown: &str) -> Book {
        let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
        let (mut headings, mut html) = (Vec::new(), Vec::new());
        let mut rest = events.as_slice();
        while let [event, behind @ ..] = rest {
            rest = behind;
            match (event, behind) {
                // A rule: its id is an anchor, and a link to itself that readers can share.
                (
                    Event::Start(Tag::Paragraph),
                    [
                        Event::Start(Tag::Strong),
                        Event::Text(id),
                        Event::End(TagEnd::Strong),
                        more @ ..,
                    ],
                ) if is_rule_id(id) => {
                    let open = format!("<p class=\"rule\" id=\"{id}\"><a href=\"#{id}\">{id}</a>");
                    html.push(Event::Html(CowStr::from(open)));
                    rest = more;
                }
                (Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }), _) => {
                    let anchor = format!("part-{}", headings.len() + 1);
                    html.push(Event::Html(CowStr::from(format!("<h2 id=\"{anchor}\">"))));
                    headings.push((anchor, words_of(behind)));
                }
                // Markdown has no table without a head, so some heads are empty. Screen readers should skip them.
                (Event::Start(Tag::TableHead), _) if words_of(behind).is_empty() => {
                    let end =
                        behind.iter().position(|event| *event == Event::End(TagEnd::TableHead));
                    rest = &behind[end.map_or(0, |end| end + 1)..];
                    html.push(Event::Html(CowStr::from("<tbody>\n")));
                }
                (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))), _)
                    if &**kind == "example" =>
                {
                    let end =
                        behind.iter().position(|event| *event == Event::End(TagEnd::CodeBlock));
                    let (block, more) = behind.split_at(end.map_or(behind.len(), |end| end + 1));
                    html.push(Event::Html(CowStr::from(drawn(words, id, &words_of(block)))));
                    rest = more;
                }
                // Wide tables scroll inside a box, so that the page does not.
                (Event::Start(Tag::Table(_)), _) => {
                    html.push(Event::Html(CowStr::from("<div class=\"scroll\" tabindex=\"0\">")));
                    html.push(event.clone());
                }
                (Event::End(TagEnd::Table), _) => {
                    html.push(event.clone());
                    html.push(Event::Html(CowStr::from("</div>\n")));
                }
                (Event::Html(_) | Event::InlineHtml(_), _) => {}
                _ => html.push(event.clone()),
            }
        }
        let mut text = String::new();
        pulldown_cmark::html::push_html(&mut text, html.into_iter());
        Book { html: text, headings }
    }
}

/// An example as a picture.
fn drawn(words: &Words, id: GameId, block: &str) -> String {
    let example = Example::read(id, block).expect("the examples of our books can be read");
    let mut caption = String::new();
    pulldown_cmark::html::push_html(&mut caption, Parser::new(&example.caption));
    face::figure(words, &example, &PreEscaped(caption)).into_string()
}

/// The text up to the end of the block that has just begun.
fn words_of(events: &[Event<'_>]) -> String {
    let ends = |event: &&Event<'_>| {
        matches!(event, Event::End(TagEnd::Heading(_) | TagEnd::TableHead | TagEnd::CodeBlock))
    };
    let inside = events.iter().take_while(|event| !ends(event));
    inside
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&**text),
            _ => None,
        })
        .collect()
}
