//! `nekoza bots`.

use bots::{BotName, Level};
use rules::GameId;
use serde_json::json;
use words::Words;

use super::numbers::table;
use crate::args::ListArgs;
use crate::output::{Failure, Output};

pub(crate) fn bots(args: &ListArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    if args.json {
        let bot = |name: BotName| {
            let kind = name.kind();
            json!({ "name": kind, "like": name.to_string(), "text": words.bot(kind) })
        };
        let bots = BotName::KINDS.map(bot);
        let level = |level: Level| {
            let plays = GameId::ALL.map(|game| (game.name(), level.plays(game).to_string()));
            json!({
                "name": level.name(),
                "text": words.bot(level.name()),
                "plays": plays.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
            })
        };
        let levels = Level::ALL.map(level);
        return output.json(&json!({ "levels": levels, "bots": bots }));
    }
    output.line("Opponents")?;
    for level in Level::ALL {
        output.line(format!("  {:<10} {}", level.name(), words.bot(level.name())))?;
    }
    output.line("\nBots for measurements")?;
    for kind in BotName::KINDS.map(BotName::kind) {
        output.line(format!("  {kind:<10} {}", words.bot(kind)))?;
    }
    output.line("\nBot of each level")?;
    let head = std::iter::once(String::new()).chain(GameId::NAMES.map(str::to_owned));
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    rows.extend(Level::ALL.map(|level| {
        let plays = GameId::ALL.map(|game| level.plays(game).to_string());
        std::iter::once(level.name().to_owned()).chain(plays).collect()
    }));
    for row in table(&rows) {
        output.line(format!("  {row}"))?;
    }
    output.line(
        "\nBots that think have a budget, as time or number of games, and a number of threads:\n\
         search:100ms, search:2s, search:2000, search:1s*4, ismcts:1s. Default: 100ms.",
    )
}
