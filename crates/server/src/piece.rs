//! A page in pieces: elements that change one by one, what stands around them, and what of it is new to those who watch.
//!
//! Whoever watches is sent the elements that have changed, by their ids. What stands around them changes rarely, and then
//! everything is sent. Of what was shown only [marks](Mark) are remembered: there are four screens at a table, and to look
//! at what was there takes longer than to make what is there now.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, Hasher as _};
use std::ops::Deref;
use std::sync::Arc;

use foldhash::quality::FixedState;
use maud::Render;

use crate::face::Text;

/// How many sentences of the story a page shows.
const MAX_STORY: usize = 40;

/// What tells a text from another: of texts that differ, one in 2⁶⁴ has the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mark(u64);

impl Mark {
    fn of(text: &str) -> Mark {
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(text.as_bytes());
        Mark(hasher.finish())
    }

    /// The mark of what had this one, with something behind it.
    fn then(self, behind: Mark) -> Mark {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0.rotate_left(29) ^ behind.0) * ODD;
        Mark(product as u64 ^ (product >> 64) as u64)
    }

    /// The mark of a text that stands in the program: where it stands is enough to know it.
    fn of_fixed(text: &'static str) -> Mark {
        Mark(text.as_ptr() as u64).then(Mark(text.len() as u64))
    }
}

/// An element that was drawn, for all who see it.
#[derive(Debug)]
pub struct Drawn {
    html: Box<str>,
    mark: Mark,
}

impl From<&str> for Drawn {
    fn from(html: &str) -> Drawn {
        Drawn { html: html.into(), mark: Mark::of(html) }
    }
}

impl Deref for Drawn {
    type Target = str;

    fn deref(&self) -> &str {
        &self.html
    }
}

/// Pieces of a page as they are put together: all of it, or what of it is new to those who know what was shown before.
#[derive(Debug, Default)]
pub struct Pieces {
    /// What comes of it.
    out: String,
    /// Whether that is what is new, and no more.
    news_only: bool,
    /// What stands around elements, and which they are.
    frame: Mark,
    /// The elements that were there before, and as far as they have been put, those that are there now.
    marks: Vec<Mark>,
    n_marks: usize,
    /// Where the story begins.
    story: usize,
}

impl Pieces {
    /// Goes on with what stands around elements.
    pub(crate) fn frame(&mut self, html: &impl Render) {
        let from = self.out.len();
        html.render_to(&mut self.out);
        self.frame = self.frame.then(Mark::of(&self.out[from..]));
        if self.news_only {
            self.out.truncate(from);
        }
    }

    /// Goes on with something around elements that stands in the program as it is.
    pub(crate) fn fixed(&mut self, html: &'static str) {
        self.frame = self.frame.then(Mark::of_fixed(html));
        if !self.news_only {
            self.out.push_str(html);
        }
    }

    /// Goes on with a message around elements. At one table it always says the same.
    pub(crate) fn say(&mut self, id: &'static str, say: impl FnOnce(&'static str) -> Text) {
        self.frame = self.frame.then(Mark::of_fixed(id));
        if !self.news_only {
            say(id).render_to(&mut self.out);
        }
    }

    /// Goes on with an element that has this id.
    pub fn draw(&mut self, id: &'static str, html: &impl Render) {
        let from = self.out.len();
        html.render_to(&mut self.out);
        let mark = Mark::of(&self.out[from..]);
        if !self.is_wanted(id, mark) {
            self.out.truncate(from);
        }
    }

    /// Goes on with an element that has this id and that was drawn before.
    pub(crate) fn put(&mut self, id: &'static str, html: &Drawn) {
        if self.is_wanted(id, html.mark) {
            self.out.push_str(html);
        }
    }

    /// Goes on with an element that says how long something takes: it is new whenever it is shown, as time is.
    pub(crate) fn put_anew(&mut self, id: &'static str, html: &Drawn) {
        self.is_wanted(id, html.mark);
        self.out.push_str(html);
    }

    /// Goes on with the sentences of the story.
    pub(crate) fn story(&mut self) {
        self.mention("story");
        self.story = self.out.len();
    }

    /// The page, before anything was told.
    pub fn html(self) -> String {
        self.out
    }

    /// Whether an element belongs to what comes of it.
    fn is_wanted(&mut self, id: &'static str, mark: Mark) -> bool {
        self.mention(id);
        let place = self.n_marks;
        self.n_marks += 1;
        if place == self.marks.len() {
            self.marks.push(mark);
            return true;
        }
        let known = std::mem::replace(&mut self.marks[place], mark);
        !self.news_only || known != mark
    }

    /// Elements in another order are other pages.
    fn mention(&mut self, id: &'static str) {
        self.frame = self.frame.then(Mark::of_fixed(id));
    }

    /// Lays out a page from its beginning, with the marks of what was shown before, which become those of this one.
    fn lay(&mut self, marks: &mut Vec<Mark>, news_only: bool, lay: impl FnOnce(&mut Pieces)) {
        (self.news_only, self.n_marks, self.frame) = (news_only, 0, Mark::default());
        std::mem::swap(&mut self.marks, marks);
        lay(self);
        self.marks.truncate(self.n_marks);
        std::mem::swap(&mut self.marks, marks);
    }
}

/// What is shown to somebody.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// What stands around elements.
    frame: Mark,
    /// The elements, in order.
    marks: Vec<Mark>,
    /// The last sentences that were told, each an item of a list.
    story: VecDeque<Arc<str>>,
    /// How many of them are not shown yet.
    n_untold: usize,
}

impl Shown {
    /// Adds to the story what is shown next.
    pub(crate) fn tell(&mut self, line: Arc<str>) {
        if self.story.len() == MAX_STORY {
            self.story.pop_front();
        }
        if self.story.is_empty() {
            // As much as it will ever need: a list that grows as it likes takes half as much again.
            self.story.reserve_exact(MAX_STORY);
        }
        self.story.push_back(line);
        self.n_untold = (self.n_untold + 1).min(MAX_STORY);
    }

    /// Forgets the story.
    pub(crate) fn forget(&mut self) {
        self.story.clear();
        self.n_untold = 0;
    }

    /// Shows what is to be seen now, as it is laid out in pieces. Adds an event for those who saw what was shown before,
    /// unless nothing is new.
    pub(crate) fn update(&mut self, version: u64, lay: impl Fn(&mut Pieces), news: &mut String) {
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

    /// The same page, all of it.
    pub(crate) fn html(&self, lay: impl Fn(&mut Pieces)) -> String {
        let mut pieces = Pieces::default();
        lay(&mut pieces);
        self.insert_story(&mut pieces);
        pieces.html()
    }

    /// The sentences that are new, in a list of their own that says how many to keep.
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

    /// What was told, the newest first.
    fn told(&self) -> impl Iterator<Item = &str> {
        self.story.iter().rev().map(|line| &**line)
    }
}

/// The event that shows all of a page to who has seen nothing yet.
pub(crate) fn first_event(version: u64, html: &str) -> String {
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

    /// A page that is laid out so.
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
                pieces.put_anew("clock", &clock.as_str().into());
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

    /// What is told when a page is shown.
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
