//! A page in pieces: elements that change one by one, the frame around them, and the update for browsers that show an
//! older version.
//!
//! A browser gets the elements that have changed, by their ids. The frame changes rarely, and then the whole page is
//! sent. Of an older version only hashes are kept: a table has a screen for each seat, and comparing texts would take
//! longer than making them.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::ops::Deref;
use std::sync::LazyLock;

use foldhash::SharedSeed;
use foldhash::quality::FoldHasher;
use maud::Render;
use rules::Game;

use crate::face::Text;
use crate::story::{MAX_LINES, Story, Voice};

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

/// The HTML of an element and its hash, made once for all observers.
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
    /// The hashes of the elements: those of this page up to `n_marks`, then those of the version before.
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
    pub fn put_uncached(&mut self, id: &'static str, html: &Drawn) {
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

/// A change of a page, for browsers that show the version before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Update {
    /// The whole page.
    Whole(String),
    /// The elements that have changed, one after the other. An element is found by its id.
    Parts(String),
}

/// The version of a page that an observer's browsers show.
#[derive(Debug, Default)]
pub struct Shown {
    frame: Mark,
    /// The hashes of the elements, in order.
    marks: Vec<Mark>,
    /// The number of story lines that browsers have.
    n_told: u64,
}

impl Shown {
    /// Lays out the page with this story. Returns the changes, if any.
    pub fn update<G: Game>(
        &mut self,
        lay: impl Fn(&mut Pieces),
        story: &Story<G>,
        voice: Voice<'_>,
    ) -> Option<Update> {
        self.update_until(story.n_told(), lay, story, voice)
    }

    /// The same without sentences that browsers do not have yet.
    pub fn update_silently<G: Game>(
        &mut self,
        lay: impl Fn(&mut Pieces),
        story: &Story<G>,
        voice: Voice<'_>,
    ) -> Option<Update> {
        self.update_until(self.n_told, lay, story, voice)
    }

    /// Lays out the page with the first so many sentences of the story.
    fn update_until<G: Game>(
        &mut self,
        n_told: u64,
        lay: impl Fn(&mut Pieces),
        story: &Story<G>,
        voice: Voice<'_>,
    ) -> Option<Update> {
        let mut pieces = Pieces::default();
        pieces.lay(&mut self.marks, true, &lay);
        let frame = std::mem::replace(&mut self.frame, pieces.frame);
        let n_known = std::mem::replace(&mut self.n_told, n_told);
        if frame != pieces.frame {
            return Some(Update::Whole(self.whole_until(n_told, lay, story, voice)));
        }
        let mut out = pieces.out;
        if n_told > n_known {
            // The new sentences, in a list that says how many sentences to keep.
            out.push_str("<ol id=\"story\" data-keep=\"");
            MAX_LINES.render_to(&mut out);
            out.push_str("\">");
            story.items(n_known..n_told, voice, &mut out);
            out.push_str("</ol>");
        }
        (!out.is_empty()).then_some(Update::Parts(out))
    }

    /// Lays out the page with this story, for a browser without a page.
    pub fn whole<G: Game>(
        &mut self,
        lay: impl FnOnce(&mut Pieces),
        story: &Story<G>,
        voice: Voice<'_>,
    ) -> String {
        self.whole_until(story.n_told(), lay, story, voice)
    }

    fn whole_until<G: Game>(
        &mut self,
        n_told: u64,
        lay: impl FnOnce(&mut Pieces),
        story: &Story<G>,
        voice: Voice<'_>,
    ) -> String {
        let mut pieces = Pieces::default();
        pieces.lay(&mut self.marks, false, lay);
        (self.frame, self.n_told) = (pieces.frame, n_told);
        let mut items = String::new();
        story.items(0..n_told, voice, &mut items);
        pieces.out.insert_str(pieces.story, &items);
        pieces.out
    }
}

#[cfg(test)]
mod tests {
    use maud::{PreEscaped, html};
    use rules::meow;
    use table::event::{Event, EventKind};
    use table::lobby::Names;
    use table::news::{CompanyNews, NewsItem};
    use table::table::Table;
    use table::terms::Terms;
    use words::Words;

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
                pieces.put_uncached("clock", &clock.into());
            }
            pieces.frame(&PreEscaped("<ol id=\"story\">"));
            pieces.story();
            pieces.frame(&PreEscaped("</ol>"));
        }
    }

    const PAGE: Page = Page { frame: "<b>", place: "here", clock: None };

    /// Shows a page with a story.
    fn show(shown: &mut Shown, story: &Story<meow::State>, page: Page) -> Option<Update> {
        with_voice(|voice| shown.update(|pieces| page.lay(pieces), story, voice))
    }

    fn with_voice<T>(show: impl FnOnce(Voice<'_>) -> T) -> T {
        let (words, names) = (Words::default(), names());
        show(Voice { words: &words, names: &names })
    }

    fn names() -> Names {
        let terms = Terms::new::<meow::State>(&"meow players=2".parse().unwrap());
        let opened = Event { at: 0, kind: EventKind::Opened(terms) };
        Table::<meow::State>::new(&opened).unwrap().lobby().names()
    }

    fn tell(story: &mut Story<meow::State>, name: &str) {
        story.tell(NewsItem::Company(CompanyNews::Sat { name: name.to_owned() }), &names());
    }

    #[test]
    fn a_browser_gets_only_the_changes() {
        let (mut shown, mut story) = (Shown::default(), Story::default());
        let whole = "<b><p id=\"where\">here</p><ol id=\"story\"></ol>";
        assert_eq!(show(&mut shown, &story, PAGE), Some(Update::Whole(whole.to_owned())));
        assert_eq!(show(&mut shown, &story, PAGE), None, "nothing is new");
        tell(&mut story, "Mia");
        tell(&mut story, "Ken");
        let there = Page { place: "there", ..PAGE };
        let list = |items: &str| format!("<ol id=\"story\" data-keep=\"40\">{items}</ol>");
        let both = "<li>Ken sits down</li><li>Mia sits down</li>";
        let parts = format!("<p id=\"where\">there</p>{}", list(both));
        assert_eq!(show(&mut shown, &story, there), Some(Update::Parts(parts)));
        tell(&mut story, "Ada");
        let parts = list("<li>Ada sits down</li>");
        assert_eq!(show(&mut shown, &story, there), Some(Update::Parts(parts)));
        let html = with_voice(|voice| shown.whole(|pieces| PAGE.lay(pieces), &story, voice));
        let story = format!("<ol id=\"story\"><li>Ada sits down</li>{both}</ol>");
        assert_eq!(html, format!("<b><p id=\"where\">here</p>{story}"));
    }

    #[test]
    fn a_beat_brings_no_sentences() {
        let (mut shown, mut story) = (Shown::default(), Story::default());
        tell(&mut story, "Mia");
        show(&mut shown, &story, PAGE);
        tell(&mut story, "Ken");
        let beat = |shown: &mut Shown, story: &Story<_>, page: Page| {
            with_voice(|voice| shown.update_silently(|pieces| page.lay(pieces), story, voice))
        };
        let there = Page { place: "there", ..PAGE };
        let parts = "<p id=\"where\">there</p>".to_owned();
        assert_eq!(beat(&mut shown, &story, there), Some(Update::Parts(parts)));
        let other = Page { frame: "<i>", ..PAGE };
        let whole = "<i><p id=\"where\">here</p><ol id=\"story\"><li>Mia sits down</li></ol>";
        assert_eq!(beat(&mut shown, &story, other), Some(Update::Whole(whole.to_owned())));
        assert_eq!(beat(&mut shown, &story, other), None);
        let list = "<ol id=\"story\" data-keep=\"40\"><li>Ken sits down</li></ol>".to_owned();
        assert_eq!(show(&mut shown, &story, other), Some(Update::Parts(list)));
    }

    #[test]
    fn a_changed_frame_sends_the_whole_page() {
        let (mut shown, story) = (Shown::default(), Story::default());
        show(&mut shown, &story, PAGE);
        let is_whole =
            |update| matches!(update, Some(Update::Whole(html)) if html.starts_with("<i><p"));
        let other = Page { frame: "<i>", ..PAGE };
        assert!(is_whole(show(&mut shown, &story, other)));
        let timed = Page { clock: Some("0:01"), ..other };
        assert!(is_whole(show(&mut shown, &story, timed)));
        // A clock always counts as new: whether its text changed depends on the moment.
        let clock = "<i id=\"clock\">0:01</i>".to_owned();
        assert_eq!(show(&mut shown, &story, timed), Some(Update::Parts(clock)));
    }

    #[test]
    fn a_page_keeps_the_last_sentences() {
        let (mut shown, mut story) = (Shown::default(), Story::default());
        (0..50).for_each(|number| tell(&mut story, &format!("N{number}.")));
        let Some(Update::Whole(html)) = show(&mut shown, &story, PAGE) else { panic!() };
        assert!(html.contains("<li>N49. ") && html.contains("<li>N10. "), "{html}");
        assert!(!html.contains("<li>N9. "), "{html}");
        story.forget();
        let html = with_voice(|voice| shown.whole(|pieces| PAGE.lay(pieces), &story, voice));
        assert!(!html.contains("<li>"));
    }
}
