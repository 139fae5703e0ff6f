//! Results as an HTML page: one file, no scripts, light and dark.

use std::time::Duration;

use crate::lab::{LabRow, Unit, measures};
use crate::plot::{self, Scale, axis, escape, grouped, row};
use crate::{BotResult, Estimate, LabTally, Results, Verdict};

/// The page of a tournament: the game's title, its settings, notes, and the results.
pub fn arena(title: &str, played: &[&str], notes: &[String], results: &Results) -> String {
    let mut body = head(&format!("Arena: {title}"), &lead(results), played);
    body.push_str("<div class='panels'>\n");
    body += &panel("Who comes first", FIRST, &first_shares(results));
    body += &panel("Who places above whom", ABOVE, &matrix(results));
    body += &panel("Scores", SCORES, &scores(results));
    body += &panel("Time for a decision", TIMES, &times(results));
    body.push_str("</div>\n");
    body += &panel("In numbers", "", &numbers(results));
    page(&format!("Arena: {title}"), &(body + &how(notes)))
}

const FIRST: &str = "Share of victories for each seat that the bot has, with its 95% interval. \
                     The dashed line is what equals would have.";
const ABOVE: &str = "Share of games in which the bot of the row placed above the bot of the column; level counts half.";
const SCORES: &str = "How often each score was reached; the most frequent one fills the row. \
                      The line is the mean.";
const TIMES: &str = "From the middle decision (dot) past 99 of 100 (stroke) to the slowest (small dot), \
                     on a scale of tens. A dashed line is the time that the bot is given.";

/// The result in a sentence, and whether chance explains it.
fn lead(results: &Results) -> String {
    let share = |bot: &BotResult| bot.first.deals.mean();
    // A sequential test is about the first bot.
    let best = match results.sequential {
        Some(_) => results.bots.first(),
        None => results.bots.iter().max_by(|a, b| share(a).total_cmp(&share(b))),
    };
    let Some(bot) = best.filter(|_| results.bots.len() > 1 && results.n_deals > 0) else {
        return "Nobody is better: there is one bot only, or no deal was played.".to_owned();
    };
    let even = Estimate { mean: results.even(), interval: Some([results.even(); 2]) };
    let sure = match results.sequential {
        Some(test) => match test.verdict() {
            Verdict::Ahead => "It is ahead.",
            Verdict::Behind => "It is behind.",
            Verdict::Level => "It is level with the others.",
            Verdict::Undecided => "That decides nothing yet.",
        },
        None if bot.first.deals.share().differs(&even) => "Chance hardly explains that.",
        None => "Chance can explain that.",
    };
    let (first, even) = (percent(share(bot)), percent(even.mean));
    format!("{} comes first in {first} of its games, equals would in {even}. {sure}", bot.name)
}

fn first_shares(results: &Results) -> String {
    let even = results.even();
    let shares = || results.bots.iter().map(|bot| (bot, bot.first.deals.share()));
    let ends = shares().flat_map(|(_, share)| ends(&share)).chain([even, 0.0]);
    let scale = Scale::of(ends).within(0.0, 1.0);
    let mut html = String::new();
    for (bot, share) in shares() {
        let label = format!("{}: {}", bot.name, percent_between(&share));
        let picture = plot::interval(&label, &scale, &share, Some(even));
        html +=
            &row(&bot.name.to_string(), &picture, &percent(share.mean), &percent_interval(&share));
    }
    html + &axis(&scale, &ticks(&scale, Unit::Share))
}

fn scores(results: &Results) -> String {
    let reached = || results.bots.iter().flat_map(|bot| bot.scores.keys().copied());
    let (Some(least), Some(greatest)) = (reached().min(), reached().max()) else {
        return String::new();
    };
    // More bars would be too thin on a phone.
    let width = 1 + (greatest - least) / 48;
    let bins = |bot: &BotResult| {
        let mut bins: Vec<(f64, f64, u64)> = Vec::new();
        for from in (least..=greatest).step_by(width as usize) {
            let count = bot.scores.range(from..from + width).map(|(_, count)| count).sum();
            bins.push((f64::from(from) - 0.5, f64::from(from + width) - 0.5, count));
        }
        bins
    };
    let scale = Scale::of([f64::from(least) - 0.5, f64::from(greatest) + 0.5]);
    let mut html = String::new();
    for bot in &results.bots {
        let bins = bins(bot);
        let most = bins.iter().map(|bin| bin.2).max().unwrap_or(1);
        let mean = bot.score.deals.estimate();
        let label = format!("{}: scores, {:.2} on average", bot.name, mean.mean);
        let picture = plot::histogram(&label, &scale, &bins, mean.mean, most);
        let small = number_interval(&mean);
        html += &row(&bot.name.to_string(), &picture, &format!("{:.2}", mean.mean), &small);
    }
    html + &axis(&scale, &ticks(&scale, Unit::Number))
}

fn times(results: &Results) -> String {
    let times_of =
        |bot: &BotResult| [bot.times.quantile(0.5), bot.times.quantile(0.99), bot.times.max()];
    let all = results.bots.iter().flat_map(|bot| times_of(bot).into_iter().chain(bot.budget));
    let scale = Scale::of(all.map(plot::log_seconds));
    let mut html = String::new();
    for bot in &results.bots {
        let times = times_of(bot);
        let [p50, p99, max] = times.map(plot::time);
        let label =
            format!("{}: {p50} in the middle, 99 of 100 below {p99}, at most {max}", bot.name);
        let picture = plot::times(&label, &scale, times, bot.budget);
        let small = format!("99%: {p99}");
        html += &row(&bot.name.to_string(), &picture, &p50, &small);
    }
    let powers: Vec<i32> = (-9..=3).filter(|&power| scale.has(f64::from(power))).collect();
    // A phone has room for five labels.
    let some = powers.iter().step_by(powers.len().div_ceil(5).max(1));
    let tick = |&power: &i32| {
        let text = plot::time(Duration::from_secs_f64(10.0_f64.powi(power)));
        (f64::from(power), text.replace(".00", "").replace(".0", ""))
    };
    let ticks: Vec<(f64, String)> = some.map(tick).collect();
    html + &axis(&scale, &ticks)
}

fn matrix(results: &Results) -> String {
    if results.bots.len() < 2 {
        return "<p>There is only one bot.</p>".to_owned();
    }
    // Columns are numbered: names would not fit above them.
    let numbers: Vec<String> = (1..=results.bots.len()).map(|number| number.to_string()).collect();
    let cell = |share: Option<Estimate>| {
        let Some(share) = share else { return "<td>·</td>".to_owned() };
        let side = if share.mean >= 0.5 { "more" } else { "less" };
        // At most two thirds of the colour, so that text stays readable.
        let strength = 133.0 * (share.mean - 0.5).abs();
        let (mean, error) = (percent(share.mean), 100.0 * share.error().min(1.0));
        format!(
            "<td class='{side}' style='--strength:{strength:.0}%'>{mean}<small>±{error:.1}</small></td>"
        )
    };
    let line = |(place, bot): (usize, &BotResult)| {
        let cells = (0..results.bots.len()).map(|other| cell(results.above(place, other)));
        (format!("<b>{}</b> {}", place + 1, escape(&bot.name.to_string())), cells.collect())
    };
    let lines: Vec<(String, String)> = results.bots.iter().enumerate().map(line).collect();
    table("matrix", "", &numbers, &lines)
}

fn numbers(results: &Results) -> String {
    let head = [
        "seats",
        "first share",
        "interval",
        "score",
        "interval",
        "quartiles",
        "rating",
        "decisions/s",
        "p50",
        "p99",
        "max",
    ];
    let line = |bot: &BotResult| {
        let (first, score) = (bot.first.deals.share(), bot.score.deals.estimate());
        let quartiles = [0.25, 0.5, 0.75].map(|share| bot.score_quantile(share).to_string());
        let rate = bot.times.n() as f64 / bot.times.total().as_secs_f64().max(1e-9);
        let cells = [
            bot.n_seats.to_string(),
            percent(first.mean),
            percent_interval(&first),
            format!("{:.2}", score.mean),
            number_interval(&score),
            quartiles.join(" · "),
            format!("{:.1} ± {:.1}", bot.rating.0, bot.rating.1),
            grouped(rate as u64),
            plot::time(bot.times.quantile(0.5)),
            plot::time(bot.times.quantile(0.99)),
            plot::time(bot.times.max()),
        ];
        let cells = cells.map(|cell| format!("<td>{}</td>", escape(&cell)));
        (escape(&bot.name.to_string()), cells.concat())
    };
    let lines: Vec<(String, String)> = results.bots.iter().map(line).collect();
    table("numbers", "bot", &head.map(str::to_owned), &lines)
}

/// A table whose lines start with a name. Names and cells must be escaped already.
fn table(class: &str, corner: &str, head: &[String], lines: &[(String, String)]) -> String {
    let head: Vec<String> =
        head.iter().map(|title| format!("<th scope='col'>{title}</th>")).collect();
    let head = head.concat();
    let line =
        |(name, cells): &(String, String)| format!("<tr><th scope='row'>{name}</th>{cells}</tr>\n");
    let lines: String = lines.iter().map(line).collect();
    format!(
        "<div class='wide'><table class='{class}'><thead><tr><th>{corner}</th>{head}</tr></thead>\n\
         <tbody>{lines}</tbody></table></div>"
    )
}

/// A variant that was studied.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// How it differs from the others: `lead=winner players=3`.
    pub label: String,
    /// Its rules line.
    pub rules: String,
    /// Its results.
    pub tally: LabTally,
}

/// The page of variants of a game: its title, notes, the variants, and the label of each fact about rounds.
pub fn lab(
    title: &str,
    notes: &[String],
    variants: &[Variant],
    fact: impl Fn(&str) -> String,
) -> String {
    let tallies: Vec<&LabTally> = variants.iter().map(|variant| &variant.tally).collect();
    let n_games: u64 = tallies.iter().map(|tally| tally.n_games).sum();
    let lead = format!("{} variants side by side, {} games.", variants.len(), grouped(n_games));
    let rules: Vec<&str> = variants.iter().map(|variant| variant.rules.as_str()).collect();
    let mut body = head(&format!("Lab: {title}"), &lead, &rules);
    body.push_str("<div class='panels'>\n");
    body += &panel("Is it fair?", FAIR, &fairness(variants));
    let (same, other): (Vec<LabRow>, Vec<LabRow>) =
        measures(&tallies, fact).into_iter().filter(|row| !row.is_place).partition(is_same);
    for metric in &other {
        body += &panel(&metric.label, "", &variant_rows(metric, variants));
    }
    body.push_str("</div>\n");
    let always = |row: &LabRow| {
        let mean = row.cells.iter().flatten().next()?.mean;
        let mean = if row.unit == Unit::Share { percent(mean) } else { mean.to_string() };
        Some(format!("Always the same: {} {mean}.", row.label))
    };
    let notes: Vec<String> = same.iter().filter_map(always).chain(notes.iter().cloned()).collect();
    page(&format!("Lab: {title}"), &(body + &how(&notes)))
}

/// Whether a quantity is the same in all games and variants: then there is nothing to draw.
fn is_same(row: &LabRow) -> bool {
    let mut known = row.cells.iter().flatten();
    let first = known.clone().next();
    known.all(|cell| cell.interval == Some([cell.mean; 2]) && Some(cell) == first)
}

const FAIR: &str = "Share of victories for each place at the table, with its 95% interval. \
                    The dashed line is what every place should have.";

fn fairness(variants: &[Variant]) -> String {
    let shares = |variant: &Variant| -> Vec<Estimate> {
        variant.tally.places.iter().map(|place| place.first.share()).collect()
    };
    let evens = variants.iter().map(|variant| variant.tally.even());
    let all = variants.iter().flat_map(shares).flat_map(|share| ends(&share)).chain(evens);
    let scale = Scale::of(all).within(0.0, 1.0);
    let mut html = String::new();
    for variant in variants {
        html.extend(["<h3>", &escape(&variant.label), "</h3>"]);
        for (place, share) in shares(variant).iter().enumerate() {
            let name = variant.tally.place_name(place);
            let label = format!("{}, {name}: {}", variant.label, percent_between(share));
            let picture = plot::interval(&label, &scale, share, Some(variant.tally.even()));
            html += &row(&name, &picture, &percent(share.mean), &percent_interval(share));
        }
    }
    html + &axis(&scale, &ticks(&scale, Unit::Share))
}

fn variant_rows(metric: &LabRow, variants: &[Variant]) -> String {
    let known =
        || metric.cells.iter().zip(variants).filter_map(|(cell, v)| Some((cell.as_ref()?, v)));
    let mut scale = Scale::of(known().flat_map(|(cell, _)| ends(cell)));
    if metric.unit == Unit::Share {
        scale = scale.within(0.0, 1.0);
    }
    let mut html = String::new();
    for (cell, variant) in known() {
        let (mean, interval) = match metric.unit {
            Unit::Share => (percent(cell.mean), percent_interval(cell)),
            Unit::Number => (format!("{:.2}", cell.mean), number_interval(cell)),
        };
        let label = format!("{}, {}: {mean} {interval}", metric.label, variant.label);
        html += &row(&variant.label, &plot::interval(&label, &scale, cell, None), &mean, &interval);
    }
    html + &axis(&scale, &ticks(&scale, metric.unit))
}

fn ends(estimate: &Estimate) -> Vec<f64> {
    let [low, high] = estimate.interval.unwrap_or([estimate.mean; 2]);
    vec![low, estimate.mean, high]
}

fn ticks(scale: &Scale, unit: Unit) -> Vec<(f64, String)> {
    let ticks = scale.ticks();
    let step = ticks.get(1).map_or(1.0, |second| second - ticks[0]);
    let text = |number: f64| match unit {
        Unit::Share => format!("{:.*}%", usize::from(step < 0.0099), 100.0 * number),
        Unit::Number => format!("{number:.*}", (-step.log10()).ceil().max(0.0) as usize),
    };
    // Adding 0 turns −0 into 0.
    ticks.into_iter().map(|number| (number, text(number + 0.0))).collect()
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn percent_interval(share: &Estimate) -> String {
    share.interval.map_or("one deal".to_owned(), |[low, high]| {
        format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high)
    })
}

fn percent_between(share: &Estimate) -> String {
    format!("{}, interval {}", percent(share.mean), percent_interval(share))
}

fn number_interval(number: &Estimate) -> String {
    // Readers would take a dash before a number for a minus.
    number.interval.map_or("one deal".to_owned(), |[low, high]| format!("{low:.2} … {high:.2}"))
}

fn head(title: &str, lead: &str, facts: &[&str]) -> String {
    let mut html =
        format!("<header><h1>{}</h1><p class='lead'>{}</p>", escape(title), escape(lead));
    html.extend(facts.iter().map(|fact| format!("<p class='fact'>{}</p>", escape(fact))));
    html + "</header>\n"
}

fn panel(title: &str, explained: &str, inside: &str) -> String {
    let explained = match explained {
        "" => String::new(),
        text => format!("<p class='explained'>{}</p>", escape(text)),
    };
    format!("<section><h2>{}</h2>{explained}\n{inside}</section>\n", escape(title))
}

fn how(notes: &[String]) -> String {
    let mut html = "<section><h2>How this was measured</h2><ul>".to_owned();
    html.extend(notes.iter().map(|note| format!("<li>{}</li>", escape(note))));
    html + "</ul></section>\n"
}

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\
         <meta name='viewport' content='width=device-width, initial-scale=1'>\
         <title>{title}</title>\n<style>\n{}</style></head>\n<body><main>\n{body}</main></body></html>\n",
        include_str!("report.css")
    )
}
