//! The log of a stored table, checked by the rules of its game and its table.

use rules::{Fact, Facts, Game, GameId, Seat, Study, Visit};
use store::{Head, StoredTable, TableStage};
use table::command::{Caller, Command, HouseCommand};
use table::event::{By, Event, EventKind, Moment};
use table::lobby::Sitter;
use table::play::Play;
use table::seed::Seed;
use table::table::{BadLog, MAX_EVENTS, Table};

/// Why a stored table cannot be one that a server wrote. Messages: `log-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BadStoredLog {
    /// The head names a game that this program does not know.
    UnknownGame,
    /// The event with this index is no event of the game.
    Unreadable(usize),
    /// The first event does not have the terms of a table of this game.
    Terms,
    /// The event with this index cannot have happened after the events before it.
    Impossible(usize),
    /// The event with this index is none that a table with a full log accepts.
    TooLong(usize),
    /// The game that begins with the event of this index was not dealt from the table's seed.
    OtherSeed(usize),
    /// The chance draw with this index is not the one that the table's seed gives.
    OtherDeal(usize),
    /// The game that ends with the event of this index reveals another seed.
    OtherReveal(usize),
    /// The head says something else than the events.
    OtherHead(HeadDifference),
}

/// An entry of a head that differs from the events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HeadDifference {
    /// Its key in an export.
    key: &'static str,
    found: String,
    wanted: String,
}

impl BadStoredLog {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            BadStoredLog::UnknownGame => "unknown-game",
            BadStoredLog::Unreadable(_) => "unreadable",
            BadStoredLog::Terms => "terms",
            BadStoredLog::Impossible(_) => "impossible",
            BadStoredLog::TooLong(_) => "too-long",
            BadStoredLog::OtherSeed(_) => "other-seed",
            BadStoredLog::OtherDeal(_) => "other-deal",
            BadStoredLog::OtherReveal(_) => "other-reveal",
            BadStoredLog::OtherHead(_) => "other-head",
        }
    }

    pub(crate) fn facts(&self, table: &StoredTable) -> Facts {
        let text = |text: &str| Fact::Text(text.to_owned());
        let mut facts =
            vec![("game", text(&table.head.game)), ("max", Fact::Number(MAX_EVENTS.cast_signed()))];
        if let BadStoredLog::OtherHead(HeadDifference { key, found, wanted }) = self {
            facts.extend([("key", text(key)), ("found", text(found)), ("wanted", text(wanted))]);
        }
        facts
    }

    /// The line of an export that it is about.
    pub(crate) fn line(&self, export: &str, n_events: usize) -> usize {
        // The events are the last lines but one.
        let first = export.lines().count().saturating_sub(n_events);
        let line_of = |keys: &[&str]| {
            let is_it = |line: &str| line.split(' ').next().is_some_and(|key| keys.contains(&key));
            export.lines().position(is_it).map_or(1, |line| line + 1)
        };
        match self {
            BadStoredLog::Unreadable(index)
            | BadStoredLog::Impossible(index)
            | BadStoredLog::TooLong(index)
            | BadStoredLog::OtherSeed(index)
            | BadStoredLog::OtherDeal(index)
            | BadStoredLog::OtherReveal(index) => first + index,
            BadStoredLog::Terms => first,
            BadStoredLog::UnknownGame => line_of(&["game"]),
            // Old exports have free seats and names in one line.
            BadStoredLog::OtherHead(HeadDifference { key, .. }) => line_of(&[key, "summary"]),
        }
    }
}

/// Checks the log of a table: every event follows from the rules and the events before it, every deal from the seed, and
/// the head from all of them.
pub(crate) fn check(table: &StoredTable) -> Result<(), BadStoredLog> {
    let game = GameId::named(&table.head.game).ok_or(BadStoredLog::UnknownGame)?;
    game.visit(Check(table))
}

/// Whether the operator has closed a table. A log that cannot be read is open.
pub(crate) fn is_closed(table: &StoredTable) -> bool {
    struct IsClosed<'a>(&'a StoredTable);
    impl Visit for IsClosed<'_> {
        type Output = bool;

        fn visit<G: Game + Study>(self) -> bool {
            fold::<G>(self.0).is_ok_and(|table| table.lobby().is_closed())
        }
    }
    GameId::named(&table.head.game).is_some_and(|game| game.visit(IsClosed(table)))
}

/// The table after it was closed; `None` if it was closed before.
///
/// # Errors
/// If the log cannot be folded.
pub(crate) fn closed(
    table: &StoredTable,
    now: Moment,
) -> Result<Option<StoredTable>, BadStoredLog> {
    let game = GameId::named(&table.head.game).ok_or(BadStoredLog::UnknownGame)?;
    game.visit(Close { table, now })
}

struct Close<'a> {
    table: &'a StoredTable,
    now: Moment,
}

impl Visit for Close<'_> {
    type Output = Result<Option<StoredTable>, BadStoredLog>;

    fn visit<G: Game + Study>(self) -> Self::Output {
        let Close { table, now } = self;
        let folded = fold::<G>(table)?;
        let (seed, close) = (Seed::new(*table.seed.bytes()), Command::House(HouseCommand::Close));
        let decision = folded.decide(&seed, Caller::House, &close, now);
        let decision = decision.expect("the house may always close a table");
        if decision.is_empty() {
            return Ok(None);
        }
        let mut table = table.clone();
        table.events.extend(decision.events().map(Event::to_string));
        // A closed table waits for nobody, and no list shows it.
        table.head = Head {
            stage: TableStage::Over,
            listed: false,
            free_seats: 0,
            updated: i64::try_from(now).unwrap_or(i64::MAX),
            ..table.head
        };
        Ok(Some(table))
    }
}

/// The table at the end of a log.
fn fold<G: Game>(table: &StoredTable) -> Result<Table<G>, BadStoredLog> {
    fold_with(table, |_, _, _| Ok(()))
}

/// The same, with a check of the table before each event but the first.
fn fold_with<G: Game>(
    table: &StoredTable,
    mut check: impl FnMut(&Table<G>, &EventKind<G>, usize) -> Result<(), BadStoredLog>,
) -> Result<Table<G>, BadStoredLog> {
    let mut folded: Option<Table<G>> = None;
    for (index, line) in table.events.iter().enumerate() {
        let event: Event<G> = line.parse().map_err(|_| BadStoredLog::Unreadable(index))?;
        let Some(table) = &mut folded else {
            folded = Some(Table::new(&event).map_err(|_| BadStoredLog::Terms)?);
            continue;
        };
        check(table, &event.kind, index)?;
        table.replay(event).map_err(|_: BadLog| BadStoredLog::Impossible(index))?;
    }
    folded.ok_or(BadStoredLog::Terms)
}

struct Check<'a>(&'a StoredTable);

impl Visit for Check<'_> {
    type Output = Result<(), BadStoredLog>;

    fn visit<G: Game + Study>(self) -> Result<(), BadStoredLog> {
        let StoredTable { seed, head, events, .. } = self.0;
        let seed = Seed::new(*seed.bytes());
        let mut stage = TableStage::Waiting;
        let table = fold_with(self.0, |table: &Table<G>, kind, index| {
            check_event(table, kind, &seed, index)?;
            // A player with a stand-in comes back to a full table with a move, or for the next round.
            if let EventKind::Back { seat } = kind
                && index as u64 >= MAX_EVENTS
                && !events.get(index + 1).is_some_and(|line| is_move::<G>(line, *seat))
            {
                return Err(BadStoredLog::TooLong(index));
            }
            match kind {
                EventKind::Began { .. } => stage = TableStage::Playing,
                EventKind::Ended { .. } => stage = TableStage::Over,
                _ => {}
            }
            Ok(())
        })?;
        if owes_event(&table, &seed) {
            return Err(BadStoredLog::Impossible(events.len() - 1));
        }
        check_head(&table, stage, head)
    }
}

/// Whether a line is a move of this seat's player, or their *Next round*.
fn is_move<G: Game>(line: &str, seat: Seat) -> bool {
    let event = line.parse::<Event<G>>();
    event.is_ok_and(|event| match event.kind {
        EventKind::Act { seat: by, by: By::Person, .. }
        | EventKind::Changed { seat: by, .. }
        | EventKind::Next { seat: by } => by == seat,
        _ => false,
    })
}

/// Whether a chance draw or the end of a game comes next. The server writes both together with the move before them.
fn owes_event<G: Game>(table: &Table<G>, seed: &Seed) -> bool {
    let ends = |play: &Play<G>| play.is_over() && play.seed.is_none();
    table.dealt_by(seed).is_some() || table.play().is_some_and(ends)
}

/// Checks what the fold of a log takes for granted.
fn check_event<G: Game>(
    table: &Table<G>,
    kind: &EventKind<G>,
    seed: &Seed,
    index: usize,
) -> Result<(), BadStoredLog> {
    let (lobby, play) = (table.lobby(), table.play());
    let n_seats = lobby.chairs.len() as u8;
    let impossible = || Err(BadStoredLog::Impossible(index));
    // The first seat of an event is the one that it happens to. The fold refuses seats that do not exist.
    let sitter = kind.seats().next().filter(|seat| seat.is_at(n_seats));
    let sitter = sitter.map(|seat| &lobby.chair(seat).sitter);
    let fits = match kind {
        EventKind::Opened(_) => false,
        // The fold checks neither who may see a hand nor how often a choice may change.
        EventKind::Sat { seat, holder, .. } => {
            !matches!(sitter, Some(Sitter::Person { .. }))
                && table.check_hand(*holder, *seat).is_ok()
        }
        EventKind::Moved { seat, holder } => {
            matches!(sitter, Some(Sitter::Person { .. }))
                && lobby.seat_of(*holder).is_none()
                && table.check_hand(*holder, *seat).is_ok()
        }
        EventKind::Changed { seat, .. } => {
            matches!(sitter, Some(Sitter::Person { .. })) && table.may_change(*seat)
        }
        EventKind::Rose { .. }
        | EventKind::Removed { .. }
        | EventKind::Passed { .. }
        | EventKind::Ready { .. }
        | EventKind::Late { .. }
        | EventKind::StoodIn { .. }
        | EventKind::Back { .. }
        | EventKind::Said { .. }
        | EventKind::Reacted { .. }
        | EventKind::Renamed { .. }
        | EventKind::Wears { .. }
        | EventKind::Muted { .. }
        | EventKind::Next { .. }
        | EventKind::Act { by: By::Person | By::StandIn, .. } => {
            matches!(sitter, Some(Sitter::Person { .. }))
        }
        EventKind::Filled { .. } => matches!(sitter, Some(Sitter::Nobody)),
        EventKind::Freed { .. } | EventKind::Act { by: By::Bot, .. } => {
            matches!(sitter, Some(Sitter::Bot { .. }))
        }
        EventKind::Began { .. } => !table.is_playing() && lobby.is_ready(),
        EventKind::Ended { .. } => play.is_some_and(|play| play.is_over() && play.seed.is_none()),
        EventKind::Chance(_)
        | EventKind::Chat { .. }
        | EventKind::Interlude
        | EventKind::Resumed
        | EventKind::Closed => true,
    };
    let at_once = matches!(
        kind,
        EventKind::Chance(_)
            | EventKind::Ended { .. }
            | EventKind::StoodIn { .. }
            | EventKind::Interlude
    );
    if !fits || lobby.is_closed() || (owes_event(table, seed) && !at_once) {
        return impossible();
    }
    let grows = matches!(
        kind,
        EventKind::Sat { .. }
            | EventKind::Moved { .. }
            | EventKind::Passed { .. }
            | EventKind::Freed { .. }
            | EventKind::Ready { .. }
            | EventKind::Said { .. }
            | EventKind::Reacted { .. }
            | EventKind::Renamed { .. }
            | EventKind::Wears { .. }
            | EventKind::Muted { .. }
            | EventKind::Chat { .. }
    );
    if grows && index as u64 >= MAX_EVENTS {
        return Err(BadStoredLog::TooLong(index));
    }
    let number = play.map_or(0, |play| play.number);
    match kind {
        EventKind::Began { commitment } if *commitment != seed.of_game(number + 1).commitment() => {
            Err(BadStoredLog::OtherSeed(index))
        }
        EventKind::Chance(chance) if table.dealt_by(seed).is_some_and(|dealt| dealt != *chance) => {
            Err(BadStoredLog::OtherDeal(index))
        }
        EventKind::Ended { seed: revealed } if *revealed != seed.of_game(number).reveal() => {
            Err(BadStoredLog::OtherReveal(index))
        }
        _ => Ok(()),
    }
}

fn check_head<G: Game>(
    table: &Table<G>,
    stage: TableStage,
    head: &Head,
) -> Result<(), BadStoredLog> {
    let Head { game: _, stage: found, played: _, listed, free_seats, names, updated: _ } = head;
    let lobby = table.lobby();
    // Heads of tables that were closed earlier keep the stage of the game.
    let is_over = lobby.is_closed() && *found == TableStage::Over;
    let stage = if is_over { TableStage::Over } else { stage };
    let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let free = lobby.seats().filter(|&seat| lobby.is_open(seat)).count();
    let people: Vec<&str> = lobby.chairs.iter().filter_map(|chair| chair.name()).collect();
    // An operator can take a table off the list.
    let may_be_listed = table.terms().listed && !lobby.is_closed();
    for (key, found, wanted) in [
        ("stage", found.name().to_owned(), stage.name().to_owned()),
        ("listed", yes(*listed), yes(*listed && may_be_listed)),
        ("free-seats", free_seats.to_string(), free.to_string()),
        ("names", names.join(", "), people.join(", ")),
    ] {
        if found != wanted {
            return Err(BadStoredLog::OtherHead(HeadDifference { key, found, wanted }));
        }
    }
    Ok(())
}
