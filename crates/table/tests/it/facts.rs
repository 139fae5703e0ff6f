//! What refusals, news and events say besides their code.

use rules::notation::Unreadable;
use rules::{Facts, Observer, Open as _, Say as _, Seat, meow, plain};
use table::command::{Command, CommandError, Denial, DenialKind};
use table::event::{Event, EventKind, Scope};
use table::news::{CompanyNews, NewsItem};
use table::seed::Seed;
use table::table::BadLog;
use table::terms::Terms;
use table::verify::Unverified;

use crate::tables::{Sitting, holder};

type Refused = CommandError<meow::State>;

fn unreadable() -> Unreadable {
    "dance".parse::<meow::Action>().unwrap_err()
}

#[test]
fn refusals_of_a_table_carry_their_facts_and_their_kind() {
    let ken = Seat::new(1);
    let bad = |text: &str| (DenialKind::Bad, text.to_owned());
    let late = |text: &str| (DenialKind::Conflict, text.to_owned());
    let forbidden = |text: &str| (DenialKind::Forbidden, text.to_owned());
    for (refused, (kind, facts)) in [
        (Refused::NotSeated, forbidden("")),
        (Refused::NotHost(Some(ken)), forbidden("seat=1")),
        (Refused::NotHost(None), forbidden("")),
        (Refused::NotHouse, forbidden("")),
        (Refused::SawOtherHand(ken), forbidden("seat=1")),
        (Refused::AddressSawOtherHand(ken), forbidden("seat=1")),
        (Refused::RemovedForGood, forbidden("")),
        (Refused::BadName { found: 30 }, bad("found=30 max=20")),
        (Refused::BadText { found: 201 }, bad("found=201 max=200")),
        (Refused::NoSuchSeat { n_seats: 4 }, bad("last=3")),
        (Refused::AlreadySeated(ken), late("seat=1")),
        (Refused::SeatTaken(ken), late("seat=1")),
        (Refused::SeatEmpty(ken), late("seat=1")),
        (Refused::SeatKept { seat: ken, name: "Ken".to_owned() }, late("name=Ken")),
        (Refused::NameTaken { name: "Ken".to_owned() }, late("name=Ken")),
        (Refused::SatTooOften { max: 7 }, late("max=7")),
        (Refused::TooManyChanges { max: 7 }, late("max=7")),
        (Refused::LogFull, late("")),
        (Refused::Closed, late("")),
        (Refused::Stale, late("")),
    ] {
        assert_eq!(refused.kind(), kind, "{refused:?}");
        assert_eq!(plain(&refused.facts()), facts, "{refused:?}");
        let code = refused.code();
        let denial = Denial::Table { code, facts: refused.facts() };
        assert_eq!((refused.rule(), refused.denial()), (None, denial));
    }
    let refused = Refused::Unreadable(unreadable());
    assert_eq!(refused.kind(), DenialKind::Bad);
    assert_eq!(refused.denial(), Denial::Unreadable(unreadable()));
}

#[test]
fn a_broken_rule_is_named() {
    let sitting = Sitting::<meow::State>::begun(Terms::new::<meow::State>(
        &"meow players=3".parse().unwrap(),
    ));
    let view = |seat| sitting.table.play().unwrap().view(Observer::Seat(seat));
    let is_asked = |seat: &Seat| view(*seat).open.turn().asks(*seat);
    let (asked, waiting): (Vec<_>, Vec<_>) = sitting.table.lobby().seats().partition(is_asked);
    let action = view(asked[0]).actions().unwrap().nth(0);
    let other = waiting[0];
    let at = sitting.table.question(other).unwrap();
    let command = Command::Act { at, action };
    let caller = table::command::Caller::Holder(holder(other.index() as u8));
    let refused = sitting.table.decide(&sitting.seed, caller, &command, 9).unwrap_err();
    let rule = refused.rule().unwrap();
    assert!(rule.contains('-'), "{rule} is the id of a rule");
    let Denial::Rule { rule: named, code, .. } = refused.denial() else { panic!("{refused:?}") };
    assert_eq!((named, code), (rule, refused.code()));
}

/// The news of an event at a table where Mia and Ken sit, for the rail.
fn told(line: &str) -> Option<(&'static str, Facts)> {
    let terms = Terms::new::<meow::State>(&"meow players=3".parse().unwrap());
    let mut sitting = Sitting::<meow::State>::open(terms);
    for (seat, name) in [(0, "Mia"), (1, "Ken")] {
        let sit = Command::Sit { seat: Some(Seat::new(seat)), name: name.to_owned(), coat: None };
        sitting.does(crate::tables::person(seat), &sit);
    }
    let event: Event<meow::State> = line.parse().unwrap();
    let news = sitting.table.replay(event).unwrap();
    let mut told = news.told(Observer::Rail).into_iter();
    let item = told.next()?;
    assert!(told.next().is_none() && !news.is_return());
    let NewsItem::Company(news) = item else { panic!("{item:?}") };
    Some((news.code(), news.facts()))
}

#[test]
fn news_name_seats_and_people() {
    let eva = "05".repeat(16);
    for (line, code, facts) in [
        (format!("9 sat 2 {eva} Eva"), "sat", "name=Eva"),
        (format!("9 moved 1 {eva}"), "moved", "seat=1"),
        ("9 rose 1".to_owned(), "rose", "name=Ken"),
        ("9 removed 1 for-good=no".to_owned(), "removed", "name=Ken"),
        ("9 filled 2 cat".to_owned(), "filled", "seat=2"),
        ("9 freed 2".to_owned(), "freed", "seat=2"),
        ("9 passed 1".to_owned(), "passed", "seat=1"),
        ("9 ready 1 yes".to_owned(), "ready", "seat=1"),
        ("9 ready 1 no".to_owned(), "not-ready", "seat=1"),
        ("9 stood-in 1".to_owned(), "stood-in", "seat=1"),
        ("9 back 1".to_owned(), "back", "seat=1"),
        ("9 said 1 hi".to_owned(), "said", "seat=1"),
        ("9 reacted 1 sad".to_owned(), "reacted", "seat=1"),
        ("9 renamed 1 Ken 2".to_owned(), "renamed", "name=Ken new=Ken 2"),
        ("9 wears 1 calico".to_owned(), "wears", "seat=1"),
        ("9 began 00".to_owned(), "began", ""),
        ("9 ended 00".to_owned(), "ended", ""),
        ("9 chat yes".to_owned(), "chat-on", ""),
        ("9 chat no".to_owned(), "chat-off", ""),
        ("9 closed by=operator".to_owned(), "closed", ""),
    ] {
        let (found, said) = told(&line).unwrap();
        assert_eq!((found, plain(&said).as_str()), (code, facts), "{line}");
    }
    assert_eq!(told("9 muted 1 0 yes"), None, "only Ken hears that he mutes Mia");
    assert!(CompanyNews::Began.is_sentence() && !CompanyNews::Ended.is_sentence());
}

#[test]
fn a_change_of_players_is_known_to_the_server() {
    let ken = Some(Seat::new(1));
    for (line, new_player) in [
        ("9 sat 1 00000000000000000000000000000001 Ken", ken),
        ("9 moved 1 00000000000000000000000000000001", ken),
        ("9 rose 1", ken),
        ("9 removed 1 for-good=yes", ken),
        ("9 filled 1 cat", None),
        ("9 stood-in 1", None),
        ("9 said 1 hi", None),
        ("9 reacted 1 love", None),
        ("9 renamed 1 Kim", None),
        ("9 wears 1 by-name", None),
        ("9 chat yes", None),
    ] {
        let event: Event<meow::State> = line.parse().unwrap();
        assert_eq!(event.kind.new_player_at(), new_player, "{line}");
        let is_move = matches!(event.kind, EventKind::Chance(_) | EventKind::Act { .. });
        assert_eq!(event.kind.changes_company(), !is_move);
    }
    let late: Event<meow::State> = "9 late 1".parse().unwrap();
    assert!(!late.kind.changes_company(), "a late seat is a secret");
}

#[test]
fn unverified_deals_say_where_and_what() {
    let (found, wanted) = ("a".to_owned(), "b".to_owned());
    for (unverified, code, facts) in [
        (Unverified::NoTag { tag: "Seed" }, "no-tag", "tag=Seed"),
        (Unverified::BadSeed { found: found.clone() }, "bad-seed", "found=a"),
        (
            Unverified::OtherSeed { found: found.clone(), wanted: wanted.clone() },
            "other-seed",
            "found=a wanted=b",
        ),
        (
            Unverified::OtherDeal { step: 3, line: 12, found, wanted },
            "other-deal",
            "step=3 line=12 found=a wanted=b",
        ),
    ] {
        assert_eq!((unverified.code(), plain(&unverified.facts()).as_str()), (code, facts));
    }
}

#[test]
fn errors_of_a_log_quote_nothing_and_secrets_are_not_printed() {
    let line = "9 sang 1 12 Cat Street";
    let bad = line.parse::<Event<meow::State>>().unwrap_err();
    assert_eq!(
        (bad.0.as_str(), bad.to_string().as_str()),
        (line, "a line of the log cannot be read")
    );
    for (bad, said) in [
        (BadLog::NoTerms, "the log does not begin with the terms of a table"),
        (BadLog::Event, "the log has an event that cannot have happened at its table"),
    ] {
        assert_eq!(bad.to_string(), said);
    }
    assert_eq!(format!("{:?}", holder(7)), "Holder(..)");
    assert_eq!(format!("{:?}", Seed::new([7; 32])), "Seed(..)");
}

/// Events of the game alone can be secret: if one counted as a change of the company, lists of tables would show when
/// a player has made a hidden choice.
#[test]
fn every_event_says_what_it_changes() {
    use Scope::{Company, Game, Talk};
    let holder = "00000000000000000000000000000007";
    let rules = "meow players=2".parse().unwrap();
    let sitting = Sitting::<meow::State>::begun(Terms::new::<meow::State>(&rules));
    let without_time = |line: &str| line.split_once(' ').unwrap().1.to_owned();
    let deal = sitting.log.iter().find(|line| line.contains(" chance ")).unwrap();
    let (opened, deal) = (without_time(&sitting.log[0]), without_time(deal));
    let (sat, moved) = (format!("sat 0 {holder} Mia"), format!("moved 0 {holder}"));
    let lines: [(&str, Scope); 30] = [
        (&opened, Company),
        ("began 00", Company),
        (&sat, Company),
        (&moved, Company),
        ("rose 0", Company),
        ("removed 0 for-good=no", Company),
        ("filled 0 cat", Company),
        ("freed 0", Company),
        ("passed 0", Company),
        ("ready 0 yes", Company),
        (&deal, Game),
        ("person 0 play g1", Game),
        ("bot 0 play g1", Game),
        ("stand-in 0 play g1", Game),
        ("changed 0 play g1", Game),
        ("interlude", Game),
        ("next 0", Game),
        ("resumed", Game),
        ("late 0", Game),
        ("stood-in 0", Company),
        ("back 0", Company),
        ("ended 00", Company),
        ("said 0 hello", Talk),
        ("reacted 0 thumb-up", Talk),
        ("renamed 0 Mio", Company),
        ("wears 0 tortie", Talk),
        ("wears 0 by-name", Talk),
        ("chat no", Company),
        ("muted 0 1 yes", Talk),
        ("closed by=operator", Company),
    ];
    for (line, scope) in lines {
        let event: Event<meow::State> = format!("1 {line}").parse().unwrap();
        assert_eq!(event.kind.scope(), scope, "{line}");
        assert_eq!(event.kind.changes_company(), scope != Game, "{line}");
    }
}
