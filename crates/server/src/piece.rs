//! A page in pieces: elements that change one by one, what stands around them, and what of it is new to whom.
//!
//! Whoever watches is sent the elements that changed since they were sent something, by their ids. What stands around
//! them changes rarely, and then everything is sent.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use maud::Render;

/// How many sentences of the story a page shows.
const MAX_STORY: usize = 40;

/// As much as stands around what is sent, at most.
const HEAD: usize = 96;

/// A piece of a page as it is shown.
#[derive(Clone, Debug)]
enum Piece {
    /// What stands around elements, up to there in the text of frames.
    Frame { end: usize },
    /// An element with an id, and the edition in which it was new.
    Element { id: &'static str, since: u64, html: Html },
    /// Where the sentences of the story belong.
    Story,
}

/// An element as it is shown.
#[derive(Clone, Debug)]
enum Html {
    /// Others see it too.
    Shared(Arc<str>),
    /// It was drawn for this page. What comes in its place is written over it.
    Own(String),
}

impl Html {
    fn text(&self) -> &str {
        match self {
            Html::Shared(text) => text,
            Html::Own(text) => text,
        }
    }
}

/// A piece of a page that is being put together.
#[derive(Debug)]
enum Part {
    /// What stands around elements, up to there in the text of frames.
    Frame { end: usize },
    /// An element with an id, up to there in what is drawn.
    Drawn { id: &'static str, end: usize },
    /// An element with an id that was drawn before, and whether it is new in any case.
    Known { id: &'static str, html: Arc<str>, is_new: bool },
    /// Where the sentences of the story belong.
    Story,
}

/// Pieces of a page as they are put together. What is drawn stands in one text, and only what turns out to be new is
/// copied from there.
#[derive(Debug, Default)]
pub struct Pieces {
    parts: Vec<Part>,
    drawn: String,
    frames: String,
    /// How much of the frames belongs to parts.
    n_framed: usize,
}

impl Pieces {
    /// Goes on with what stands around elements.
    pub(crate) fn frame(&mut self, html: &impl Render) {
        html.render_to(&mut self.frames);
    }

    /// Goes on with an element that has this id.
    pub fn draw(&mut self, id: &'static str, html: &impl Render) {
        self.end_frame();
        html.render_to(&mut self.drawn);
        self.parts.push(Part::Drawn { id, end: self.drawn.len() });
    }

    /// Goes on with an element that has this id and that was drawn before.
    pub(crate) fn put(&mut self, id: &'static str, html: Arc<str>) {
        self.end_frame();
        self.parts.push(Part::Known { id, html, is_new: false });
    }

    /// Goes on with an element that says how long something takes: it is new whenever it is shown, as time is.
    pub(crate) fn put_anew(&mut self, id: &'static str, html: Arc<str>) {
        self.end_frame();
        self.parts.push(Part::Known { id, html, is_new: true });
    }

    /// Goes on with the sentences of the story.
    pub(crate) fn story(&mut self) {
        self.end_frame();
        self.parts.push(Part::Story);
    }

    /// The page, before anything was told.
    pub fn html(mut self) -> String {
        let mut shown = Shown::default();
        shown.update(0, &mut self);
        shown.html()
    }

    /// Pieces in a place where others were put together before.
    pub(crate) fn with<T>(put_together: impl FnOnce(&mut Pieces) -> T) -> T {
        thread_local! {
            /// What is asked for over and over should lie where it lay before.
            static PLACE: RefCell<Pieces> = RefCell::default();
        }
        PLACE.with_borrow_mut(|pieces| {
            pieces.clear();
            put_together(pieces)
        })
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.drawn.clear();
        self.frames.clear();
        self.n_framed = 0;
    }

    fn end_frame(&mut self) {
        if self.frames.len() > self.n_framed {
            self.n_framed = self.frames.len();
            self.parts.push(Part::Frame { end: self.n_framed });
        }
    }

    /// All parts, each with the text of its element.
    fn iter(&self) -> impl Iterator<Item = (&Part, &str)> {
        let mut from = 0;
        self.parts.iter().map(move |part| match part {
            Part::Drawn { end, .. } => {
                (part, &self.drawn[std::mem::replace(&mut from, *end)..*end])
            }
            Part::Known { html, .. } => (part, &**html),
            Part::Frame { .. } | Part::Story => (part, ""),
        })
    }
}

impl Html {
    fn new(part: &Part, text: &str) -> Html {
        match part {
            Part::Known { html, .. } => Html::Shared(Arc::clone(html)),
            Part::Frame { .. } | Part::Drawn { .. } | Part::Story => Html::Own(text.to_owned()),
        }
    }

    /// Takes over what is to be seen now, and says whether that is new.
    fn update(&mut self, part: &Part, text: &str) -> bool {
        let ages = matches!(part, Part::Known { is_new: true, .. });
        // What was drawn once for many is in the same place.
        if !ages && std::ptr::eq(self.text(), text) {
            return false;
        }
        let is_new = ages || self.text() != text;
        match (&mut *self, part) {
            (Html::Own(_), Part::Drawn { .. }) if !is_new => {}
            // In the same place, unless that is too small or far too big.
            (Html::Own(old), Part::Drawn { .. })
                if (text.len()..=2 * text.len()).contains(&old.capacity()) =>
            {
                text.clone_into(old);
            }
            // Even where it says the same: nobody else needs the old one any more.
            (html, part) => *html = Html::new(part, text),
        }
        is_new
    }
}

impl Piece {
    fn new(part: &Part, text: &str, since: u64) -> Piece {
        match *part {
            Part::Frame { end } => Piece::Frame { end },
            Part::Drawn { id, .. } | Part::Known { id, .. } => {
                Piece::Element { id, since, html: Html::new(part, text) }
            }
            Part::Story => Piece::Story,
        }
    }

    /// Whether a page with the other in this place differs in elements at most, where the frames are the same.
    fn is_like(&self, part: &Part) -> bool {
        match (self, part) {
            (Piece::Frame { end: one }, Part::Frame { end }) => one == end,
            (Piece::Element { id: one, .. }, Part::Drawn { id, .. } | Part::Known { id, .. }) => {
                one == id
            }
            (Piece::Story, Part::Story) => true,
            (Piece::Frame { .. } | Piece::Element { .. } | Piece::Story, _) => false,
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
    frames: String,
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
        if self.story.is_empty() {
            // As much as it will ever need: a list that grows as it likes takes half as much again.
            self.story.reserve_exact(MAX_STORY);
        }
        self.story.push_back((self.edition + 1, line));
    }

    /// Forgets the story.
    pub(crate) fn forget(&mut self) {
        self.story.clear();
    }

    /// Takes over what is to be seen now, and says whether that is new.
    pub(crate) fn update(&mut self, version: u64, pieces: &mut Pieces) -> bool {
        pieces.end_frame();
        let edition = self.edition + 1;
        let mut is_new = self.story.back().is_some_and(|(since, _)| *since == edition);
        let fits = self.frames == pieces.frames
            && self.pieces.len() == pieces.parts.len()
            && self.pieces.iter().zip(&pieces.parts).all(|(old, new)| old.is_like(new));
        if fits {
            for (old, (part, text)) in self.pieces.iter_mut().zip(pieces.iter()) {
                if let Piece::Element { since, html, .. } = old
                    && html.update(part, text)
                {
                    (*since, is_new) = (edition, true);
                }
            }
        } else {
            (self.whole, is_new) = (edition, true);
            self.frames.clone_from(&pieces.frames);
            self.pieces =
                pieces.iter().map(|(part, text)| Piece::new(part, text, edition)).collect();
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

    /// The event for a stream that was sent everything up to an edition, or nothing yet, behind something that comes
    /// before it; and the edition it then has.
    pub(crate) fn event(&self, sent: Option<u64>, before: &str) -> (String, u64) {
        let parts = sent.filter(|sent| *sent >= self.whole);
        let mut out = String::with_capacity(before.len() + self.n_bytes(parts) + HEAD);
        out.push_str(before);
        let name = if parts.is_some() { "parts" } else { "view" };
        out.push_str("id: ");
        self.version.render_to(&mut out);
        out.push_str("\nevent: ");
        out.push_str(name);
        out.push_str("\ndata: ");
        match parts {
            Some(sent) => self.write_parts(sent, &mut out),
            None => self.write_whole(&mut out),
        }
        out.push_str("\n\n");
        (out, self.edition)
    }

    /// How long it is what is new behind an edition, or all of it.
    fn n_bytes(&self, sent: Option<u64>) -> usize {
        let elements = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Element { since, html, .. } if sent.is_none_or(|sent| *since > sent) => {
                Some(html.text().len())
            }
            Piece::Frame { .. } | Piece::Element { .. } | Piece::Story => None,
        });
        let story = self.told_since(sent.unwrap_or_default()).map(str::len);
        let frames = if sent.is_none() { self.frames.len() } else { 0 };
        elements.chain(story).sum::<usize>() + frames
    }

    fn write_whole(&self, out: &mut String) {
        let mut from = 0;
        for piece in &self.pieces {
            match piece {
                Piece::Frame { end } => {
                    out.push_str(&self.frames[std::mem::replace(&mut from, *end)..*end]);
                }
                Piece::Element { html, .. } => out.push_str(html.text()),
                Piece::Story => out.extend(self.told_since(0)),
            }
        }
    }

    /// The elements that are new, and the sentences that are, in a list of their own that says how many to keep.
    fn write_parts(&self, sent: u64, out: &mut String) {
        for piece in &self.pieces {
            match piece {
                Piece::Element { since, html, .. } if *since > sent => out.push_str(html.text()),
                Piece::Frame { .. } | Piece::Element { .. } => {}
                Piece::Story => {
                    let mut told = self.told_since(sent).peekable();
                    if told.peek().is_some() {
                        out.push_str("<ol id=\"story\" data-keep=\"");
                        MAX_STORY.render_to(out);
                        out.push_str("\">");
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
        let shown = self.story.iter().rev().skip_while(|(since, _)| *since > self.edition);
        shown.take_while(move |(since, _)| *since > sent).map(|(_, line)| &**line)
    }
}

#[cfg(test)]
mod tests {
    use maud::{PreEscaped, html};

    use super::*;

    fn pieces(frame: &str, where_: &str, clock: Option<&str>) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.frame(&PreEscaped(frame));
        pieces.draw("where", &html! { p #where { (where_) } });
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
        assert!(shown.update(1, &mut pieces("<b>", "here", None)));
        let whole = "<b><p id=\"where\">here</p><ol id=\"story\"></ol>";
        let (event, first) = shown.event(None, "");
        assert_eq!(event, format!("id: 1\nevent: view\ndata: {whole}\n\n"));
        assert!(!shown.update(2, &mut pieces("<b>", "here", None)), "nothing is new");
        for (version, text) in [(2, "one"), (3, "two")] {
            shown.tell(line(text));
            assert!(shown.update(version, &mut pieces("<b>", text, None)));
        }
        // Whoever skips an edition is sent all that is new since, once.
        let data = "<p id=\"where\">two</p><ol id=\"story\" data-keep=\"40\"><li>two</li><li>one</li></ol>";
        let (event, third) = shown.event(Some(first), "");
        assert_eq!(event, format!("id: 3\nevent: parts\ndata: {data}\n\n"));
        shown.tell(line("three"));
        assert!(!shown.html().contains("three"), "it is not shown yet");
        assert!(shown.update(4, &mut pieces("<b>", "two", None)));
        let data = "<ol id=\"story\" data-keep=\"40\"><li>three</li></ol>";
        let (event, _) = shown.event(Some(third), "");
        assert_eq!(event, format!("id: 4\nevent: parts\ndata: {data}\n\n"));
    }

    #[test]
    fn what_stands_around_elements_changes_everything() {
        let mut shown = Shown::default();
        shown.update(1, &mut pieces("<b>", "here", None));
        let (_, sent) = shown.event(None, "");
        shown.update(2, &mut pieces("<i>", "here", None));
        let (event, sent) = (shown.event(Some(sent), "").0, shown.event(Some(sent), "").1);
        assert!(event.contains("event: view\ndata: <i><p"), "{event}");
        shown.update(3, &mut pieces("<i>", "here", Some("0:01")));
        let (event, sent) = shown.event(Some(sent), "");
        assert!(event.contains("event: view\ndata: <i><p"), "{event}");
        // A clock is new even if it shows the same: whether it does is a matter of luck.
        assert!(shown.update(4, &mut pieces("<i>", "here", Some("0:01"))));
        let (event, _) = shown.event(Some(sent), "");
        assert_eq!(event, "id: 4\nevent: parts\ndata: <i id=\"clock\">0:01</i>\n\n");
    }

    #[test]
    fn what_looks_as_before_is_kept_once() {
        let mut shown = Shown::default();
        let mut show = |html: &Arc<str>| {
            let mut pieces = Pieces::default();
            pieces.put("row", Arc::clone(html));
            shown.update(1, &mut pieces)
        };
        let [before, again] = ["<p id=\"row\"></p>"; 2].map(Arc::<str>::from);
        assert!(show(&before));
        assert!(!show(&again));
        assert_eq!(Arc::strong_count(&before), 1, "nobody else needs it any more");
        assert_eq!(Arc::strong_count(&again), 2);
    }
}
