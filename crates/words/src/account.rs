//! A game as a story to read, with every hand open.

use rules::{Fact, Game, Observer, Rules, Say, Seat, Step, Turn};

use crate::Words;
use crate::catalogue::seen_id;
use crate::spoken::{LineRole, Spoken};

/// A game as Markdown that also reads well as plain text: one heading for each round, one line for each trick.
/// All hands are open: each step is described as its actor saw it, and each deal as every seat saw it.
///
/// The steps must be legal by these rules.
pub fn account<G: Spoken>(rules: G::Rules, steps: &[Step<G>], words: &Words) -> String {
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

    fn add<G: Spoken>(&mut self, seen: &G::Seen) {
        let (words, id, code, facts) = (self.words, seen_id::<G>(seen), seen.code(), seen.facts());
        let sentence = || words.message(&id, &facts);
        let short = || words.phrase(&id, Some("short"), &facts).unwrap_or_else(sentence);
        let role = G::role(seen);
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
