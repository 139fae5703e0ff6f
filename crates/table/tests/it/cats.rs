//! Cats: reactions, and the coats that players choose.

use rules::{Observer, Seat, meow};
use table::cat::{CoatName, Reaction};
use table::command::{Absence, Caller, Command, HostCommand, HouseCommand, SeatedCommand};
use table::event::{Event, EventKind};
use table::lobby::Remark;
use table::table::Table;
use table::terms::{SeatKind, Terms};

use crate::tables::{Sitting, level, person};

type Meow = Sitting<meow::State>;

fn terms() -> Terms {
    Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
}

fn react<A>(at: u32, reaction: Reaction) -> Command<A> {
    Command::Seated(SeatedCommand::React { at, reaction })
}

fn wear<A>(coat: Option<&str>) -> Command<A> {
    Command::Seated(SeatedCommand::Wear { coat: coat.map(str::to_owned) })
}

fn sit<A>(seat: u8, name: &str, coat: Option<&str>) -> Command<A> {
    let coat = coat.map(str::to_owned);
    Command::Sit { seat: Some(Seat::new(seat)), name: name.to_owned(), coat }
}

fn shown(sitting: &Meow, who: Observer) -> Vec<Remark> {
    sitting.table.view(who).talk.iter().map(|line| line.remark.clone()).collect()
}

fn coats(sitting: &Meow) -> Vec<Option<&'static str>> {
    let names = sitting.table.lobby().names();
    names.coats().iter().map(|coat| coat.map(CoatName::name)).collect()
}

/// Logs keep names, so that a name must mean the same for ever.
#[test]
fn names_are_unique_and_mean_themselves() {
    for reaction in Reaction::ALL {
        assert_eq!(Reaction::named(reaction.name()), Some(reaction));
    }
    for coat in CoatName::all() {
        assert_eq!(CoatName::named(coat.name()), Some(coat));
        assert_eq!(CoatName::all().nth(coat.index()), Some(coat));
    }
    let names = Reaction::ALL.map(Reaction::name).join(" ");
    assert_eq!(names, "happy laugh love thumb-up think shock sad sleep");
    let names: Vec<_> = CoatName::all().map(CoatName::name).collect();
    assert_eq!(
        names.join(" "),
        "ginger calico black white flower cream silver tuxedo brown patch blue tortie"
    );
    for bad in ["", "Laugh", "laugh ", "by-name", "12"] {
        assert_eq!((Reaction::named(bad), CoatName::named(bad)), (None, None), "{bad}");
    }
}

#[test]
fn reactions_are_part_of_the_chat() {
    let mut sitting = Meow::begun(terms());
    assert_eq!(sitting.does(person(0), &react(0, Reaction::Laugh)), 1);
    assert_eq!(sitting.log.last().unwrap().split_once(' ').unwrap().1, "reacted 0 laugh");
    let say = |at, text: &str| Command::Seated(SeatedCommand::Say { at, text: text.to_owned() });
    sitting.does(person(1), &say(0, "what?"));
    let lines = [Remark::Reaction(Reaction::Laugh), Remark::Text("what?".to_owned())];
    for who in [Observer::Rail, Observer::Seat(Seat::new(2))] {
        assert_eq!(shown(&sitting, who), lines);
    }
    assert_eq!(sitting.table.view(Observer::Seat(Seat::new(0))).reacted, 1);
    assert_eq!(sitting.table.view(Observer::Rail).reacted, 0);
    // Reactions and messages are counted apart.
    assert_eq!(sitting.does(person(0), &say(0, "nothing")), 1);
    assert_eq!(sitting.refused(person(9), &react(0, Reaction::Sad)), "not-seated");
    assert_eq!(sitting.refused(Caller::House, &react(0, Reaction::Sad)), "not-seated");
}

#[test]
fn reactions_are_muted_and_turned_off_with_the_chat() {
    let mut sitting = Meow::begun(terms());
    sitting.does(person(0), &react(0, Reaction::Love));
    let mute = |yes| Command::Seated(SeatedCommand::Mute { whom: Seat::new(0), yes });
    sitting.does(person(1), &mute(true));
    assert_eq!(shown(&sitting, Observer::Seat(Seat::new(1))), []);
    assert_eq!(shown(&sitting, Observer::Rail).len(), 1);
    sitting.does(person(1), &mute(false));
    assert_eq!(shown(&sitting, Observer::Seat(Seat::new(1))).len(), 1);
    sitting.does(person(0), &Command::Host(HostCommand::Chat { on: false }));
    assert_eq!(sitting.refused(person(0), &react(1, Reaction::Love)), "chat-off");
}

/// A page that shows a trick does not know yet how many reactions its player has sent.
#[test]
fn only_the_repeated_request_for_a_reaction_is_a_no_op() {
    let mut sitting = Meow::begun(terms());
    assert_eq!(sitting.does(person(0), &react(0, Reaction::Shock)), 1);
    assert_eq!(sitting.does(person(0), &react(0, Reaction::Shock)), 0);
    assert_eq!(sitting.does(person(0), &react(0, Reaction::Sad)), 1);
    assert_eq!(sitting.does(person(0), &react(2, Reaction::Sad)), 1, "shown twice on purpose");
    assert_eq!(sitting.refused(person(0), &react(4, Reaction::Sad)), "stale");
    assert_eq!(sitting.refused(person(0), &react(u32::MAX, Reaction::Sad)), "stale");
    for at in 3..60 {
        sitting.does(person(0), &react(at, Reaction::Happy));
    }
    assert_eq!(shown(&sitting, Observer::Rail).len(), 50, "a page shows the last lines");
}

#[test]
fn reactions_and_coats_do_not_make_a_log_grow_without_end() {
    let refused = |command: &dyn Fn(u32) -> Command<meow::Action>| {
        let mut sitting = Meow::begun(terms());
        let refused = (0..10_000).find_map(|at| sitting.command(person(0), &command(at)).err());
        let code = refused.map(|no| rules::Say::code(&no));
        assert_eq!(code, Some("too-many-changes"));
        assert!(sitting.table.is_playing());
        sitting.log.len()
    };
    assert!(refused(&|at| react(at, Reaction::Laugh)) < 2_020);
    let toggled = refused(&|at| wear((at % 2 == 0).then_some("black")));
    // A coat that is given up counts, and the next one with it.
    assert!(toggled < 4_020, "{toggled}");
    assert!(refused(&|at| wear(Some(["black", "white"][at as usize % 2]))) < 2_030);
}

#[test]
fn a_full_log_takes_neither_reactions_nor_coats() {
    let opened = Event::<meow::State> { at: 0, kind: EventKind::Opened(terms()) };
    let mut table = Table::new(&opened).unwrap();
    table.replay(format!("1 sat 0 {} Mia", "00".repeat(16)).parse().unwrap()).unwrap();
    for event in 2..table::table::MAX_EVENTS {
        let line = if event % 2 == 0 { "2 ended 00" } else { "2 began 00" };
        table.replay(line.parse().unwrap()).unwrap();
    }
    let seed = table::seed::Seed::new([7; 32]);
    for command in [react(0, Reaction::Laugh), wear(Some("black"))] {
        let refused = table.decide(&seed, person(0), &command, 3).unwrap_err();
        assert_eq!(rules::Say::code(&refused), "log-full");
    }
}

#[test]
fn a_coat_is_chosen_with_a_seat_and_later() {
    let mut sitting = Meow::open(terms());
    assert_eq!(sitting.refused(person(0), &sit(0, "Mia", Some("pink"))), "no-such-coat");
    assert_eq!(sitting.does(person(0), &sit(0, "Mia", Some("black"))), 2);
    assert_eq!(sitting.does(person(1), &sit(1, "Ken", None)), 1);
    assert_eq!(coats(&sitting), [Some("black"), None, None]);
    // The later one gets the next coat that nobody else has chosen.
    assert_eq!(sitting.does(person(1), &wear(Some("black"))), 1);
    assert_eq!(coats(&sitting), [Some("black"), Some("white"), None]);
    assert_eq!(sitting.log.last().unwrap().split_once(' ').unwrap().1, "wears 1 white");
    assert_eq!(sitting.does(person(1), &wear(Some("black"))), 0, "it is that one already");
    assert_eq!(sitting.does(person(2), &sit(2, "Ada", Some("tortie"))), 2);
    assert_eq!(sitting.does(person(0), &wear(Some("tortie"))), 1);
    assert_eq!(coats(&sitting), [Some("ginger"), Some("white"), Some("tortie")]);
    assert_eq!(sitting.refused(person(1), &wear(Some("pink"))), "no-such-coat");
    assert_eq!(sitting.refused(person(9), &wear(Some("black"))), "not-seated");
    assert_eq!(sitting.does(person(1), &wear(None)), 1);
    assert_eq!(sitting.log.last().unwrap().split_once(' ').unwrap().1, "wears 1 by-name");
    assert_eq!(sitting.does(person(1), &wear(None)), 0);
    sitting.does(person(2), &Command::Seated(SeatedCommand::Rise));
    assert_eq!(coats(&sitting), [Some("ginger"), None, None], "who leaves takes the coat along");
    let again =
        Table::<meow::State>::replayed(sitting.log.iter().map(|line| line.parse().unwrap()));
    assert_eq!(again.unwrap().lobby(), sitting.table.lobby());
}

#[test]
fn a_coat_comes_back_with_its_player() {
    let mut sitting = Meow::begun(terms());
    sitting.does(person(1), &wear(Some("cream")));
    sitting.does(person(1), &Command::Seated(SeatedCommand::Rise));
    assert_eq!(coats(&sitting)[1], None);
    assert_eq!(sitting.does(person(1), &sit(1, "", Some("black"))), 1, "as they left");
    assert_eq!(coats(&sitting)[1], Some("cream"));
}

#[test]
fn a_coat_that_was_chosen_meanwhile_does_not_come_back() {
    let mut sitting = Meow::begun(terms());
    sitting.does(person(1), &wear(Some("cream")));
    sitting.does(person(1), &Command::Seated(SeatedCommand::Rise));
    sitting.does(person(2), &wear(Some("cream")));
    assert_eq!(sitting.does(person(1), &sit(1, "", None)), 2);
    assert_eq!(sitting.log.last().unwrap().split_once(' ').unwrap().1, "wears 1 silver");
    assert_eq!(coats(&sitting), [None, Some("silver"), Some("cream")]);
    let replay = |log: &[String]| {
        Table::<meow::State>::replayed(log.iter().map(|line| line.parse().unwrap())).unwrap()
    };
    assert_eq!(replay(&sitting.log).lobby(), sitting.table.lobby());
    // Older logs have no such line: both players have the same coat, as before.
    let older = replay(&sitting.log[..sitting.log.len() - 1]);
    let cream = CoatName::named("cream");
    assert_eq!(older.lobby().names().coats(), [None, cream, cream]);
}

#[test]
fn a_reaction_keeps_the_cat_of_its_time() {
    let mut sitting = Meow::begun(terms());
    sitting.does(person(1), &wear(Some("cream")));
    sitting.does(person(1), &react(0, Reaction::Laugh));
    sitting.does(person(1), &wear(Some("black")));
    sitting.does(person(1), &react(1, Reaction::Sad));
    let view = sitting.table.view(Observer::Rail);
    let coats: Vec<_> = view.talk.iter().map(|line| line.names.coats()[1]).collect();
    assert_eq!(coats, ["cream", "black"].map(CoatName::named));
}

#[test]
fn a_stand_in_has_the_cat_of_its_player() {
    let mut terms = terms();
    terms.stand_in = Some(table::terms::StandIn { level: level("cat"), grace: 30 });
    let mut sitting = Meow::begun(terms);
    sitting.does(person(1), &wear(Some("cream")));
    let seat = Seat::new(1);
    sitting
        .does(Caller::House, &Command::House(HouseCommand::StandIn { seat, why: Absence::Away }));
    assert_eq!(coats(&sitting)[1], Some("cream"));
}

#[test]
fn bots_wear_what_follows_from_their_names() {
    let places = vec![SeatKind::Person, SeatKind::Bot(level("cat")), SeatKind::Person];
    let mut sitting = Meow::open(Terms { places, ..terms() });
    sitting.does(person(0), &sit(0, "Mia", Some("calico")));
    assert_eq!(coats(&sitting), [Some("calico"), None, None]);
}
