//! A table that the operator has closed: everything can be read, and nothing happens any more.

use rules::{Observer, Seat, meow};
use table::command::{
    Absence, Caller, Command, CommandError, HostCommand, HouseCommand, SeatedCommand,
};
use table::event::{Event, EventKind};
use table::news::{CompanyNews, NewsItem};
use table::terms::{SeatKind, StandIn, Terms, TimeControl};
use table::view::Stage;

use crate::dice;
use crate::tables::{Sitting, holder, level, person};

type Meow = Sitting<meow::State>;

const CLOSE: Command<meow::Action> = Command::House(HouseCommand::Close);

/// Two people and a bot, with a clock and a stand-in: much can happen by itself.
fn terms() -> Terms {
    let rules = "meow players=3".parse().unwrap();
    Terms {
        places: vec![SeatKind::Person, SeatKind::Person, SeatKind::Bot(level("kitten"))],
        clock: TimeControl::Move { seconds: 60 },
        stand_in: Some(StandIn { level: level("cat"), grace: 60 }),
        hints: true,
        ..Terms::new::<meow::State>(&rules)
    }
}

fn commands(sitting: &Meow) -> Vec<(Caller, Command<meow::Action>)> {
    let (mia, bot) = (Seat::new(0), Seat::new(2));
    let mut commands = vec![
        (person(5), Command::Sit { seat: None, name: "Eva".to_owned(), coat: None }),
        (person(0), Command::Seated(SeatedCommand::Rise)),
        (person(0), Command::Seated(SeatedCommand::Ready { yes: true })),
        (person(0), Command::Seated(SeatedCommand::Return)),
        (person(0), Command::Seated(SeatedCommand::Say { at: 0, text: "hi".to_owned() })),
        (person(0), Command::Seated(SeatedCommand::Mute { whom: Seat::new(1), yes: true })),
        (person(0), Command::Host(HostCommand::Remove { seat: Seat::new(1), for_good: true })),
        (person(0), Command::Host(HostCommand::Free { seat: bot })),
        (person(0), Command::Host(HostCommand::Pass { seat: Seat::new(1) })),
        (person(0), Command::Host(HostCommand::Chat { on: false })),
    ];
    let house = [
        HouseCommand::StandIn { seat: mia, why: Absence::Away },
        HouseCommand::Move { seat: mia, from: holder(0), to: holder(9) },
    ];
    commands.extend(house.map(|command| (Caller::House, Command::House(command))));
    for seat in sitting.table.lobby().seats() {
        let view = sitting.table.play().map(|play| play.view(Observer::Seat(seat)));
        let actions = view.and_then(|view| view.actions()).filter(|actions| !actions.is_empty());
        let action = actions.map(|actions| actions.nth(0));
        if let (Some(action), Some(at)) = (action, sitting.table.question(seat)) {
            commands.push((person(seat.index() as u8), Command::Act { at, action }));
            commands.push((Caller::House, Command::BotAct { seat, at, action }));
        }
    }
    commands
}

/// Before a game, during one, and after it.
fn sittings() -> [Meow; 3] {
    let mut playing = Meow::begun(terms());
    playing.play(4, &mut dice(1));
    let mut over = Meow::begun(terms());
    over.play(usize::MAX, &mut dice(1));
    let mut gathering = Meow::open(terms());
    let sit = |name: &str| Command::Sit { seat: None, name: name.to_owned(), coat: None };
    gathering.does(person(0), &sit("Mia"));
    [gathering, playing, over]
}

#[test]
fn nothing_happens_at_a_closed_table() {
    for mut sitting in sittings() {
        let commands = commands(&sitting);
        assert!(sitting.table.view(Observer::Rail).stage != Stage::Closed);
        assert_eq!(sitting.does(Caller::House, &CLOSE), 1);
        assert_eq!(sitting.does(Caller::House, &CLOSE), 0, "closing twice is a no-op");
        for (caller, command) in &commands {
            assert_eq!(sitting.refused(*caller, command), "closed", "{command:?}");
        }
        for table in [&sitting.table, &sitting.replayed()] {
            assert!(table.lobby().is_closed() && !table.is_playing());
            assert_eq!(table.view(Observer::Rail).stage, Stage::Closed);
            assert_eq!(table.bots_to_move(), []);
            assert_eq!(table.next_deadline(), None);
            assert_eq!(table.seats_for(None), []);
            assert_eq!(table.seats_for(Some(holder(5))), []);
            assert_eq!(table.view_for_hint(holder(0)).unwrap_err(), CommandError::NotPlaying);
        }
    }
}

#[test]
fn players_still_see_their_hands_and_others_do_not() {
    let [_, mut playing, _] = sittings();
    let mia = Observer::Seat(Seat::new(0));
    let views = |sitting: &Meow| [mia, Observer::Rail].map(|who| sitting.table.view(who).view);
    let before = views(&playing);
    playing.does(Caller::House, &CLOSE);
    assert_eq!(views(&playing), before);
    assert_eq!(playing.table.observer(Some(holder(0))), Some(mia));
    assert_eq!(playing.table.play().unwrap().seed, None, "the seed would show all hands");
}

#[test]
fn only_the_house_closes_a_table_and_everybody_hears_of_it() {
    let [mut gathering, ..] = sittings();
    assert_eq!(gathering.refused(person(0), &CLOSE), "not-house");
    let closed = Event { at: 5, kind: EventKind::<meow::State>::Closed };
    assert_eq!(closed.to_string(), "5 closed by=operator");
    assert!("5 closed by=host".parse::<Event<meow::State>>().is_err());
    let news = gathering.table.replay(closed).unwrap();
    assert_eq!(news.told(Observer::Rail), [NewsItem::Company(CompanyNews::Closed)]);
}
