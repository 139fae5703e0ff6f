//! Plain mode, line by line: for screen readers, pipes and scripts. It uses the same sentences as the pages.

use std::io::{self, BufRead, Write};

use rules::{Fact, Observer, Open as _, Phase as _, Rules as _, Seat, Turn, View};
use table::record::RecordText;
use words::spoken::Sight;
use words::{Style, Words, is_rule_id, terminal};

use crate::asking::Asking;
use crate::face::{self, Face, VisitFace, signed};
use crate::keep::{Keeper, Kept};
use crate::sitting::Sitting;
use crate::trouble::{self, Trouble};
use crate::{Clock, NewGame, Start, begin, hint};

/// The maximum width of wrapped text.
const WIDTH: usize = 78;

/// Enough empty lines to scroll a hand off the screen.
const CURTAIN: usize = 40;

/// Plays a game line by line until it is over or the input ends.
///
/// # Errors
/// If the game cannot start, or output cannot be written.
pub fn plain(
    start: Start,
    keeper: &Keeper,
    clock: Clock,
    words: Words,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Trouble> {
    let lines = Lines { input, output, clock };
    match start {
        Start::Menu => Err(Trouble::Usage(words.message("tui-plain-which", &[]))),
        Start::New(new) => face::visit(new.game(), Begin { new, keeper, words, lines }),
        Start::Continue => {
            let (path, text) = begin::unfinished(keeper, &words)?;
            let game = text
                .game()
                .map_err(|error| Trouble::Refused(trouble::of_record(&error, &words)))?;
            let kept = keeper.resume(path);
            face::visit(game, Resume { text, kept, words, lines })
        }
    }
}

/// The input and output of plain mode.
struct Lines<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    clock: Clock,
}

impl Lines<'_> {
    fn say(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.output, "{}", text.as_ref())
    }

    /// The next line, the position of a byte that is not UTF-8, or `None` at the end of the input.
    fn read(&mut self) -> io::Result<Option<Result<String, usize>>> {
        self.output.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8(bytes).map_err(|e| e.utf8_error().valid_up_to() + 1);
        Ok(Some(line.map(|line| line.trim().to_owned())))
    }
}

struct Begin<'a> {
    new: NewGame,
    keeper: &'a Keeper,
    words: Words,
    lines: Lines<'a>,
}

impl VisitFace for Begin<'_> {
    type Output = Result<(), Trouble>;

    fn visit<G: Face>(self) -> Result<(), Trouble> {
        let Begin { new, keeper, words, lines } = self;
        let sitting = new.sit::<G>(&words)?;
        let kept = keeper.begin(G::ID).map_err(|error| trouble::of_save(&error, &words))?;
        Teller { told: vec![0; sitting.seats().len() + 1], sitting, kept, lines, who: None }.tell()
    }
}

struct Resume<'a> {
    text: RecordText,
    kept: Kept,
    words: Words,
    lines: Lines<'a>,
}

impl VisitFace for Resume<'_> {
    type Output = Result<(), Trouble>;

    fn visit<G: Face>(self) -> Result<(), Trouble> {
        let Resume { text, kept, words, mut lines } = self;
        let sitting = Sitting::<G>::resume(&text, &words)
            .map_err(|why| trouble::of_damaged(kept.path(), &why, &words))?;
        let path = Fact::Text(kept.path().display().to_string());
        lines.say(words.message("tui-plain-continued", &[("path", path)]))?;
        let told = Observer::all(sitting.seats().len() as u8).map(|who| sitting.story(who).len());
        Teller { told: told.collect(), sitting, kept, lines, who: None }.tell()
    }
}

/// A game in plain mode.
struct Teller<'a, G: Face> {
    sitting: Sitting<G>,
    kept: Kept,
    lines: Lines<'a>,
    /// The number of log sentences that each observer has heard.
    told: Vec<usize>,
    /// The listening seat.
    who: Option<Seat>,
}

/// The reply to a question.
enum Reply<A> {
    With(A),
    Leave,
}

impl<G: Face> Teller<'_, G> {
    fn tell(mut self) -> Result<(), Trouble> {
        let words = self.sitting.words().clone();
        let people = self.sitting.people();
        if people.len() == 1 {
            self.who = people.first();
        }
        self.lines.say(words.title(G::ID))?;
        self.lines.say(words.message("tui-plain-hello", &[]))?;
        loop {
            self.news()?;
            match self.sitting.turn() {
                Turn::Over => break,
                // Deals follow from the seed, so the next decision saves them too.
                Turn::Chance => {
                    self.sitting.deal();
                    if self.sitting.turn() == Turn::Chance {
                        continue;
                    }
                }
                Turn::Decide(seats) => {
                    let bot = seats.iter().find_map(|seat| Some((seat, self.sitting.bot(seat)?)));
                    if let Some((seat, (name, seed))) = bot {
                        let view = self.sitting.view(Observer::Seat(seat));
                        let now = (self.lines.clock)();
                        let thought = begin::think(&view, name, seed, now);
                        self.act(seat, thought);
                    } else if let Some(seat) = seats.first() {
                        match self.ask(seat)? {
                            Reply::With(action) => self.act(seat, Some(action)),
                            Reply::Leave => return self.leave("tui-plain-left"),
                        }
                    }
                }
            }
            if let Some(trouble) = self.kept.keep(&self.sitting.text()) {
                self.lines.say(trouble::of_save(&trouble, &words).to_string())?;
            }
        }
        self.leave("tui-plain-over")
    }

    /// Plays an action that is known to be legal.
    fn act(&mut self, seat: Seat, action: Option<G::Action>) {
        let done = action.map(|action| self.sitting.act(seat, action));
        debug_assert!(matches!(done, Some(Ok(()))), "{done:?}");
    }

    fn observer(&self) -> Observer {
        self.who.map_or(Observer::Rail, Observer::Seat)
    }

    /// Prints the new log sentences of the listener.
    fn news(&mut self) -> io::Result<()> {
        let who = self.observer();
        let place = who.seat().map_or(self.sitting.seats().len(), Seat::index);
        let story = self.sitting.story(who);
        let news: Vec<String> = story[self.told[place]..].to_vec();
        self.told[place] = story.len();
        let words = self.sitting.words().clone();
        for sentence in news {
            self.lines.say(words.message("face-sentence", &[("words", sentence.into())]))?;
        }
        Ok(())
    }

    /// Asks until the answer is legal.
    fn ask(&mut self, seat: Seat) -> Result<Reply<G::Action>, Trouble> {
        let words = self.sitting.words().clone();
        if self.who != Some(seat) {
            if self.sitting.people().len() > 1 {
                self.lines.say("\n".repeat(CURTAIN))?;
                self.lines.say(words.message("tui-curtain", &[("seat", seat.into())]))?;
                if self.lines.read()?.is_none() {
                    return Ok(Reply::Leave);
                }
            }
            self.who = Some(seat);
            self.news()?;
        }
        let view = self.sitting.view(Observer::Seat(seat));
        let sight = Sight { view: &view, words: &words };
        let Some(asking) = Asking::of(sight) else { return Ok(Reply::Leave) };
        self.question(sight, &asking)?;
        loop {
            let line = match self.lines.read()? {
                None => return Ok(Reply::Leave),
                Some(Err(byte)) => {
                    let byte = [("byte", Fact::Number(byte as i64))];
                    self.lines.say(words.message("tui-plain-not-text", &byte))?;
                    continue;
                }
                Some(Ok(line)) => line,
            };
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match first {
                "" => {}
                "?" | "help" => self.lines.say(words.message("tui-plain-help", &[]))?,
                "q" | "quit" => return Ok(Reply::Leave),
                "h" | "hint" => {
                    let now = (self.lines.clock)();
                    for hint in hint::told(&view, &words, self.sitting.thought(seat), now) {
                        self.lines.say(hint)?;
                    }
                }
                "t" | "table" => self.table(sight)?,
                "l" | "last" => self.last(sight)?,
                "s" | "scores" => self.scores(sight)?,
                "r" | "rules" => self.rules(&view, rest, &words)?,
                "w" | "why" => self.why(sight, &asking, rest)?,
                _ => match read(&asking, &line, &view) {
                    Ok(action) => match view.check(action) {
                        Some(Ok(())) => return Ok(Reply::With(action)),
                        Some(Err(refusal)) => {
                            let why = words.begin(trouble::of_refusal(&refusal, &words));
                            self.lines.say(why)?;
                        }
                        None => {}
                    },
                    Err(why) => self.lines.say(words.begin(why.sentence(&words)))?,
                },
            }
        }
    }

    /// Progress, trick, own cards, and the question with its answers.
    fn question(&mut self, sight: Sight<'_, G>, asking: &Asking<G>) -> io::Result<()> {
        self.lines.say(G::progress(sight))?;
        if let Some(trick) = face::told_table(sight) {
            self.lines.say(trick)?;
        }
        for line in G::holds(sight).into_iter().chain(G::asides(sight)) {
            self.lines.say(line)?;
        }
        let allowed = asking.choices.iter().filter(|choice| choice.refusal.is_none());
        let choice = |(number, choice): (usize, &crate::asking::Choice<G>)| {
            let label = G::label(sight, choice.action);
            let number = Fact::Number(number as i64 + 1);
            sight.tell("tui-plain-choice", &[("n", number), ("label", label.into())])
        };
        let choices: Vec<String> = allowed.enumerate().map(choice).collect();
        let question = G::question(sight).into();
        let facts = [("question", question), ("choices", choices.join(", ").into())];
        self.lines.say(sight.tell("tui-plain-question", &facts))
    }

    /// Everything that lies open.
    fn table(&mut self, sight: Sight<'_, G>) -> io::Result<()> {
        self.lines.say(G::progress(sight))?;
        let standing = sight.view.open.standing();
        for seat in sight.around() {
            let chip = G::chip(sight, seat);
            let score = sight.tell("points", &[("score", standing.scores[seat].into())]);
            let facts = [
                ("seat", Fact::Seat(seat)),
                ("score", score.into()),
                ("n", Fact::Number(chip.len() as i64)),
                ("chip", chip.join(", ").into()),
            ];
            self.lines.say(sight.tell("tui-told-seat", &facts))?;
        }
        for line in G::told(sight).into_iter().chain(face::told_table(sight)) {
            self.lines.say(line)?;
        }
        Ok(())
    }

    fn last(&mut self, sight: Sight<'_, G>) -> io::Result<()> {
        let last = G::last(sight);
        if last.is_empty() {
            self.lines.say(sight.say("tui-no-last"))?;
        }
        last.into_iter().try_for_each(|line| self.lines.say(line))
    }

    fn scores(&mut self, sight: Sight<'_, G>) -> io::Result<()> {
        let points = self.sitting.points().to_vec();
        for (number, round) in (1..).zip(points) {
            let facts =
                [("game", Fact::Text(G::ID.name().to_owned())), ("n", Fact::Number(number))];
            self.lines.say(sight.tell("live-round", &facts))?;
            round.into_iter().try_for_each(|line| self.lines.say(line))?;
        }
        let standing = sight.view.open.standing();
        let score =
            |seat: Seat| format!("{} {}", sight.words.seat(seat), signed(standing.scores[seat]));
        let scores: Vec<String> = Seat::all(sight.n_seats()).map(score).collect();
        self.lines.say(sight.tell("tui-standing", &[("scores", scores.join(", ").into())]))
    }

    /// The rule for this decision, the requested rule, or the whole rulebook for `all`.
    fn rules(&mut self, view: &View<G>, asked: &str, words: &Words) -> io::Result<()> {
        let book = words.rulebook_of::<G>(&view.open.rules().changed_tables());
        let id = if asked.is_empty() {
            view.open.phase().rule().to_owned()
        } else {
            asked.to_uppercase()
        };
        if asked == "all" {
            return self.lines.say(terminal(&book, WIDTH, Style::Plain).trim_end());
        }
        let begins = format!("**{id}** ");
        match book.lines().find(|line| line.starts_with(&begins)).filter(|_| is_rule_id(&id)) {
            Some(rule) => self.lines.say(terminal(rule, WIDTH, Style::Plain).trim_end()),
            None => self.lines.say(words.message("tui-no-rule", &[("rule", id.into())])),
        }
    }

    /// Why an answer is illegal, or the reasons for all illegal answers.
    fn why(&mut self, sight: Sight<'_, G>, asking: &Asking<G>, asked: &str) -> io::Result<()> {
        let words = sight.words;
        if !asked.is_empty() {
            let said = match read(asking, asked, sight.view) {
                Err(why) => words.begin(why.sentence(words)),
                Ok(action) => match sight.view.check(action) {
                    Some(Err(refusal)) => words.begin(trouble::of_refusal(&refusal, words)),
                    Some(Ok(())) | None => sight.say("tui-allowed"),
                },
            };
            return self.lines.say(said);
        }
        let mut some = false;
        for choice in &asking.choices {
            if let Some(refusal) = &choice.refusal {
                some = true;
                let label = words.begin(G::label(sight, choice.action));
                let why = trouble::of_refusal(refusal, words);
                let facts = [("label", label.into()), ("why", why.into())];
                self.lines.say(sight.tell("tui-plain-why", &facts))?;
            }
        }
        if some { Ok(()) } else { self.lines.say(sight.say("tui-all-allowed")) }
    }

    /// Says where the game is saved.
    fn leave(mut self, id: &str) -> Result<(), Trouble> {
        let words = self.sitting.words().clone();
        let said = self.kept.farewell(id, &self.sitting.text(), &words);
        self.lines.say(said)?;
        Ok(self.lines.output.flush()?)
    }
}

/// Why a line is not an answer.
enum NoAnswer {
    Number { found: String, max: usize },
    Unreadable(rules::notation::Unreadable),
}

impl NoAnswer {
    fn sentence(self, words: &Words) -> String {
        match self {
            NoAnswer::Number { found, max } => {
                let facts = [("found", found.into()), ("max", Fact::Number(max as i64))];
                words.message("tui-plain-number", &facts)
            }
            NoAnswer::Unreadable(unreadable) => words.unreadable(&unreadable),
        }
    }
}

/// Reads an answer: its number, or notation with or without its verb.
fn read<G: Face>(asking: &Asking<G>, line: &str, view: &View<G>) -> Result<G::Action, NoAnswer> {
    if let Ok(number) = line.parse::<usize>() {
        let legal = view.actions().filter(|legal| (1..=legal.len()).contains(&number));
        let max = view.actions().map_or(0, |legal| legal.len());
        let found = line.to_owned();
        return legal.map(|legal| legal.nth(number - 1)).ok_or(NoAnswer::Number { found, max });
    }
    let read = line.parse::<G::Action>();
    let verb = asking.choices.first().map(|choice| choice.action.to_string());
    let verb = verb.as_deref().and_then(|action| action.split(' ').next()).unwrap_or_default();
    read.or_else(|unreadable| format!("{verb} {line}").parse().map_err(|_| unreadable))
        .map_err(NoAnswer::Unreadable)
}
