//! `nekoza bots`.

use bots::{BotName, Level};
use rules::GameId;
use serde_json::json;
use words::Words;

use super::numbers::table;
use crate::args::ListArgs;
use crate::output::{Failure, Output};

pub(crate) fn bots(args: &ListArgs, output: &mut Output) -> Result<(), Failure> {
    let words = Words::english();
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
    output.line("To play against")?;
    for level in Level::ALL {
        output.line(format!("  {:<10} {}", level.name(), words.bot(level.name())))?;
    }
    output.line("\nTo measure")?;
    for kind in BotName::KINDS.map(BotName::kind) {
        output.line(format!("  {kind:<10} {}", words.bot(kind)))?;
    }
    output.line("\nWho plays for a level")?;
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
        "\nA bot that thinks is told how long, by time or by games to imagine, and on how many threads:\n\
         search:100ms, search:2s, search:2000, search:1s*4, ismcts:1s. Without that it has 100ms.",
    )
}
