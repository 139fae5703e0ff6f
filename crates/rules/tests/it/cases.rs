//! Cases filed by rule id: `tests/cases/*.case`, and the small interpreter that runs them.
//!
//! The name of a file is its game. A case runs from its `case` line to the next. The lines are:
//!
//! ```text
//! case BOX-22 title of the case               the id of its rule, and a title
//! rules catbox@1 players=3                    starts a game
//! written catbox@1 players=3 …                the full rules line
//! do start 0; 1 discard 5; play 4y            legal steps; the seat may be left out if only one is to move
//! refuse 0 play 4r -> BOX-22 red-too-early …  an illegal step: rule, code and all facts
//! legal 0: play 1b 1y                         all legal actions of a seat, in order; or `nothing`
//! seen 1: followed seat=1; gave-up            events that an observer sees of the last step, with some of their facts
//! unseen rail: you-set-aside                  events that an observer does not see of it
//! owes 0 1                                    the seats that must decide; or `chance`, or `nobody`
//! secret hand 0: 1245                         a hidden fact of the table
//! scores 4 0 -1                               the current points
//! sheet 0: tricks n=1 1; bonus group=3 3; …   the terms of a seat on the score sheet, with facts and points; then its
//!                                             points, and the totals before and after them
//! noted ended-stuck seat=1; …                 the remarks on the score sheet; or `nothing` while there is none
//! winners 0 2                                 the winners; or `nobody` before the end
//! unreadable action play 4x -> like …         a syntax error (of rules, chance or action): code and all facts
//! ```
//!
//! `#` begins a comment; a line that begins with spaces continues the one before it.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

use rules::notation::{Unreadable, Wanted};
use rules::{
    Game, GameId, Note, Observer, Open as _, Refusal, Say, Seat, Secret, SheetRow, Step, Study,
    Term, Turn, Visit, plain,
};

struct Case {
    /// The file's name and the number of the `case` line.
    place: String,
    /// The id of its rule.
    rule: String,
    title: String,
    /// Its lines, with their numbers.
    lines: Vec<(usize, String)>,
}

fn cases(id: GameId) -> Vec<Case> {
    let file = format!("tests/cases/{}.case", id.name());
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in (1..).zip(crate::text(&file).lines()) {
        let code = line.split('#').next().unwrap_or_default();
        let words = code.trim();
        if words.is_empty() {
            continue;
        }
        if let Some(name) = words.strip_prefix("case ") {
            let (rule, title) = name.split_once(' ').unwrap_or((name, ""));
            let (rule, title) = (rule.to_owned(), title.to_owned());
            cases.push(Case { place: format!("{file}:{number}"), rule, title, lines: Vec::new() });
            continue;
        }
        let case = cases.last_mut().unwrap_or_else(|| panic!("{file}:{number}: no case yet"));
        match case.lines.last_mut() {
            Some((_, before)) if code.starts_with(' ') => *before = format!("{before} {words}"),
            Some(_) | None => case.lines.push((number, words.to_owned())),
        }
    }
    cases
}

struct Run<'a>(&'a Case);

impl Visit for Run<'_> {
    type Output = Result<(), String>;

    fn visit<G: Study>(self) -> Result<(), String> {
        let mut player = Player::<G> { game: None, last: None };
        for (number, line) in &self.0.lines {
            let Case { place, rule, title, .. } = self.0;
            let told =
                |what| format!("{place} case {rule} {title}\n  line {number}: {line}\n  {what}");
            player.run(line).map_err(told)?;
        }
        Ok(())
    }
}

/// A game in the middle of a case, and the step that led there.
struct Player<G: Game> {
    game: Option<G>,
    last: Option<(G, Step<G>)>,
}

impl<G: Study> Player<G> {
    fn run(&mut self, line: &str) -> Result<(), String> {
        let (verb, words) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "rules" => {
                self.game = Some(G::new(readable(words)?));
                self.last = None;
                Ok(())
            }
            "written" => same(words, &self.game()?.rules()),
            "do" => words.split(';').try_for_each(|words| self.step(words.trim())),
            "refuse" => {
                let (words, wanted) = arrow(words)?;
                let step = self.read(words)?;
                let Err(illegal) = self.game()?.check_step(&step) else {
                    return Err("is legal".into());
                };
                same(wanted, &format!("{} {}", illegal.rule(), said(&illegal)).trim_end())
            }
            "legal" => {
                let (who, wanted) = colon(words)?;
                same(wanted, &choices(self.game()?, seat(who)?))
            }
            "seen" | "unseen" => {
                let (who, wanted) = colon(words)?;
                let seen = self.seen(who)?;
                for wanted in wanted.split(';').map(str::trim) {
                    let found = seen.iter().any(|seen| tells(seen, wanted));
                    if found != (verb == "seen") {
                        return Err(format!("seen: {}", seen.join("; ")));
                    }
                }
                Ok(())
            }
            "owes" => same(words, &owes(self.game()?.turn())),
            "secret" => {
                let (what, wanted) = colon(words)?;
                let secrets = self.game()?.secrets();
                let named = |secret: &Secret| match secret.whose {
                    Some(seat) => format!("{} {seat}", secret.kind),
                    None => secret.kind.to_string(),
                };
                let secret = secrets.iter().find(|secret| named(secret) == what);
                same(wanted, &secret.ok_or("there is no such secret")?.value)
            }
            "scores" => same(words, &spaced(self.game()?.standing().scores())),
            "sheet" => {
                let (who, wanted) = colon(words)?;
                let sheet = self.game()?.open().sheet().ok_or("there is no sheet")?;
                let seat = seat(who)?;
                let row = sheet.rows.iter().find(|row| row.seat == seat).ok_or("has no row")?;
                same(wanted, &row_text(row))
            }
            "noted" => {
                let sheet = self.game()?.open().sheet();
                let notes = sheet.map(|sheet| {
                    let note = |note: &Note| format!("{} {}", note.code, plain(&note.facts));
                    sheet.notes.iter().map(note).collect::<Vec<_>>().join("; ")
                });
                same(words, &notes.unwrap_or("nothing".into()))
            }
            "winners" => {
                let winners = self.game()?.standing().winners;
                let seats = winners.map(|seats| spaced(&seats.iter().collect::<Vec<_>>()));
                same(words, &seats.unwrap_or("nobody".into()))
            }
            "unreadable" => {
                let (words, wanted) = arrow(words)?;
                let (kind, text) = words.split_once(' ').unwrap_or((words, ""));
                let refused = match kind {
                    "rules" => match GameId::of_rules_line(text) {
                        Ok(_) => text.parse::<G::Rules>().err(),
                        Err(unknown) => Some(unknown),
                    },
                    "chance" => text.parse::<G::Chance>().err(),
                    "action" => text.parse::<G::Action>().err(),
                    _ => return Err("say rules, chance or action".into()),
                };
                same(wanted, &said(&refused.ok_or("can be read")?.wanted))
            }
            _ => Err("this word is unknown".into()),
        }
    }

    fn game(&self) -> Result<&G, String> {
        self.game.as_ref().ok_or("there is no game: give it rules".into())
    }

    /// Reads `SEAT ACTION`, an action of the only seat to move, or a chance outcome.
    fn read(&self, words: &str) -> Result<Step<G>, String> {
        if let Ok(chance) = words.parse() {
            return Ok(Step::Chance(chance));
        }
        if let Some((who, action)) = words.split_once(' ')
            && let Ok(seat) = seat(who)
        {
            return Ok(Step::Act(seat, readable(action)?));
        }
        match self.game()?.turn() {
            Turn::Decide(seats) if seats.len() == 1 => {
                Ok(Step::Act(seats.first().ok_or("nobody")?, readable(words)?))
            }
            Turn::Decide(_) | Turn::Chance | Turn::Over => Err(format!("whose {words}?")),
        }
    }

    fn step(&mut self, words: &str) -> Result<(), String> {
        let step = self.read(words)?;
        let before = self.game()?.clone();
        let refused = |refusal: Refusal<G>| {
            format!("{step} is refused: {} {}", refusal.rule(), said(&refusal))
        };
        let mut game = before.clone();
        game.play(&step).map_err(refused)?;
        self.game = Some(game);
        self.last = Some((before, step));
        Ok(())
    }

    fn seen(&self, who: &str) -> Result<Vec<String>, String> {
        let who = if who == "rail" { Observer::Rail } else { Observer::Seat(seat(who)?) };
        let (before, step) = self.last.as_ref().ok_or("nothing has been done")?;
        Ok(G::seen(before, step, self.game()?, who).iter().map(said).collect())
    }
}

fn same(wanted: &str, found: &impl Display) -> Result<(), String> {
    let found = found.to_string();
    if found == wanted { Ok(()) } else { Err(format!("found: {found}")) }
}

fn readable<T: FromStr<Err = Unreadable>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|bad: Unreadable| {
        format!("{text:?} cannot be read at {}: wanted {}", bad.at, said(&bad.wanted))
    })
}

fn arrow(words: &str) -> Result<(&str, &str), String> {
    words.split_once(" -> ").ok_or("there is no -> in the line".into())
}

fn colon(words: &str) -> Result<(&str, &str), String> {
    let (before, after) = words.split_once(':').ok_or("there is no colon in the line")?;
    Ok((before.trim(), after.trim()))
}

fn seat(word: &str) -> Result<Seat, String> {
    let digit = <[u8; 1]>::try_from(word.as_bytes()).ok();
    digit.and_then(|[digit]| Seat::read(digit)).ok_or(format!("{word} is no seat"))
}

fn said(say: &impl Say) -> String {
    format!("{} {}", say.code(), plain(&say.facts())).trim_end().to_owned()
}

/// Whether an event has this code and these facts, among others.
fn tells(seen: &str, wanted: &str) -> bool {
    let seen: Vec<&str> = seen.split(' ').collect();
    let mut wanted = wanted.split(' ');
    wanted.next() == seen.first().copied() && wanted.all(|fact| seen.contains(&fact))
}

/// The legal actions of a seat, with their verb written once.
fn choices<G: Game>(game: &G, seat: Seat) -> String {
    let actions: Vec<String> = game.actions(seat).iter().map(|action| action.to_string()).collect();
    let pairs = || actions.iter().filter_map(|action| action.split_once(' '));
    let verb = pairs().next().map_or("nothing", |(verb, _)| verb);
    let all = pairs().map(|(_, noun)| noun);
    [verb].into_iter().chain(all).collect::<Vec<_>>().join(" ")
}

fn owes(turn: Turn) -> String {
    match turn {
        Turn::Chance => "chance".into(),
        Turn::Decide(seats) => spaced(&seats.iter().collect::<Vec<_>>()),
        Turn::Over => "nobody".into(),
    }
}

/// The terms of a row, then its points and totals.
fn row_text(row: &SheetRow) -> String {
    let SheetRow { terms, points, before, total, .. } = row;
    let term = |term: &Term| {
        let points = term.points.map(|points| format!(" {points}")).unwrap_or_default();
        format!("{} {}{points}", term.code, plain(&term.facts)).trim_end().to_owned()
    };
    let terms: Vec<String> = terms.iter().map(term).collect();
    format!("{}; {points}: {before} to {total}", terms.join("; "))
}

fn spaced<T: Display>(things: &[T]) -> String {
    things.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_case_holds() {
    let mut failures = Vec::new();
    for id in GameId::ALL {
        failures.extend(cases(id).iter().filter_map(|case| id.visit(Run(case)).err()));
    }
    assert!(failures.is_empty(), "{} cases fail\n\n{}", failures.len(), failures.join("\n\n"));
}

/// The ids in the rulebook: paragraphs that start with `**BOX-20**`.
fn rulebook_ids(id: GameId) -> BTreeSet<String> {
    let book = crate::text(&format!("../words/rulebooks/en/{}.md", id.name()));
    let ids = book.lines().filter_map(|line| line.strip_prefix("**")?.split_once("**"));
    ids.map(|(id, _)| id.to_owned()).collect()
}

#[test]
fn every_rule_has_a_case_and_every_case_a_rule() {
    for id in GameId::ALL {
        let filed: BTreeSet<String> = cases(id).into_iter().map(|case| case.rule).collect();
        assert_eq!(filed, rulebook_ids(id), "cases on the left, rulebook on the right");
    }
}

/// The first or second words after the arrow, of all lines with this verb.
fn provoked(id: GameId, verb: &str, word: usize) -> BTreeSet<String> {
    let cases = cases(id);
    let lines = cases.iter().flat_map(|case| &case.lines).map(|(_, line)| line);
    let behind = lines.filter(|line| line.starts_with(verb)).filter_map(|line| arrow(line).ok());
    behind.filter_map(|(_, wanted)| wanted.split(' ').nth(word)).map(str::to_owned).collect()
}

struct Codes;

impl Visit for Codes {
    type Output = BTreeSet<String>;

    fn visit<G: Game>(self) -> BTreeSet<String> {
        Refusal::<G>::codes().map(str::to_owned).collect()
    }
}

#[test]
fn every_refusal_is_provoked() {
    for id in GameId::ALL {
        let codes = id.visit(Codes);
        assert_eq!(provoked(id, "refuse ", 1), codes, "provoked on the left, codes on the right");
    }
}

#[test]
fn every_unreadable_text_is_provoked() {
    let codes = Wanted::CODES.iter().map(|&code| code.to_owned()).collect::<BTreeSet<_>>();
    let found = GameId::ALL.into_iter().flat_map(|id| provoked(id, "unreadable ", 0));
    assert_eq!(found.collect::<BTreeSet<_>>(), codes, "provoked on the left, codes on the right");
}
