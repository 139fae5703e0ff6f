//! `nekoza games`.

use bots::Craft;
use rules::notation::{RuleOption, Values, newest};
use rules::{Game, GameId, Rules, Visit};
use serde_json::{Value, json};
use words::Words;

use super::{InGame, in_game};
use crate::args::ListArgs;
use crate::output::{Failure, Output};

pub(crate) fn games(args: &ListArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    if args.json {
        let games: Vec<Value> =
            GameId::ALL.into_iter().map(|id| id.visit(AsJson { words })).collect();
        return output.json(&json!({ "games": games }));
    }
    for (place, id) in GameId::ALL.into_iter().enumerate() {
        if place > 0 {
            output.line("")?;
        }
        in_game(id, AsText, words, output)?;
    }
    output.line("\nA star or brackets mark the default. Run `nekoza rules GAME` to read the rules.")
}

struct AsText;

impl InGame for AsText {
    fn run<G: Craft>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let name = G::ID.name();
        output.line(format!("{name}: {}", words.title(G::ID)))?;
        for option in G::Rules::OPTIONS {
            let explained = words.option(G::ID, option.key);
            match option.values {
                Values::Words(values) => {
                    output.line(format!("  {:<9} {explained}", option.key))?;
                    for value in values {
                        let star = if is_default::<G>(option, value) { "*" } else { " " };
                        let explained = words.option_value(G::ID, option.key, value);
                        output.line(format!("           {star} {value:<11} {explained}"))?;
                    }
                }
                Values::Numbers { .. } => {
                    let default = default_value::<G>(option).unwrap_or_default();
                    output.line(format!("  {:<9} {explained} ({default})", option.key))?;
                }
                Values::Table => {}
            }
        }
        let tables: Vec<&str> = G::Rules::TABLES.iter().map(|table| table.name).collect();
        output.line(format!(
            "  A deck file (`nekoza deck {name}`) can replace: {}.",
            tables.join(", ")
        ))
    }
}

struct AsJson<'a> {
    words: &'a Words,
}

impl Visit for AsJson<'_> {
    type Output = Value;

    fn visit<G: Game>(self) -> Value {
        let name = G::ID.name();
        let options = G::Rules::OPTIONS.iter().filter_map(|option| {
            let explained = self.words.option(G::ID, option.key);
            let values = match option.values {
                Values::Words(values) => json!(values),
                Values::Numbers { min, max } => json!({ "min": min, "max": max }),
                Values::Table => return None,
            };
            Some(json!({
                "key": option.key,
                "values": values,
                "default": default_value::<G>(option),
                "text": explained,
            }))
        });
        let tables: Vec<&str> = G::Rules::TABLES.iter().map(|table| table.name).collect();
        let variants: Vec<String> = G::Rules::every().iter().map(ToString::to_string).collect();
        json!({
            "name": name,
            "title": self.words.title(G::ID),
            "version": newest::<G::Rules>(),
            "options": options.collect::<Vec<_>>(),
            "tables": tables,
            "variants": variants,
        })
    }
}

/// The value of a key in a rules line without it: with the usual number of players, or with the first that has one.
fn default_value<G: Game>(option: &RuleOption) -> Option<String> {
    let name = G::ID.name();
    let others = G::Rules::PLAYERS.map(|n_players| format!("{name} players={n_players}"));
    std::iter::once(name.to_owned()).chain(others).find_map(|line| {
        let rules: G::Rules = line.parse().ok()?;
        rules.value(option.key)
    })
}

fn is_default<G: Game>(option: &RuleOption, value: &str) -> bool {
    default_value::<G>(option).as_deref() == Some(value)
}
