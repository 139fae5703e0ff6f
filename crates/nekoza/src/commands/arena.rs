//! `nekoza arena`.

use std::path::Path;

use arena::{BotResult, FEW_DEALS, PlayerName, Results, Sequential, Tournament, line_ups, report};
use bots::Craft;
use rules::{Fact, Rules, Study};
use serde_json::{Value, json};
use words::Words;

use super::files::{ReportFile, read_variant};
use super::numbers::{grouped, millis, per_second, points, put, share, table, threads, time};
use super::{InGame, in_game};
use crate::args::ArenaArgs;
use crate::clock::Stopwatch;
use crate::output::{Failure, Output};
use crate::watch::{stopped_by_ctrl_c, watched};

pub(crate) fn arena(args: &ArenaArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    in_game(args.variant.game.id(), args, words, output)
}

impl InGame for &ArenaArgs {
    fn run<G: Craft + Study>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let rules = read_variant::<G>(&self.variant, words)?;
        let bots = seated(&self.bots, rules.n_seats(), words)?;
        let n_deals = self.tournament.games.div_ceil(line_ups(&bots).len() as u64);
        let (seed, jobs) = (self.tournament.run.seed, self.tournament.run.jobs.into());
        let plan = Tournament::<G> { rules, bots, n_deals, seed, jobs };
        if self.until.is_some() && plan.bots.iter().all(|&bot| bot == plan.bots[0]) {
            let bot = [("bot", plan.bots[0].to_string().into())];
            return Err(Failure::Usage(words.message("command-until-alone", &bot)));
        }
        let progress = stopped_by_ctrl_c();
        // Fail before hours of play, not after.
        let page =
            self.report.html.as_deref().map(|path| ReportFile::open(path, words)).transpose()?;
        let watch = Stopwatch::start();
        let results =
            watched(plan.n_games(), &progress, || arena::compete(&plan, self.until, &progress));
        let finished = FinishedTournament {
            rules: rules.to_string(),
            complete: results.is_complete(&plan),
            n_asked: self.tournament.games,
            seed,
            jobs,
            seconds: watch.elapsed().as_secs_f64(),
            results,
        };
        if let Some(page) = page {
            let (title, told) = (words.title(G::ID), finished.summary());
            let told = [finished.rules.as_str(), &told];
            page.write(&report::arena(&title, &told, &finished.notes(), &finished.results), words)?;
        }
        if self.report.json {
            return output.json(&finished.as_json());
        }
        finished.print(output)?;
        print_path(self.report.html.as_deref(), words, output)
    }
}

/// A bot for each seat. The last bot takes all remaining seats.
pub(crate) fn seated(
    names: &[PlayerName],
    n_seats: u8,
    words: &Words,
) -> Result<Vec<PlayerName>, Failure> {
    let n_seats = usize::from(n_seats);
    let (n, last) = (names.len(), names.last());
    if let (Some(&last), true) = (last, n <= n_seats) {
        let rest = std::iter::repeat_n(last, n_seats - n);
        return Ok(names.iter().copied().chain(rest).collect());
    }
    let counts = [("bots", Fact::Number(n as i64)), ("seats", Fact::Number(n_seats as i64))];
    Err(Failure::Usage(words.message("command-too-many-bots", &counts)))
}

/// Prints the path of the report.
pub(crate) fn print_path(
    page: Option<&Path>,
    words: &Words,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(path) = page else { return Ok(()) };
    let path = [("path", path.display().to_string().into())];
    output.line(format!("\n{}", words.message("command-report", &path)))
}

/// A finished tournament and its settings.
struct FinishedTournament {
    rules: String,
    complete: bool,
    n_asked: u64,
    seed: u64,
    jobs: usize,
    seconds: f64,
    results: Results,
}

impl FinishedTournament {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let results = &self.results;
        output.line(&self.rules)?;
        output.line(format!("{}\n", self.summary()))?;
        let head = ["bot", "first share", "score", "rating", "decisions/s", "p50", "p99", "max"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(results.bots.iter().map(|bot| {
            let seconds = bot.times.total().as_secs_f64();
            vec![
                name_and_seats(bot),
                share(&bot.first.deals.share()),
                points(&bot.score.deals.estimate()),
                format!("{:.1} ± {:.1}", bot.rating.0, bot.rating.1),
                grouped(per_second(bot.times.n(), seconds) as u64),
                time(bot.times.quantile(0.5)),
                time(bot.times.quantile(0.99)),
                time(bot.times.max()),
            ]
        }));
        for line in table(&rows) {
            output.line(line)?;
        }
        if !results.pairs.is_empty() {
            output.line("")?;
            for pair in &results.pairs {
                let names = (results.bots[pair.bot].name, results.bots[pair.other].name);
                let above = share(&pair.above.share());
                output.line(format!("{} placed above {}: {above}", names.0, names.1))?;
            }
        }
        output.line("")?;
        for note in self.notes() {
            output.line(note)?;
        }
        output.line(format!(
            "{} decisions/s in all ({:.2} s, {})",
            grouped(per_second(results.n_decisions, self.seconds) as u64),
            self.seconds,
            threads(self.jobs),
        ))
    }

    fn summary(&self) -> String {
        let Results { n_deals, n_line_ups, .. } = self.results;
        let n_games = self.results.n_games();
        let asked = match n_games.cmp(&self.n_asked) {
            std::cmp::Ordering::Equal => String::new(),
            _ if self.complete && n_games > self.n_asked => {
                format!(" ({} asked, rounded up to whole deals)", grouped(self.n_asked))
            }
            _ if self.complete => format!(" ({} asked, enough to decide)", grouped(self.n_asked)),
            _ => format!(" ({} asked, stopped before the end)", grouped(self.n_asked)),
        };
        let line_ups = if n_line_ups == 1 { "line-up" } else { "line-ups" };
        format!(
            "{} games{asked}: {} deals, each played by {n_line_ups} {line_ups}; seed {}",
            grouped(n_games),
            grouped(n_deals),
            self.seed,
        )
    }

    /// How to read the results.
    fn notes(&self) -> Vec<String> {
        let results = &self.results;
        let even = 100.0 * results.even();
        let mut notes = vec![format!(
            "An even first share is {even:.1}%. Intervals: 95%, Student's t over {} deals.",
            grouped(results.n_deals)
        )];
        if results.n_deals < FEW_DEALS {
            notes.push("Few deals: the intervals are wide and rough.".to_owned());
        }
        if results.bots.len() > 1 && results.n_deals > 1 {
            notes.extend(results.bots[0].first.gain().map(|gain| {
                let first = &results.bots[0].first;
                format!(
                    "Duplicate deals: for the first share of {}, one game is worth {gain:.1} games with fresh deals \
                     (deviation {:.3} of a game, {:.3} of a deal's mean).",
                    results.bots[0].name,
                    first.games.deviation(),
                    first.deals.deviation(),
                )
            }));
        }
        for bot in &results.bots {
            if let (Some(budget), Some(over)) = (bot.budget, bot.worst_overrun()) {
                let share = 100.0 * over.as_secs_f64() / budget.as_secs_f64();
                let (name, over, budget) = (bot.name, time(over), time(budget));
                notes.push(format!("Worst overrun of {name}: {over} over {budget} ({share:.0}%)."));
            }
        }
        if let Some(test) = &results.sequential {
            notes.extend(sequential_notes(&results.bots[0], test));
        }
        notes
    }

    fn as_json(&self) -> Value {
        let results = &self.results;
        let bots: Vec<Value> = results.bots.iter().map(bot_json).collect();
        let pair = |pair: &arena::Pair| {
            let (bot, other) = (results.bots[pair.bot].name, results.bots[pair.other].name);
            let mut value = json!({ "bot": bot.to_string(), "other": other.to_string() });
            put(&mut value, "above_share", &pair.above.share());
            value
        };
        json!({
            "rules": self.rules,
            "seed": self.seed,
            "games_asked": self.n_asked,
            "games": results.n_games(),
            "deals": results.n_deals,
            "line_ups": results.n_line_ups,
            "complete": self.complete,
            "even_share": results.even(),
            "intervals": "95 %, Student's t over deals, assuming a number of deals fixed in advance",
            "bots": bots,
            "pairs": results.pairs.iter().map(pair).collect::<Vec<_>>(),
            "sequential": results.sequential.as_ref().map(sequential_json),
            "decisions": results.n_decisions,
            "seconds": self.seconds,
            "decisions_per_second": per_second(results.n_decisions, self.seconds),
            "jobs": self.jobs,
        })
    }
}

fn name_and_seats(bot: &BotResult) -> String {
    match bot.n_seats {
        1 => bot.name.to_string(),
        n => format!("{} ×{n}", bot.name),
    }
}

fn sequential_notes(first: &BotResult, test: &Sequential) -> [String; 2] {
    let ([ahead, behind], [lower, upper]) = (test.llr(), test.bounds());
    let percent = 100.0 * test.confidence();
    let delta = 100.0 * Sequential::SMALLEST;
    let (mean, interval) = test.difference();
    let between = match interval {
        Some([low, high]) => {
            let (low, high) = (100.0 * low, 100.0 * high);
            format!("{percent:.0}% interval [{low:+.1}, {high:+.1}], valid at any stopping time")
        }
        None => format!("no interval with fewer than {} deals", Sequential::MIN_DEALS),
    };
    [
        format!(
            "Sequential test at {percent:.0}%, {} against the others: {}. LLR {ahead:+.2} for a lead of {delta:.0} points, {behind:+.2} for \
             a deficit (bounds {lower:+.2} and {upper:+.2}).",
            first.name,
            test.verdict().word(),
        ),
        format!(
            "Difference of first share to the others: {:+.1} points, {between}. \
             The intervals in the table assume that the number of deals was fixed in advance.",
            100.0 * mean,
        ),
    ]
}

fn sequential_json(test: &Sequential) -> Value {
    let ([ahead, behind], (mean, interval)) = (test.llr(), test.difference());
    json!({
        "verdict": test.verdict().word(),
        "confidence": test.confidence(),
        "llr_ahead": ahead,
        "llr_behind": behind,
        "bounds": test.bounds(),
        "smallest_difference": Sequential::SMALLEST,
        "difference": mean,
        "difference_interval": interval,
        "difference_interval_is": "a confidence sequence, valid at any stopping time",
    })
}

fn bot_json(bot: &BotResult) -> Value {
    let mut value = json!({
        "name": bot.name.to_string(),
        "seats": bot.n_seats,
        "games": bot.score.games.n(),
    });
    put(&mut value, "mean_score", &bot.score.deals.estimate());
    put(&mut value, "first_share", &bot.first.deals.share());
    for (key, measured) in [("score_deviation", bot.score), ("first_deviation", bot.first)] {
        value[key] = json!({
            "game": measured.games.deviation(),
            "deal": measured.deals.deviation(),
            "gain": measured.gain(),
        });
    }
    value["score_quartiles"] = json!([0.0, 0.25, 0.5, 0.75, 1.0].map(|q| bot.score_quantile(q)));
    value["rating"] = json!(bot.rating.0);
    value["rating_uncertainty"] = json!(bot.rating.1);
    value["decisions"] = json!(bot.times.n());
    let seconds = bot.times.total().as_secs_f64();
    value["decisions_per_second"] = json!(per_second(bot.times.n(), seconds));
    value["time_ms"] = json!({
        "p50": millis(bot.times.quantile(0.5)),
        "p99": millis(bot.times.quantile(0.99)),
        "max": millis(bot.times.max()),
        "budget": bot.budget.map(millis),
        "worst_overrun": bot.worst_overrun().map(millis),
    });
    value
}
