//! `nekoza hint`.

use bots::{Craft, Hint, MeanError, Measure, all_hints};
use rules::{Fact, Game, Observer, Rules, Say, Seat, Step, Turn};
use serde_json::{Value, json};
use table::record::{Record, RecordText};
use words::Words;

use super::files::{bad_record, read_records};
use super::replay::refereed;
use super::{InGame, in_game};
use crate::args::HintArgs;
use crate::clock::Stopwatch;
use crate::output::{Failure, Output};

/// A fixed seed: the same question gets the same answer, unless the bot has a time limit.
const SEED: u64 = 1;

pub(crate) fn hint(args: &HintArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let records = read_records(&args.record.file, words)?;
    let number = args.game.unwrap_or(records.len());
    let text = number.checked_sub(1).and_then(|place| records.get(place));
    let text = text.ok_or_else(|| {
        let (path, last) = (args.record.file.display().to_string(), records.len() as i64);
        let facts = [("game", Fact::Number(number as i64)), ("path", path.into())];
        let facts = [&facts[..], &[("last", Fact::Number(last))]].concat();
        Failure::Usage(words.message("command-no-game", &facts))
    })?;
    let game = text.game().map_err(|error| bad_record(&args.record.file, &error, words))?;
    in_game(game, (args, text), words, output)
}

impl InGame for (&HintArgs, &RecordText) {
    fn run<G: Craft>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let (args, text) = self;
        let (record, words) = refereed::<G>(&args.record.file, text, words)?;
        let (step, game) = go_to(&record, args.step, &words)?;
        let seat = seat_to_move(&record, step, &game, args.seat, &words)?;

        // From here on, only the knowledge of the seat counts.
        let view = game.view(Observer::Seat(seat));
        let mut bot = args.bot.bot::<G>(SEED);
        let budget = args.bot.budget(G::ID, Stopwatch::start().started());
        let mut told = all_hints(&view, bot.as_mut(), budget);
        told.truncate(args.top.into());
        if args.json {
            return output.json(&as_json(args, step, seat, &told, &words));
        }
        let order = told.iter().find(|hint| hint.figures.is_some()).map(|hint| hint.measure);
        let by = match order {
            Some(Measure::Chance) => "chance",
            Some(Measure::Points) => "points",
            None => "nothing",
        };
        let facts = [
            ("title", words.title(G::ID).into()),
            ("step", Fact::Number(step as i64)),
            ("seat", seat.into()),
            ("by", by.to_owned().into()),
        ];
        output.line(words.message("command-hints", &facts))?;
        for line in lines(&told, &words) {
            output.line(line)?;
        }
        Ok(())
    }
}

/// The game before a step, counted from 1. Without a step, the game after its last step.
fn go_to<G: Game>(
    record: &Record<G>,
    step: Option<usize>,
    words: &Words,
) -> Result<(usize, G), Failure> {
    let n_steps = record.steps.len();
    let step = step.unwrap_or(n_steps + 1);
    if step == 0 || step > n_steps + 1 {
        let last = Fact::Number(n_steps as i64 + 1);
        let facts = [("step", Fact::Number(step as i64)), ("last", last)];
        return Err(Failure::Usage(words.message("command-no-step", &facts)));
    }
    let mut game = G::new(record.rules);
    for step in &record.steps[..step - 1] {
        game.apply(step);
    }
    Ok((step, game))
}

/// The seat named by the user. Without one, the seat that acts in this step, or the first seat to move.
fn seat_to_move<G: Game>(
    record: &Record<G>,
    step: usize,
    game: &G,
    wanted: Option<u8>,
    words: &Words,
) -> Result<Seat, Failure> {
    let usage =
        |id: &str, facts: &[(&'static str, Fact)]| Err(Failure::Usage(words.message(id, facts)));
    let at = ("step", Fact::Number(step as i64));
    let n_seats = record.rules.n_seats();
    if let Some(number) = wanted.filter(|&number| number >= n_seats) {
        let facts = [("seat", number.into()), ("last", (n_seats - 1).into())];
        return usage("command-no-seat", &facts);
    }
    let owing = match game.turn() {
        Turn::Decide(seats) => seats,
        Turn::Chance => return usage("command-chance", &[at]),
        Turn::Over => {
            let last = Fact::Number(record.steps.len() as i64);
            return usage("command-over", &[("last", last)]);
        }
    };
    let did = match record.steps.get(step - 1) {
        Some(Step::Act(seat, _)) => Some(*seat),
        Some(Step::Chance(_)) | None => owing.first(),
    };
    match wanted.map(Seat::new).or(did) {
        Some(seat) if owing.has(seat) => Ok(seat),
        Some(seat) => {
            usage("command-not-asked", &[at, ("seat", seat.into()), ("seats", owing.into())])
        }
        None => usage("command-nobody-asked", &[at]),
    }
}

/// One line for each action: the action, its chance to win, its points, and the reason. A bot that does not search has no
/// figures.
fn lines<G: Craft>(told: &[Hint<G>], words: &Words) -> Vec<String> {
    let has_figures = told.iter().any(|hint| hint.figures.is_some());
    let columns = |hint: &Hint<G>| {
        let figures = hint.figures.map(|figures| [percent(figures.chance), points(figures.points)]);
        let figures = has_figures.then(|| figures.unwrap_or_default());
        [hint.action.to_string()].into_iter().chain(figures.into_iter().flatten()).collect()
    };
    let rows: Vec<Vec<String>> = told.iter().map(columns).collect();
    let width = |column: usize| {
        rows.iter().map(|row: &Vec<String>| row[column].chars().count()).max().unwrap_or(0)
    };
    let line = |(row, hint): (&Vec<String>, &Hint<G>)| {
        let cells =
            row.iter().enumerate().map(|(column, cell)| format!("  {cell:<0$}", width(column)));
        format!("{}  {}", cells.collect::<String>(), words.hint::<G>(&hint.why))
    };
    rows.iter().zip(told).map(line).collect()
}

/// ` 34.2% ± 1.5`.
fn percent(chance: MeanError) -> String {
    format!("{:5.1}% ± {:.1}", 100.0 * chance.value, 100.0 * chance.error)
}

/// ` +2.3 ± 0.4 points`.
fn points(points: MeanError) -> String {
    format!("{:+5.1} ± {:.1} points", points.value, points.error)
}

/// Four digits: a search is no more precise.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1e4).round() / 1e4
}

fn as_json<G: Craft>(
    args: &HintArgs,
    step: usize,
    seat: Seat,
    told: &[Hint<G>],
    words: &Words,
) -> Value {
    let estimate = |estimate: MeanError| json!({ "value": rounded(estimate.value), "error": rounded(estimate.error) });
    let order = told.iter().find(|hint| hint.figures.is_some()).map(|hint| match hint.measure {
        Measure::Chance => "chance",
        Measure::Points => "points",
    });
    let hint = |hint: &Hint<G>| {
        json!({
            "action": hint.action.to_string(),
            "chance": hint.figures.map(|figures| estimate(figures.chance)),
            "points": hint.figures.map(|figures| estimate(figures.points)),
            "code": hint.why.code(),
            "why": words.hint::<G>(&hint.why),
        })
    };
    json!({
        "game": G::ID.name(),
        "step": step,
        "seat": seat.index(),
        "bot": args.bot.to_string(),
        "order": order,
        "hints": told.iter().map(hint).collect::<Vec<_>>(),
    })
}
