//! Plain mode, line by line, for screen readers, pipes and scripts. It uses the same sentences as the pages.

use std::io::{self, BufRead, Write};

use rules::{Fact, GameId, Observer, Open as _, Phase as _, Rules as _, Seat, Turn, View};
use table::record::RecordText;
use words::spoken::{SpokenView, sheet};
use words::{Style, Words, is_rule_id, terminal};

use crate::action_choices::ActionChoices;
use crate::error::{self, PlayError};
use crate::face::{self, Face, VisitFace, signed};
use crate::local_table::LocalTable;
use crate::save_folder::{SaveFolder, SavedGame};
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
    saves: &SaveFolder,
    clock: Clock,
    words: Words,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), PlayError> {
    let console = Console { input, output, clock };
    match start {
        Start::Menu => {
            let names = GameId::NAMES.join(", ");
            let wanted = words.message("tui-plain-which", &[("names", names.into())]);
            Err(PlayError::Usage(wanted))
        }
        Start::New(new) => face::visit(new.game(), StartGame { new, saves, words, console }),
        Start::Continue => {
            let (path, text) = begin::unfinished(saves, &words)?;
            let game = text
                .game()
                .map_err(|error| PlayError::Refused(error::record_reason(&error, &words)))?;
            let saved_game = saves.resume(path);
            face::visit(game, ResumeGame { text, saved_game, words, console })
        }
    }
}

/// The input and output of plain mode.
struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    clock: Clock,
}

impl Console<'_> {
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

struct StartGame<'a> {
    new: NewGame,
    saves: &'a SaveFolder,
    words: Words,
    console: Console<'a>,
}

impl VisitFace for StartGame<'_> {
    type Output = Result<(), PlayError>;

    fn visit<G: Face>(self) -> Result<(), PlayError> {
        let StartGame { new, saves, words, console } = self;
        let table = new.sit::<G>(&words)?;
        let saved_game = saves.create(G::ID).map_err(|error| error::save_error(&error, &words))?;
        let n_printed = vec![0; table.seats().len() + 1];
        PlainGame { table, saved_game, console, n_printed, who: None, explained: false }.run()
    }
}

struct ResumeGame<'a> {
    text: RecordText,
    saved_game: SavedGame,
    words: Words,
    console: Console<'a>,
}

impl VisitFace for ResumeGame<'_> {
    type Output = Result<(), PlayError>;

    fn visit<G: Face>(self) -> Result<(), PlayError> {
        let ResumeGame { text, saved_game, words, mut console } = self;
        let table = LocalTable::<G>::resume(&text, &words)
            .map_err(|why| error::resume_error(saved_game.path(), &why, &words))?;
        let path = Fact::Text(saved_game.path().display().to_string());
        console.say(words.message("tui-plain-continued", &[("path", path)]))?;
        let n_printed = Observer::all(table.seats().len() as u8).map(|who| table.story(who).len());
        let n_printed = n_printed.collect();
        PlainGame { table, saved_game, console, n_printed, who: None, explained: false }.run()
    }
}

/// A game in plain mode.
struct PlainGame<'a, G: Face> {
    table: LocalTable<G>,
    saved_game: SavedGame,
    console: Console<'a>,
    /// The number of log sentences already printed for each observer.
    n_printed: Vec<usize>,
    /// The seat that reads the output.
    who: Option<Seat>,
    /// Whether a score sheet has said how the game scores.
    explained: bool,
}

/// The input of a player who must decide.
enum PlayerInput<A> {
    Action(A),
    Leave,
}

impl<G: Face> PlainGame<'_, G> {
    fn run(mut self) -> Result<(), PlayError> {
        let words = self.table.words().clone();
        let people = self.table.people();
        if people.len() == 1 {
            self.who = people.first();
        }
        self.console.say(words.title(G::ID))?;
        self.console.say(words.message("tui-plain-hello", &[]))?;
        loop {
            self.print_news()?;
            // A round that has ended is summed up, and the table waits for its players.
            if self.table.is_between_rounds() {
                self.sheet()?;
                if !people.is_empty() && !self.waits_for_enter()? {
                    return self.leave("tui-plain-left");
                }
            }
            match self.table.turn() {
                Turn::Over => {
                    self.sheet()?;
                    break;
                }
                // Deals follow from the seed, so the next decision saves them too.
                Turn::Chance => {
                    self.table.deal();
                    if self.table.turn() == Turn::Chance {
                        continue;
                    }
                }
                Turn::Decide(seats) => {
                    let bot = seats.iter().find_map(|seat| Some((seat, self.table.bot(seat)?)));
                    if let Some((seat, (name, seed))) = bot {
                        let view = self.table.view(Observer::Seat(seat));
                        let now = (self.console.clock)();
                        let thought = begin::think(&view, name, seed, now);
                        self.act(seat, thought);
                    } else if let Some(seat) = seats.first() {
                        match self.ask(seat)? {
                            PlayerInput::Action(action) => self.act(seat, Some(action)),
                            PlayerInput::Leave => return self.leave("tui-plain-left"),
                        }
                    }
                }
            }
            if let Some(error) = self.saved_game.save(&self.table.text()) {
                self.console.say(error::save_error(&error, &words).to_string())?;
            }
        }
        self.leave("tui-plain-over")
    }

    /// Plays an action that is known to be legal.
    fn act(&mut self, seat: Seat, action: Option<G::Action>) {
        let done = action.map(|action| self.table.act(seat, action));
        debug_assert!(matches!(done, Some(Ok(()))), "{done:?}");
    }

    fn observer(&self) -> Observer {
        self.who.map_or(Observer::Rail, Observer::Seat)
    }

    /// Prints the score sheet of the round that has ended, with the scoring of the game the first time.
    fn sheet(&mut self) -> io::Result<()> {
        let words = self.table.words().clone();
        let view = self.table.view(self.observer());
        let sight = SpokenView { view: &view, words: &words };
        let Some(some) = view.open.sheet() else { return Ok(()) };
        if self.table.turn() != Turn::Over {
            self.console.say(G::progress(sight))?;
            self.console.say(sheet::headline(sight, &some))?;
        }
        let notes = some.notes.iter().map(|note| sheet::note::<G>(&words, note));
        let ahead = view.open.standing().winners.unwrap_or_default();
        let rows = some.ranked(ahead).into_iter().map(|row| sheet::row::<G>(&words, &some, row));
        for line in notes.chain(rows).chain(G::below_sheet_in_words(sight)) {
            self.console.say(line)?;
        }
        if !std::mem::replace(&mut self.explained, true) {
            self.console.say(G::legend(sight))?;
        }
        Ok(())
    }

    /// Waits for a line after a round. Returns whether the game goes on: not at the end of the input, nor after `q`.
    fn waits_for_enter(&mut self) -> io::Result<bool> {
        self.console.say(self.table.words().message("tui-plain-next", &[]))?;
        Ok(match self.console.read()? {
            None => false,
            Some(Ok(line)) => !matches!(line.as_str(), "q" | "quit"),
            Some(Err(_)) => true,
        })
    }

    /// Prints the new log sentences of the listener. A score sheet says the points of a round.
    fn print_news(&mut self) -> io::Result<()> {
        let who = self.observer();
        let place = who.seat().map_or(self.table.seats().len(), Seat::index);
        let story = self.table.story(who);
        let points = self.table.points().last().map(Vec::as_slice).unwrap_or_default();
        let words = self.table.words();
        let news = story[self.n_printed[place]..].iter().filter(|seen| !points.contains(seen));
        for seen in news {
            let sentence = words.seen::<G>(seen);
            self.console.say(words.message("face-sentence", &[("words", sentence.into())]))?;
        }
        self.n_printed[place] = story.len();
        Ok(())
    }

    /// Asks until the answer is legal.
    fn ask(&mut self, seat: Seat) -> Result<PlayerInput<G::Action>, PlayError> {
        let words = self.table.words().clone();
        if self.who != Some(seat) {
            if self.table.people().len() > 1 {
                self.console.say("\n".repeat(CURTAIN))?;
                self.console.say(words.message("tui-curtain", &[("seat", seat.into())]))?;
                if self.console.read()?.is_none() {
                    return Ok(PlayerInput::Leave);
                }
            }
            self.who = Some(seat);
            self.print_news()?;
        }
        let view = self.table.view(Observer::Seat(seat));
        let sight = SpokenView { view: &view, words: &words };
        let Some(question) = ActionChoices::of(sight) else { return Ok(PlayerInput::Leave) };
        self.question(sight, &question)?;
        loop {
            let line = match self.console.read()? {
                None => return Ok(PlayerInput::Leave),
                Some(Err(byte)) => {
                    let byte = [("byte", Fact::Number(byte as i64))];
                    self.console.say(words.message("tui-plain-not-text", &byte))?;
                    continue;
                }
                Some(Ok(line)) => line,
            };
            let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match first {
                "" => {}
                "?" | "help" => self.console.say(words.message("tui-plain-help", &[]))?,
                "q" | "quit" => return Ok(PlayerInput::Leave),
                "h" | "hint" => {
                    let now = (self.console.clock)();
                    for hint in hint::best_actions(&view, self.table.bot_seed(seat), now) {
                        self.console.say(hint::line(sight, &hint))?;
                    }
                }
                "t" | "table" => self.table(sight)?,
                "l" | "last" => self.last(sight)?,
                "s" | "scores" => self.scores(sight)?,
                "r" | "rules" => self.rules(&view, rest, &words)?,
                "w" | "why" => self.why(sight, &question, rest)?,
                _ => match read_answer(&question, &line, &view) {
                    Ok(action) => match view.check(action) {
                        Some(Ok(())) => return Ok(PlayerInput::Action(action)),
                        Some(Err(refusal)) => {
                            let why = words.capitalise(error::refusal_reason(&refusal, &words));
                            self.console.say(why)?;
                        }
                        None => {}
                    },
                    Err(why) => self.console.say(words.capitalise(why.sentence(&words)))?,
                },
            }
        }
    }

    /// Prints progress, trick, hand, and the question with its answers.
    fn question(
        &mut self,
        sight: SpokenView<'_, G>,
        question: &ActionChoices<G>,
    ) -> io::Result<()> {
        self.console.say(G::progress(sight))?;
        if let Some(trick) = face::played_cards_in_words(sight) {
            self.console.say(trick)?;
        }
        let hand = sight.view.own.as_ref().and_then(|(seat, own)| G::own_hand(*seat, own));
        let hand = hand.map(|hand| sight.seen(&hand));
        for line in hand.into_iter().chain(G::private_facts(sight)) {
            self.console.say(line)?;
        }
        let allowed = question.choices.iter().filter(|choice| choice.refusal.is_none());
        let choice = |(number, choice): (usize, &crate::action_choices::Candidate<G>)| {
            let label = G::label(sight, choice.action);
            let number = Fact::Number(number as i64 + 1);
            sight.tell("tui-plain-choice", &[("n", number), ("label", label.into())])
        };
        let choices: Vec<String> = allowed.enumerate().map(choice).collect();
        let question = G::question(sight).into();
        let facts = [("question", question), ("choices", choices.join(", ").into())];
        self.console.say(sight.tell("tui-plain-question", &facts))
    }

    /// Prints the public table.
    fn table(&mut self, sight: SpokenView<'_, G>) -> io::Result<()> {
        self.console.say(G::progress(sight))?;
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
            self.console.say(sight.tell("tui-told-seat", &facts))?;
        }
        for line in G::centre_in_words(sight).into_iter().chain(face::played_cards_in_words(sight))
        {
            self.console.say(line)?;
        }
        Ok(())
    }

    fn last(&mut self, sight: SpokenView<'_, G>) -> io::Result<()> {
        let last = G::last_trick(sight);
        if last.is_empty() {
            self.console.say(sight.say("tui-no-last"))?;
        }
        last.into_iter().try_for_each(|line| self.console.say(line))
    }

    fn scores(&mut self, sight: SpokenView<'_, G>) -> io::Result<()> {
        for (number, round) in (1..).zip(self.table.points()) {
            let facts =
                [("game", Fact::Text(G::ID.name().to_owned())), ("n", Fact::Number(number))];
            self.console.say(sight.tell("live-round", &facts))?;
            for points in round {
                self.console.say(sight.words.seen::<G>(points))?;
            }
        }
        let standing = sight.view.open.standing();
        let score =
            |seat: Seat| format!("{} {}", sight.words.seat(seat), signed(standing.scores[seat]));
        let scores: Vec<String> = Seat::all(sight.n_seats()).map(score).collect();
        self.console.say(sight.tell("tui-standing", &[("scores", scores.join(", ").into())]))
    }

    /// Prints the rule for this decision, the requested rule, or the whole rulebook for `all`.
    fn rules(&mut self, view: &View<G>, asked: &str, words: &Words) -> io::Result<()> {
        let book = words.rulebook_of::<G>(&view.open.rules().changed_tables());
        let id = if asked.is_empty() {
            view.open.phase().rule().to_owned()
        } else {
            asked.to_uppercase()
        };
        if asked == "all" {
            return self.console.say(terminal(&book, WIDTH, Style::Plain).trim_end());
        }
        let begins = format!("**{id}** ");
        match book.lines().find(|line| line.starts_with(&begins)).filter(|_| is_rule_id(&id)) {
            Some(rule) => self.console.say(terminal(rule, WIDTH, Style::Plain).trim_end()),
            None => self.console.say(words.message("tui-no-rule", &[("rule", id.into())])),
        }
    }

    /// Prints why an answer is illegal, or the reasons for all illegal answers.
    fn why(
        &mut self,
        sight: SpokenView<'_, G>,
        question: &ActionChoices<G>,
        asked: &str,
    ) -> io::Result<()> {
        let words = sight.words;
        if !asked.is_empty() {
            let said = match read_answer(question, asked, sight.view) {
                Err(why) => words.capitalise(why.sentence(words)),
                Ok(action) => match sight.view.check(action) {
                    Some(Err(refusal)) => words.capitalise(error::refusal_reason(&refusal, words)),
                    Some(Ok(())) | None => sight.say("tui-allowed"),
                },
            };
            return self.console.say(said);
        }
        let mut some = false;
        for choice in &question.choices {
            if let Some(refusal) = &choice.refusal {
                some = true;
                let label = words.capitalise(G::label(sight, choice.action));
                let why = error::refusal_reason(refusal, words);
                let facts = [("label", label.into()), ("why", why.into())];
                self.console.say(sight.tell("tui-plain-why", &facts))?;
            }
        }
        if some { Ok(()) } else { self.console.say(sight.say("tui-all-allowed")) }
    }

    /// Prints where the game is saved.
    fn leave(mut self, id: &str) -> Result<(), PlayError> {
        let words = self.table.words().clone();
        let said = self.saved_game.farewell(id, &self.table.text(), &words);
        self.console.say(said)?;
        Ok(self.console.output.flush()?)
    }
}

/// Why a line is not an answer.
enum AnswerError {
    Number { found: String, max: usize },
    Unreadable(rules::notation::Unreadable),
}

impl AnswerError {
    fn sentence(self, words: &Words) -> String {
        match self {
            AnswerError::Number { found, max } => {
                let facts = [("found", found.into()), ("max", Fact::Number(max as i64))];
                words.message("tui-plain-number", &facts)
            }
            AnswerError::Unreadable(unreadable) => words.unreadable(&unreadable),
        }
    }
}

/// Reads an answer: its number, or notation with or without its verb.
fn read_answer<G: Face>(
    question: &ActionChoices<G>,
    line: &str,
    view: &View<G>,
) -> Result<G::Action, AnswerError> {
    if let Ok(number) = line.parse::<usize>() {
        let legal = view.actions().filter(|legal| (1..=legal.len()).contains(&number));
        let max = view.actions().map_or(0, |legal| legal.len());
        let found = line.to_owned();
        return legal.map(|legal| legal.nth(number - 1)).ok_or(AnswerError::Number { found, max });
    }
    let read = line.parse::<G::Action>();
    let verb = question.choices.first().map(|choice| choice.action.to_string());
    let verb = verb.as_deref().and_then(|action| action.split(' ').next()).unwrap_or_default();
    read.or_else(|unreadable| format!("{verb} {line}").parse().map_err(|_| unreadable))
        .map_err(AnswerError::Unreadable)
}
