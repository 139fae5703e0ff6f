//! `nekoza lab`.

use arena::report::{self, Variant};
use arena::{Estimate, FEW_DEALS, LabTally, Progress, Tournament, Unit, line_ups, measures};
use bots::Craft;
use rules::notation::Wanted;
use rules::{Game, Rules, Study};
use serde_json::{Map, Value, json};
use words::Words;

use super::arena::{print_path, seated};
use super::files::{ReportFile, bad_line, rules_line, with_deck};
use super::numbers::{grouped, put, table};
use super::{InGame, in_game};
use crate::args::LabArgs;
use crate::output::{Failure, Output};
use crate::watch::{stopped_by_ctrl_c, watched};

pub(crate) fn lab(args: &LabArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    in_game(args.variant.game.id(), args, words, output)
}

impl InGame for &LabArgs {
    fn run<G: Craft + Study>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let (plans, skipped) = plans::<G>(self, words)?;
        let progress = stopped_by_ctrl_c();
        let page =
            self.report.html.as_deref().map(|path| ReportFile::open(path, words)).transpose()?;
        let n_games: u64 = plans.iter().map(|(_, plan)| plan.n_games()).sum();
        let variants: Vec<Variant> = watched(n_games, &progress, || {
            let studied = plans.iter().map(|(label, plan)| study(label, plan, &progress));
            studied.filter(|variant| variant.tally.n_deals > 0).collect()
        });
        let complete = n_games == variants.iter().map(|variant| variant.tally.n_games).sum::<u64>();
        let fact = |what: &str| words.round_fact(G::ID, what);
        let studied = Studied { args: self, variants, skipped, complete };
        if let Some(page) = page {
            let title = words.title(G::ID);
            page.write(&report::lab(&title, &studied.notes(), &studied.variants, fact), words)?;
        }
        if self.report.json {
            return output.json(&studied.as_json());
        }
        studied.print(fact, output)?;
        print_path(self.report.html.as_deref(), words, output)
    }
}

type Plans<G> = Vec<(String, Tournament<G>)>;

/// All combinations of the varied keys, and the impossible ones with their reasons.
fn plans<G: Game>(args: &LabArgs, words: &Words) -> Result<(Plans<G>, Vec<String>), Failure> {
    let (mut plans, mut skipped) = (Vec::new(), Vec::new());
    for label in combinations(&args.vary, words)? {
        let line = rules_line(&args.variant, &label);
        let rules: G::Rules = match line.parse() {
            Ok(rules) => rules,
            // Each word is valid by itself, but not with the others.
            Err(error)
                if matches!(error.wanted, Wanted::Fitting { .. } | Wanted::OnlyWith { .. }) =>
            {
                skipped.push(format!("{label}: {}", words.unreadable(&error)));
                continue;
            }
            Err(error) => return Err(bad_line(&line, &error, words)),
        };
        let rules = with_deck::<G>(rules, &args.variant, words)?;
        let bots = seated(&args.bots, rules.n_seats(), words)?;
        let n_deals = args.tournament.games.div_ceil(line_ups(&bots).len() as u64);
        let (seed, jobs) = (args.tournament.run.seed, args.tournament.run.jobs.into());
        plans.push((label, Tournament { rules, bots, n_deals, seed, jobs }));
    }
    if plans.is_empty() {
        let title = words.message("command-no-variant", &[]);
        return Err(Failure::Usage(format!("{title}\n  {}", skipped.join("\n  "))));
    }
    Ok((plans, skipped))
}

/// `lead=two-cards|winner players=3|4` gives four combinations.
fn combinations(vary: &str, words: &Words) -> Result<Vec<String>, Failure> {
    let unlike = |found: &str| {
        let found = [("found", found.to_owned().into())];
        Failure::Usage(words.message("command-bad-vary", &found))
    };
    let mut all = vec![String::new()];
    for word in vary.split_whitespace() {
        let (key, values) = word.split_once('=').ok_or_else(|| unlike(word))?;
        if key.is_empty() || values.split('|').any(str::is_empty) {
            return Err(unlike(word));
        }
        let with = |known: &String| {
            let before = if known.is_empty() { String::new() } else { format!("{known} ") };
            values.split('|').map(|value| format!("{before}{key}={value}")).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    if all[0].is_empty() { Err(unlike(vary)) } else { Ok(all) }
}

fn study<G: Craft + Study>(label: &str, plan: &Tournament<G>, progress: &Progress) -> Variant {
    let mut tally = LabTally::new(plan.rules.n_seats());
    arena::tournament(plan, progress, |played| tally.add(&played));
    Variant { label: label.to_owned(), rules: plan.rules.to_string(), tally }
}

/// The studied variants and their settings.
struct Studied<'a> {
    args: &'a LabArgs,
    variants: Vec<Variant>,
    skipped: Vec<String>,
    complete: bool,
}

impl Studied<'_> {
    fn print(&self, fact: impl Fn(&str) -> String, output: &mut Output) -> Result<(), Failure> {
        // Columns are headed by letters: whole variants would not fit.
        let letters = || ('A'..='Z').cycle().map(String::from);
        for (letter, variant) in letters().zip(&self.variants) {
            let n_games = grouped(variant.tally.n_games);
            output.line(format!("{letter}  {}: {n_games} games", variant.rules))?;
        }
        output.line("")?;
        let head = std::iter::once(String::new()).chain(letters().take(self.variants.len()));
        let mut lines: Vec<Vec<String>> = vec![head.collect()];
        let tallies: Vec<&LabTally> = self.variants.iter().map(|variant| &variant.tally).collect();
        for row in measures(&tallies, fact) {
            let first = row.cells.first().copied().flatten();
            // A place is compared with its even share, everything else with the first variant.
            let reference = |tally: &LabTally| {
                if row.is_place { Some(exactly(tally.even())) } else { first }
            };
            let cells =
                row.cells.iter().zip(&tallies).map(|(cell, tally)| {
                    cell_text(cell.as_ref(), reference(tally).as_ref(), row.unit)
                });
            lines.push(std::iter::once(row.label.clone()).chain(cells).collect());
        }
        for line in table(&lines) {
            output.line(line)?;
        }
        output.line("")?;
        output.line(
            "A star marks a difference from A, or of a place from its even share, that is significant at 95%. \
             Among many comparisons, some have a star by chance.",
        )?;
        for note in self.notes() {
            output.line(note)?;
        }
        Ok(())
    }

    /// How to read the results.
    fn notes(&self) -> Vec<String> {
        let bots: Vec<String> = self.args.bots.iter().map(ToString::to_string).collect();
        let seed = self.args.tournament.run.seed;
        let mut notes = vec![
            format!(
                "Bots: {}; the last one takes all remaining seats. Seed {seed}.",
                bots.join(", ")
            ),
            "Intervals: 95%, Student's t over deals; ± is half of one.".to_owned(),
        ];
        if self.variants.iter().any(|variant| variant.tally.from_start) {
            notes.push(
                "Places count clockwise from the first start player, or from seat 0 if none is drawn."
                    .to_owned(),
            );
        }
        if self.variants.iter().any(|variant| variant.tally.n_deals < FEW_DEALS) {
            notes.push("Few deals: the intervals are wide and rough.".to_owned());
        }
        notes.extend(self.skipped.iter().map(|skipped| format!("Left out, {skipped}.")));
        if !self.complete {
            notes.push("Stopped early: some games were not played.".to_owned());
        }
        notes
    }

    fn as_json(&self) -> Value {
        let bots: Vec<String> = self.args.bots.iter().map(ToString::to_string).collect();
        json!({
            "vary": self.args.vary,
            "bots": bots,
            "seed": self.args.tournament.run.seed,
            "games_asked": self.args.tournament.games,
            "complete": self.complete,
            "left_out": self.skipped,
            "intervals": "95 %, Student's t over deals",
            "variants": self.variants.iter().map(variant_json).collect::<Vec<_>>(),
        })
    }
}

fn exactly(mean: f64) -> Estimate {
    Estimate { mean, interval: Some([mean, mean]) }
}

fn cell_text(cell: Option<&Estimate>, reference: Option<&Estimate>, unit: Unit) -> String {
    let Some(cell) = cell else { return "–  ".to_owned() };
    let star = if reference.is_some_and(|reference| cell.differs(reference)) { "*" } else { " " };
    let error = if cell.interval.is_some() { cell.error() } else { f64::NAN };
    match unit {
        Unit::Share => format!("{:.1}% ±{:.1} {star}", 100.0 * cell.mean, 100.0 * error),
        Unit::Number => format!("{:.2} ±{error:.2} {star}", cell.mean),
    }
}

fn variant_json(variant: &Variant) -> Value {
    let Variant { label, rules, tally } = variant;
    let places = tally.places.iter().map(|place| {
        let mut value = json!({});
        put(&mut value, "first_share", &place.first.share());
        put(&mut value, "mean_score", &place.score.estimate());
        value
    });
    let mut facts = Map::new();
    for fact in &tally.facts {
        let mut value = json!({});
        put(&mut value, "share", &fact.ratio.estimate());
        facts.insert(fact.what.to_owned(), value);
    }
    let mut value = json!({
        "varied": label,
        "rules": rules,
        "games": tally.n_games,
        "deals": tally.n_deals,
        "places_from": if tally.from_start { "start" } else { "seat 0" },
        "places": places.collect::<Vec<_>>(),
    });
    put(&mut value, "mean_score", &tally.score.estimate());
    put(&mut value, "score_spread", &tally.spread.estimate());
    put(&mut value, "winning_margin", &tally.margin.estimate());
    put(&mut value, "shared_victories", &tally.shared.share());
    put(&mut value, "first_leader_wins", &tally.leader_wins.share());
    put(&mut value, "rounds", &tally.rounds.estimate());
    put(&mut value, "decisions", &tally.decisions.estimate());
    value["facts"] = Value::Object(facts);
    value
}
