//! What every way to play shares: how a game begins, goes on, and how bots think in it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

use bots::{BotName, Craft};
use rules::{Fact, GameId, Rules as _, View};
use table::record::RecordText;
use table::seed::Seed;
use words::Words;

use crate::keep::Keeper;
use crate::seats::{self, Sits};
use crate::sitting::Sitting;
use crate::trouble::{self, Trouble};
use crate::{face, save};

/// What is played.
#[derive(Debug)]
pub enum Start {
    /// Whatever is chosen from a menu.
    Menu,
    /// A new game.
    New(NewGame),
    /// The game that was played last and has not ended.
    Continue,
}

/// A game about to begin.
#[derive(Clone, Debug)]
pub struct NewGame {
    game: GameId,
    rules: String,
    seats: Vec<Sits>,
    seed: Seed,
}

impl NewGame {
    /// A game by a rules line, with whoever sits there.
    ///
    /// # Errors
    /// If the line is no rules line, or the seats are not as many as play, or two of them have one name.
    pub fn new(
        rules: &str,
        seats: Vec<Sits>,
        seed: Seed,
        words: &Words,
    ) -> Result<NewGame, Trouble> {
        let unreadable = |error| Trouble::Usage(words.begin(words.unreadable(&error)));
        let game = GameId::of_rules_line(rules).map_err(unreadable)?;
        let n_seats = face::visit(game, Check(rules)).map_err(unreadable)?;
        if seats.len() != usize::from(n_seats) {
            let facts = [
                ("found", Fact::Number(seats.len() as i64)),
                ("wanted", Fact::Number(n_seats.into())),
            ];
            return Err(Trouble::Usage(words.begin(words.message("terms-seats", &facts))));
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
                return Err(Trouble::Usage(words.begin(words.message(id, &facts))));
            }
        }
        Ok(NewGame { game, rules: rules.to_owned(), seats, seed })
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    /// The table that it begins with.
    pub(crate) fn sit<G: Craft>(self, words: &Words) -> Result<Sitting<G>, Trouble> {
        let rules = self.rules.parse::<G::Rules>();
        let rules = rules.map_err(|error| Trouble::Usage(words.unreadable(&error)))?;
        Ok(Sitting::new(rules, self.seats, self.seed, words))
    }
}

/// The seed of a table by number, for whoever wants the same deals again.
pub fn seed_of(number: u64) -> Seed {
    let mut bits = [0; 32];
    bits[..8].copy_from_slice(&number.to_be_bytes());
    Seed::new(bits).of_game(1)
}

/// A seed that nobody knows.
///
/// # Errors
/// If the operating system has no random bits.
pub fn random_seed() -> io::Result<Seed> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(io::Error::other)?;
    Ok(Seed::new(bits))
}

/// How many seats a rules line has.
struct Check<'a>(&'a str);
impl face::VisitFace for Check<'_> {
    type Output = Result<u8, rules::notation::Unreadable>;
    fn visit<G: face::Face>(self) -> Self::Output {
        self.0.parse::<G::Rules>().map(|rules| rules.n_seats())
    }
}

/// Longer names have no room in a row.
const MAX_NAME: usize = 10;

/// The unfinished game of a folder, or that there is none.
pub(crate) fn unfinished(keeper: &Keeper, words: &Words) -> Result<(PathBuf, RecordText), Trouble> {
    let found = save::unfinished(keeper.folder());
    let found = found.map_err(|error| trouble::of_save(&error, words))?;
    found.ok_or_else(|| {
        let folder = Fact::Text(keeper.folder().display().to_string());
        Trouble::Usage(words.message("tui-no-save", &[("folder", folder)]))
    })
}

/// What a bot does. Should it fail, it does the first thing that is allowed: a game is not lost over that.
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
