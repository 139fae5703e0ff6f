//! What an observer sees, and the streams of their browsers.

use std::cell::RefCell;
use std::sync::{Arc, Weak};

use pages::face::OwnCards;
use pages::live::Beside;
use pages::piece::{Pieces, Shown, first_event};
use rules::Observer;
use tokio::sync::mpsc;

use crate::line::{Chunk, Line};
use crate::room::Request;

thread_local! {
    /// Room for news, which is needed for a moment and over and over.
    static SPARE: RefCell<Vec<Chunk>> = const { RefCell::new(Vec::new()) };
}

/// How many of them a thread keeps, and of how many bytes at most: whole pages come seldom.
const MAX_SPARE: usize = 256;
const MAX_ROOM: usize = 2 * ROOM;

/// So many bytes of news fit into most of them.
const ROOM: usize = 4 * 1024;

/// What an observer has heard and sees.
#[derive(Debug)]
pub(crate) struct Screen {
    /// What stands beside the game, and how often anything but the game had changed when it was made.
    pub(crate) beside: Option<(u64, Beside)>,
    /// How often something was new.
    pub(crate) version: u64,
    /// Whether what is shown is no longer true.
    pub(crate) is_stale: bool,
    /// The observer's own cards.
    pub(crate) held: OwnCards,
    /// What is shown to those who watch.
    pub(crate) shown: Shown,
    /// What those who watch have not been told yet.
    news: Chunk,
    /// Those who watch, each as long as somebody holds the line.
    lines: Vec<Weak<Line>>,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen {
            beside: None,
            version: 0,
            is_stale: true,
            held: OwnCards::default(),
            shown: Shown::default(),
            news: Chunk::default(),
            lines: Vec::new(),
        }
    }
}

impl Screen {
    /// Shows what is to be seen now. Those who watch are told of it [later](Screen::tell_news).
    pub(crate) fn show(&mut self, lay: impl Fn(&OwnCards, &mut Pieces)) {
        let Screen { version, held, shown, news, .. } = self;
        if news.is_empty() {
            let spare = SPARE.with_borrow_mut(Vec::pop);
            *news = spare.unwrap_or_else(|| Chunk::with_room(ROOM));
        }
        news.add(|news| shown.update(*version, |pieces| lay(held, pieces), news));
        self.is_stale = false;
    }

    /// Tells those who watch what is new.
    pub(crate) fn tell_news(&mut self) {
        let mut news = std::mem::take(&mut self.news);
        if !news.is_empty() {
            self.lines.iter().filter_map(Weak::upgrade).for_each(|line| line.tell(&news));
        }
        let room = news.clear();
        SPARE.with_borrow_mut(|spare| {
            if spare.len() < MAX_SPARE && (1..=MAX_ROOM).contains(&room) {
                spare.push(news);
            }
        });
    }

    /// A line for somebody who watches this table as this observer. They are shown all of it first.
    pub(crate) fn watch(
        &mut self,
        who: Observer,
        table: mpsc::WeakSender<Request>,
        html: &str,
    ) -> Arc<Line> {
        let line = Arc::new(Line::new(who, table));
        line.tell_all(&first_event(self.version, html));
        self.lines.retain(|line| line.strong_count() > 0);
        self.lines.push(Arc::downgrade(&line));
        line
    }

    /// Shows all of it to those who wait for that.
    pub(crate) fn tell_all(&self, html: &str) {
        let lines = self.lines.iter().filter_map(Weak::upgrade);
        for line in lines.filter(|line| line.waits_for_all()) {
            line.tell_all(&first_event(self.version, html));
        }
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.lines.iter().any(|line| line.strong_count() > 0)
    }

    /// Ends the streams of all who watch.
    pub(crate) fn cut(&mut self) {
        self.news = Chunk::default();
        self.lines.drain(..).filter_map(|line| line.upgrade()).for_each(|line| line.cut());
        self.is_stale = true;
    }
}

/// A table that falls asleep shows nothing any more.
impl Drop for Screen {
    fn drop(&mut self) {
        self.cut();
    }
}
