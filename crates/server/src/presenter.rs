//! Shows a table. The table's task hands over its news; they are rendered for each audience in its own language, as a
//! page or as a stream of updates.
//!
//! The presenter decides nothing. What an audience is sent, and when, depends only on what its observer is told and sees.

use std::sync::{Arc, Weak};

use pages::face::{Drawings, Face};
use pages::live::{Audience, Live, Presence, Round};
use pages::piece::Update;
use pages::story::{Story, Voice, named_words};
use rules::{Observer, Open as _, Rules as _, Say as _, Seat};
use table::event::{EventKind, Moment};
use table::lobby::Names;
use table::news::{News, NewsItem};
use table::table::Table;
use tokio::sync::mpsc;
use words::Words;

use crate::room::Request;
use crate::stream::Subscriber;

/// Everything that is shown of one table.
#[derive(Debug)]
pub(crate) struct Presenter<G: Face> {
    /// The path of the table.
    path: String,
    /// What the seats are called.
    names: Names,
    /// What each observer was told: the seats, then the rail.
    stories: Vec<Story<G>>,
    /// How often each observer's page has changed.
    versions: Vec<u64>,
    /// The finished rounds of the game.
    rounds: Vec<Round<G>>,
    /// Another number whenever anything but the game has changed.
    edition: u64,
    languages: Vec<Language<G>>,
    watched: Vec<Watched>,
}

/// The table as it is at the moment of showing.
#[derive(Debug)]
pub(crate) struct Situation<'a, G: Face> {
    pub(crate) table: &'a Table<G>,
    /// Whether each seat's player is here.
    pub(crate) presence: &'a [Presence],
    pub(crate) now: Moment,
}

/// A language in which somebody looks at the table.
#[derive(Debug)]
struct Language<G: Face> {
    /// With the names of the seats.
    words: Words,
    /// Elements that are the same for several observers.
    drawings: Drawings<G>,
}

/// Browsers that watch as one observer in one language.
#[derive(Debug)]
struct Watched {
    who: Observer,
    /// The language, without names.
    words: Words,
    audience: Audience,
    /// Whether the page has changed since the last update.
    is_stale: bool,
    /// Each counts as long as its stream is open.
    subscribers: Vec<Weak<Subscriber>>,
}

impl Watched {
    fn new(who: Observer, words: Words) -> Watched {
        let (audience, subscribers) = (Audience::default(), Vec::new());
        Watched { who, words, audience, is_stale: false, subscribers }
    }

    fn is_open(&self) -> bool {
        self.subscribers.iter().any(|subscriber| subscriber.strong_count() > 0)
    }

    fn subscribers(&self) -> impl Iterator<Item = Arc<Subscriber>> {
        self.subscribers.iter().filter_map(Weak::upgrade)
    }
}

impl<G: Face> Presenter<G> {
    pub(crate) fn new(path: String, table: &Table<G>) -> Presenter<G> {
        let n_observers = usize::from(table.rules().n_seats()) + 1;
        Presenter {
            path,
            names: table.lobby().names(),
            stories: (0..n_observers).map(|_| Story::default()).collect(),
            versions: vec![0; n_observers],
            rounds: Vec::new(),
            edition: 0,
            languages: Vec::new(),
            watched: Vec::new(),
        }
    }

    /// Takes note of news. They are [shown](Presenter::show) later, when all news of a decision are known.
    pub(crate) fn hear(&mut self, news: &News<G>, table: &Table<G>) {
        let kind = &news.event().kind;
        if kind.changes_company() {
            self.edition += 1;
        }
        if matches!(kind, EventKind::Began { .. }) {
            self.edition += 1;
            self.rounds.clear();
        }
        if let EventKind::Sat { seat, .. }
        | EventKind::Moved { seat, .. }
        | EventKind::Rose { seat } = kind
        {
            self.close(*seat);
        }
        if let EventKind::Sat { seat, .. } | EventKind::Rose { seat } = kind {
            // A newcomer does not read what was told to somebody else.
            self.stories[seat.index()].forget();
        }
        let names = table.lobby().names();
        if names != self.names {
            self.names = names;
            self.languages.clear();
        }
        for who in Observer::all(table.rules().n_seats()) {
            if news.concerns(who) {
                self.tell(who, news.told(who), table);
            }
        }
    }

    fn tell(&mut self, who: Observer, told: Vec<NewsItem<G>>, table: &Table<G>) {
        // Points lie open, so the rail is told of all of them; those of a round come together.
        let scored = told.iter().filter_map(|told| match told {
            NewsItem::Seen(seen) if seen.code() == "scored" => Some(seen.clone()),
            NewsItem::Seen(_) | NewsItem::Company(_) => None,
        });
        let scored: Vec<G::Seen> = scored.collect();
        if who == Observer::Rail
            && !scored.is_empty()
            && let Some(play) = table.play()
        {
            let scores = play.view(Observer::Rail).open.standing().scores().to_vec();
            self.rounds.push(Round { scored, names: self.names.clone(), scores });
            self.edition += 1;
        }
        let index = self.index(who);
        for told in told {
            self.stories[index].tell(told, &self.names);
        }
        self.versions[index] += 1;
        self.watched.iter_mut().filter(|watched| watched.who == who).for_each(|watched| {
            watched.is_stale = true;
        });
    }

    /// Something beside the game has changed for everybody: who is here.
    pub(crate) fn company_changed(&mut self) {
        self.edition += 1;
        self.watched.iter_mut().for_each(|watched| watched.is_stale = true);
    }

    /// Sends every audience what has changed for it.
    pub(crate) fn show(&mut self, situation: &Situation<'_, G>) {
        self.watched.retain(Watched::is_open);
        for mut watched in std::mem::take(&mut self.watched) {
            if std::mem::replace(&mut watched.is_stale, false) {
                let language = self.language(&watched.words);
                let version = self.versions[self.index(watched.who)];
                let update = self.with_live(watched.who, language, situation, |live, story| {
                    watched.audience.update(live, story)
                });
                if let Some(update) = update {
                    let event = update_event(version, &update);
                    watched.subscribers().for_each(|subscriber| subscriber.send(&event));
                }
            }
            self.watched.push(watched);
        }
    }

    /// The whole live part of a page, for a visitor who looks once.
    pub(crate) fn page(
        &mut self,
        who: Observer,
        words: &Words,
        situation: &Situation<'_, G>,
    ) -> String {
        let language = self.language(words);
        self.with_live(who, language, situation, |live, story| {
            Audience::default().whole(live, story)
        })
    }

    /// Opens a stream for a browser that watches. It is sent everything first.
    pub(crate) fn subscribe(
        &mut self,
        who: Observer,
        words: &Words,
        room: mpsc::WeakSender<Request>,
        situation: &Situation<'_, G>,
    ) -> Arc<Subscriber> {
        // Those who watch already are brought up to date first: from now on all of them are sent the same.
        self.show(situation);
        let language = self.language(words);
        let known = |watched: &Watched| watched.who == who && watched.words.tag() == words.tag();
        let mut watched = match self.watched.iter().position(known) {
            Some(place) => self.watched.remove(place),
            None => Watched::new(who, words.clone()),
        };
        let html = self
            .with_live(who, language, situation, |live, story| watched.audience.whole(live, story));
        let subscriber = Arc::new(Subscriber::new(who, room));
        subscriber.send_snapshot(snapshot_event(self.versions[self.index(who)], &html));
        watched.subscribers.retain(|subscriber| subscriber.strong_count() > 0);
        watched.subscribers.push(Arc::downgrade(&subscriber));
        self.watched.push(watched);
        subscriber
    }

    /// Sends everything to the browsers of an observer that have skipped updates.
    pub(crate) fn send_snapshots(&mut self, who: Observer, situation: &Situation<'_, G>) {
        self.show(situation);
        let version = self.versions[self.index(who)];
        for mut watched in std::mem::take(&mut self.watched) {
            let wants = |subscriber: &Arc<Subscriber>| subscriber.wants_snapshot();
            let behind: Vec<_> = watched.subscribers().filter(wants).collect();
            if watched.who == who && !behind.is_empty() {
                let language = self.language(&watched.words);
                let html = self.with_live(who, language, situation, |live, story| {
                    watched.audience.whole(live, story)
                });
                for subscriber in behind {
                    subscriber.send_snapshot(snapshot_event(version, &html));
                }
            }
            self.watched.push(watched);
        }
    }

    /// Whether a browser of the seat's player watches.
    pub(crate) fn is_watched_by(&self, seat: Seat) -> bool {
        self.watched.iter().any(|watched| watched.who == Observer::Seat(seat) && watched.is_open())
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched.iter().any(Watched::is_open)
    }

    /// Ends the streams of a seat: it changes hands, and what its next player sees is not for the one before.
    fn close(&mut self, seat: Seat) {
        self.watched.retain(|watched| {
            let closes = watched.who == Observer::Seat(seat);
            if closes {
                watched.subscribers().for_each(|subscriber| subscriber.close());
            }
            !closes
        });
    }

    fn index(&self, who: Observer) -> usize {
        who.seat().map_or(self.stories.len() - 1, Seat::index)
    }

    /// The place of a language, which is made ready where nobody has used it yet.
    fn language(&mut self, words: &Words) -> usize {
        let known = |language: &Language<G>| language.words.tag() == words.tag();
        self.languages.iter().position(known).unwrap_or_else(|| {
            let words = named_words(words, &self.names);
            self.languages.push(Language { words, drawings: Drawings::default() });
            self.languages.len() - 1
        })
    }

    fn with_live<T>(
        &self,
        who: Observer,
        language: usize,
        situation: &Situation<'_, G>,
        show: impl FnOnce(&Live<'_, G>, &Story<G>) -> T,
    ) -> T {
        let Language { words, drawings } = &self.languages[language];
        let live = Live {
            table: &situation.table.view(who),
            presence: situation.presence,
            rounds: &self.rounds,
            drawings,
            voice: Voice { words, names: &self.names },
            path: &self.path,
            edition: self.edition,
            now: situation.now,
        };
        show(&live, &self.stories[self.index(who)])
    }
}

/// A table that falls asleep closes all streams.
impl<G: Face> Drop for Presenter<G> {
    fn drop(&mut self) {
        let subscribers = self.watched.iter().flat_map(Watched::subscribers);
        subscribers.for_each(|subscriber| subscriber.close());
    }
}

/// The event that changes a page. HTML of ours has no line breaks, which would end the data.
fn update_event(version: u64, update: &Update) -> String {
    let (name, html) = match update {
        Update::Whole(html) => ("view", html),
        Update::Parts(html) => ("parts", html),
    };
    format!("id: {version}\nevent: {name}\ndata: {html}\n\n")
}

/// The event that shows a whole page to a browser that shows nothing yet, or an old version. A browser that loses the
/// stream comes back after a second.
fn snapshot_event(version: u64, html: &str) -> String {
    format!("retry: 1000\n\nid: {version}\nevent: view\ndata: {html}\n\n")
}
