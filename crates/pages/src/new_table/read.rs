//! Reads the form as terms, and collects the problems of every field.

use bots::Level;
use rules::notation::{Unreadable, Values};
use rules::{Fact, Game, Rules, Say};
use table::cat::CoatName;
use table::command::MAX_NAME;
use table::deck::{DeckError, DeckFile};
use table::name;
use table::sealed::Chosen;
use table::terms::{
    BANK_SECONDS, BadTerms, GRACE_SECONDS, INCREMENT_SECONDS, INTERLUDE_SECONDS, Interlude,
    MOVE_SECONDS, PACE_MILLIS, SeatKind, StandIn, Terms, TimeControl,
};
use words::Words;

use crate::face::{Face, VisitFace};
use crate::fields::Fields;
use crate::levels;

use super::NewTable;

/// A problem with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldProblem {
    pub(super) field: String,
    kind: ProblemKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum ProblemKind {
    /// Not one of the values that were offered.
    NotOffered(String),
    /// Not a number, or out of range.
    Range { found: String, min: u32, max: u32 },
    /// A name of this many letters.
    Name(usize),
    /// The rules refuse the value.
    Rules(Unreadable),
    /// The deck file is refused.
    Deck(DeckError),
    /// Fields that do not fit together.
    Terms(BadTerms),
}

impl FieldProblem {
    fn new(field: &str, kind: ProblemKind) -> FieldProblem {
        FieldProblem { field: field.to_owned(), kind }
    }

    pub(super) fn sentence(&self, words: &Words) -> String {
        match &self.kind {
            ProblemKind::NotOffered(found) => {
                words.message("new-wrong-choice", &[("found", found.clone().into())])
            }
            ProblemKind::Range { found, min, max } => words.message(
                "new-wrong-number",
                &[("found", found.clone().into()), ("min", (*min).into()), ("max", (*max).into())],
            ),
            ProblemKind::Name(n_letters) => bad_name(words, *n_letters),
            ProblemKind::Rules(unreadable) => words.unreadable(unreadable),
            ProblemKind::Deck(error) => {
                let reason = words.message(&format!("deck-{}", error.code()), &error.facts());
                match error.at {
                    Some(at) => words.message(
                        "new-wrong-line",
                        &[("line", at.line.into()), ("reason", reason.into())],
                    ),
                    None => reason,
                }
            }
            ProblemKind::Terms(bad) => {
                words.message(&format!("terms-{}", bad.code()), &bad.facts())
            }
        }
    }
}

/// Why a text of this length is no name.
pub(crate) fn bad_name(words: &Words, n_letters: usize) -> String {
    let facts = [("found", (n_letters as i64).into()), ("max", Fact::Number(MAX_NAME as i64))];
    words.message("table-no-bad-name", &facts)
}

/// Reads the form of a game.
pub(super) struct Read<'a>(pub(super) &'a Fields);

impl VisitFace for Read<'_> {
    type Output = Result<NewTable, Vec<FieldProblem>>;

    fn visit<G: Face>(self) -> Self::Output {
        let mut form = FormReader { fields: self.0, problems: Vec::new() };
        let name = form.name();
        let coat = form.coat();
        let rules = form.rules::<G>();
        // Without rules the number of seats is unknown; the other fields are checked all the same.
        let n_seats = rules.map_or_else(|| form.n_chairs(), |rules| rules.n_seats());
        let places: Vec<SeatKind> = (0..n_seats).map(|seat| form.chair(seat)).collect();
        let clock = form.clock();
        let stand_in = form.stand_in();
        let listed = form.choice("listed", &["link", "home"]) == "home";
        let watching = form.choice("watching", &YES_NO) == "yes";
        let newcomers = form.choice("newcomers", &NO_YES) == "yes";
        let chat = form.choice("chat", &YES_NO) == "yes";
        let hidden = form.choice("chosen", &CHOSEN) == "hidden";
        let chosen = if hidden { Chosen::Hidden } else { Chosen::Shown };
        let pace = form.number("pace", PACE, PACE_MILLIS);
        let n_people = places.iter().filter(|chair| **chair == SeatKind::Person).count();
        let interlude = form.interlude(n_people, clock);
        let changes = form.choice("changes", &YES_NO) == "yes" && G::HAS_SEALED_CHOICES;
        let hints = match form.choice("hints", &HINTS) {
            "yes" => true,
            "no" => false,
            _ => n_people == 1,
        };
        let radar = form.choice("radar", &NO_YES) == "yes" && G::HAS_PARADOXES;
        let Some(rules) = rules else { return Err(form.problems) };
        let terms = Terms {
            places,
            clock,
            stand_in,
            listed,
            watching,
            chosen,
            chat,
            pace,
            hints,
            radar,
            newcomers,
            interlude,
            changes,
            ..Terms::new::<G>(&rules)
        };
        if form.problems.is_empty()
            && let Err(bad) = terms.check()
        {
            form.add_problem(field_of(bad.key), ProblemKind::Terms(bad));
        }
        if form.problems.is_empty() {
            Ok(NewTable { name, coat, terms })
        } else {
            Err(form.problems)
        }
    }
}

/// The field of a term.
fn field_of(key: &'static str) -> &'static str {
    match key {
        "rules" => "players",
        "seats" => "seat-1",
        key => key,
    }
}

pub(super) const YES_NO: [&str; 2] = ["yes", "no"];
pub(super) const NO_YES: [&str; 2] = ["no", "yes"];
pub(super) const HINTS: [&str; 3] = ["alone", "yes", "no"];
pub(super) const CHOSEN: [&str; 2] = ["shown", "hidden"];
/// The first means: as suits the table.
pub(super) const INTERLUDES: [&str; 3] = ["timed", "open", "none"];
pub(super) const CLOCKS: [&str; 3] = ["none", "move", "bank"];

/// The numbers on offer; the form accepts any within the range. The first is the default.
pub(super) const MOVE: &[u32] = &[60, 20, 30, 120, 300, 86_400, 259_200, 604_800];
pub(super) const BANK: &[u32] = &[1_200, 300, 600, 1_800, 2_700, 3_600];
pub(super) const INCREMENT: &[u32] = &[10, 0, 5, 20, 30, 60];
pub(super) const GRACE: &[u32] = &[120, 30, 60, 300, 600, 3_600];
pub(super) const INTERLUDE: &[u32] = &[20, 10, 30, 60, 120, 300];
pub(super) const PACE: &[u32] = &[900, 0, 400, 2_000];

/// A form while it is read, and the problems so far.
struct FormReader<'a> {
    fields: &'a Fields,
    problems: Vec<FieldProblem>,
}

impl FormReader<'_> {
    fn add_problem(&mut self, field: &str, kind: ProblemKind) {
        self.problems.push(FieldProblem::new(field, kind));
    }

    fn name(&mut self) -> String {
        let name = name::read(self.fields.get("name").unwrap_or_default());
        name.unwrap_or_else(|n_letters| {
            self.add_problem("name", ProblemKind::Name(n_letters));
            String::new()
        })
    }

    /// The coat of the host's cat.
    fn coat(&mut self) -> Option<CoatName> {
        let found = self.fields.filled("coat")?;
        let coat = CoatName::named(found);
        if coat.is_none() {
            self.add_problem("coat", ProblemKind::NotOffered(found.to_owned()));
        }
        coat
    }

    /// The rules set, from all fields that belong to it.
    fn rules<G: Game>(&mut self) -> Option<G::Rules> {
        let players = self.fields.filled("players").unwrap_or("4");
        let line = format!("{} players={players}", G::ID.name());
        if let Err(unreadable) = line.parse::<G::Rules>() {
            self.add_problem("players", ProblemKind::Rules(unreadable));
            return None;
        }
        let n_before = self.problems.len();
        let mut whole = line.clone();
        for option in G::Rules::OPTIONS.iter().filter(|option| option.key != "players") {
            let field = format!("rule-{}", option.key);
            let Some(value) = self.fields.filled(&field) else { continue };
            let pick = format!(" {}={value}", option.key);
            // A blank would end the value and begin another option.
            let bad = value.contains(char::is_whitespace);
            if bad || matches!(option.values, Values::Table) {
                self.add_problem(&field, ProblemKind::NotOffered(value.to_owned()));
            } else if let Err(unreadable) = (line.clone() + &pick).parse::<G::Rules>() {
                self.add_problem(&field, ProblemKind::Rules(unreadable));
            }
            whole += &pick;
        }
        let deck = self.deck::<G>(&line);
        if self.problems.len() > n_before {
            return None;
        }
        let rules = whole.parse::<G::Rules>();
        let rules = rules
            .map_err(|unreadable| self.add_problem("players", ProblemKind::Rules(unreadable)))
            .ok()?;
        match deck {
            Some(deck) => deck.apply::<G>(rules).ok(),
            None => Some(rules),
        }
    }

    /// The deck file, if there is one.
    fn deck<G: Game>(&mut self, line: &str) -> Option<DeckFile> {
        let text = self.fields.filled("deck")?;
        let read = DeckFile::read(text).and_then(|deck| {
            let rules: G::Rules = line.parse().expect("the line has been read before");
            deck.apply::<G>(rules).map(|_| deck)
        });
        read.map_err(|error| self.add_problem("deck", ProblemKind::Deck(error))).ok()
    }

    /// How many seats the form has, where the rules are unreadable.
    fn n_chairs(&self) -> u8 {
        let chairs = 1..rules::MAX_SEATS as u8;
        1 + chairs.filter(|seat| self.fields.get(&format!("seat-{seat}")).is_some()).count() as u8
    }

    /// The player of a seat. The first seat is the host's.
    fn chair(&mut self, seat: u8) -> SeatKind {
        let field = format!("seat-{seat}");
        let found = self.fields.filled(&field).filter(|found| seat > 0 && *found != "person");
        let Some(found) = found else { return SeatKind::Person };
        if let Some(named) = Level::named(found) {
            return SeatKind::Bot(levels::name_of(named));
        }
        self.add_problem(&field, ProblemKind::NotOffered(found.to_owned()));
        SeatKind::Person
    }

    fn clock(&mut self) -> TimeControl {
        match self.choice("clock", &CLOCKS) {
            "move" => TimeControl::Move { seconds: self.number("move-time", MOVE, MOVE_SECONDS) },
            "bank" => TimeControl::Bank {
                seconds: self.number("bank-time", BANK, BANK_SECONDS),
                increment: self.number("increment", INCREMENT, INCREMENT_SECONDS),
            },
            _ => TimeControl::None,
        }
    }

    /// The pause after a round. Among people it has a limit, unless the form says otherwise. With an hour or more for a
    /// move, players are not there together and look at the last round whenever they like.
    fn interlude(&mut self, n_people: usize, clock: TimeControl) -> Interlude {
        const HOUR: u32 = 3_600;
        let seconds = self.number("interlude-time", INTERLUDE, INTERLUDE_SECONDS);
        match self.choice("interlude", &INTERLUDES) {
            "open" => Interlude::Open,
            "none" => Interlude::None,
            _ if matches!(clock, TimeControl::Move { seconds } if seconds >= HOUR) => {
                Interlude::None
            }
            _ if n_people == 1 => Interlude::Open,
            _ => Interlude::Timed { seconds },
        }
    }

    fn stand_in(&mut self) -> Option<StandIn> {
        let name = self.fields.filled("stand-in").unwrap_or(STAND_IN);
        let grace = self.number("grace", GRACE, GRACE_SECONDS);
        if name == "none" {
            return None;
        }
        let Some(named) = Level::named(name) else {
            self.add_problem("stand-in", ProblemKind::NotOffered(name.to_owned()));
            return None;
        };
        Some(StandIn { level: levels::name_of(named), grace })
    }

    /// One of these values, by default the first.
    fn choice(&mut self, field: &str, values: &[&'static str]) -> &'static str {
        let Some(found) = self.fields.filled(field) else { return values[0] };
        let offered = values.iter().find(|value| **value == found);
        if offered.is_none() {
            self.add_problem(field, ProblemKind::NotOffered(found.to_owned()));
        }
        offered.unwrap_or(&values[0])
    }

    /// A number in this range, by default the first on offer.
    fn number(&mut self, field: &str, offered: &[u32], (min, max): (u32, u32)) -> u32 {
        let Some(found) = self.fields.filled(field) else { return offered[0] };
        match found.parse() {
            Ok(number) if (min..=max).contains(&number) => number,
            Ok(_) | Err(_) => {
                self.add_problem(field, ProblemKind::Range { found: found.to_owned(), min, max });
                offered[0]
            }
        }
    }
}

/// The default stand-in.
pub(super) const STAND_IN: &str = "cat";
