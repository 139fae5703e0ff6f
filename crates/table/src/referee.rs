//! The referee: replays a record from the start and checks every step.

use rules::{Facts, Game, Refusal, Say, Seat, Seats, Step, Turn, codes};

use crate::record::{Record, UNFINISHED, scores_text};

/// An event of the replay, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum RefereeEvent {
    /// The rules line, in full.
    Rules { text: String },
    /// A chance draw.
    Chance { text: String },
    /// A seat's action, and all its legal actions.
    Act { seat: Seat, text: String, legal: Vec<String> },
    /// The scores after this many rounds.
    Standing { rounds: u32, scores: Vec<i32> },
    /// The end of the game.
    End { scores: Vec<i32>, winners: Seats },
}

/// Why a record breaks the rules. Steps count from 1. Messages: `referee-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum RuleBreach<G: Game> {
    /// An illegal step.
    Step { step: usize, line: u32, seat: Option<Seat>, text: String, refusal: Refusal<G> },
    /// The record ends before the game does, and its result does not say so. `turn` is next, and `owed` is what is
    /// missing.
    CutOff { step: usize, line: u32, turn: Turn, owed: Option<String> },
    /// The scores differ from the `Result` tag.
    WrongResult { line: u32, found: String, wanted: String },
}

impl<G: Game> Say for RuleBreach<G> {
    codes! {
        RuleBreach::Step { seat: None, .. } => "illegal-step",
        RuleBreach::Step { seat: Some(_), .. } => "illegal-act",
        RuleBreach::CutOff { turn: Turn::Decide(_), .. } => "cut-off",
        RuleBreach::CutOff { turn: Turn::Chance | Turn::Over, .. } => "cut-off-chance",
        RuleBreach::WrongResult { .. } => "wrong-result",
    }

    fn facts(&self) -> Facts {
        match self {
            RuleBreach::Step { step, line, seat, text, refusal: _ } => {
                let seat = seat.map(|seat| ("seat", seat.into()));
                let place = [("step", (*step as i64).into()), ("line", (*line).into())];
                place.into_iter().chain(seat).chain([("text", text.clone().into())]).collect()
            }
            RuleBreach::CutOff { step, line, turn, owed } => {
                let mut facts = vec![("step", (*step as i64).into()), ("line", (*line).into())];
                if let Turn::Decide(seats) = turn {
                    facts.push(("seats", (*seats).into()));
                }
                facts.extend(owed.clone().map(|action| ("action", action.into())));
                facts
            }
            RuleBreach::WrongResult { line, found, wanted } => vec![
                ("line", (*line).into()),
                ("found", found.clone().into()),
                ("wanted", wanted.clone().into()),
            ],
        }
    }
}

/// Replays a record, reports its events, and returns the state at its end.
///
/// An unfinished game needs the `Result` `*`. A `Result` of one whole number for each seat must equal the final scores;
/// any other text is not checked.
///
/// # Errors
/// At the first illegal step, at a record that ends too early, at a wrong result.
pub fn referee<G: Game>(
    record: &Record<G>,
    mut on: impl FnMut(RefereeEvent),
) -> Result<G, RuleBreach<G>> {
    let mut game = G::new(record.rules);
    on(RefereeEvent::Rules { text: record.rules.to_string() });
    for (step_index, step) in record.steps.iter().enumerate() {
        game.check_step(step).map_err(|refusal| refuse(record, step_index, refusal))?;
        on(event(&game, step));
        let rounds = game.standing().rounds;
        game.apply(step);
        let standing = game.standing();
        if standing.rounds > rounds {
            on(RefereeEvent::Standing {
                rounds: standing.rounds,
                scores: standing.scores().to_vec(),
            });
        }
    }
    let standing = game.standing();
    let Some(winners) = standing.winners else {
        let unfinished = record.tag("Result") == Some(UNFINISHED);
        return if unfinished { Ok(game) } else { Err(cut_off(record, &game)) };
    };
    check_result(record, standing.scores())?;
    on(RefereeEvent::End { scores: standing.scores().to_vec(), winners });
    Ok(game)
}

/// The event of a step that `check_step` accepts.
fn event<G: Game>(game: &G, step: &Step<G>) -> RefereeEvent {
    match step {
        Step::Chance(chance) => RefereeEvent::Chance { text: chance.to_string() },
        Step::Act(seat, action) => {
            let legal = game.actions(*seat).iter().map(|action| action.to_string()).collect();
            RefereeEvent::Act { seat: *seat, text: action.to_string(), legal }
        }
    }
}

fn refuse<G: Game>(record: &Record<G>, step_index: usize, refusal: Refusal<G>) -> RuleBreach<G> {
    let (seat, text) = match &record.steps[step_index] {
        Step::Chance(chance) => (None, chance.to_string()),
        Step::Act(seat, action) => (Some(*seat), action.to_string()),
    };
    let line = record.line_of_step(step_index);
    RuleBreach::Step { step: step_index + 1, line, seat, text, refusal }
}

fn cut_off<G: Game>(record: &Record<G>, game: &G) -> RuleBreach<G> {
    let (step, turn) = (record.steps.len(), game.turn());
    let owed = match turn {
        Turn::Decide(seats) => seats.first().map(|seat| game.actions(seat).nth(0).to_string()),
        Turn::Chance | Turn::Over => None,
    };
    let first_word = |text: String| text.split(' ').next().map(str::to_owned);
    let line = record.line_of_step(step.saturating_sub(1));
    RuleBreach::CutOff { step, line, turn, owed: owed.and_then(first_word) }
}

fn check_result<G: Game>(record: &Record<G>, scores: &[i32]) -> Result<(), RuleBreach<G>> {
    let Some(found) = record.tag("Result") else { return Ok(()) };
    let words: Vec<&str> = found.split_whitespace().collect();
    let is_scores = words.len() == scores.len() && words.iter().all(|word| is_integer(word));
    let is_right = words.iter().zip(scores).all(|(word, score)| word.parse() == Ok(*score));
    if !is_scores || is_right {
        return Ok(());
    }
    let (line, wanted) = (record.line_of_result(), scores_text(scores));
    Err(RuleBreach::WrongResult { line, found: found.to_owned(), wanted })
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
