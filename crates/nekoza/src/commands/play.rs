//! `nekoza play`.

use std::io;
use std::time::Duration;

use bots::{BotName, Craft, Level};
use rules::Rules as _;
use tui::{NewGame, Palette, PlayError, SaveFolder, Start, TerminalSettings, people, seat_players};
use words::Words;

use super::files::read_variant;
use super::{InGame, in_game};
use crate::args::{PlayArgs, VariantArgs};
use crate::clock::Stopwatch;
use crate::environment;
use crate::output::{Failure, Output};

pub(crate) fn play(args: &PlayArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let start = match args.variant() {
        _ if args.resume => Start::Continue,
        None => Start::Menu,
        Some(variant) => {
            let mut new = None;
            in_game(
                variant.game.id(),
                CreateGame { args, variant: &variant, new: &mut new },
                words,
                output,
            )?;
            new.map_or(Start::Menu, Start::New)
        }
    };
    let saves = SaveFolder::new(args.data.clone());
    let clock = || Stopwatch::start().started();
    if args.plain {
        let mut input = io::stdin().lock();
        return tui::plain(start, &saves, clock, words.clone(), &mut input, output)
            .map_err(Failure::from);
    }
    let settings = settings(Duration::from_millis(args.pace));
    match tui::play(start, &saves, settings, words.clone())? {
        Some(farewell) => output.line(farewell),
        None => Ok(()),
    }
}

/// The colours of this terminal, and the pace of bots.
pub(super) fn settings(pace: Duration) -> TerminalSettings {
    let palette = Palette::of(
        environment::variable("NO_COLOR").as_deref(),
        environment::variable("COLORTERM").as_deref(),
        environment::variable("TERM").as_deref(),
    );
    TerminalSettings { palette, pace, clock: || Stopwatch::start().started() }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Usage(text) => Failure::Usage(text),
            PlayError::Refused(text) => Failure::Refused(text),
            PlayError::Output(error) => error.into(),
        }
    }
}

/// Creates the game that the arguments describe.
struct CreateGame<'a> {
    args: &'a PlayArgs,
    variant: &'a VariantArgs,
    new: &'a mut Option<NewGame>,
}

impl InGame for CreateGame<'_> {
    fn run<G: Craft>(self, words: &Words, _: &mut Output) -> Result<(), Failure> {
        let CreateGame { args, variant, new } = self;
        let rules = read_variant::<G>(variant, words)?;
        let names = if args.people.is_empty() { people(1, words) } else { args.people.clone() };
        let n_seats = rules.n_seats();
        // A single bot takes all free seats. Several bots take one seat each.
        let bots = if args.bots.len() > 1 { args.bots.as_slice() } else { &[] };
        let default = args.bots.first().copied().unwrap_or(BotName::Level(Level::Cat));
        let seats = seat_players(n_seats, &names, bots, default).ok_or_else(|| {
            let (n_people, n_bots) = (names.len(), bots.len());
            Failure::Usage(format!(
                "{n_people} people and {n_bots} bots do not fit at this table: it has {n_seats} seats"
            ))
        })?;
        let seed = match args.seed {
            Some(seed) => tui::seed_of(seed),
            None => tui::random_seed().map_err(Failure::Output)?,
        };
        *new = Some(NewGame::new(&rules.to_string(), seats, seed, words)?);
        Ok(())
    }
}
