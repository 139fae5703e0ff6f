//! A page in pieces: elements that change one by one, the frame around them, and the update for browsers that show an
//! older version.
//!
//! A browser gets the elements that have changed, by their ids. The frame changes rarely, and then the whole page is
//! sent. Of an older version only hashes are kept: a table has a screen for each seat, and comparing texts would take
//! longer than making them.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use foldhash::SharedSeed;
use foldhash::quality::FoldHasher;
use maud::Render;

use crate::face::Text;

/// How many sentences of the story a page shows.
const MAX_STORY: usize = 40;

/// The hash of a text. A change is missed where two texts have the same hash, so the seed is the process's secret:
/// nobody can write a chat line whose hash is known beforehand. No hash is ever part of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mark(u64);

/// Random bits of the operating system, taken once.
static SEED: LazyLock<(u64, SharedSeed)> = LazyLock::new(|| {
    let random = RandomState::new();
    (random.hash_one("hasher"), SharedSeed::from_u64(random.hash_one("shared")))
});

impl Mark {
    fn of(text: &str) -> Mark {
        let (seed, shared) = &*SEED;
        let mut hasher = FoldHasher::with_seed(*seed, shared);
        hasher.write(text.as_bytes());
        Mark(hasher.finish())
    }

    /// The hash of two texts in this order.
    fn then(self, next: Mark) -> Mark {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0.rotate_left(29) ^ next.0) * ODD;
        Mark(product as u64 ^ (product >> 64) as u64)
    }
}

/// The HTML of an element and its hash, made once for everybody who sees it.
#[derive(Debug)]
pub struct Drawn {
    html: Box<str>,
    mark: Mark,
}

impl From<String> for Drawn {
    fn from(html: String) -> Drawn {
        Drawn { mark: Mark::of(&html), html: html.into() }
    }
}

impl Deref for Drawn {
    type Target = str;

    fn deref(&self) -> &str {
        &self.html
    }
}

/// A page while it is put together: the whole page, or the elements that differ from what was shown before.
#[derive(Debug, Default)]
pub struct Pieces {
    /// The HTML so far.
    out: String,
    /// Whether only changed elements are written.
    changes_only: bool,
    /// The hash of the frame and of the ids of all elements.
    frame: Mark,
    /// The hashes of the elements: this page's up to `n_marks`, behind them those of the version before.
    marks: Vec<Mark>,
    n_marks: usize,
    /// The place in `out` where the story begins.
    story: usize,
}

impl Pieces {
    /// Adds a part of the frame.
    pub fn frame(&mut self, html: &impl Render) {
        let from = self.out.len();
        html.render_to(&mut self.out);
        self.frame = self.frame.then(Mark::of(&self.out[from..]));
        if self.changes_only {
            self.out.truncate(from);
        }
    }

    /// Adds a part of the frame that is HTML already.
    pub fn fixed(&mut self, html: &'static str) {
        self.frame = self.frame.then(Mark::of(html));
        if !self.changes_only {
            self.out.push_str(html);
        }
    }

    /// Adds a message to the frame. At one table a message id must always give the same text: only the id is compared.
    pub fn say(&mut self, id: &'static str, say: impl FnOnce(&'static str) -> Text) {
        self.frame = self.frame.then(Mark::of(id));
        if !self.changes_only {
            say(id).render_to(&mut self.out);
        }
    }

    /// Adds an element with this id.
    pub fn draw(&mut self, id: &'static str, html: &impl Render) {
        let from = self.out.len();
        html.render_to(&mut self.out);
        let mark = Mark::of(&self.out[from..]);
        if !self.is_wanted(id, mark) {
            self.out.truncate(from);
        }
    }

    /// Adds an element with this id that was drawn before.
    pub fn put(&mut self, id: &'static str, html: &Drawn) {
        if self.is_wanted(id, html.mark) {
            self.out.push_str(html);
        }
    }

    /// Adds an element that shows a time. It counts as changed in every update: whether its text changed would depend
    /// on the moment.
    pub fn put_anew(&mut self, id: &'static str, html: &Drawn) {
        self.is_wanted(id, html.mark);
        self.out.push_str(html);
    }

    /// Adds the sentences of the story.
    pub fn story(&mut self) {
        self.mention("story");
        self.story = self.out.len();
    }

    /// The page, without a story.
    pub fn html(self) -> String {
        self.out
    }

    /// Whether an element has to be written.
    fn is_wanted(&mut self, id: &'static str, mark: Mark) -> bool {
        self.mention(id);
        let place = self.n_marks;
        self.n_marks += 1;
        if place == self.marks.len() {
            self.marks.push(mark);
            return true;
        }
        let known = std::mem::replace(&mut self.marks[place], mark);
        !self.changes_only || known != mark
    }

    /// Makes the ids and their order part of the frame.
    fn mention(&mut self, id: &'static str) {
        self.frame = self.frame.then(Mark::of(id));
    }

    /// Lays out a page from its beginning. `marks` are those of the version before, and become those of this one.
    fn lay(&mut self, marks: &mut Vec<Mark>, changes_only: bool, lay: impl FnOnce(&mut Pieces)) {
        (self.changes_only, self.n_marks, self.frame) = (changes_only, 0, Mark::default());
        std::mem::swap(&mut self.marks, marks);
        lay(self);
        self.marks.truncate(self.n_marks);
        std::mem::swap(&mut self.marks, marks);
    }
}

/// The version of a page that an observer's browsers show.
#[derive(Debug, Default)]
pub struct Shown {
    frame: Mark,
    /// The hashes of the elements, in order.
    marks: Vec<Mark>,
    /// The last sentences, each an item of a list.
    story: VecDeque<Arc<str>>,
    /// How many of them no browser has yet.
    n_untold: usize,
}

impl Shown {
    /// Adds a sentence to the story of the next version.
    pub fn tell(&mut self, line: Arc<str>) {
        if self.story.len() == MAX_STORY {
            self.story.pop_front();
        }
        if self.story.is_empty() {
            // Exactly what it will ever need: growing by itself it would take half as much again.
            self.story.reserve_exact(MAX_STORY);
        }
        self.story.push_back(line);
        self.n_untold = (self.n_untold + 1).min(MAX_STORY);
    }

    /// Forgets the story.
    pub fn forget(&mut self) {
        self.story.clear();
        self.n_untold = 0;
    }

    /// Moves on to the page that `lay` lays out. Adds an event for browsers that show the version before to `news`,
    /// unless nothing has changed.
    pub fn update(&mut self, version: u64, lay: impl Fn(&mut Pieces), news: &mut String) {
        let from = news.len();
        let mut pieces = Pieces { out: std::mem::take(news), ..Pieces::default() };
        begin_event(version, "parts", &mut pieces.out);
        let begun = pieces.out.len();
        pieces.lay(&mut self.marks, true, &lay);
        let frame = pieces.frame;
        if std::mem::replace(&mut self.frame, frame) == frame {
            self.write_untold(&mut pieces.out);
        } else {
            pieces.out.truncate(from);
            begin_event(version, "view", &mut pieces.out);
            pieces.lay(&mut self.marks, false, &lay);
            self.insert_story(&mut pieces);
        }
        self.n_untold = 0;
        *news = pieces.out;
        if news.len() > begun {
            news.push_str(END_OF_EVENT);
        } else {
            news.truncate(from);
        }
    }

    /// The whole page that `lay` lays out, with the story.
    pub fn html(&self, lay: impl Fn(&mut Pieces)) -> String {
        let mut pieces = Pieces::default();
        lay(&mut pieces);
        self.insert_story(&mut pieces);
        pieces.html()
    }

    /// The new sentences, in a list that says how many sentences to keep.
    fn write_untold(&self, out: &mut String) {
        if self.n_untold > 0 {
            out.push_str("<ol id=\"story\" data-keep=\"");
            MAX_STORY.render_to(out);
            out.push_str("\">");
            out.extend(self.told().take(self.n_untold));
            out.push_str("</ol>");
        }
    }

    fn insert_story(&self, pieces: &mut Pieces) {
        let told: String = self.told().collect();
        pieces.out.insert_str(pieces.story, &told);
    }

    /// The sentences, the newest first.
    fn told(&self) -> impl Iterator<Item = &str> {
        self.story.iter().rev().map(|line| &**line)
    }
}

/// The event that shows a whole page to a browser that has nothing yet.
pub fn first_event(version: u64, html: &str) -> String {
    // How soon to come back when the stream breaks.
    let mut event = "retry: 1000\n\n".to_owned();
    begin_event(version, "view", &mut event);
    event + html + END_OF_EVENT
}

fn begin_event(version: u64, name: &str, out: &mut String) {
    out.push_str("id: ");
    version.render_to(out);
    out.push_str("\nevent: ");
    out.push_str(name);
    out.push_str("\ndata: ");
}

const END_OF_EVENT: &str = "\n\n";

#[cfg(test)]
mod tests {
    use maud::{PreEscaped, html};

    use super::*;

    /// A page with a frame, an element and perhaps a clock.
    #[derive(Clone, Copy)]
    struct Page {
        frame: &'static str,
        place: &'static str,
        clock: Option<&'static str>,
    }

    impl Page {
        fn lay(self, pieces: &mut Pieces) {
            pieces.frame(&PreEscaped(self.frame));
            pieces.draw("where", &html! { p #where { (self.place) } });
            if let Some(clock) = self.clock {
                let clock = html! { i #clock { (clock) } }.into_string();
                pieces.put_anew("clock", &clock.into());
            }
            pieces.frame(&PreEscaped("<ol id=\"story\">"));
            pieces.story();
            pieces.frame(&PreEscaped("</ol>"));
        }
    }

    const PAGE: Page = Page { frame: "<b>", place: "here", clock: None };

    fn line(text: &str) -> Arc<str> {
        html! { li { (text) } }.into_string().into()
    }

    /// The event that browsers get when a page is shown.
    fn show(shown: &mut Shown, version: u64, page: Page) -> Option<String> {
        let mut told = String::new();
        shown.update(version, |pieces| page.lay(pieces), &mut told);
        Some(told).filter(|told| !told.is_empty())
    }

    #[test]
    fn those_who_watch_are_told_what_is_new() {
        let mut shown = Shown::default();
        let whole = "<b><p id=\"where\">here</p><ol id=\"story\"></ol>";
        let first = show(&mut shown, 1, PAGE).unwrap();
        assert_eq!(first, format!("id: 1\nevent: view\ndata: {whole}\n\n"));
        assert_eq!(show(&mut shown, 2, PAGE), None, "nothing is new");
        shown.tell(line("one"));
        shown.tell(line("two"));
        let data = "<p id=\"where\">there</p><ol id=\"story\" data-keep=\"40\"><li>two</li><li>one</li></ol>";
        let second = show(&mut shown, 3, Page { place: "there", ..PAGE }).unwrap();
        assert_eq!(second, format!("id: 3\nevent: parts\ndata: {data}\n\n"));
        shown.tell(line("three"));
        let data = "<ol id=\"story\" data-keep=\"40\"><li>three</li></ol>";
        let third = show(&mut shown, 4, Page { place: "there", ..PAGE }).unwrap();
        assert_eq!(third, format!("id: 4\nevent: parts\ndata: {data}\n\n"));
        let html = shown.html(|pieces| PAGE.lay(pieces));
        let story = "<ol id=\"story\"><li>three</li><li>two</li><li>one</li></ol>";
        assert_eq!(html, format!("<b><p id=\"where\">here</p>{story}"));
        assert_eq!(
            first_event(5, &html),
            format!("retry: 1000\n\nid: 5\nevent: view\ndata: {html}\n\n")
        );
    }

    #[test]
    fn what_stands_around_elements_changes_everything() {
        let mut shown = Shown::default();
        show(&mut shown, 1, PAGE);
        let other = Page { frame: "<i>", ..PAGE };
        let told = show(&mut shown, 2, other).unwrap();
        assert!(told.contains("event: view\ndata: <i><p"), "{told}");
        let timed = Page { clock: Some("0:01"), ..other };
        let told = show(&mut shown, 3, timed).unwrap();
        assert!(told.contains("event: view\ndata: <i><p"), "{told}");
        // A clock is new even if it shows the same: whether it does is a matter of luck.
        let told = show(&mut shown, 4, timed).unwrap();
        assert_eq!(told, "id: 4\nevent: parts\ndata: <i id=\"clock\">0:01</i>\n\n");
    }

    #[test]
    fn a_page_keeps_the_last_sentences() {
        let mut shown = Shown::default();
        (0..50).for_each(|number| shown.tell(line(&number.to_string())));
        let told = show(&mut shown, 1, PAGE).unwrap();
        assert!(told.contains("<li>49</li>") && told.contains("<li>10</li>"), "{told}");
        assert!(!told.contains("<li>9</li>"), "{told}");
        shown.forget();
        assert!(!shown.html(|pieces| PAGE.lay(pieces)).contains("<li>"));
    }
}
