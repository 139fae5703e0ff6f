//! The laws that every game obeys, checked on random games.
//!
//! | law | says |
//! |---|---|
//! | [`Law::Legality`] | `actions` are the `candidates` that pass `check`, and nothing outside `candidates` passes |
//! | [`Law::Text`] | rules sets, chance and actions read back as what was written, and distinct actions are written distinctly |
//! | [`Law::Progress`] | until the game is over chance or a seat can act, every game ends, and cards and tokens are conserved, at [`Beat`](crate::Beat)s too |
//! | [`Law::Secrecy`] | nothing that an observer gets depends on what is hidden from it |
//! | [`Law::Order`] | decisions owed at the same time commute, and a refusal changes nothing |
//! | [`Law::Replay`] | the written steps of a game lead to an equal state |
//! | [`Law::Sheet`] | from the end of a round until cards are dealt there is a score sheet; its rows add up to the standing, and begin where the sheet before it ended |
//!
//! Secrecy is tested with two worlds: the real table, and another one that fits the observer's view. The observer must
//! get the same from both: the view, the choices and refusals, the standing. What is seen of a step adds nothing to the
//! views before and after it: wherever those are equal, so is what was seen, and so are the views of its
//! [`Beat`](crate::Beat)s.

use std::fmt;

use crate::{
    BeatKind, Dice, Game, Observer, Open as _, Refusal, Rules, Say, Seat, Seats, Step, Study, Turn,
    View,
};

/// A law of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// `actions` are the `candidates` that pass `check`, and nothing outside `candidates` passes.
    Legality,
    /// Rules sets, chance and actions read back as written, and distinct actions are written differently.
    Text,
    /// Until the game is over, chance or a seat can act. Every game ends. Cards and tokens are conserved.
    Progress,
    /// Nothing that an observer gets depends on what is hidden from it.
    Secrecy,
    /// Decisions owed at the same time can come in any order, and a refusal changes nothing.
    Order,
    /// The written steps of a game lead to an equal state.
    Replay,
    /// Score sheets add up.
    Sheet,
}

/// A law that was broken, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which law.
    pub law: Law,
    /// After how many steps.
    pub step: usize,
    /// The rules line and the steps that led there.
    pub story: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { law, step, story, what } = self;
        write!(f, "law {law:?} broken after {step} steps: {what}\n{story}")
    }
}

impl std::error::Error for Broken {}

/// The size of a game that obeyed all laws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obeyed {
    /// The number of steps.
    pub n_steps: usize,
    /// The number of decisions among them.
    pub n_decisions: usize,
}

/// A game with more steps counts as endless. None of ours comes near.
const MAX_STEPS: usize = 5000;

/// How closely to look at each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Care {
    /// At every observer, and at every step that could look the same.
    All,
    /// At a random observer and a few such steps, for very many games.
    Sample,
}

/// Plays a random game and checks every law at every step.
pub fn obey<G: Study>(rules: G::Rules, care: Care, dice: &mut impl Dice) -> Result<Obeyed, Broken> {
    let mut steps: Vec<Step<G>> = Vec::new();
    obey_all(rules, care, dice, &mut steps).map_err(|(law, what)| {
        let story = steps.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        Broken { law, step: steps.len(), story: format!("{rules}\n{story}"), what }
    })
}

type Fault = (Law, String);

fn obey_all<G: Study>(
    rules: G::Rules,
    care: Care,
    dice: &mut impl Dice,
    steps: &mut Vec<Step<G>>,
) -> Result<Obeyed, Fault> {
    rules_text::<G>(rules)?;
    let every = G::every_action(&rules);
    action_text::<G>(&every)?;
    let mut game = G::new(rules);
    let mut n_decisions = 0;
    let mut totals = Vec::new();
    loop {
        legality(&game, &some_of(&every, care, dice), &watchers(&game, care, dice))?;
        let Some(step) = next_step(&game, dice)? else { break };
        if let Step::Act(_, action) = &step {
            ensure(every.contains(action), Law::Legality, || format!("{action} is unknown"))?;
        }
        let after = progress(&game, &step)?;
        text(&step)?;
        sheet(&game, &step, &after, &mut totals)?;
        let watchers = watchers(&game, care, dice);
        let actions = some_of(&every, care, dice);
        secrecy(&game, &step, &after, &actions, (care, &watchers), dice)?;
        order(&game, dice)?;
        n_decisions += usize::from(matches!(step, Step::Act(..)));
        game = after;
        steps.push(step);
        ensure(steps.len() < MAX_STEPS, Law::Progress, || "the game does not end".into())?;
    }
    legality(&game, &every, &watchers(&game, Care::All, dice))?;
    let winners = game.standing().winners;
    let won = winners.is_some_and(|winners| !winners.is_empty());
    ensure(won, Law::Progress, || format!("the game is over and {winners:?} have won"))?;
    replay(rules, steps, &game)?;
    Ok(Obeyed { n_steps: steps.len(), n_decisions })
}

fn ensure(holds: bool, law: Law, what: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err((law, what())) }
}

fn same<T: PartialEq + fmt::Debug>(law: Law, what: &str, one: &T, other: &T) -> Result<(), Fault> {
    ensure(one == other, law, || format!("{what} differ:\n  {one:?}\n  {other:?}"))
}

/// The observers to look at.
fn watchers<G: Game>(game: &G, care: Care, dice: &mut impl Dice) -> Vec<Observer> {
    let n_seats = game.rules().n_seats();
    let all = Observer::all(n_seats);
    match care {
        Care::All => all.collect(),
        Care::Sample => all.skip(dice.below(u32::from(n_seats) + 1) as usize).take(1).collect(),
    }
}

/// The actions to look at, legal or not.
fn some_of<A: Copy>(every: &[A], care: Care, dice: &mut impl Dice) -> Vec<A> {
    match care {
        Care::All => every.to_vec(),
        Care::Sample => every
            .iter()
            .skip(dice.below(SAMPLED) as usize)
            .step_by(SAMPLED as usize)
            .copied()
            .collect(),
    }
}

/// A sample looks at one in this many actions.
const SAMPLED: u32 = 8;

/// A random step of a random seat that owes one.
fn next_step<G: Game>(game: &G, dice: &mut impl Dice) -> Result<Option<Step<G>>, Fault> {
    let Turn::Decide(seats) = game.turn() else { return Ok(game.random_step(dice)) };
    ensure(!seats.is_empty(), Law::Progress, || "nobody owes a decision".into())?;
    let seat = seats.iter().nth(dice.below(seats.len() as u32) as usize);
    let seat = seat.expect("the place is below the number of seats");
    let actions = game.actions(seat);
    ensure(!actions.is_empty(), Law::Progress, || format!("seat {seat} can do nothing"))?;
    Ok(Some(Step::Act(seat, actions.pick(dice))))
}

fn rules_text<G: Game>(rules: G::Rules) -> Result<(), Fault> {
    let line = rules.to_string();
    same(Law::Text, "rules and their line", &line.parse(), &Ok(rules))
}

fn action_text<G: Game>(every: &[G::Action]) -> Result<(), Fault> {
    let mut texts: Vec<String> = Vec::new();
    for &action in every {
        let text = action.to_string();
        same(Law::Text, "an action and its text", &text.parse(), &Ok(action))?;
        texts.push(text);
    }
    texts.sort();
    let twice = texts.windows(2).find(|pair| pair[0] == pair[1]);
    ensure(twice.is_none(), Law::Text, || format!("two actions are written {twice:?}"))
}

fn text<G: Game>(step: &Step<G>) -> Result<(), Fault> {
    match step {
        Step::Chance(chance) => {
            same(Law::Text, "chance and its text", &chance.to_string().parse(), &Ok(*chance))
        }
        Step::Act(_, action) => {
            same(Law::Text, "an action and its text", &action.to_string().parse(), &Ok(*action))
        }
    }
}

fn legality<G: Game>(
    game: &G,
    looked_at: &[G::Action],
    watchers: &[Observer],
) -> Result<(), Fault> {
    for seat in watchers.iter().filter_map(|who| who.seat()) {
        let candidates: Vec<G::Action> = game.candidates(seat).iter().collect();
        let actions: Vec<G::Action> = game.actions(seat).iter().collect();
        let passing = |action: &&G::Action| game.check(seat, **action).is_ok();
        let passed: Vec<G::Action> = candidates.iter().filter(passing).copied().collect();
        same(Law::Legality, "actions and passing candidates", &actions, &passed)?;
        for (k, action) in actions.iter().enumerate() {
            same(Law::Legality, "the k-th action", &game.actions(seat).nth(k), action)?;
        }
        for &action in looked_at {
            let (passes, listed) = (game.check(seat, action).is_ok(), actions.contains(&action));
            ensure(passes == listed, Law::Legality, || {
                format!("{action}: passes is {passes}, listed is {listed}")
            })?;
        }
        let asked = game.turn().asks(seat);
        same(Law::Legality, "being asked and having actions", &asked, &!actions.is_empty())?;
        for refusal in looked_at.iter().filter_map(|&action| game.check(seat, action).err()) {
            let known = Refusal::<G>::codes().any(|code| code == refusal.code());
            ensure(known, Law::Legality, || format!("{refusal:?} has an unlisted code"))?;
        }
    }
    Ok(())
}

fn progress<G: Study>(game: &G, step: &Step<G>) -> Result<G, Fault> {
    game.check_conservation().map_err(|what| (Law::Progress, what.to_owned()))?;
    let mut after = game.clone();
    let played = after.play(step);
    ensure(played.is_ok(), Law::Progress, || format!("{step} was offered but: {played:?}"))?;
    after.check_conservation().map_err(|what| (Law::Progress, what.to_owned()))?;
    let (rounds, rounds_after) = (game.standing().rounds, after.standing().rounds);
    let counted = rounds_after == rounds || rounds_after == rounds + 1;
    ensure(counted, Law::Progress, || format!("{rounds} rounds, then {rounds_after}"))?;
    for beat in G::beats(game, step, &after) {
        beat.state
            .check_conservation()
            .map_err(|what| (Law::Progress, format!("at a beat: {what}")))?;
        same(Law::Progress, "rounds at a beat", &beat.state.rounds(), &game.rounds())?;
    }
    Ok(after)
}

/// The score sheet after a step. `totals` has the totals of all seats on each sheet so far.
///
/// No observer is asked: a sheet is made from what lies open, so [`Law::Secrecy`] holds for it by type.
fn sheet<G: Study>(
    game: &G,
    step: &Step<G>,
    after: &G,
    totals: &mut Vec<Vec<i32>>,
) -> Result<(), Fault> {
    let (before, sheet) = (game.open().sheet(), after.open().sheet());
    let ended = after.rounds() > game.rounds() || after.turn() == Turn::Over;
    let stays = before.is_some() && matches!(step, Step::Act(..));
    let missing = (ended || stays) && sheet.is_none();
    ensure(!missing, Law::Sheet, || format!("there is no sheet after {step}"))?;
    let Some(sheet) = sheet else { return Ok(()) };
    ensure(after.rewound().is_none(), Law::Sheet, || "a sheet while cards are in play".into())?;
    sheet.check(&after.standing()).map_err(|what| (Law::Sheet, what))?;
    let round = sheet.round as usize;
    let known = round.checked_sub(2).and_then(|last| totals.get(last));
    let starts: Vec<i32> = sheet.rows.iter().map(|row| row.before).collect();
    same(Law::Sheet, "totals before a round", &starts, known.unwrap_or(&vec![0; starts.len()]))?;
    // Fishbones discarded by hand change the last sheet.
    totals.truncate(round - 1);
    totals.push(sheet.rows.iter().map(|row| row.total).collect());
    Ok(())
}

/// An observer cannot tell two worlds apart that fit its view, until a step shows a difference.
fn secrecy<G: Study>(
    game: &G,
    step: &Step<G>,
    after: &G,
    looked_at: &[G::Action],
    (care, watchers): (Care, &[Observer]),
    dice: &mut impl Dice,
) -> Result<(), Fault> {
    for &who in watchers {
        let view = game.view(who);
        let other = G::imagine(&G::worlds(&view), dice);
        other
            .check_conservation()
            .map_err(|what| (Law::Secrecy, format!("imagined by {who:?}: {what}")))?;
        same(Law::Secrecy, "views", &other.view(who), &view)?;
        same(Law::Secrecy, "turns", &other.turn(), &game.turn())?;
        same(Law::Secrecy, "standings", &other.standing(), &game.standing())?;
        if let Turn::Decide(seats) = other.turn() {
            let stuck = seats.iter().find(|&seat| other.actions(seat).is_empty());
            ensure(stuck.is_none(), Law::Secrecy, || format!("imagined: {stuck:?} is stuck"))?;
        }
        if let Some(seat) = who.seat() {
            let (one, two) = (game.candidates(seat), other.candidates(seat));
            same(Law::Secrecy, "candidates", &two, &one)?;
            same(Law::Secrecy, "actions", &other.actions(seat), &game.actions(seat))?;
            for &action in looked_at {
                let (one, two) = (game.check(seat, action), other.check(seat, action));
                same(Law::Secrecy, "answers", &two, &one)?;
            }
        }
        let view_after = after.view(who);
        let seen = G::seen(game, step, after, who);
        let beats = beats_seen(game, step, after, who);
        for step in twins(&other, step, care, dice) {
            let mut other_after = other.clone();
            let played = other_after.play(&step);
            ensure(played.is_ok(), Law::Legality, || format!("{step} is illegal"))?;
            if other_after.view(who) == view_after {
                let other_seen = G::seen(&other, &step, &other_after, who);
                same(Law::Secrecy, "what was seen", &other_seen, &seen)?;
                let other_beats = beats_seen(&other, &step, &other_after, who);
                same(Law::Secrecy, "beats", &other_beats, &beats)?;
            }
        }
    }
    Ok(())
}

/// The beats of a step as an observer sees them.
fn beats_seen<G: Game>(
    before: &G,
    step: &Step<G>,
    after: &G,
    who: Observer,
) -> Vec<(BeatKind, View<G>)> {
    let beats = G::beats(before, step, after).into_iter();
    beats.map(|beat| (beat.kind, beat.state.view(who))).collect()
}

/// Steps that could look like this one in another world: any action of the same seat, or any outcome of chance.
fn twins<G: Game>(other: &G, step: &Step<G>, care: Care, dice: &mut impl Dice) -> Vec<Step<G>> {
    match step {
        Step::Act(seat, action) => {
            let actions = other.actions(*seat);
            let act = |action| Step::Act(*seat, action);
            match care {
                Care::All => actions.iter().map(act).collect(),
                Care::Sample => {
                    let same = other.check(*seat, *action).is_ok().then_some(*action);
                    same.into_iter().chain([actions.pick(dice)]).map(act).collect()
                }
            }
        }
        Step::Chance(chance) => {
            let same = other.check_chance(chance).is_ok().then_some(Step::Chance(*chance));
            same.into_iter().chain([Step::Chance(other.draw(dice))]).collect()
        }
    }
}

/// Two seats that owe a decision at once act in either order, and the table is the same.
fn order<G: Game>(game: &G, dice: &mut impl Dice) -> Result<(), Fault> {
    let Turn::Decide(seats) = game.turn() else { return Ok(()) };
    let Some((one, two)) = two_of(seats) else { return Ok(()) };
    let acts = [one, two].map(|seat| (seat, game.actions(seat).pick(dice)));
    let [mut there, mut back] = [game.clone(), game.clone()];
    for (seat, action) in acts {
        let played = there.play(&Step::Act(seat, action));
        ensure(played.is_ok(), Law::Order, || format!("{seat} {action} was refused: {played:?}"))?;
    }
    for (seat, action) in acts.into_iter().rev() {
        back.act(seat, action);
    }
    same(Law::Order, "tables", &there, &back)
}

fn two_of(seats: Seats) -> Option<(Seat, Seat)> {
    let mut seats = seats.iter();
    Some((seats.next()?, seats.next()?))
}

fn replay<G: Game>(rules: G::Rules, steps: &[Step<G>], end: &G) -> Result<(), Fault> {
    let unread = |text: &str| (Law::Replay, format!("{text} does not read back"));
    let mut again = G::new(rules);
    for step in steps {
        let step = match step {
            Step::Chance(chance) => {
                let text = chance.to_string();
                Step::Chance(text.parse().map_err(|_| unread(&text))?)
            }
            Step::Act(seat, action) => {
                let text = action.to_string();
                Step::Act(*seat, text.parse().map_err(|_| unread(&text))?)
            }
        };
        let before = again.clone();
        let checked = again.check_step(&step);
        same(Law::Order, "tables around a check", &again, &before)?;
        ensure(checked.is_ok(), Law::Replay, || format!("{step} was refused: {checked:?}"))?;
        again.apply(&step);
    }
    same(Law::Replay, "tables", &again, end)
}
