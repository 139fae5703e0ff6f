//! A game as a story to read, with every hand open.

use rules::{Fact, Game, Observer, Rules, Say, Seat, Step, Turn};

use crate::Words;
use crate::catalogue::seen_id;

/// How an event fits into the lines of the story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineRole {
    /// A heading, then a line.
    Round,
    /// Begins a line that others join.
    Open,
    /// Joins the line with a comma.
    Join,
    /// Joins the line, after a comma if the last event had the same code, else after a semicolon.
    Group,
    /// Joins the line as a remark.
    Remark,
    /// Joins the line and ends it.
    Close,
    /// One line for all events with the same code, after a label.
    Gather,
    /// A line of its own.
    Line,
    /// Nothing: another event says the same, now or later.
    Silent,
    /// The final paragraph.
    End,
}

/// The role of every code. Roles are by code and not by game, because games share codes.
const ROLES: &[(&str, LineRole)] = &[
    ("dealt", LineRole::Round),
    ("led", LineRole::Open),
    ("followed", LineRole::Join),
    ("gave-up", LineRole::Remark),
    ("taken", LineRole::Group),
    ("left-over", LineRole::Close),
    ("trick-won", LineRole::Close),
    ("turn-won", LineRole::Close),
    ("set-aside", LineRole::Gather),
    ("you-set-aside", LineRole::Gather),
    ("bid", LineRole::Gather),
    ("dropped", LineRole::Gather),
    ("scored", LineRole::Gather),
    ("multipliers", LineRole::Silent),
    ("you-keep", LineRole::Silent),
    ("used", LineRole::Gather),
    ("token", LineRole::Gather),
    ("you-chose", LineRole::Silent),
    ("dummy-up", LineRole::Silent),
    ("revealed", LineRole::Gather),
    ("dummy-revealed", LineRole::Join),
    ("declared", LineRole::Group),
    ("swapped", LineRole::Group),
    ("took", LineRole::Group),
    ("dummy-took", LineRole::Join),
    ("face-up", LineRole::Close),
    ("won", LineRole::End),
    ("won-on-tie-break", LineRole::End),
    ("started", LineRole::Line),
    ("turned-up", LineRole::Line),
    ("your-hand", LineRole::Line),
    ("paradox", LineRole::Line),
    ("extra-card", LineRole::Line),
    ("left-out", LineRole::Line),
    ("stacked", LineRole::Line),
    ("your-multipliers", LineRole::Line),
    ("you-ask", LineRole::Line),
    ("new-deal", LineRole::Line),
    ("drawn", LineRole::Line),
    ("ordered", LineRole::Line),
    ("named", LineRole::Line),
    ("chosen", LineRole::Line),
    ("one-more", LineRole::Line),
];

/// The role of a code. A test checks that every code of every game is listed.
fn role_of(code: &str) -> LineRole {
    ROLES.iter().find(|(listed, _)| *listed == code).map_or(LineRole::Line, |(_, role)| *role)
}

/// A game as Markdown that also reads well as plain text: one heading for each round, one line for each trick.
/// All hands are open: each step is described as its actor saw it, and each deal as every seat saw it.
///
/// The steps must be legal by these rules.
pub fn account<G: Game>(rules: G::Rules, steps: &[Step<G>], words: &Words) -> String {
    let mut story = AccountWriter::new(words);
    story.text = format!("# {}\n\n`{rules}`\n\n", words.title(G::ID));
    let mut game = G::new(rules);
    for step in steps {
        let before = game.clone();
        game.apply(step);
        for seen in all_seen(&before, step, &game) {
            story.add::<G>(&seen);
        }
    }
    story.end_line();
    if game.turn() != Turn::Over {
        let standing = game.standing();
        let score = |(seat, &score)| {
            let facts = [("seat", Fact::Seat(seat)), ("score", Fact::from(score))];
            words.message("account-score", &facts)
        };
        let scores: Vec<String> =
            Seat::all(standing.n_seats).zip(standing.scores()).map(score).collect();
        story.paragraph(
            &words.message("account-unfinished", &[("scores", words.list(&scores).into())]),
        );
    }
    story.text
}

/// The events of a step as its actor sees them. For a deal, the events of all observers, each once.
fn all_seen<G: Game>(before: &G, step: &Step<G>, after: &G) -> Vec<G::Seen> {
    if let Step::Act(seat, _) = *step {
        return G::seen(before, step, after, Observer::Seat(seat));
    }
    let mut all = Vec::new();
    for who in Observer::all(after.rules().n_seats()) {
        for seen in G::seen(before, step, after, who) {
            if !all.contains(&seen) {
                all.push(seen);
            }
        }
    }
    all
}

/// The Markdown of an account while it is written.
struct AccountWriter<'a> {
    words: &'a Words,
    text: String,
    /// The current line.
    line: String,
    /// The code that the line gathers, if any.
    gathers: Option<&'static str>,
    /// The code of the last event.
    last: Option<&'static str>,
}

impl<'a> AccountWriter<'a> {
    fn new(words: &'a Words) -> AccountWriter<'a> {
        AccountWriter { words, text: String::new(), line: String::new(), gathers: None, last: None }
    }

    fn add<G: Game>(&mut self, seen: &G::Seen) {
        let (words, id, code, facts) = (self.words, seen_id::<G>(seen), seen.code(), seen.facts());
        let sentence = || words.message(&id, &facts);
        let short = || words.phrase(&id, Some("short"), &facts).unwrap_or_else(sentence);
        let role = role_of(code);
        let continues = match role {
            LineRole::Join | LineRole::Group | LineRole::Remark | LineRole::Close => true,
            LineRole::Gather => self.gathers == Some(code),
            LineRole::Silent => return,
            LineRole::Round | LineRole::Open | LineRole::Line | LineRole::End => false,
        };
        if !continues {
            self.end_line();
        }
        let again = self.last.replace(code) == Some(code);
        match role {
            LineRole::Round => {
                let heading = words.phrase(&id, Some("heading"), &facts).unwrap_or_else(sentence);
                let heading = escaped(&words.capitalise(heading));
                self.text.extend(["\n## ", &heading, "\n\n"]);
                self.line = short();
                self.end_line();
            }
            LineRole::Open => self.line = short(),
            LineRole::Join => self.join(", ", &short()),
            LineRole::Group => self.join(if again { ", " } else { "; " }, &short()),
            LineRole::Remark => self.join(" ", &short()),
            LineRole::Close => {
                self.join("; ", &short());
                self.end_line();
            }
            LineRole::Gather if continues => self.join(", ", &short()),
            LineRole::Gather => {
                let label = words.phrase(&id, Some("label"), &facts);
                self.line = label.map(|label| label + ": ").unwrap_or_default() + &short();
                self.gathers = Some(code);
            }
            LineRole::Line => {
                self.line = sentence();
                self.end_line();
            }
            LineRole::Silent => {}
            LineRole::End => self.paragraph(&sentence()),
        }
    }

    fn join(&mut self, gap: &str, text: &str) {
        if !self.line.is_empty() {
            self.line.push_str(gap);
        }
        self.line.push_str(text);
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if !line.is_empty() {
            self.text.extend(["- ", &escaped(&self.words.capitalise(line)), "\n"]);
        }
        self.gathers = None;
    }

    fn paragraph(&mut self, text: &str) {
        let text = escaped(&self.words.capitalise(text.to_owned()));
        self.text.extend(["\n**", &text, "**\n"]);
    }
}

/// Escapes Markdown, which may be part of players' names.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if "\\`*_[]<>&#|~".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(if letter.is_control() { ' ' } else { letter });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rules::{Game, GameId, Say, Visit, Won};

    use super::ROLES;

    /// The codes of everything that observers of a game notice.
    struct Codes;
    impl Visit for Codes {
        type Output = Vec<&'static str>;
        fn visit<G: Game>(self) -> Vec<&'static str> {
            [G::Seen::CODES, Won::CODES].concat()
        }
    }

    #[test]
    fn every_code_has_one_role() {
        let codes = GameId::ALL.into_iter().flat_map(|id| id.visit(Codes));
        let listed: BTreeSet<&str> = ROLES.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes.collect::<BTreeSet<_>>(), listed);
        assert_eq!(listed.len(), ROLES.len(), "a code is listed twice");
    }
}
