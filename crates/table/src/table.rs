//! A table as a fold over its log: [`Table::decide`] checks a command and works out what it leads to, [`Table::evolve`]
//! lets that happen, [`News::told`] says who hears what of it, and [`Table::page`] is all that an observer may know.

use std::fmt;

use rules::{Game, Observer, Open as _, Rules as _, Seat, View};

use crate::command::{
    Absence, Caller, Command, House, MAX_NAME, MAX_TEXT, No, Owner, Question, Seated,
};
use crate::decision::{Coming, Decision, Next};
use crate::event::{By, Event, Holder, Moment, What};
use crate::lobby::{Lobby, Sitter};
use crate::play::Play;
use crate::sealed::{Change, Transition};
use crate::seed::Seed;
use crate::terms::{BadTerms, Terms};
use crate::told::{News, Other};

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
        let What::Opened(terms) = &first.what else { return Err(BadLog::NoTerms) };
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
    pub fn view_for_hint(&self, holder: Holder) -> Result<View<G>, No<G>> {
        let seat = self.lobby.seat_of(holder).ok_or(No::NotSeated)?;
        if !self.terms.hints {
            return Err(No::HintsOff);
        }
        let play = self.play.as_ref().filter(|play| !play.is_over()).ok_or(No::NotPlaying)?;
        let view = play.view(Observer::Seat(seat));
        if view.open.turn().asks(seat) { Ok(view) } else { Err(No::NotAsked) }
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
        if event.what.seats().any(|seat| !seat.is_at(n_seats)) {
            return Err(BadLog::Event);
        }
        let transition = self.transition(&event.what)?;
        let other = Other::of(&event.what, &self.lobby);
        self.lobby.evolve(&event.what);
        let changes = self.play_on(&event, transition);
        Ok(News::new(event, changes, other))
    }

    /// What an event of a log changes in the game.
    fn transition(&self, what: &What<G>) -> Result<Option<Transition<G>>, BadLog> {
        let sealed = || self.play.as_ref().map(Play::sealed).ok_or(BadLog::Event);
        let transition = if let What::Chance(chance) = what {
            sealed()?.chance(*chance)
        } else if let What::Act { seat, action, .. } = what {
            sealed()?.act(*seat, *action)
        } else {
            return Ok(None);
        };
        transition.map(Some).map_err(|_| BadLog::Event)
    }

    fn play_on(&mut self, event: &Event<G>, transition: Option<Transition<G>>) -> Vec<Change<G>> {
        if let What::Began { commitment } = &event.what {
            let number = self.play.as_ref().map_or(0, |play| play.number) + 1;
            self.play = Some(Play::new(number, commitment.clone(), self.rules, &self.terms));
        }
        let Some(play) = &mut self.play else { return Vec::new() };
        match (&event.what, transition) {
            (What::Chance(_), Some(transition)) => play.chance(event.at, transition),
            (What::Act { seat, by, action }, Some(transition)) => {
                play.act(event.at, (*seat, *by, *action), transition)
            }
            (what, _) => {
                play.note(what);
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
    ) -> Result<Decision<G>, No<G>> {
        let mut coming = Coming::new(self, seed, now);
        match (command, caller) {
            (Command::Sit { seat, name }, Caller::Holder(holder)) => {
                self.sit(holder, *seat, name, &mut coming)?;
            }
            (Command::Act { at, action }, Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(No::NotSeated)?;
                if self.lobby.chair(seat).is_stood_in() {
                    coming.add(What::Back { seat });
                }
                self.act(seat, By::Person, *at, *action, &mut coming)?;
            }
            (Command::Seated(command), Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(No::NotSeated)?;
                self.by_seated(seat, command, &mut coming)?;
            }
            (Command::Owner(command), Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(No::NotSeated)?;
                if self.lobby.owner != Some(seat) {
                    return Err(No::NotOwner(self.lobby.owner));
                }
                self.by_owner(command, &mut coming)?;
            }
            (Command::House(command), Caller::House) => self.by_house(command, &mut coming)?,
            (Command::BotAct { seat, at, action }, Caller::House) => {
                self.at_table(*seat)?;
                self.bot_of(*seat).ok_or(No::NotHouse)?;
                let is_bot = matches!(self.lobby.chair(*seat).sitter, Sitter::Bot { .. });
                let by = if is_bot { By::Bot } else { By::StandIn };
                self.act(*seat, by, *at, *action, &mut coming)?;
            }
            (Command::House(_) | Command::BotAct { .. }, Caller::Holder(_)) => {
                return Err(No::NotHouse);
            }
            (_, Caller::House) => return Err(No::NotSeated),
        }
        Ok(coming.decision)
    }

    fn sit(
        &self,
        holder: Holder,
        seat: Option<Seat>,
        name: &str,
        coming: &mut Coming<'_, G>,
    ) -> Result<(), No<G>> {
        if let Some(sits) = self.lobby.seat_of(holder) {
            // Whoever asks twice has what they want.
            let same = seat.is_none_or(|seat| seat == sits);
            return if same { Ok(()) } else { Err(No::AlreadySeated(sits)) };
        }
        let seat = seat.or_else(|| self.lobby.free_seat()).ok_or(No::Full)?;
        self.at_table(seat)?;
        if self.lobby.chair(seat).sitter != Sitter::Nobody {
            return Err(No::SeatTaken(seat));
        }
        let name = one_line(name);
        let n_letters = name.chars().count();
        if n_letters == 0 || n_letters > MAX_NAME {
            return Err(No::BadName { found: n_letters });
        }
        let is_same = |other: &str| other.to_lowercase() == name.to_lowercase();
        if self.lobby.chairs.iter().filter_map(|chair| chair.name()).any(is_same) {
            return Err(No::NameTaken { name });
        }
        coming.add(What::Sat { seat, holder, name });
        Ok(())
    }

    fn by_seated(
        &self,
        seat: Seat,
        command: &Seated,
        coming: &mut Coming<'_, G>,
    ) -> Result<(), No<G>> {
        let chair = self.lobby.chair(seat);
        match command {
            Seated::Rise => {
                coming.add(What::Rose { seat });
                if let (true, Some(stand_in)) = (self.is_playing(), &self.terms.stand_in) {
                    coming.add(What::Filled { seat, level: stand_in.level.clone() });
                }
            }
            Seated::Ready { .. } if self.is_playing() => return Err(No::Playing),
            Seated::Ready { yes } if chair.ready == *yes => {}
            Seated::Ready { yes } => {
                coming.add(What::Ready { seat, yes: *yes });
                coming.begin_if_ready();
            }
            Seated::Return if !chair.is_stood_in() => {}
            Seated::Return => coming.add(What::Back { seat }),
            Seated::Say { at, text } => {
                let text = one_line(text);
                let n_letters = text.chars().count();
                if !self.lobby.chat {
                    return Err(No::ChatOff);
                }
                if n_letters == 0 || n_letters > MAX_TEXT {
                    return Err(No::BadText { found: n_letters });
                }
                if *at == chair.said {
                    coming.add(What::Said { seat, text });
                }
            }
            Seated::Mute { whom, yes } => {
                self.at_table(*whom)?;
                if chair.muted.has(*whom) != *yes {
                    coming.add(What::Muted { seat, whom: *whom, yes: *yes });
                }
            }
        }
        Ok(())
    }

    fn by_owner(&self, command: &Owner, coming: &mut Coming<'_, G>) -> Result<(), No<G>> {
        match command {
            Owner::Remove { seat } => {
                self.person_at(*seat)?;
                coming.add(What::Rose { seat: *seat });
            }
            Owner::Fill { seat, level } => {
                self.at_table(*seat)?;
                if self.lobby.chair(*seat).sitter != Sitter::Nobody {
                    return Err(No::SeatTaken(*seat));
                }
                coming.add(What::Filled { seat: *seat, level: level.clone() });
                coming.begin_if_ready();
            }
            Owner::Free { seat } => {
                self.at_table(*seat)?;
                if self.is_playing() {
                    return Err(No::Playing);
                }
                if !matches!(self.lobby.chair(*seat).sitter, Sitter::Bot { .. }) {
                    return Err(No::SeatEmpty(*seat));
                }
                coming.add(What::Freed { seat: *seat });
            }
            Owner::Pass { seat } => {
                self.person_at(*seat)?;
                if self.lobby.owner != Some(*seat) {
                    coming.add(What::Passed { seat: *seat });
                }
            }
            Owner::Chat { on } if self.lobby.chat == *on => {}
            Owner::Chat { on } => coming.add(What::Chat { on: *on }),
        }
        Ok(())
    }

    fn by_house(&self, command: &House, coming: &mut Coming<'_, G>) -> Result<(), No<G>> {
        match command {
            House::StandIn { seat, why } => self.stand_in(*seat, *why, coming),
            House::Move { seat, from, to } => {
                self.person_at(*seat)?;
                if self.lobby.chair(*seat).holder() != Some(*from) {
                    return Err(No::SeatTaken(*seat));
                }
                if let Some(seat) = self.lobby.seat_of(*to) {
                    return Err(No::AlreadySeated(seat));
                }
                coming.add(What::Moved { seat: *seat, holder: *to });
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
    ) -> Result<(), No<G>> {
        let play = self.play.as_ref().ok_or(No::NotPlaying)?;
        if at != play.question(seat) {
            return if play.has_answered(seat, at, action) { Ok(()) } else { Err(No::Stale) };
        }
        let transition = play.sealed().act(seat, action).map_err(No::Illegal)?;
        coming.act(play, (seat, by, action), transition);
        Ok(())
    }

    fn stand_in(&self, seat: Seat, why: Absence, coming: &mut Coming<'_, G>) -> Result<(), No<G>> {
        self.person_at(seat)?;
        self.terms.stand_in.as_ref().ok_or(No::NoStandIn)?;
        let play = self.play.as_ref().filter(|play| !play.is_over()).ok_or(No::NotPlaying)?;
        let in_time = || {
            let late =
                play.owing().has(seat) && play.deadline(seat).is_some_and(|at| coming.now >= at);
            !late
        };
        if why == Absence::OutOfTime && in_time() {
            return Err(No::TimeLeft);
        }
        if self.lobby.chair(seat).is_stood_in() {
            return Ok(());
        }
        if why == Absence::Away || !play.sealed().is_hidden() {
            coming.add(What::StoodIn { seat });
        } else if !self.is_late(seat) {
            // That a bot takes over would tell that this seat has not chosen: it is told when all are in.
            coming.add(What::Late { seat });
        }
        Ok(())
    }

    fn at_table(&self, seat: Seat) -> Result<(), No<G>> {
        let n_seats = self.rules.n_seats();
        if seat.is_at(n_seats) { Ok(()) } else { Err(No::NoSuchSeat { n_seats }) }
    }

    fn person_at(&self, seat: Seat) -> Result<(), No<G>> {
        self.at_table(seat)?;
        let person = self.lobby.chair(seat).name().is_some();
        person.then_some(()).ok_or(No::SeatEmpty(seat))
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
