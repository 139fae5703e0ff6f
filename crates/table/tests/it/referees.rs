//! The events and errors of the referee.

use rules::{Game, GameId, Refusal, Rules, Say, Seat, Step, Turn, Visit, catbox, meow, plain};
use table::record::Record;
use table::referee::{RefereeEvent, RuleBreach, referee};

use crate::{dice, played, read};

struct Watch;

impl Visit for Watch {
    type Output = ();

    fn visit<G: Game>(self) {
        for rules in G::Rules::every() {
            let record = played::<G>(rules, usize::MAX, &mut dice(11));
            let mut events = Vec::new();
            let end = referee(&record, |event| events.push(event)).unwrap();
            assert_eq!(end.turn(), Turn::Over);
            assert_eq!(events.remove(0), RefereeEvent::Rules { text: rules.to_string() });
            let standing = end.standing();
            let (scores, winners) = (standing.scores().to_vec(), standing.winners.unwrap());
            assert_eq!(events.pop(), Some(RefereeEvent::End { scores, winners }));
            let rounds =
                events.iter().filter(|event| matches!(event, RefereeEvent::Standing { .. }));
            assert_eq!(rounds.count(), standing.rounds as usize);
            let steps: Vec<String> = events.iter().filter_map(step_text).collect();
            let wanted: Vec<String> = record.steps.iter().map(ToString::to_string).collect();
            assert_eq!(steps, wanted);
            assert!(!events.iter().any(|event| matches!(event, RefereeEvent::End { .. })));
        }
    }
}

/// The step of an event. An action must be among its legal actions.
fn step_text(event: &RefereeEvent) -> Option<String> {
    match event {
        RefereeEvent::Chance { text } => Some(text.clone()),
        RefereeEvent::Act { seat, text, legal } => {
            assert!(legal.contains(text), "{text} is not in {legal:?}");
            Some(format!("{seat} {text}"))
        }
        RefereeEvent::Rules { .. } | RefereeEvent::Standing { .. } | RefereeEvent::End { .. } => {
            None
        }
    }
}

#[test]
fn the_referee_sees_every_step() {
    for id in GameId::ALL {
        id.visit(Watch);
    }
}

/// A short game for illegal steps.
const TWO: &str = "[Rules \"catbox@1 players=2\"]\n[Result \"*\"]\n\nstart 1\n\
                   deal 0:1111122222 1:3333344444 up:555 rest:55\n";

/// The referee's verdict: code and facts, and the reason with its rule.
fn refused<G: Game>(text: &str) -> (String, String) {
    let refused = referee(&read::<G>(text), |_| ()).expect_err(text);
    let told = format!("{} {}", refused.code(), plain(&refused.facts()));
    match refused {
        RuleBreach::Step { refusal, .. } => {
            (told, format!("{} {}", refusal.rule(), refusal.code()))
        }
        RuleBreach::CutOff { .. } | RuleBreach::WrongResult { .. } => (told, String::new()),
    }
}

#[test]
fn illegal_steps_are_refused() {
    let cases = [
        ("0 discard 3\n", "illegal-act step=3 line=6 seat=0 text=discard 3", "BOX-12 not-in-hand"),
        ("{}\n\n0 bid 1\n", "illegal-act step=3 line=8 seat=0 text=bid 1", "BOX-12 other-asked"),
        (
            "2 discard 1\n",
            "illegal-act step=3 line=6 seat=2 text=discard 1",
            "BOX-12 not-your-turn",
        ),
        (
            "5 discard 1\n",
            "illegal-act step=3 line=6 seat=5 text=discard 1",
            "BOX-12 not-your-turn",
        ),
        ("start 0\n", "illegal-step step=3 line=6 text=start 0", "BOX-12 seats-first"),
        (
            "0 discard 1\n1 discard 3\n1 play 4r\n",
            "illegal-act step=5 line=8 seat=1 text=play 4r",
            "BOX-22 red-too-early",
        ),
    ];
    for (steps, told, reason) in cases {
        let got = refused::<catbox::State>(&format!("{TWO}{steps}"));
        assert_eq!((got.0.as_str(), got.1.as_str()), (told, reason), "{steps}");
    }
    let header = "[Rules \"catbox players=2\"]\n[Result \"*\"]\n\n";
    let got = refused::<catbox::State>(&format!("{header}start 5\n"));
    assert_eq!(
        got,
        ("illegal-step step=1 line=4 text=start 5".into(), "BOX-10 no-such-seat".into())
    );
    let got = refused::<catbox::State>(&format!("{header}5 play 4r\n"));
    let told = "illegal-act step=1 line=4 seat=5 text=play 4r";
    assert_eq!(got, (told.into(), "BOX-10 chance-first".into()));
}

#[test]
fn nothing_comes_after_the_end() {
    for (id, step) in
        [(GameId::Catbox, "0 play 4r"), (GameId::Catsle, "4 take r8 s"), (GameId::Meow, "start 0")]
    {
        struct After(&'static str);
        impl Visit for After {
            type Output = ();
            fn visit<G: Game>(self) {
                let rules = G::Rules::every()[0];
                let record = played::<G>(rules, usize::MAX, &mut dice(1));
                let (told, reason) = refused::<G>(&format!("{record}{}\n", self.0));
                assert!(told.contains(&format!(" step={} ", record.steps.len() + 1)), "{told}");
                assert!(reason.ends_with(" over"), "{reason}");
            }
        }
        id.visit(After(step));
    }
}

#[test]
fn a_record_that_stops_early_says_so() {
    let told = |text: &str| refused::<catbox::State>(&text.replace("\"*\"", "\"3 4\"")).0;
    assert_eq!(told(TWO), "cut-off step=2 line=5 seats=0,1 action=discard");
    assert_eq!(
        told(&format!("{TWO}1 discard 3\n")),
        "cut-off step=3 line=6 seats=0 action=discard"
    );
    let (start, _) = TWO.split_once("deal").unwrap();
    assert_eq!(told(start), "cut-off-chance step=1 line=4");
    let mut n_events = 0;
    let game = referee(&read::<catbox::State>(TWO), |_| n_events += 1).unwrap();
    assert!(game.turn().asks(Seat::new(0)));
    assert_eq!(n_events, 3);
}

#[test]
fn results_are_checked_if_they_are_numbers() {
    let rules = "meow players=2".parse().unwrap();
    let mut record = played::<meow::State>(rules, usize::MAX, &mut dice(3));
    let right = record.tag("Result").unwrap().to_owned();
    let padded = format!(" {}  ", right.replace(' ', "\t"));
    for fine in [right.as_str(), &padded, "", "*", "1", "1 2 3", "1 x", "one two", "1-0", "- +"] {
        record.set_tag("Result", fine);
        assert!(referee(&record, |_| ()).is_ok(), "{fine}");
    }
    for wrong in ["1000 1000", "99999999999999999999 1", "-0 100"] {
        record.set_tag("Result", wrong);
        let mut ended = false;
        let watch = |event| ended |= matches!(event, RefereeEvent::End { .. });
        let refused = referee(&record, watch).unwrap_err();
        assert!(!ended);
        let told = format!("{} {}", refused.code(), plain(&refused.facts()));
        assert_eq!(told, format!("wrong-result line=5 found={wrong} wanted={right}"));
    }
}

#[test]
fn every_code_is_listed() {
    type Case = RuleBreach<catbox::State>;
    let refusal = Refusal::Untimely(rules::Untimely::Over, catbox::Phase::Over);
    let text = String::new();
    let cut_off = |turn| Case::CutOff { step: 1, line: 1, turn, owed: None };
    let cases = [
        Case::Step { step: 1, line: 1, seat: None, text: text.clone(), refusal },
        Case::Step { step: 1, line: 1, seat: Some(Seat::new(0)), text: text.clone(), refusal },
        cut_off(Turn::Decide(rules::Seats::NONE)),
        cut_off(Turn::Chance),
        Case::WrongResult { line: 1, found: text.clone(), wanted: text },
    ];
    assert_eq!(cases.map(|case| case.code()).as_slice(), Case::CODES);
}

#[test]
fn a_record_that_was_built_can_be_refereed() {
    let mut record = Record::<catbox::State>::new("Cat in the Box", "catbox".parse().unwrap());
    record.steps.push(Step::Chance("start 4".parse().unwrap()));
    let refused = referee(&record, |_| ()).unwrap_err();
    assert!(matches!(refused, RuleBreach::Step { step: 1, line: 5, .. }), "{refused:?}");
}
