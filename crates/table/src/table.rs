//! A table as a fold over its log.
//!
//! [`Table::decide`] checks a command and returns its events, and [`Table::evolve`] applies them. [`News::told`] filters
//! the news for an observer, and [`Table::view`] is all that an observer may know.

use std::fmt;

use rules::{Game, Observer, Open as _, Rules as _, Seat, Seats, View};

use crate::cat::CoatName;
use crate::command::{
    Absence, Caller, Command, CommandError, HostCommand, HouseCommand, MAX_TEXT, Question,
    RoundNumber, SeatedCommand,
};
use crate::decision::{Decision, DecisionBuilder, Effect, PlannedEvent};
use crate::event::{By, Event, EventKind, Holder, Moment};
use crate::lobby::{Chair, Lobby, Sitter};
use crate::name;
use crate::news::{CompanyNews, Heard, News};
use crate::play::Play;
use crate::seed::Seed;
use crate::terms::{BadTerms, Interlude, Terms};

/// A table: its terms, its lobby and its game.
#[derive(Debug)]
pub struct Table<G: Game> {
    terms: Terms,
    rules: G::Rules,
    lobby: Lobby,
    play: Option<Play<G>>,
    n_events: u64,
}

/// The number of events after which a table accepts only moves: a full log would take long to read.
pub const MAX_EVENTS: u64 = 100_000;

/// The number of changes between the beginnings and ends of games: chat lines, reactions, and all that can be switched to
/// and fro. What one player uses up must not harm the others: leaving and being ready are always possible, and so is
/// removing a player.
const MAX_CHANGES: u32 = 2_000;

/// How often a holder may sit down between the beginnings and ends of games.
const MAX_SEATINGS: u32 = 20;

/// How often all holders together may sit down between the beginnings and ends of games. The last half is for holders who
/// sit down for the first time: a few strangers must not keep others out.
const MAX_ALL_SEATINGS: u32 = 2_000;

/// How often a sealed choice can be changed.
const MAX_CHOICE_CHANGES: u32 = 50;

/// A log that no table can have written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadLog {
    /// The first event is not the terms.
    NoTerms,
    /// The terms are invalid.
    Terms(BadTerms),
    /// An event does not fit: the rules forbid a step, or a seat does not exist.
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
    /// A new table. The first event of its log opens it.
    pub fn new(first: &Event<G>) -> Result<Table<G>, BadLog> {
        let EventKind::Opened(terms) = &first.kind else { return Err(BadLog::NoTerms) };
        terms.check().map_err(BadLog::Terms)?;
        let rules = terms.rules::<G>().map_err(BadLog::Terms)?;
        Ok(Table { terms: terms.clone(), rules, lobby: Lobby::new(terms), play: None, n_events: 1 })
    }

    /// The table at the end of a log.
    pub fn replayed(events: impl IntoIterator<Item = Event<G>>) -> Result<Table<G>, BadLog> {
        let mut events = events.into_iter();
        let mut table = Table::new(&events.next().ok_or(BadLog::NoTerms)?)?;
        for event in events {
            table.replay(event)?;
        }
        Ok(table)
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules set.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The lobby.
    pub fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// The current game, or the last one.
    pub fn play(&self) -> Option<&Play<G>> {
        self.play.as_ref()
    }

    /// Whether a game is being played.
    pub fn is_playing(&self) -> bool {
        !self.lobby.is_closed() && self.play.as_ref().is_some_and(|play| !play.is_over())
    }

    /// The seats that this visitor may take now.
    pub fn seats_for(&self, visitor: Option<Holder>) -> Vec<Seat> {
        let may_sit = |&seat: &Seat| match visitor {
            Some(holder) => self.check_sit(holder, seat).is_ok(),
            None => self.lobby.is_open(seat),
        };
        self.lobby.seats().filter(may_sit).collect()
    }

    /// The observer for this holder. `None` if the terms forbid spectators and the holder has no seat.
    pub fn observer(&self, holder: Option<Holder>) -> Option<Observer> {
        let seat = holder.and_then(|holder| self.lobby.seat_of(holder));
        let rail = || self.terms.watching.then_some(Observer::Rail);
        seat.map(Observer::Seat).or_else(rail)
    }

    /// The seat's next question, once a game has begun.
    pub fn question(&self, seat: Seat) -> Option<Question> {
        self.play.as_ref().map(|play| play.question(seat))
    }

    /// The view for a bot that gives this holder a hint. The terms must allow hints, and the game must ask the holder
    /// something.
    ///
    /// # Errors
    /// If the table refuses.
    pub fn view_for_hint(&self, holder: Holder) -> Result<View<G>, CommandError<G>> {
        let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
        if !self.terms.hints {
            return Err(CommandError::HintsOff);
        }
        let play = self.play.as_ref().filter(|_| self.is_playing());
        let play = play.ok_or(CommandError::NotPlaying)?;
        let view = play.view(Observer::Seat(seat));
        let is_asked = play.pause().is_none() && view.open.turn().asks(seat);
        if is_asked { Ok(view) } else { Err(CommandError::NotAsked) }
    }

    /// The seats whose decision a bot makes now, for itself or for a person.
    pub fn bots_to_move(&self) -> Vec<Seat> {
        let Some(play) = self.play.as_ref().filter(|_| self.is_playing()) else {
            return Vec::new();
        };
        let is_bot = |seat: &Seat| self.bot_of(*seat).is_some();
        play.owing().iter().filter(is_bot).collect()
    }

    /// The seats of people for whom the table waits: for a decision, or for the next round. Where silence is an answer,
    /// it waits for nobody. Only for the server, which may tell each seat about itself: the others reveal who has made a
    /// hidden choice.
    pub fn people_to_move(&self) -> Seats {
        let waits = |play: &&Play<G>| self.is_playing() && play.silence_ends().is_none();
        let Some(play) = self.play.as_ref().filter(waits) else {
            return Seats::NONE;
        };
        let owing = |seat: &Seat| match play.pause() {
            Some(pause) => !pause.ready.has(*seat),
            None => play.owing().has(*seat),
        };
        self.lobby.awaited().iter().filter(owing).collect()
    }

    /// The level of the bot that plays for a seat, if any.
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
        let play = self.play.as_ref().filter(|_| self.is_playing())?;
        let runs = |seat: &Seat| self.bot_of(*seat).is_none();
        let deadline = |seat| Some((play.deadline(seat)?, seat));
        play.owing().iter().filter(runs).filter_map(deadline).min()
    }

    /// When the interlude ends, if there is one and the terms limit its time.
    pub fn interlude_ends(&self) -> Option<Moment> {
        let pause = self.play.as_ref().filter(|_| self.is_playing())?.pause()?;
        match self.terms.interlude {
            Interlude::Timed { seconds } => Some(pause.since + u64::from(seconds) * 1000),
            Interlude::None | Interlude::Open => None,
        }
    }

    /// When the silence of players becomes their answer, if the table waits for that. Only for the server: it shows who
    /// has not spoken up.
    pub fn silence_ends(&self) -> Option<Moment> {
        let play = self.play.as_ref().filter(|_| self.is_playing())?;
        let is_silent = |seat: Seat| self.bot_of(seat).is_none();
        play.silence_ends().filter(|_| play.owing().iter().any(is_silent))
    }

    /// Applies a decision. Returns the news of each event.
    pub fn evolve(&mut self, decision: Decision<G>) -> Vec<News<G>> {
        let Decision { events, lobby } = decision;
        self.n_events += events.len() as u64;
        let news = events.into_iter().map(|PlannedEvent { event, company, effect }| {
            let heard = self.apply_to_game(&event, effect);
            News::new(event, heard, company)
        });
        let news = news.collect();
        if let Some(lobby) = lobby {
            self.lobby = lobby;
        }
        news
    }

    /// Applies an event of a log. Returns its news.
    ///
    /// # Errors
    /// If the event does not fit; the table is then unchanged.
    pub fn replay(&mut self, event: Event<G>) -> Result<News<G>, BadLog> {
        let n_seats = self.rules.n_seats();
        if event.kind.seats().any(|seat| !seat.is_at(n_seats)) {
            return Err(BadLog::Event);
        }
        let effect = self.effect(&event.kind)?;
        let company = CompanyNews::of(&event.kind, &self.lobby);
        self.lobby.evolve(&event.kind);
        self.n_events += 1;
        let heard = self.apply_to_game(&event, effect);
        Ok(News::new(event, heard, company))
    }

    /// The effect of an event on the game.
    fn effect(&self, kind: &EventKind<G>) -> Result<Option<Effect<G>>, BadLog> {
        let play = || self.play.as_ref().ok_or(BadLog::Event);
        // Nothing happens in a game during an interlude.
        let sealed = || {
            let play = play()?;
            if play.pause().is_none() { Ok(play.sealed()) } else { Err(BadLog::Event) }
        };
        let fits = |fits: bool| if fits { Ok(None) } else { Err(BadLog::Event) };
        let step = if let EventKind::Chance(chance) = kind {
            sealed()?.chance(*chance)
        } else if let EventKind::Act { seat, action, .. } = kind {
            sealed()?.act(*seat, *action)
        } else if let EventKind::Changed { seat, action } = kind {
            let change = sealed()?.change(*seat, *action);
            let change = change.and_then(Result::ok).ok_or(BadLog::Event)?;
            return Ok(Some(Effect::Change(change)));
        } else if let EventKind::Interlude = kind {
            let is_agreed = self.terms.interlude != Interlude::None;
            return fits(is_agreed && sealed().is_ok() && play()?.has_new_round());
        } else if let EventKind::Next { .. } | EventKind::Resumed = kind {
            return fits(play()?.pause().is_some());
        } else {
            return Ok(None);
        };
        step.map(|transition| Some(Effect::Step(transition))).map_err(|_| BadLog::Event)
    }

    fn apply_to_game(&mut self, event: &Event<G>, effect: Option<Effect<G>>) -> Heard<G> {
        if let EventKind::Began { commitment } = &event.kind {
            let number = self.play.as_ref().map_or(0, |play| play.number) + 1;
            self.play = Some(Play::new(number, commitment.clone(), self.rules, &self.terms));
        }
        let Some(play) = &mut self.play else { return Heard::nothing() };
        match (&event.kind, effect) {
            (EventKind::Chance(_), Some(Effect::Step(transition))) => {
                Heard { changes: play.chance(event.at, transition), own: None }
            }
            (EventKind::Act { seat, by, action }, Some(Effect::Step(transition))) => {
                let changes = play.act(event.at, (*seat, *by, *action), transition);
                Heard { changes, own: None }
            }
            (EventKind::Changed { seat, action }, Some(Effect::Change(change))) => {
                play.change(*seat, *action, change.next);
                Heard { changes: Vec::new(), own: change.own }
            }
            (kind, _) => {
                play.note_event(event.at, kind);
                Heard::nothing()
            }
        }
    }

    /// Checks a command and returns its events. No other code checks commands. A repeated command returns no events.
    ///
    /// # Errors
    /// If the table refuses.
    pub fn decide(
        &self,
        seed: &Seed,
        caller: Caller,
        command: &Command<G::Action>,
        now: Moment,
    ) -> Result<Decision<G>, CommandError<G>> {
        if self.lobby.is_closed() && !matches!(command, Command::House(HouseCommand::Close)) {
            return Err(CommandError::Closed);
        }
        self.check_room_in_log(command)?;
        let mut builder = DecisionBuilder::new(self, seed, now);
        match (command, caller) {
            (Command::Sit { seat, name, coat }, Caller::Holder(holder)) => {
                self.sit(holder, *seat, (name, coat.as_deref()), &mut builder)?;
            }
            (Command::Act { at, action }, Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
                if self.lobby.chair(seat).is_stood_in() {
                    builder.add(EventKind::Back { seat });
                }
                self.act(seat, By::Person, *at, *action, &mut builder)?;
            }
            (Command::Seated(command), Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
                self.decide_seated(seat, command, &mut builder)?;
            }
            (Command::Host(command), Caller::Holder(holder)) => {
                let seat = self.lobby.seat_of(holder).ok_or(CommandError::NotSeated)?;
                if self.lobby.host != Some(seat) {
                    return Err(CommandError::NotHost(self.lobby.host));
                }
                self.decide_host(command, &mut builder)?;
            }
            (Command::House(command), Caller::House) => self.decide_house(command, &mut builder)?,
            (Command::BotAct { seat, at, action }, Caller::House) => {
                self.check_seat(*seat)?;
                self.bot_of(*seat).ok_or(CommandError::NotHouse)?;
                let is_bot = matches!(self.lobby.chair(*seat).sitter, Sitter::Bot { .. });
                let by = if is_bot { By::Bot } else { By::StandIn };
                self.act(*seat, by, *at, *action, &mut builder)?;
            }
            (Command::House(_) | Command::BotAct { .. }, Caller::Holder(_)) => {
                return Err(CommandError::NotHouse);
            }
            (_, Caller::House) => return Err(CommandError::NotSeated),
        }
        if !builder.decision.is_empty() {
            builder.resume_if_ready();
        }
        Ok(builder.decision)
    }

    fn sit(
        &self,
        holder: Holder,
        seat: Option<Seat>,
        (name, coat): (&str, Option<&str>),
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        if let Some(current) = self.lobby.seat_of(holder) {
            // A repeated request for the same seat is a no-op.
            let same = seat.is_none_or(|seat| seat == current);
            return if same { Ok(()) } else { Err(CommandError::AlreadySeated(current)) };
        }
        self.check_seatings(holder)?;
        let kept = self.lobby.seat_kept_for(holder);
        let seat = seat.or(kept).or_else(|| self.seats_for(Some(holder)).first().copied());
        let Some(seat) = seat else {
            // A single reason is more helpful than "full".
            let empty = |&seat: &Seat| self.lobby.chair(seat).sitter == Sitter::Nobody;
            let refusal =
                self.lobby.seats().find(empty).and_then(|seat| self.check_sit(holder, seat).err());
            return Err(refusal.unwrap_or(CommandError::Full));
        };
        self.check_seat(seat)?;
        self.check_sit(holder, seat)?;
        let former = self.lobby.chair(seat).kept_for.as_ref();
        if let Some(former) = former.filter(|former| former.holder == holder) {
            let (name, coat) = (former.name.clone(), former.coat);
            builder.add(EventKind::Sat { seat, holder, name });
            // Without this event the player has the kept coat again.
            let free = coat.map(|coat| self.lobby.free_coat(seat, coat));
            if free != coat {
                builder.add(EventKind::Wears { seat, coat: free });
            }
            return Ok(());
        }
        let name = name::read(name).map_err(|found| CommandError::BadName { found })?;
        let mut names = self.lobby.chairs.iter().flat_map(Chair::all_names);
        if names.any(|other| name::looks_like(&name, other)) {
            return Err(CommandError::NameTaken { name });
        }
        let coat = self.coat(seat, coat)?;
        builder.add(EventKind::Sat { seat, holder, name });
        if coat.is_some() {
            builder.add(EventKind::Wears { seat, coat });
        }
        Ok(())
    }

    /// The new name of a seated player. It must not look like that of another player, and not like that of another author
    /// in the chat.
    fn new_name(&self, seat: Seat, name: &str) -> Result<String, CommandError<G>> {
        let name = name::read(name).map_err(|found| CommandError::BadName { found })?;
        let others = self.lobby.seats().filter(|other| *other != seat);
        let names = others.flat_map(|other| self.lobby.chair(other).all_names());
        let lines = self.lobby.talk.iter().filter(|line| line.seat != seat);
        let mut names = names.chain(lines.map(|line| line.names.person(line.seat)));
        if names.any(|other| name::looks_like(&name, other)) {
            return Err(CommandError::NameTaken { name });
        }
        Ok(name)
    }

    /// The coat that a player at this seat gets. Where another player has chosen it, that is the next one.
    fn coat(&self, seat: Seat, name: Option<&str>) -> Result<Option<CoatName>, CommandError<G>> {
        let Some(name) = name else { return Ok(None) };
        let wanted = CoatName::named(name).ok_or(CommandError::NoSuchCoat)?;
        Ok(Some(self.lobby.free_coat(seat, wanted)))
    }

    /// Refuses sitting down so often that a log would grow without end.
    fn check_seatings(&self, holder: Holder) -> Result<(), CommandError<G>> {
        let (n_own, n_all) = self.lobby.n_seatings(holder);
        if n_own >= MAX_SEATINGS {
            return Err(CommandError::SatTooOften { max: MAX_SEATINGS });
        }
        let max = if n_own == 0 { MAX_ALL_SEATINGS } else { MAX_ALL_SEATINGS / 2 };
        if n_all < max { Ok(()) } else { Err(CommandError::TooManyChanges { max }) }
    }

    /// Checks that this holder may sit down on a seat. During a game this shows its hand.
    fn check_sit(&self, holder: Holder, seat: Seat) -> Result<(), CommandError<G>> {
        let chair = self.lobby.chair(seat);
        if self.lobby.is_closed() {
            return Err(CommandError::Closed);
        }
        self.check_hand(holder, seat)?;
        if let Some(former) = chair.kept_for.as_ref().filter(|former| former.holder != holder)
            && !self.lobby.is_open(seat)
        {
            return Err(if chair.sitter == Sitter::Nobody {
                CommandError::SeatKept { seat, name: former.name.clone() }
            } else {
                CommandError::SeatTaken(seat)
            });
        }
        if chair.kept_for.is_none() && chair.sitter != Sitter::Nobody {
            return Err(CommandError::SeatTaken(seat));
        }
        Ok(())
    }

    /// Checks that this holder may have a seat and see its hand.
    ///
    /// # Errors
    /// If the host has removed the person for good, or the person has another seat or has seen another hand of the game.
    pub fn check_hand(&self, holder: Holder, seat: Seat) -> Result<(), CommandError<G>> {
        if self.lobby.is_banned(holder) {
            return Err(CommandError::RemovedForGood);
        }
        // A seat may move back to a browser where it was before.
        if let Some(current) = self.lobby.seat_of_person(holder).filter(|other| *other != seat) {
            return Err(CommandError::AlreadySeated(current));
        }
        match self.lobby.other_hand_seen(holder, seat) {
            Some(other) => Err(CommandError::SawOtherHand(other)),
            None => Ok(()),
        }
    }

    /// Whether the seat's player may change a sealed choice once more.
    pub fn may_change(&self, seat: Seat) -> bool {
        let question = self.play.as_ref().and_then(|play| play.change_question(seat));
        self.terms.changes && question.is_some_and(|at| at.change <= MAX_CHOICE_CHANGES)
    }

    /// Refuses what would let a log grow without end.
    fn check_room_in_log(&self, command: &Command<G::Action>) -> Result<(), CommandError<G>> {
        let is_full = self.n_events >= MAX_EVENTS;
        match command {
            Command::Act { .. }
            | Command::BotAct { .. }
            | Command::House(
                HouseCommand::StandIn { .. }
                | HouseCommand::Resume
                | HouseCommand::TakeSilence
                | HouseCommand::Close,
            )
            | Command::Seated(SeatedCommand::Rise | SeatedCommand::Next { .. })
            | Command::Host(HostCommand::Remove { .. } | HostCommand::Fill { .. }) => Ok(()),
            Command::Seated(SeatedCommand::Return | SeatedCommand::Ready { yes: true })
                if !is_full =>
            {
                Ok(())
            }
            // The table counts sitting down for each holder.
            Command::Sit { .. } if !is_full => Ok(()),
            Command::Sit { .. }
            | Command::Seated(_)
            | Command::Host(_)
            | Command::House(HouseCommand::Move { .. }) => {
                if is_full {
                    Err(CommandError::LogFull)
                } else if self.lobby.n_changes() >= MAX_CHANGES {
                    Err(CommandError::TooManyChanges { max: MAX_CHANGES })
                } else {
                    Ok(())
                }
            }
        }
    }

    fn decide_seated(
        &self,
        seat: Seat,
        command: &SeatedCommand,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        let chair = self.lobby.chair(seat);
        match command {
            SeatedCommand::Rise => {
                builder.add(EventKind::Rose { seat });
                self.fill_in(seat, builder);
            }
            SeatedCommand::Ready { .. } if self.is_playing() => return Err(CommandError::Playing),
            SeatedCommand::Ready { yes } if chair.ready == *yes => {}
            SeatedCommand::Ready { yes } => {
                builder.add(EventKind::Ready { seat, yes: *yes });
                builder.begin_if_ready();
            }
            SeatedCommand::Next { after } => self.next_round(seat, *after, builder)?,
            SeatedCommand::Return if !chair.is_stood_in() => {}
            SeatedCommand::Return => builder.add(EventKind::Back { seat }),
            SeatedCommand::Say { at, text } => {
                let text = name::clean(text);
                let n_letters = text.chars().count();
                if !self.lobby.chat {
                    return Err(CommandError::ChatOff);
                }
                if n_letters == 0 || n_letters > MAX_TEXT {
                    return Err(CommandError::BadText { found: n_letters });
                }
                if *at == chair.said {
                    builder.add(EventKind::Said { seat, text });
                } else if at.checked_add(1) != Some(chair.said) || text != chair.last_said {
                    // Only the repeated request for the last line is a no-op.
                    return Err(CommandError::Stale);
                }
            }
            SeatedCommand::React { at, reaction } => {
                if !self.lobby.chat {
                    return Err(CommandError::ChatOff);
                }
                if *at > chair.reacted {
                    return Err(CommandError::Stale);
                }
                // A page lags behind while it shows a trick, so an older number is no reason to refuse: only the repeated
                // request for the last reaction is a no-op.
                let repeats = at.checked_add(1) == Some(chair.reacted)
                    && chair.last_reaction == Some(*reaction);
                if !repeats {
                    builder.add(EventKind::Reacted { seat, reaction: *reaction });
                }
            }
            SeatedCommand::Rename { name } => {
                let name = self.new_name(seat, name)?;
                if chair.name() != Some(&name) {
                    builder.add(EventKind::Renamed { seat, name });
                }
            }
            SeatedCommand::Wear { coat } => {
                let coat = self.coat(seat, coat.as_deref())?;
                if coat != chair.coat {
                    builder.add(EventKind::Wears { seat, coat });
                }
            }
            SeatedCommand::Mute { whom, yes } => {
                self.check_seat(*whom)?;
                if chair.muted.has(*whom) != *yes {
                    builder.add(EventKind::Muted { seat, whom: *whom, yes: *yes });
                }
            }
        }
        Ok(())
    }

    /// A player asks for the next round.
    fn next_round(
        &self,
        seat: Seat,
        after: RoundNumber,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        let play = self.play.as_ref().ok_or(CommandError::NotPlaying)?;
        let number = RoundNumber { game: play.number, round: play.rounds() };
        let is_past = (after.game, after.round) <= (number.game, number.round);
        match play.pause() {
            Some(pause) if after == number => {
                if self.lobby.chair(seat).is_stood_in() {
                    builder.add(EventKind::Back { seat });
                }
                if !pause.ready.has(seat) {
                    builder.add(EventKind::Next { seat });
                }
                Ok(())
            }
            // The interlude ended just before.
            Some(_) | None if is_past => Ok(()),
            Some(_) | None => Err(CommandError::Stale),
        }
    }

    /// Gives a seat that becomes empty during a game to a bot, if the terms name one. Otherwise the game waits for the
    /// player to return, or for the host to choose a bot.
    fn fill_in(&self, seat: Seat, builder: &mut DecisionBuilder<'_, G>) {
        if let (true, Some(stand_in)) = (self.is_playing(), &self.terms.stand_in) {
            builder.add(EventKind::Filled { seat, level: stand_in.level.clone() });
        }
    }

    fn decide_host(
        &self,
        command: &HostCommand,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        match command {
            HostCommand::Remove { seat, for_good } => {
                self.check_person(*seat)?;
                builder.add(EventKind::Removed { seat: *seat, for_good: *for_good });
                self.fill_in(*seat, builder);
            }
            HostCommand::Fill { seat, level } => {
                self.check_seat(*seat)?;
                if self.lobby.chair(*seat).sitter != Sitter::Nobody {
                    return Err(CommandError::SeatTaken(*seat));
                }
                builder.add(EventKind::Filled { seat: *seat, level: level.clone() });
                builder.begin_if_ready();
            }
            HostCommand::Free { seat } => {
                self.check_seat(*seat)?;
                if self.is_playing() {
                    return Err(CommandError::Playing);
                }
                if !matches!(self.lobby.chair(*seat).sitter, Sitter::Bot { .. }) {
                    return Err(CommandError::SeatEmpty(*seat));
                }
                builder.add(EventKind::Freed { seat: *seat });
            }
            HostCommand::Pass { seat } => {
                self.check_person(*seat)?;
                if self.lobby.host != Some(*seat) {
                    builder.add(EventKind::Passed { seat: *seat });
                }
            }
            HostCommand::Chat { on } if self.lobby.chat == *on => {}
            HostCommand::Chat { on } => builder.add(EventKind::Chat { on: *on }),
        }
        Ok(())
    }

    fn decide_house(
        &self,
        command: &HouseCommand,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        match command {
            HouseCommand::StandIn { seat, why } => self.stand_in(*seat, *why, builder),
            HouseCommand::Move { seat, from, to } => {
                self.check_person(*seat)?;
                if self.lobby.chair(*seat).holder() != Some(*from) {
                    return Err(CommandError::SeatTaken(*seat));
                }
                if from == to {
                    return Err(CommandError::AlreadySeated(*seat));
                }
                self.check_hand(*to, *seat)?;
                builder.add(EventKind::Moved { seat: *seat, holder: *to });
                Ok(())
            }
            HouseCommand::Close => {
                if !self.lobby.is_closed() {
                    builder.add(EventKind::Closed);
                }
                Ok(())
            }
            HouseCommand::TakeSilence => self.take_silence(builder),
            HouseCommand::Resume => {
                let ends = self.interlude_ends().ok_or(CommandError::Stale)?;
                if builder.now < ends {
                    return Err(CommandError::TimeLeft);
                }
                builder.resume();
                Ok(())
            }
        }
    }

    /// All players who have said nothing give the default answer.
    fn take_silence(&self, builder: &mut DecisionBuilder<'_, G>) -> Result<(), CommandError<G>> {
        let ends = self.silence_ends().ok_or(CommandError::Stale)?;
        if builder.now < ends {
            return Err(CommandError::TimeLeft);
        }
        let play = self.play.as_ref().ok_or(CommandError::NotPlaying)?;
        let answer = play.sealed().silent_answer().ok_or(CommandError::Stale)?;
        let mut sealed = play.sealed().clone();
        for seat in play.owing().iter().filter(|&seat| self.bot_of(seat).is_none()) {
            let transition = sealed.act(seat, answer).map_err(CommandError::Illegal)?;
            sealed = transition.next.clone();
            builder.act(play, (seat, By::Person, answer), transition);
        }
        Ok(())
    }

    fn act(
        &self,
        seat: Seat,
        by: By,
        at: Question,
        action: G::Action,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        let play = self.play.as_ref().ok_or(CommandError::NotPlaying)?;
        if play.has_answered(seat, at, action) {
            return Ok(());
        }
        if by == By::Person && self.terms.changes && play.change_question(seat) == Some(at) {
            return Self::change(play, seat, at, action, builder);
        }
        if at != play.question(seat) {
            return Err(CommandError::Stale);
        }
        if play.pause().is_some() {
            return Err(CommandError::Interlude);
        }
        if by == By::Person && play.sealed().silent_answer() == Some(action) {
            // Said aloud, it would end the question sooner and show that the player had a choice.
            return Ok(());
        }
        let transition = play.sealed().act(seat, action).map_err(CommandError::Illegal)?;
        builder.act(play, (seat, by, action), transition);
        Ok(())
    }

    /// Changes a choice that is still sealed.
    fn change(
        play: &Play<G>,
        seat: Seat,
        at: Question,
        action: G::Action,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        if at.change > MAX_CHOICE_CHANGES {
            return Err(CommandError::ChangedTooOften { max: MAX_CHOICE_CHANGES });
        }
        let change = play.sealed().change(seat, action).ok_or(CommandError::Stale)?;
        builder.change(seat, action, change.map_err(CommandError::Illegal)?);
        Ok(())
    }

    fn stand_in(
        &self,
        seat: Seat,
        why: Absence,
        builder: &mut DecisionBuilder<'_, G>,
    ) -> Result<(), CommandError<G>> {
        self.check_person(seat)?;
        self.terms.stand_in.as_ref().ok_or(CommandError::NoStandIn)?;
        let play =
            self.play.as_ref().filter(|play| !play.is_over()).ok_or(CommandError::NotPlaying)?;
        let in_time = || {
            let late =
                play.owing().has(seat) && play.deadline(seat).is_some_and(|at| builder.now >= at);
            !late
        };
        if why == Absence::OutOfTime && in_time() {
            return Err(CommandError::TimeLeft);
        }
        if self.lobby.chair(seat).is_stood_in() {
            return Ok(());
        }
        if why == Absence::Away || !play.sealed().is_hidden() {
            builder.add(EventKind::StoodIn { seat });
        } else if !self.is_late(seat) {
            // A public stand-in would reveal that this seat has not chosen, so it is announced with all choices.
            builder.add(EventKind::Late { seat });
        }
        Ok(())
    }

    fn check_seat(&self, seat: Seat) -> Result<(), CommandError<G>> {
        let n_seats = self.rules.n_seats();
        if seat.is_at(n_seats) { Ok(()) } else { Err(CommandError::NoSuchSeat { n_seats }) }
    }

    fn check_person(&self, seat: Seat) -> Result<(), CommandError<G>> {
        self.check_seat(seat)?;
        let person = self.lobby.chair(seat).name().is_some();
        person.then_some(()).ok_or(CommandError::SeatEmpty(seat))
    }
}
