//! `nekoza ladder`.

use arena::{Progress, Results, Rung, Tournament, line_ups};
use bots::{Craft, VisitCraft};
use rules::{Rules, Study};
use serde_json::{Value, json};
use words::Words;

use super::numbers::{grouped, millis, points, put, share, table, time};
use crate::args::LadderArgs;
use crate::output::{Failure, Output};
use crate::watch::{stopped_by_ctrl_c, watched};

pub(crate) fn ladder(args: &LadderArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let rungs = rungs(args, words)?;
    let progress = stopped_by_ctrl_c();
    // Rounding up to whole deals adds a few games, which the progress bar ignores.
    let n_games = rungs.len() as u64 * args.tournament.games;
    let climbed: Vec<(&Rung, Results)> = watched(n_games, &progress, || {
        let climb = |rung: &Rung| bots::visit(rung.game, Climb { rung, args, progress: &progress });
        let climbed = rungs.iter().map(|rung| (rung, climb(rung)));
        climbed.filter(|(_, results)| results.n_deals > 0).collect()
    });
    let complete = !progress.is_stopped();
    if args.json {
        let rungs: Vec<Value> =
            climbed.iter().map(|(rung, results)| as_json(rung, results)).collect();
        let (seed, games) = (args.tournament.run.seed, args.tournament.games);
        return output.json(&json!({
            "seed": seed, "games_asked": games, "complete": complete, "rungs": rungs,
        }));
    }
    let head = [
        "rules",
        "bot",
        "among",
        "games",
        "first share",
        "even",
        "score",
        "of the others",
        "p50",
        "p99",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    lines.extend(climbed.iter().map(|(rung, results)| line(rung, results)));
    if args.markdown {
        lines.insert(1, vec!["---".to_owned(); head.len()]);
        for line in lines {
            output.line(format!("| {} |", line.join(" | ")))?;
        }
    } else {
        for line in table(&lines) {
            output.line(line)?;
        }
    }
    output.line(
        "\nOne bot among others, on duplicate deals. 95% intervals, Student's t over deals.",
    )?;
    if complete { Ok(()) } else { output.line("Stopped early: some rungs are missing.") }
}

/// The rungs that the arguments select.
fn rungs(args: &LadderArgs, words: &Words) -> Result<Vec<Rung>, Failure> {
    let of_game = |rung: &Rung| args.game.as_ref().is_none_or(|name| rung.game.name() == name);
    let asked = |rung: &Rung| args.only.as_ref().is_none_or(|text| rung.bots().contains(text));
    let mut rungs = arena::ladder();
    rungs.retain(|rung| of_game(rung) && asked(rung));
    if let (Some(text), true) = (&args.only, rungs.is_empty()) {
        let found = [("found", text.clone().into())];
        return Err(Failure::Usage(words.message("command-no-rung", &found)));
    }
    Ok(rungs)
}

struct Climb<'a> {
    rung: &'a Rung,
    args: &'a LadderArgs,
    progress: &'a Progress,
}

impl VisitCraft for Climb<'_> {
    type Output = Results;

    fn visit<G: Craft + Study>(self) -> Results {
        let Climb { rung, args, progress } = self;
        let (seed, jobs) = (args.tournament.run.seed, args.tournament.run.jobs.into());
        let rules: G::Rules = rung.rules.parse().expect("a test reads the rules of the ladder");
        let others = usize::from(rules.n_seats()) - 1;
        let bots: Vec<_> =
            std::iter::once(rung.bot).chain(std::iter::repeat_n(rung.among, others)).collect();
        let n_deals = args.tournament.games.div_ceil(line_ups(&bots).len() as u64);
        let plan = Tournament::<G> { rules, bots, n_deals, seed, jobs };
        arena::compete(&plan, None, progress)
    }
}

fn line(rung: &Rung, results: &Results) -> Vec<String> {
    let bot = &results.bots[0];
    let others = results.bots.last().unwrap_or(bot);
    vec![
        rung.rules.clone(),
        rung.bot.to_string(),
        rung.among.to_string(),
        grouped(results.n_games()),
        share(&bot.first.deals.share()),
        format!("{:.1}%", 100.0 * results.even()),
        points(&bot.score.deals.estimate()),
        points(&others.score.deals.estimate()),
        time(bot.times.quantile(0.5)),
        time(bot.times.quantile(0.99)),
    ]
}

fn as_json(rung: &Rung, results: &Results) -> Value {
    let bot = &results.bots[0];
    let mut value = json!({
        "rules": rung.rules,
        "bot": rung.bot.to_string(),
        "among": rung.among.to_string(),
        "games": results.n_games(),
        "deals": results.n_deals,
        "even_share": results.even(),
    });
    put(&mut value, "first_share", &bot.first.deals.share());
    put(&mut value, "mean_score", &bot.score.deals.estimate());
    if let Some(others) = results.bots.get(1) {
        put(&mut value, "mean_score_of_others", &others.score.deals.estimate());
    }
    value["time_ms"] = json!({
        "p50": millis(bot.times.quantile(0.5)),
        "p99": millis(bot.times.quantile(0.99)),
        "max": millis(bot.times.max()),
    });
    value
}
