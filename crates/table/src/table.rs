//! A table as a fold over its log: [`Table::decide`] checks a command and works out what it leads to, [`Table::evolve`]
//! lets that happen, [`News::told`] says who hears what of it, and [`Table::page`] is all that an observer may know.

use std::fmt;

use rules::{Game, Observer, Open as _, Rules as _, Seat, View};

use crate::command::{
    Absence, Caller, Command, CommandError, Host, House, MAX_NAME, MAX_TEXT, Question, Seated,
};
use crate::decision::{Coming, Decision, Next};
use crate::event::{By, Event, EventKind, Holder, Moment};
use crate::lobby::{Lobby, Sitter};
use crate::news::{CompanyNews, News};
use crate::play::Play;
use crate::sealed::{Change, Transition};
use crate::seed::Seed;
use crate::terms::{BadTerms, Terms};

/// A table: its terms, its company and its game.
#[derive(Debug)]
pub struct Table<G: Game> {
    terms: Terms,
    rules: G::Rules,
    lobby: Lobby,
    play: Option<Play<G>>,
}

/// A log that cannot have been written by a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadLog {
    /// It does not begin with the terms.
    NoTerms,
    /// Nobody can play by its terms.
    Terms(BadTerms),
    /// It has an event for which the table was not ready: a step that the rules refuse, or a seat that is not there.
    Event,
}

impl fmt::Display for BadLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadLog::NoTerms => "the log does not begin with the terms of a table",
            BadLog::Terms(_) => "the terms in the log are not those of a table",
            BadLog::Event => "the log has an event that cannot have happened at its table",
        })
    }
}

impl std::error::Error for BadLog {}

impl<G: Game> Table<G> {
    /// A table that has just been set up: the first event of its log opens it.
    pub fn new(first: &Event<G>) -> Result<Table<G>, BadLog> {
        let EventKind::Opened(terms) = &first.kind else { return Err(BadLog::NoTerms) };
        terms.check().map_err(BadLog::Terms)?;
        let rules = terms.rules::<G>().map_err(BadLog::Terms)?;
        Ok(Table { terms: terms.clone(), rules, lobby: Lobby::new(terms), play: None })
    }

    /// The table that a log tells of.
    pub fn replayed(events: impl IntoIterator<Item = Event<G>>) -> Result<Table<G>, BadLog> {
        let mut events = events.into_iter();
        let mut table = Table::new(&events.next().ok_or(BadLog::NoTerms)?)?;
        for event in events {
            table.replay(event)?;
        }
        Ok(table)
    }

    /// What was agreed.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules set.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The company.
    pub fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// The game that is going on, or the last one.
    pub fn play(&self) -> Option<&Play<G>> {
        self.play.as_ref()
    }

    /// Whether a game is going on.
    pub fn is_playing(&self) -> bool {
        self.play.as_ref().is_some_and(|play| !play.is_over())
    }

    /// As whom somebody looks at the table; nobody may watch where the terms say so.
    pub fn observer(&self, holder: Option<Holder>) -> Option<Observer> {
        let seat = holder.and_then(|holder| self.lobby.seat_of(holder));
        let rail = || self.terms.watching.then_some(Observer::Rail);
        seat.map(Observer::Seat).or_else(rail)
    }

    /// The question that a seat answers next, once a game has begun.
    pub fn question(&self, seat: Seat) -> Option<Question> {
        self.play.as_ref().map(|play| play.question(seat))
    }

    /// What somebody sees who wants to hear what a bot would do: only while the game asks them something, and only where
    /// the terms allow it.
    ///
    /// # Errors
    /// If the table says no.
    pub fn view_for_hint(&self, holder: Holder) -> Result<View<G>, CommandError<G>> {
        let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
        if !self.terms.hints {
            return Err(CommandError::HintsOff);
        }
        let play =
            self.play.as_ref().filter(|play| !play.is_over()).ok_or(CommandError::NotPlaying)?;
        let view = play.view(Observer::Seat(seat));
        if view.open.turn().asks(seat) { Ok(view) } else { Err(CommandError::NotAsked) }
    }

    /// The seats whose decision a bot makes now, in its own place or for somebody.
    pub fn bots_to_move(&self) -> Vec<Seat> {
        let Some(play) = &self.play else { return Vec::new() };
        let is_bot = |seat: &Seat| self.bot_of(*seat).is_some();
        play.owing().iter().filter(is_bot).collect()
    }

    /// The level of the bot that plays for a seat, where one does.
    pub fn bot_of(&self, seat: Seat) -> Option<&crate::terms::LevelName> {
        match &self.lobby.chair(seat).sitter {
            Sitter::Bot { level } => Some(level),
            Sitter::Person { stood_in, .. } if *stood_in || self.is_late(seat) => {
                self.terms.stand_in.as_ref().map(|stand_in| &stand_in.level)
            }
            Sitter::Person { .. } | Sitter::Nobody => None,
        }
    }

    fn is_late(&self, seat: Seat) -> bool {
        self.play.as_ref().is_some_and(|play| play.late().has(seat))
    }

    /// The next seat whose time runs out, and when.
    pub fn next_deadline(&self) -> Option<(Moment, Seat)> {
        let play = self.play.as_ref()?;
        let runs = |seat: &Seat| self.bot_of(*seat).is_none();
        let deadline = |seat| Some((play.deadline(seat)?, seat));
        play.owing().iter().filter(runs).filter_map(deadline).min()
    }

    /// Lets a decision happen, and says what is new, event by event.
    pub fn evolve(&mut self, decision: Decision<G>) -> Vec<News<G>> {
        let Decision { next, lobby } = decision;
        let news = next.into_iter().map(|Next { event, other, transition }| {
            let changes = self.play_on(&event, transition);
            News::new(event, changes, other)
        });
        let news = news.collect();
        if let Some(lobby) = lobby {
            self.lobby = lobby;
        }
        news
    }

    /// Lets an event of a log happen again, and says what was new.
    ///
    /// # Errors
    /// If it cannot have happened here; the table is then as it was.
    pub fn replay(&mut self, event: Event<G>) -> Result<News<G>, BadLog> {
        let n_seats = self.rules.n_seats();
        if event.kind.seats().any(|seat| !seat.is_at(n_seats)) {
            return Err(BadLog::Event);
        }
        let transition = self.transition(&event.kind)?;
        let other = CompanyNews::of(&event.kind, &self.lobby);
        self.lobby.evolve(&event.kind);
        let changes = self.play_on(&event, transition);
        Ok(News::new(event, changes, other))
    }

    /// What an event of a log changes in the game.
    fn transition(&self, kind: &EventKind<G>) -> Result<Option<Transition<G>>, BadLog> {
        let sealed = || self.play.as_ref().map(Play::sealed).ok_or(BadLog::Event);
        let transition = if let EventKind::Chance(chance) = kind {
            sealed()?.chance(*chance)
        } else if let EventKind::Act { seat, action, .. } = kind {
            sealed()?.act(*seat, *action)
        } else {
            return Ok(None);
        };
        transition.map(Some).map_err(|_| BadLog::Event)
    }

    fn play_on(&mut self, event: &Event<G>, transition: Option<Transition<G>>) -> Vec<Change<G>> {
        if let EventKind::Began { commitment } = &event.kind {
            let number = self.play.as_ref().map_or(0, |play| play.number) + 1;
            self.play = Some(Play::new(number, commitment.clone(), self.rules, &self.terms));
        }
        let Some(play) = &mut self.play else { return Vec::new() };
        match (&event.kind, transition) {
            (EventKind::Chance(_), Some(transition)) => play.chance(event.at, transition),
            (EventKind::Act { seat, by, action }, Some(transition)) => {
                play.act(event.at, (*seat, *by, *action), transition)
            }
            (kind, _) => {
                play.note(kind);
                Vec::new()
            }
        }
    }

    /// What a command leads to: the only place where it is checked. Nothing, where it has been carried out before.
    ///
    /// # Errors
    /// If the table says no.
    pub fn decide(
        &self,
        seed: &Seed,
        caller: Caller,
        command: &Command<G::Action>,
        now: Moment,
    ) -> Result<Decision<G>, CommandError<G>> {
        let mut coming = Coming::new(self, seed, now);
        match (command, caller) {
            (Command::Sit { seat, name }, Caller::Holder(holder)) => {
                self.sit(holder, *seat, name, &mut coming)?;
            }
            (Command::Act { at, action }, Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
                if self.lobby.chair(seat).is_stood_in() {
                    coming.add(EventKind::Back { seat });
                }
                self.act(seat, By::Person, *at, *action, &mut coming)?;
            }
            (Command::Seated(command), Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
                self.by_seated(seat, command, &mut coming)?;
            }
            (Command::Host(command), Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
                if self.lobby.host != Some(seat) {
                    return Err(CommandError::NotHost(self.lobby.host));
                }
                self.by_host(command, &mut coming)?;
            }
            (Command::House(command), Caller::House) => self.by_house(command, &mut coming)?,
            (Command::BotAct { seat, at, action }, Caller::House) => {
                self.at_table(*seat)?;
                self.bot_of(*seat).ok_or(CommandError::NotHouse)?;
                let is_bot = matches!(self.lobby.chair(*seat).sitter, Sitter::Bot { .. });
                let by = if is_bot { By::Bot } else { By::StandIn };
                self.act(*seat, by, *at, *action, &mut coming)?;
            }
            (Command::House(_) | Command::BotAct { .. }, Caller::Holder(_)) => {
                return Err(CommandError::NotHouse);
            }
            (_, Caller::House) => return Err(CommandError::NotSeated),
        }
        Ok(coming.decision)
    }

    fn sit(
        &self,
        holder: Holder,
        seat: Option<Seat>,
        name: &str,
        coming: &mut Coming<'_, G>,
    ) -> Result<(), CommandError<G>> {
        if let Some(sits) = self.lobby.seat_of(holder) {
            // Whoever asks twice has what they want.
            let same = seat.is_none_or(|seat| seat == sits);
            return if same { Ok(()) } else { Err(CommandError::AlreadySeated(sits)) };
        }
        let seat = seat.or_else(|| self.lobby.free_seat()).ok_or(CommandError::Full)?;
        self.at_table(seat)?;
        if self.lobby.chair(seat).sitter != Sitter::Nobody {
            return Err(CommandError::SeatTaken(seat));
        }
        let name = one_line(name);
        let n_letters = name.chars().count();
        if n_letters == 0 || n_letters > MAX_NAME {
            return Err(CommandError::BadName { found: n_letters });
        }
        let is_same = |other: &str| other.to_lowercase() == name.to_lowercase();
        if self.lobby.chairs.iter().filter_map(|chair| chair.name()).any(is_same) {
            return Err(CommandError::NameTaken { name });
        }
        coming.add(EventKind::Sat { seat, holder, name });
        Ok(())
    }

    fn by_seated(
        &self,
        seat: Seat,
        command: &Seated,
        coming: &mut Coming<'_, G>,
    ) -> Result<(), CommandError<G>> {
        let chair = self.lobby.chair(seat);
        match command {
            Seated::Rise => {
                coming.add(EventKind::Rose { seat });
                if let (true, Some(stand_in)) = (self.is_playing(), &self.terms.stand_in) {
                    coming.add(EventKind::Filled { seat, level: stand_in.level.clone() });
                }
            }
            Seated::Ready { .. } if self.is_playing() => return Err(CommandError::Playing),
            Seated::Ready { yes } if chair.ready == *yes => {}
            Seated::Ready { yes } => {
                coming.add(EventKind::Ready { seat, yes: *yes });
                coming.begin_if_ready();
            }
            Seated::Return if !chair.is_stood_in() => {}
            Seated::Return => coming.add(EventKind::Back { seat }),
            Seated::Say { at, text } => {
                let text = one_line(text);
                let n_letters = text.chars().count();
                if !self.lobby.chat {
                    return Err(CommandError::ChatOff);
                }
                if n_letters == 0 || n_letters > MAX_TEXT {
                    return Err(CommandError::BadText { found: n_letters });
                }
                if *at == chair.said {
                    coming.add(EventKind::Said { seat, text });
                }
            }
            Seated::Mute { whom, yes } => {
                self.at_table(*whom)?;
                if chair.muted.has(*whom) != *yes {
                    coming.add(EventKind::Muted { seat, whom: *whom, yes: *yes });
                }
            }
        }
        Ok(())
    }

    fn by_host(&self, command: &Host, coming: &mut Coming<'_, G>) -> Result<(), CommandError<G>> {
        match command {
            Host::Remove { seat } => {
                self.person_at(*seat)?;
                coming.add(EventKind::Rose { seat: *seat });
            }
            Host::Fill { seat, level } => {
                self.at_table(*seat)?;
                if self.lobby.chair(*seat).sitter != Sitter::Nobody {
                    return Err(CommandError::SeatTaken(*seat));
                }
                coming.add(EventKind::Filled { seat: *seat, level: level.clone() });
                coming.begin_if_ready();
            }
            Host::Free { seat } => {
                self.at_table(*seat)?;
                if self.is_playing() {
                    return Err(CommandError::Playing);
                }
                if !matches!(self.lobby.chair(*seat).sitter, Sitter::Bot { .. }) {
                    return Err(CommandError::SeatEmpty(*seat));
                }
                coming.add(EventKind::Freed { seat: *seat });
            }
            Host::Pass { seat } => {
                self.person_at(*seat)?;
                if self.lobby.host != Some(*seat) {
                    coming.add(EventKind::Passed { seat: *seat });
                }
            }
            Host::Chat { on } if self.lobby.chat == *on => {}
            Host::Chat { on } => coming.add(EventKind::Chat { on: *on }),
        }
        Ok(())
    }

    fn by_house(&self, command: &House, coming: &mut Coming<'_, G>) -> Result<(), CommandError<G>> {
        match command {
            House::StandIn { seat, why } => self.stand_in(*seat, *why, coming),
            House::Move { seat, from, to } => {
                self.person_at(*seat)?;
                if self.lobby.chair(*seat).holder() != Some(*from) {
                    return Err(CommandError::SeatTaken(*seat));
                }
                if let Some(seat) = self.lobby.seat_of(*to) {
                    return Err(CommandError::AlreadySeated(seat));
                }
                coming.add(EventKind::Moved { seat: *seat, holder: *to });
                Ok(())
            }
        }
    }

    fn act(
        &self,
        seat: Seat,
        by: By,
        at: Question,
        action: G::Action,
        coming: &mut Coming<'_, G>,
    ) -> Result<(), CommandError<G>> {
        let play = self.play.as_ref().ok_or(CommandError::NotPlaying)?;
        if at != play.question(seat) {
            return if play.has_answered(seat, at, action) {
                Ok(())
            } else {
                Err(CommandError::Stale)
            };
        }
        let transition = play.sealed().act(seat, action).map_err(CommandError::Illegal)?;
        coming.act(play, (seat, by, action), transition);
        Ok(())
    }

    fn stand_in(
        &self,
        seat: Seat,
        why: Absence,
        coming: &mut Coming<'_, G>,
    ) -> Result<(), CommandError<G>> {
        self.person_at(seat)?;
        self.terms.stand_in.as_ref().ok_or(CommandError::NoStandIn)?;
        let play =
            self.play.as_ref().filter(|play| !play.is_over()).ok_or(CommandError::NotPlaying)?;
        let in_time = || {
            let late =
                play.owing().has(seat) && play.deadline(seat).is_some_and(|at| coming.now >= at);
            !late
        };
        if why == Absence::OutOfTime && in_time() {
            return Err(CommandError::TimeLeft);
        }
        if self.lobby.chair(seat).is_stood_in() {
            return Ok(());
        }
        if why == Absence::Away || !play.sealed().is_hidden() {
            coming.add(EventKind::StoodIn { seat });
        } else if !self.is_late(seat) {
            // That a bot takes over would tell that this seat has not chosen: it is told when all are in.
            coming.add(EventKind::Late { seat });
        }
        Ok(())
    }

    fn at_table(&self, seat: Seat) -> Result<(), CommandError<G>> {
        let n_seats = self.rules.n_seats();
        if seat.is_at(n_seats) { Ok(()) } else { Err(CommandError::NoSuchSeat { n_seats }) }
    }

    fn person_at(&self, seat: Seat) -> Result<(), CommandError<G>> {
        self.at_table(seat)?;
        let person = self.lobby.chair(seat).name().is_some();
        person.then_some(()).ok_or(CommandError::SeatEmpty(seat))
    }
}

/// A text without line breaks, control characters and what else could disturb a line.
fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    let text: String = text.chars().map(plain).filter(|letter| !is_invisible(*letter)).collect();
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Control characters, and those that turn the direction of writing around or show nothing at all.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
