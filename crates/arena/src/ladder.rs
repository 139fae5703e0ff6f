//! The ladder: which bots are compared, game by game.

use bots::BadName;
use rules::GameId;
use rules::notation::Unreadable;

use crate::PlayerName;

/// A comparison: one bot among others of another kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rung {
    /// The game.
    pub game: GameId,
    /// Its rules line.
    pub rules: String,
    /// The bot that is measured.
    pub bot: PlayerName,
    /// The bot that has all other seats.
    pub among: PlayerName,
}

/// The form of a line of the ladder.
const LIKE: &str = "RULES: BOT among OTHER";

/// The ladder of this project: `ladder.txt`.
pub fn ladder() -> Vec<Rung> {
    let lines = include_str!("../ladder.txt").lines();
    let rungs = lines.filter(|line| !line.starts_with('#')).map(Rung::read);
    rungs.map(|rung| rung.expect("a test reads the ladder")).collect()
}

impl Rung {
    /// Parses a line, or says what is wrong with it.
    pub fn read(line: &str) -> Result<Rung, String> {
        let unlike = || format!("`{line}` does not look like `{LIKE}`");
        let (rules, bots) = line.split_once(": ").ok_or_else(unlike)?;
        let (bot, among) = bots.split_once(" among ").ok_or_else(unlike)?;
        let name = |text: &str| text.parse().map_err(|error: BadName| error.to_string());
        let game = GameId::of_rules_line(rules)
            .map_err(|Unreadable { found, .. }| format!("no game is called `{found}`"))?;
        Ok(Rung { game, rules: rules.to_owned(), bot: name(bot)?, among: name(among)? })
    }

    /// Both bots: `greedy among random`.
    pub fn bots(&self) -> String {
        format!("{} among {}", self.bot, self.among)
    }
}
