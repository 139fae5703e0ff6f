//! Renders a table. The table's task passes its news; the presenter renders them for each audience in its language, as
//! a page or as a stream of updates.
//!
//! The presenter decides nothing. The content and the timing of updates depend only on what the observer may know.

use std::sync::{Arc, Weak};

use pages::face::{Drawings, Face};
use pages::live::{Audience, Live, Presence, Round};
use pages::pace::Pace;
use pages::piece::Update;
use pages::story::{Story, Voice, named_words};
use rules::{Observer, Open as _, Rules as _, Seat};
use table::event::{EventKind, Moment};
use table::lobby::Names;
use table::news::{BeatView, News, NewsItem};
use table::table::Table;
use tokio::sync::mpsc;
use words::Words;

use crate::room::Request;
use crate::stream::Subscriber;

/// Renders one table for all its observers.
#[derive(Debug)]
pub(crate) struct Presenter<G: Face> {
    /// The path of the table.
    path: String,
    /// The names of the seats.
    names: Names,
    /// The story of each observer: the seats, then the rail.
    stories: Vec<Story<G>>,
    /// The version of each observer's page.
    versions: Vec<u64>,
    /// The finished rounds of the game.
    rounds: Vec<Round<G>>,
    /// A cache key that changes with everything besides the game.
    edition: u64,
    languages: Vec<NamedLanguage<G>>,
    groups: Vec<SubscriberGroup<G>>,
}

/// The state of a table at the time of rendering.
#[derive(Debug)]
pub(crate) struct CurrentTable<'a, G: Face> {
    pub(crate) table: &'a Table<G>,
    /// The presence of each seat's player.
    pub(crate) presence: &'a [Presence],
    pub(crate) now: Moment,
}

/// A language in use at the table.
#[derive(Debug)]
struct NamedLanguage<G: Face> {
    /// The language with the names of the seats.
    words: Words,
    /// Elements that several observers share.
    drawings: Drawings<G>,
}

/// The browsers that watch as one observer in one language.
#[derive(Debug)]
struct SubscriberGroup<G: Face> {
    who: Observer,
    /// The language without names.
    words: Words,
    audience: Audience<G>,
    /// Whether the page has changed since the last update.
    is_stale: bool,
    /// The beats since the last update. They come before the current state.
    beats: Vec<BeatView<G>>,
    /// Events for the subscribers, which are sent together.
    events: String,
    /// A subscriber is dropped when its stream ends.
    subscribers: Vec<Weak<Subscriber>>,
}

impl<G: Face> SubscriberGroup<G> {
    fn new(who: Observer, words: Words) -> SubscriberGroup<G> {
        SubscriberGroup {
            who,
            words,
            audience: Audience::default(),
            is_stale: false,
            beats: Vec::new(),
            events: String::new(),
            subscribers: Vec::new(),
        }
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
            groups: Vec::new(),
        }
    }

    /// Adds news to the stories. [`Presenter::send_updates`] sends them once all news of a decision are known.
    pub(crate) fn add_news(&mut self, news: &News<G>, table: &Table<G>) {
        let kind = &news.event().kind;
        if kind.changes_company() {
            self.edition += 1;
        }
        if matches!(kind, EventKind::Began { .. }) {
            self.rounds.clear();
        }
        if let Some(seat) = kind.new_player_at() {
            self.close(seat);
        }
        if let EventKind::Sat { seat, .. } = kind
            && !news.is_return()
        {
            // The new player must not read the story of the former one.
            self.stories[seat.index()].forget();
        }
        let names = table.lobby().names();
        if names != self.names {
            self.names = names;
            self.languages.clear();
        }
        for who in Observer::all(table.rules().n_seats()) {
            if news.concerns(who) {
                self.tell_observer(who, news.told(who), table);
            }
        }
        for group in &mut self.groups {
            group.beats.extend(news.beats(group.who));
        }
    }

    fn tell_observer(&mut self, who: Observer, told: Vec<NewsItem<G>>, table: &Table<G>) {
        // Points are public, so the rail hears of all of them. The points of one round arrive together.
        let scored = told.iter().filter_map(|told| match told {
            NewsItem::Seen(seen) if G::is_score(seen) => Some(seen.clone()),
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
        self.groups.iter_mut().filter(|group| group.who == who).for_each(|group| {
            group.is_stale = true;
        });
    }

    /// Records a public change besides the game: the presence of a player.
    pub(crate) fn company_changed(&mut self) {
        self.edition += 1;
        self.groups.iter_mut().for_each(|group| group.is_stale = true);
    }

    /// Sends every audience its changes: the beats since the last update, then the current state.
    pub(crate) fn send_updates(&mut self, current: &CurrentTable<'_, G>) {
        self.groups.retain(SubscriberGroup::is_open);
        let mut groups = std::mem::take(&mut self.groups);
        let beats: Vec<Vec<BeatView<G>>> =
            groups.iter_mut().map(|group| std::mem::take(&mut group.beats)).collect();
        // One beat for everybody, then the next: all audiences share the drawings of a state.
        for number in 0..beats.iter().map(Vec::len).max().unwrap_or(0) {
            for (group, beats) in groups.iter_mut().zip(&beats) {
                if let Some(beat) = beats.get(number) {
                    self.add_update(group, Some(beat), current);
                }
            }
        }
        for group in &mut groups {
            if std::mem::replace(&mut group.is_stale, false) {
                self.add_update(group, None, current);
            }
            let events = std::mem::take(&mut group.events);
            if !events.is_empty() {
                group.subscribers().for_each(|subscriber| subscriber.send(&events));
            }
        }
        self.groups = groups;
    }

    /// Adds what has changed for an audience since its last update.
    fn add_update(
        &mut self,
        group: &mut SubscriberGroup<G>,
        beat: Option<&BeatView<G>>,
        current: &CurrentTable<'_, G>,
    ) {
        let language = self.language(&group.words);
        let version = self.versions[self.index(group.who)];
        let update = self.with_live(group.who, language, current, |live, story| {
            group.audience.update(&Live { beat, ..*live }, story)
        });
        if let Some(update) = update {
            group.events.push_str(&update_event(version, &update));
        }
    }

    /// Renders the live part of a page once.
    pub(crate) fn page(
        &mut self,
        who: Observer,
        words: &Words,
        current: &CurrentTable<'_, G>,
    ) -> String {
        let language = self.language(words);
        self.with_live(who, language, current, |live, story| Audience::default().whole(live, story))
    }

    /// Opens a stream. Its first event is a snapshot.
    pub(crate) fn subscribe(
        &mut self,
        who: Observer,
        words: &Words,
        pace: Option<Pace>,
        room: mpsc::WeakSender<Request>,
        current: &CurrentTable<'_, G>,
    ) -> Arc<Subscriber> {
        // Present subscribers get their updates first. From now on the whole group gets the same events.
        self.send_updates(current);
        let language = self.language(words);
        let known =
            |group: &SubscriberGroup<G>| group.who == who && group.words.tag() == words.tag();
        let mut group = match self.groups.iter().position(known) {
            Some(place) => self.groups.remove(place),
            None => SubscriberGroup::new(who, words.clone()),
        };
        let html =
            self.with_live(who, language, current, |live, story| group.audience.whole(live, story));
        let subscriber = Arc::new(Subscriber::new(who, pace, room));
        subscriber.send_snapshot(snapshot_event(self.versions[self.index(who)], &html));
        group.subscribers.retain(|subscriber| subscriber.strong_count() > 0);
        group.subscribers.push(Arc::downgrade(&subscriber));
        self.groups.push(group);
        subscriber
    }

    /// Sends a snapshot to the subscribers of an observer that skipped updates.
    pub(crate) fn send_snapshots(&mut self, who: Observer, current: &CurrentTable<'_, G>) {
        self.send_updates(current);
        let version = self.versions[self.index(who)];
        for mut group in std::mem::take(&mut self.groups) {
            let wants = |subscriber: &Arc<Subscriber>| subscriber.wants_snapshot();
            let behind: Vec<_> = group.subscribers().filter(wants).collect();
            if group.who == who && !behind.is_empty() {
                let language = self.language(&group.words);
                let html = self.with_live(who, language, current, |live, story| {
                    group.audience.whole(live, story)
                });
                for subscriber in behind {
                    subscriber.send_snapshot(snapshot_event(version, &html));
                }
            }
            self.groups.push(group);
        }
    }

    /// Whether the seat's player has an open stream.
    pub(crate) fn is_watched_by(&self, seat: Seat) -> bool {
        self.groups.iter().any(|group| group.who == Observer::Seat(seat) && group.is_open())
    }

    /// The pace of the slowest player who has one. The pace of spectators delays nobody's game.
    pub(crate) fn slowest_pace(&self) -> Option<Pace> {
        let seats = self.groups.iter().filter(|group| group.who.seat().is_some());
        let subscribers = seats.flat_map(SubscriberGroup::subscribers);
        subscribers.filter_map(|subscriber| subscriber.pace()).max()
    }

    /// Whether any stream is open.
    pub(crate) fn is_watched(&self) -> bool {
        self.groups.iter().any(SubscriberGroup::is_open)
    }

    /// Ends the streams of a seat that changes hands: the former player must not see the new player's page.
    fn close(&mut self, seat: Seat) {
        self.groups.retain(|group| {
            let closes = group.who == Observer::Seat(seat);
            if closes {
                group.subscribers().for_each(|subscriber| subscriber.close());
            }
            !closes
        });
    }

    fn index(&self, who: Observer) -> usize {
        who.seat().map_or(self.stories.len() - 1, Seat::index)
    }

    /// The index of a language, which is added on first use.
    fn language(&mut self, words: &Words) -> usize {
        let known = |language: &NamedLanguage<G>| language.words.tag() == words.tag();
        self.languages.iter().position(known).unwrap_or_else(|| {
            let words = named_words(words, &self.names);
            self.languages.push(NamedLanguage { words, drawings: Drawings::default() });
            self.languages.len() - 1
        })
    }

    fn with_live<T>(
        &self,
        who: Observer,
        language: usize,
        current: &CurrentTable<'_, G>,
        show: impl FnOnce(&Live<'_, G>, &Story<G>) -> T,
    ) -> T {
        let NamedLanguage { words, drawings } = &self.languages[language];
        let live = Live {
            table: &current.table.view(who),
            beat: None,
            presence: current.presence,
            rounds: &self.rounds,
            drawings,
            voice: Voice { words, names: &self.names },
            path: &self.path,
            edition: self.edition,
            now: current.now,
        };
        show(&live, &self.stories[self.index(who)])
    }
}

/// A table that leaves memory closes its streams.
impl<G: Face> Drop for Presenter<G> {
    fn drop(&mut self) {
        let subscribers = self.groups.iter().flat_map(SubscriberGroup::subscribers);
        subscribers.for_each(|subscriber| subscriber.close());
    }
}

/// The event for a change of the page. Our HTML has no line breaks, which would end the data of an event.
fn update_event(version: u64, update: &Update) -> String {
    let (name, html) = match update {
        Update::Whole(html) => ("view", html),
        Update::Parts(html) => ("parts", html),
    };
    format!("id: {version}\nevent: {name}\ndata: {html}\n\n")
}

/// The event with a whole page, for browsers without a page or with an old version. Browsers reconnect a second after
/// losing the stream.
fn snapshot_event(version: u64, html: &str) -> String {
    format!("retry: 1000\n\nid: {version}\nevent: view\ndata: {html}\n\n")
}
