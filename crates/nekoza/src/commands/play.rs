//! `nekoza play`.

use std::io;
use std::time::Duration;

use bots::{BotName, Craft, Level};
use rules::Rules as _;
use tui::{Keeper, Manner, NewGame, Palette, Start, Trouble, company, people};
use words::Words;

use super::files::read_variant;
use super::{InGame, in_game};
use crate::args::{PlayArgs, VariantArgs};
use crate::clock::Stopwatch;
use crate::output::{Failure, Output};

pub(crate) fn play(args: &PlayArgs, output: &mut Output) -> Result<(), Failure> {
    let start = match args.variant() {
        _ if args.go_on => Start::Continue,
        None => Start::Menu,
        Some(variant) => {
            let mut new = None;
            in_game(variant.game.id(), Begin { args, variant: &variant, new: &mut new }, output)?;
            new.map_or(Start::Menu, Start::New)
        }
    };
    let keeper = Keeper::new(args.data.clone());
    let clock = || Stopwatch::start().started();
    if args.plain {
        let mut input = io::stdin().lock();
        return tui::plain(start, &keeper, clock, &mut input, output).map_err(Failure::from);
    }
    match tui::play(start, &keeper, manner(Duration::from_millis(args.pace)))? {
        Some(farewell) => output.line(farewell),
        None => Ok(()),
    }
}

/// How this terminal is used.
pub(super) fn manner(pace: Duration) -> Manner {
    let palette = Palette::of(
        environment("NO_COLOR").as_deref(),
        environment("COLORTERM").as_deref(),
        environment("TERM").as_deref(),
    );
    Manner { palette, pace, clock: || Stopwatch::start().started() }
}

#[expect(
    clippy::disallowed_methods,
    reason = "that is where terminals say which colours they have"
)]
fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Usage(text) => Failure::Usage(text),
            Trouble::Refused(text) => Failure::Refused(text),
            Trouble::Output(error) => error.into(),
        }
    }
}

/// A game as the arguments describe it.
struct Begin<'a> {
    args: &'a PlayArgs,
    variant: &'a VariantArgs,
    new: &'a mut Option<NewGame>,
}

impl InGame for Begin<'_> {
    fn run<G: Craft>(self, _: &mut Output) -> Result<(), Failure> {
        let Begin { args, variant, new } = self;
        let words = Words::english();
        let rules = read_variant::<G>(variant, &words)?;
        let names = if args.people.is_empty() { people(1, &words) } else { args.people.clone() };
        let n_seats = rules.n_seats();
        // One bot is who takes all seats; several are seats of their own.
        let bots = if args.bots.len() > 1 { args.bots.as_slice() } else { &[] };
        let default = args.bots.first().copied().unwrap_or(BotName::Level(Level::Cat));
        let seats = company(n_seats, &names, bots, default).ok_or_else(|| {
            let (n_people, n_bots) = (names.len(), bots.len());
            Failure::Usage(format!(
                "{n_people} people and {n_bots} bots do not fit at this table: it has {n_seats} seats"
            ))
        })?;
        let seed = match args.seed {
            Some(seed) => tui::seed_of(seed),
            None => tui::random_seed().map_err(Failure::Output)?,
        };
        *new = Some(NewGame::new(&rules.to_string(), seats, seed, &words)?);
        Ok(())
    }
}
