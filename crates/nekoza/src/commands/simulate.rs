//! `nekoza simulate`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use arena::{GameTally, PlayedGame, Progress, Simulation};
use bots::Craft;
use rules::{Game, GameId, Rules, Study};
use serde_json::{Value, json};
use table::record::Record;
use words::Words;

use super::files::{read_variant, unwritten};
use super::numbers::{grouped, per_second, threads};
use super::{InGame, in_game};
use crate::args::SimulateArgs;
use crate::clock::Stopwatch;
use crate::output::{Failure, Output};
use crate::watch::watched;

pub(crate) fn simulate(
    args: &SimulateArgs,
    words: &Words,
    output: &mut Output,
) -> Result<(), Failure> {
    in_game(args.variant.game.id(), args, words, output)
}

impl InGame for &SimulateArgs {
    fn run<G: Craft + Study>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let rules = read_variant::<G>(&self.variant, words)?;
        let jobs = usize::from(self.run.jobs);
        let simulation = Simulation::<G> { rules, n_games: self.games, seed: self.run.seed, jobs };
        let mut records = match &self.out {
            Some(path) => Some(RecordWriter::create(path, words, self.run.seed, G::ID)?),
            None => None,
        };
        let watch = Stopwatch::start();
        let tally = play(&simulation, records.as_mut());
        let seconds = watch.elapsed().as_secs_f64();
        if let Some(records) = records {
            records.finish(words)?;
        }
        if self.json {
            output.json(&as_json::<G>(&simulation, &tally, seconds))
        } else {
            print_table::<G>(&simulation, &tally, seconds, words, output)
        }
    }
}

/// Plays with a progress bar.
fn play<G: Study>(simulation: &Simulation<G>, records: Option<&mut RecordWriter>) -> GameTally {
    let progress = Progress::default();
    watched(simulation.n_games, &progress, || match records {
        Some(records) => {
            let rules = simulation.rules;
            let mut keep = |played: PlayedGame<G>| records.keep(rules, played);
            arena::simulate(simulation, &progress, Some(&mut keep))
        }
        None => arena::simulate(simulation, &progress, None),
    })
}

/// Writes each finished game to a record file.
struct RecordWriter {
    path: PathBuf,
    writer: BufWriter<File>,
    game: String,
    seed: u64,
    error: Option<std::io::Error>,
}

impl RecordWriter {
    fn create(path: &Path, words: &Words, seed: u64, id: GameId) -> Result<RecordWriter, Failure> {
        let file = File::create(path).map_err(|error| unwritten(path, &error, words))?;
        let (path, writer) = (path.to_owned(), BufWriter::new(file));
        Ok(RecordWriter { path, writer, game: words.title(id), seed, error: None })
    }

    fn keep<G: Game>(&mut self, rules: G::Rules, played: PlayedGame<G>) {
        if self.error.is_some() {
            return;
        }
        let mut record = Record::<G>::new(&self.game, rules);
        record.set_tag("Seats", &vec!["random"; rules.n_seats().into()].join(", "));
        record.set_tag("Site", &format!("simulate --seed {}, game {}", self.seed, played.game));
        record.set_result(&played.standing);
        record.steps = played.steps;
        let gap = if played.game == 0 { "" } else { "\n" };
        self.error = write!(self.writer, "{gap}{record}").err();
    }

    fn finish(mut self, words: &Words) -> Result<(), Failure> {
        let flushed = self.writer.flush();
        match self.error.or(flushed.err()) {
            Some(error) => Err(unwritten(&self.path, &error, words)),
            None => Ok(()),
        }
    }
}

fn as_json<G: Game>(simulation: &Simulation<G>, tally: &GameTally, seconds: f64) -> Value {
    let seats: Vec<Value> = tally
        .seats
        .iter()
        .map(|seat| {
            json!({
                "mean": seat.mean(),
                "deviation": seat.deviation(),
                "min": seat.min,
                "max": seat.max,
                "win_share": seat.win_share(),
            })
        })
        .collect();
    let mut facts = serde_json::Map::new();
    for fact in &tally.facts {
        let value = json!({ "hits": fact.hits, "of": fact.of, "share": fact.share() });
        facts.insert(fact.what.to_owned(), value);
    }
    json!({
        "rules": simulation.rules.to_string(),
        "seed": simulation.seed,
        "games": tally.n_games,
        "rounds": tally.n_rounds,
        "decisions": tally.n_decisions,
        "seats": seats,
        "facts": facts,
        "seconds": seconds,
        "games_per_second": per_second(tally.n_games, seconds),
        "decisions_per_second": per_second(tally.n_decisions, seconds),
    })
}

fn print_table<G: Game>(
    simulation: &Simulation<G>,
    tally: &GameTally,
    seconds: f64,
    words: &Words,
    output: &mut Output,
) -> Result<(), Failure> {
    output.line(simulation.rules.to_string())?;
    output.line(format!(
        "games {}, rounds {}, decisions {}, seed {}\n",
        grouped(tally.n_games),
        grouped(tally.n_rounds),
        grouped(tally.n_decisions),
        simulation.seed
    ))?;
    output.line("seat    mean  deviation    min    max   wins")?;
    for (number, seat) in tally.seats.iter().enumerate() {
        output.line(format!(
            "{number:>4}  {:>6.2}  {:>9.2}  {:>5}  {:>5}  {:>4.1}%",
            seat.mean(),
            seat.deviation(),
            seat.min,
            seat.max,
            100.0 * seat.win_share()
        ))?;
    }
    output.line("")?;
    for fact in &tally.facts {
        let name = words.round_fact(G::ID, fact.what);
        output.line(format!("{:>6.2}%  {name}", 100.0 * fact.share()))?;
    }
    output.line(format!(
        "\n{} games/s, {} decisions/s ({seconds:.2} s, {})",
        grouped(per_second(tally.n_games, seconds) as u64),
        grouped(per_second(tally.n_decisions, seconds) as u64),
        threads(simulation.jobs),
    ))
}
