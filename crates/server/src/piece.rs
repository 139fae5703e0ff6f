//! A page in pieces: elements that change one by one, what stands around them, and what of it is new to whom.
//!
//! Whoever watches is sent the elements that changed since they were sent something, by their ids. What stands around
//! them changes rarely, and then everything is sent.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::Arc;

use maud::{Markup, Render};

/// How many sentences of the story a page shows.
const MAX_STORY: usize = 40;

/// What is new in any case, whatever the edition.
const NOW: u64 = u64::MAX;

/// A piece of a page.
#[derive(Clone, Debug)]
enum Piece {
    /// What stands around elements.
    Frame(Arc<str>),
    /// An element with an id, and the edition in which it was new.
    Element { id: &'static str, since: u64, html: Arc<str> },
    /// Where the sentences of the story belong.
    Story,
}

impl Piece {
    /// Whether a page with one in the place of the other differs in elements at most.
    fn is_like(&self, other: &Piece) -> bool {
        match (self, other) {
            (Piece::Frame(one), Piece::Frame(other)) => one == other,
            (Piece::Element { id: one, .. }, Piece::Element { id: other, .. }) => one == other,
            (Piece::Story, Piece::Story) => true,
            (Piece::Frame(_) | Piece::Element { .. } | Piece::Story, _) => false,
        }
    }
}

/// Pieces of a page as they are put together.
#[derive(Debug, Default)]
pub struct Pieces {
    pieces: Vec<Piece>,
    frame: String,
}

impl Pieces {
    /// Goes on with what stands around elements.
    pub(crate) fn frame(&mut self, html: &impl Render) {
        html.render_to(&mut self.frame);
    }

    /// Goes on with an element that has this id.
    pub fn draw(&mut self, id: &'static str, html: Markup) {
        self.put(id, html.into_string().into());
    }

    /// Goes on with an element that has this id and that was drawn before.
    pub(crate) fn put(&mut self, id: &'static str, html: Arc<str>) {
        self.end_frame();
        self.pieces.push(Piece::Element { id, since: 0, html });
    }

    /// Goes on with an element that says how long something takes: it is new whenever it is shown, as time is.
    pub(crate) fn put_anew(&mut self, id: &'static str, html: Arc<str>) {
        self.end_frame();
        self.pieces.push(Piece::Element { id, since: NOW, html });
    }

    /// Goes on with the sentences of the story.
    pub(crate) fn story(&mut self) {
        self.end_frame();
        self.pieces.push(Piece::Story);
    }

    /// The page, before anything was told.
    pub fn html(self) -> String {
        let mut shown = Shown::default();
        shown.update(0, self);
        shown.html()
    }

    fn end_frame(&mut self) {
        if !self.frame.is_empty() {
            self.pieces.push(Piece::Frame(self.frame.as_str().into()));
            self.frame.clear();
        }
    }
}

/// What is shown to somebody.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// Which version: it counts what the observer has heard of.
    version: u64,
    /// How often anything of it has changed.
    edition: u64,
    /// The edition in which something else than elements was new.
    whole: u64,
    pieces: Vec<Piece>,
    /// The last sentences that were told, each an item of a list, with the edition in which they were new.
    story: VecDeque<(u64, Arc<str>)>,
}

impl Shown {
    /// Adds to the story what is shown with the next edition.
    pub(crate) fn tell(&mut self, line: Arc<str>) {
        if self.story.len() == MAX_STORY {
            self.story.pop_front();
        }
        self.story.push_back((self.edition + 1, line));
    }

    /// Forgets the story.
    pub(crate) fn forget(&mut self) {
        self.story.clear();
    }

    /// Takes over what is to be seen now, and says whether that is new.
    pub(crate) fn update(&mut self, version: u64, mut pieces: Pieces) -> bool {
        pieces.end_frame();
        let Pieces { pieces, .. } = pieces;
        let edition = self.edition + 1;
        let mut is_new = self.story.back().is_some_and(|(since, _)| *since == edition);
        let fits = self.pieces.len() == pieces.len()
            && self.pieces.iter().zip(&pieces).all(|(old, new)| old.is_like(new));
        if fits {
            for (old, new) in self.pieces.iter_mut().zip(pieces) {
                if let Piece::Element { since, html, .. } = old
                    && let Piece::Element { since: wanted, html: new, .. } = new
                    && (*html != new || wanted == NOW)
                {
                    (*since, *html, is_new) = (edition, new, true);
                }
            }
        } else {
            (self.pieces, self.whole, is_new) = (pieces, edition, true);
            for piece in &mut self.pieces {
                if let Piece::Element { since, .. } = piece {
                    *since = edition;
                }
            }
        }
        if is_new {
            (self.version, self.edition) = (version, edition);
        }
        is_new
    }

    /// All of it.
    pub(crate) fn html(&self) -> String {
        let mut out = String::with_capacity(12 * 1024);
        self.write_whole(&mut out);
        out
    }

    /// The event for a stream that was sent everything up to an edition, or nothing yet; and the edition it then has.
    pub(crate) fn event(&self, sent: Option<u64>) -> (String, u64) {
        let mut out = String::new();
        let parts = sent.filter(|sent| *sent >= self.whole);
        let name = if parts.is_some() { "parts" } else { "view" };
        let _always_fits = write!(out, "id: {}\nevent: {name}\ndata: ", self.version);
        match parts {
            Some(sent) => self.write_parts(sent, &mut out),
            None => self.write_whole(&mut out),
        }
        out.push_str("\n\n");
        (out, self.edition)
    }

    fn write_whole(&self, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Frame(html) | Piece::Element { html, .. } => out.push_str(html),
                Piece::Story => out.extend(self.told_since(0)),
            }
        }
    }

    /// The elements that are new, and the sentences that are, in a list of their own that says how many to keep.
    fn write_parts(&self, sent: u64, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Element { since, html, .. } if *since > sent => out.push_str(html),
                Piece::Frame(_) | Piece::Element { .. } => {}
                Piece::Story => {
                    let mut told = self.told_since(sent).peekable();
                    if told.peek().is_some() {
                        let _always_fits =
                            write!(out, "<ol id=\"story\" data-keep=\"{MAX_STORY}\">");
                        out.extend(told);
                        out.push_str("</ol>");
                    }
                }
            }
        }
    }

    /// What was told behind an edition, the newest first.
    fn told_since(&self, sent: u64) -> impl Iterator<Item = &str> {
        // What is to be shown with the next edition is not yet.
        let new = move |(since, _): &&(u64, Arc<str>)| *since > sent && *since <= self.edition;
        self.story.iter().rev().filter(new).map(|(_, line)| &**line)
    }
}

#[cfg(test)]
mod tests {
    use maud::{PreEscaped, html};

    use super::*;

    fn pieces(frame: &str, where_: &str, clock: Option<&str>) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.frame(&PreEscaped(frame));
        pieces.draw("where", html! { p #where { (where_) } });
        if let Some(clock) = clock {
            pieces.put_anew("clock", html! { i #clock { (clock) } }.into_string().into());
        }
        pieces.frame(&PreEscaped("<ol id=\"story\">"));
        pieces.story();
        pieces.frame(&PreEscaped("</ol>"));
        pieces
    }

    fn line(text: &str) -> Arc<str> {
        html! { li { (text) } }.into_string().into()
    }

    #[test]
    fn a_stream_is_sent_what_is_new_to_it() {
        let mut shown = Shown::default();
        assert!(shown.update(1, pieces("<b>", "here", None)));
        let whole = "<b><p id=\"where\">here</p><ol id=\"story\"></ol>";
        let (event, first) = shown.event(None);
        assert_eq!(event, format!("id: 1\nevent: view\ndata: {whole}\n\n"));
        assert!(!shown.update(2, pieces("<b>", "here", None)), "nothing is new");
        for (version, text) in [(2, "one"), (3, "two")] {
            shown.tell(line(text));
            assert!(shown.update(version, pieces("<b>", text, None)));
        }
        // Whoever skips an edition is sent all that is new since, once.
        let data = "<p id=\"where\">two</p><ol id=\"story\" data-keep=\"40\"><li>two</li><li>one</li></ol>";
        let (event, third) = shown.event(Some(first));
        assert_eq!(event, format!("id: 3\nevent: parts\ndata: {data}\n\n"));
        shown.tell(line("three"));
        assert!(!shown.html().contains("three"), "it is not shown yet");
        assert!(shown.update(4, pieces("<b>", "two", None)));
        let data = "<ol id=\"story\" data-keep=\"40\"><li>three</li></ol>";
        let (event, _) = shown.event(Some(third));
        assert_eq!(event, format!("id: 4\nevent: parts\ndata: {data}\n\n"));
    }

    #[test]
    fn what_stands_around_elements_changes_everything() {
        let mut shown = Shown::default();
        shown.update(1, pieces("<b>", "here", None));
        let (_, sent) = shown.event(None);
        shown.update(2, pieces("<i>", "here", None));
        let (event, sent) = (shown.event(Some(sent)).0, shown.event(Some(sent)).1);
        assert!(event.contains("event: view\ndata: <i><p"), "{event}");
        shown.update(3, pieces("<i>", "here", Some("0:01")));
        let (event, sent) = shown.event(Some(sent));
        assert!(event.contains("event: view\ndata: <i><p"), "{event}");
        // A clock is new even if it shows the same: whether it does is a matter of luck.
        assert!(shown.update(4, pieces("<i>", "here", Some("0:01"))));
        let (event, _) = shown.event(Some(sent));
        assert_eq!(event, "id: 4\nevent: parts\ndata: <i id=\"clock\">0:01</i>\n\n");
    }
}
