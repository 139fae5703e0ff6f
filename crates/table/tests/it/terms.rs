//! The terms of a table: text form and checks.

use rules::{Say, meow};
use table::sealed::Chosen;
use table::terms::{BadTerms, Interlude, LevelName, SeatKind, StandIn, Terms, TimeControl};

fn terms() -> Terms {
    Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
}

fn stand_in() -> StandIn {
    StandIn { level: LevelName::named("cat").unwrap(), grace: 60 }
}

#[test]
fn terms_survive_a_round_trip_as_one_line() {
    let plain = terms();
    let odd = Terms {
        rules: terms().rules,
        places: vec![
            SeatKind::Person,
            SeatKind::Bot(LevelName::named("search:10ms").unwrap()),
            SeatKind::Person,
        ],
        clock: TimeControl::Bank { seconds: 300, increment: 10 },
        stand_in: Some(stand_in()),
        listed: true,
        watching: false,
        chosen: Chosen::Hidden,
        chat: false,
        pace: 0,
        hints: true,
        radar: true,
        newcomers: true,
        interlude: Interlude::Timed { seconds: 20 },
        changes: true,
    };
    let by_move =
        Terms { clock: TimeControl::Move { seconds: 30 }, stand_in: Some(stand_in()), ..terms() };
    for terms in [plain, odd, by_move] {
        terms.check().unwrap();
        assert!(!terms.to_string().contains('\n'));
        assert_eq!(terms.to_string().parse::<Terms>(), Ok(terms));
    }
}

#[test]
fn bad_terms_are_refused() {
    let code = |terms: Terms| {
        let bad = terms.check().unwrap_err();
        assert!(BadTerms::CODES.contains(&bad.code()));
        (bad.key, bad.code())
    };
    let late = TimeControl::Move { seconds: 4 };
    let long = TimeControl::Bank { seconds: 86_401, increment: 0 };
    let gift = TimeControl::Bank { seconds: 60, increment: 601 };
    let soon = Some(StandIn { grace: 1, ..stand_in() });
    assert_eq!(code(Terms { rules: "chess".to_owned(), ..terms() }), ("rules", "rules"));
    assert_eq!(code(Terms { rules: "meow players=9".to_owned(), ..terms() }), ("rules", "rules"));
    assert_eq!(code(Terms { places: vec![SeatKind::Person; 4], ..terms() }), ("seats", "seats"));
    assert_eq!(
        code(Terms { clock: late, stand_in: Some(stand_in()), ..terms() }),
        ("clock", "range")
    );
    assert_eq!(
        code(Terms { clock: long, stand_in: Some(stand_in()), ..terms() }),
        ("clock", "range")
    );
    assert_eq!(
        code(Terms { clock: gift, stand_in: Some(stand_in()), ..terms() }),
        ("increment", "range")
    );
    assert_eq!(code(Terms { stand_in: soon, ..terms() }), ("grace", "range"));
    assert_eq!(code(Terms { pace: 10_001, ..terms() }), ("pace", "range"));
    let brief = Interlude::Timed { seconds: 4 };
    assert_eq!(code(Terms { interlude: brief, ..terms() }), ("interlude", "range"));
    let clock = TimeControl::Move { seconds: 30 };
    assert_eq!(code(Terms { clock, ..terms() }), ("stand-in", "clock-needs-stand-in"));
}

#[test]
fn unreadable_terms_name_the_bad_key() {
    let line = terms().to_string();
    for (from, to, key) in [
        ("seats=person", "seats=per;son", "seats"),
        ("clock=none", "clock=soon", "clock"),
        ("stand-in=none", "stand-in=cat", "stand-in"),
        ("listed=no", "listed=maybe", "listed"),
        ("watching=yes", "", "watching"),
        ("pace=900", "pace=-1", "pace"),
        ("hints=no", "hints=maybe", "hints"),
        ("radar=no", "radar=", "radar"),
        ("interlude=none", "interlude=long", "interlude"),
        ("changes=no", "changes=some", "changes"),
        ("rules=", "", "rules"),
    ] {
        let bad = line.replace(from, to).parse::<Terms>().unwrap_err();
        assert_eq!((bad.key, bad.code()), (key, "unreadable"), "{from} → {to}");
    }
}

/// Logs are kept forever. This line is older than hints.
#[test]
fn terms_of_old_tables_keep_their_meaning() {
    let line = "seats=person,cat,person clock=none stand-in=none listed=no watching=yes \
                hide-chosen=no chat=yes pace=900 rules=meow@1 players=3 deck=basic vases=pairs fish=auto";
    let old: Terms = line.parse().unwrap();
    assert_eq!((old.hints, old.radar, old.newcomers), (false, false, false));
    assert_eq!((old.interlude, old.changes), (Interlude::None, false));
    assert_eq!(
        old.to_string(),
        line.replace(" rules", " hints=no radar=no newcomers=no interlude=none changes=no rules")
    );
    let half: Terms = line.replace(" rules", " hints=yes rules").parse().unwrap();
    assert_eq!((half.hints, half.radar), (true, false));
}

#[test]
fn a_level_is_a_word() {
    assert_eq!(LevelName::named("whimsical:30%").unwrap().name(), "whimsical:30%");
    for bad in ["", "two words", "a,b", "katze\n", &"x".repeat(25)] {
        assert_eq!(LevelName::named(bad), None, "{bad}");
    }
}
