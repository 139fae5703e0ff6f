//! Shared by screen and plain mode: starting and resuming games, and bots.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

use bots::{BotName, Craft};
use rules::{Fact, GameId, Rules as _, View};
use table::record::RecordText;
use table::seed::Seed;
use words::Words;

use crate::error::{self, PlayError};
use crate::local_table::LocalTable;
use crate::save_folder::SaveFolder;
use crate::seats::{self, Player};
use crate::{face, save};

/// The game to play.
#[derive(Debug)]
pub enum Start {
    /// The choice in the menu.
    Menu,
    /// A new game.
    New(NewGame),
    /// The last unfinished game.
    Continue,
}

/// Settings of a new game.
#[derive(Clone, Debug)]
pub struct NewGame {
    game: GameId,
    rules: String,
    seats: Vec<Player>,
    seed: Seed,
}

impl NewGame {
    /// A game with these rules and players.
    ///
    /// # Errors
    /// If the rules line is invalid, the number of seats is wrong, or a name is invalid or taken.
    pub fn new(
        rules: &str,
        seats: Vec<Player>,
        seed: Seed,
        words: &Words,
    ) -> Result<NewGame, PlayError> {
        let unreadable = |error| PlayError::Usage(words.capitalise(words.unreadable(&error)));
        let game = GameId::of_rules_line(rules).map_err(unreadable)?;
        let n_seats = face::visit(game, CountSeats(rules)).map_err(unreadable)?;
        if seats.len() != usize::from(n_seats) {
            let facts = [
                ("found", Fact::Number(seats.len() as i64)),
                ("wanted", Fact::Number(n_seats.into())),
            ];
            return Err(PlayError::Usage(words.capitalise(words.message("terms-seats", &facts))));
        }
        let names = seats::names(&seats);
        for (place, name) in names.iter().enumerate() {
            let letters = name.chars().count();
            let wrong = if names[..place].contains(name) {
                Some("table-no-name-taken")
            } else if !(1..=MAX_NAME).contains(&letters) {
                Some("table-no-bad-name")
            } else if name.contains(|letter: char| letter == ',' || letter.is_control()) {
                Some("tui-bad-name")
            } else {
                None
            };
            if let Some(id) = wrong {
                let facts = [
                    ("name", Fact::Text(name.clone())),
                    ("found", Fact::Number(letters as i64)),
                    ("max", Fact::Number(MAX_NAME as i64)),
                ];
                return Err(PlayError::Usage(words.capitalise(words.message(id, &facts))));
            }
        }
        Ok(NewGame { game, rules: rules.to_owned(), seats, seed })
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// The table at the start of the game.
    pub(crate) fn sit<G: Craft>(self, words: &Words) -> Result<LocalTable<G>, PlayError> {
        let rules = self.rules.parse::<G::Rules>();
        let rules = rules.map_err(|error| PlayError::Usage(words.unreadable(&error)))?;
        Ok(LocalTable::new(rules, self.seats, self.seed, words))
    }
}

/// The seed with this number, for repeatable deals.
pub fn seed_of(number: u64) -> Seed {
    let mut bits = [0; 32];
    bits[..8].copy_from_slice(&number.to_be_bytes());
    Seed::new(bits).of_game(1)
}

/// A secret random seed.
///
/// # Errors
/// If the operating system has no random bits.
pub fn random_seed() -> io::Result<Seed> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(io::Error::other)?;
    Ok(Seed::new(bits))
}

/// The number of seats of a rules line.
struct CountSeats<'a>(&'a str);
impl face::VisitFace for CountSeats<'_> {
    type Output = Result<u8, rules::notation::Unreadable>;
    fn visit<G: face::Face>(self) -> Self::Output {
        self.0.parse::<G::Rules>().map(|rules| rules.n_seats())
    }
}

/// Longer names do not fit in a row.
const MAX_NAME: usize = 10;

/// The unfinished game in a folder, or an error if there is none.
pub(crate) fn unfinished(
    saves: &SaveFolder,
    words: &Words,
) -> Result<(PathBuf, RecordText), PlayError> {
    let found = save::unfinished(saves.folder());
    let found = found.map_err(|error| error::save_error(&error, words))?;
    found.ok_or_else(|| {
        let folder = Fact::Text(saves.folder().display().to_string());
        PlayError::Usage(words.message("tui-no-save", &[("folder", folder)]))
    })
}

/// The action of a bot. If the bot panics, the first legal action: a bug in a bot must not end a game.
pub(crate) fn think<G: Craft>(
    view: &View<G>,
    name: BotName,
    seed: u64,
    now: Instant,
) -> Option<G::Action> {
    let thought = catch_unwind(AssertUnwindSafe(|| {
        name.bot::<G>(seed).think(view, name.budget(G::ID, now)).map(|thought| thought.action)
    }));
    let legal = view.actions().filter(|legal| !legal.is_empty());
    thought.ok().flatten().or_else(|| legal.map(|legal| legal.nth(0)))
}
