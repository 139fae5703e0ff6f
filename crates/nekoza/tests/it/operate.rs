//! The tables of a server, for its operator: importing, listing, pruning and erasing.

use std::path::Path;

use rules::{Observer, Open as _, Seat, meow};
use serde_json::Value;
use store::{Head, SqliteStore, StoredSeed, StoredTable, TableId, TableStage};
use table::cat::Reaction;
use table::command::{Caller, Command, HouseCommand, SeatedCommand};
use table::event::{Event, EventKind, Holder};
use table::seed::Seed;
use table::table::{MAX_EVENTS, Table};
use table::terms::Terms;

use crate::command::{json, refused};
use crate::{Ran, folder, nekoza};

const SEED: [u8; 32] = [9; 32];
const NAMES: [&str; 3] = ["Mia", "Al", "Ada"];

fn id(n: u8) -> TableId {
    TableId::from_bytes([n; 16])
}

fn holder(seat: Seat) -> Holder {
    Holder([0xa0 + seat.index() as u8; 16])
}

/// A table of Meow with a log that grows by commands.
pub(crate) struct Sitting {
    table: Table<meow::State>,
    log: Vec<String>,
}

impl Sitting {
    fn opened() -> Sitting {
        let rules = "meow players=3".parse().unwrap();
        let terms = Terms { listed: true, ..Terms::new::<meow::State>(&rules) };
        let first = Event { at: 1000, kind: EventKind::Opened(terms) };
        Sitting { table: Table::new(&first).unwrap(), log: vec![first.to_string()] }
    }

    /// Three people sit down.
    fn seated() -> Sitting {
        let mut sitting = Sitting::opened();
        for (seat, name) in sitting.table.lobby().seats().zip(NAMES) {
            let name = name.to_owned();
            sitting.does(
                Caller::Holder(holder(seat)),
                &Command::Sit { seat: Some(seat), name, coat: None },
            );
        }
        sitting
    }

    /// Three people sit down, talk, and play a whole game.
    pub(crate) fn played() -> Sitting {
        let mut sitting = Sitting::seated();
        let seats: Vec<_> = sitting.table.lobby().seats().collect();
        sitting.says(seats[0], "hi Al, have you seen Also sprach Al?");
        sitting.says(seats[1], "my address is 12 Cat Street");
        let coat = Some("black".to_owned());
        for shown in
            [SeatedCommand::React { at: 0, reaction: Reaction::Sad }, SeatedCommand::Wear { coat }]
        {
            sitting.does(Caller::Holder(holder(seats[1])), &Command::Seated(shown));
        }
        for &seat in &seats {
            let ready = Command::Seated(SeatedCommand::Ready { yes: true });
            sitting.does(Caller::Holder(holder(seat)), &ready);
        }
        while sitting.table.is_playing() {
            let view = |seat| sitting.table.play().unwrap().view(Observer::Seat(seat));
            let seat = seats.iter().copied().find(|&seat| view(seat).open.turn().asks(seat));
            let seat = seat.unwrap();
            let action = view(seat).actions().unwrap().nth(0);
            let at = sitting.table.question(seat).unwrap();
            sitting.does(Caller::Holder(holder(seat)), &Command::Act { at, action });
        }
        sitting
    }

    fn says(&mut self, seat: Seat, text: &str) {
        let at = self.table.lobby().chair(seat).said;
        let say = SeatedCommand::Say { at, text: text.to_owned() };
        self.does(Caller::Holder(holder(seat)), &Command::Seated(say));
    }

    fn does(&mut self, caller: Caller, command: &Command<meow::Action>) {
        let now = 1000 * (self.log.len() as u64 + 1);
        let decision = self.table.decide(&Seed::new(SEED), caller, command, now).unwrap();
        self.log.extend(decision.events().map(Event::to_string));
        self.table.evolve(decision);
    }

    /// The table as a server keeps it.
    pub(crate) fn kept(&self, n: u8, updated: i64) -> StoredTable {
        let stage = match self.table.play() {
            None => TableStage::Waiting,
            Some(play) if play.is_over() => TableStage::Over,
            Some(_) => TableStage::Playing,
        };
        let names: Vec<_> =
            self.table.lobby().chairs.iter().filter_map(|chair| chair.name()).collect();
        let head = Head {
            game: "meow".to_owned(),
            stage,
            played: stage != TableStage::Waiting,
            listed: true,
            free_seats: 3 - names.len() as u32,
            names: names.into_iter().map(str::to_owned).collect(),
            updated,
        };
        let seed = StoredSeed::from_bytes(SEED);
        StoredTable { id: id(n), seed, head, events: self.log.clone() }
    }
}

fn keep(folder: &Path, tables: impl IntoIterator<Item = StoredTable>) {
    for table in tables {
        SqliteStore::import_into(&folder.join("data"), table).unwrap();
    }
}

fn ids(ran: &Ran) -> Vec<String> {
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let id = |line: &str| json(line)["id"].as_str().unwrap().to_owned();
    ran.out.lines().map(id).collect()
}

#[test]
fn a_log_is_refereed_before_it_is_imported() {
    let folder = folder("import_refereed");
    let table = Sitting::played().kept(1, 5);
    let n_events = table.events.len();
    let export = table.export();
    let lines: Vec<&str> = export.lines().collect();
    let first = lines.len() - 1 - n_events;
    let import = |text: String| {
        std::fs::write(folder.join("table.txt"), text).unwrap();
        nekoza(&folder, &["import", "table.txt"])
    };
    // The same export with another line, by its index.
    let with = |index: usize, line: &str| {
        let mut lines = lines.clone();
        lines[index] = line;
        lines.join("\n")
    };
    let place = |index: usize| format!("table.txt:{}: ", index + 1);

    let chat = lines.iter().position(|line| line.contains("said 1")).unwrap();
    refused(&import(with(chat, "7 sang 1 la")), 1, &[&place(chat), "not an event of meow"]);
    let impossible = [&place(chat), "cannot have happened here"];
    refused(&import(with(chat, "7 rose 5")), 1, &impossible);
    refused(&import(with(chat, "7 person 0 pass")), 1, &[&place(chat)]);
    // Two moves of the same seat.
    let acts: Vec<_> = (0..lines.len()).filter(|&n| lines[n].contains(" person ")).collect();
    let (one, two) = (acts[0], acts[1]);
    refused(&import(with(two, lines[one])), 1, &[&place(two), "cannot have happened here"]);
    // What the table itself would not have done, although the rules of the game allow it.
    let [after_mia, first_card] = ["sat 0", " person 0 "]
        .map(|part| lines.iter().position(|line| line.contains(part)).unwrap() + 1);
    let added = |index: usize, line: &str| {
        let mut lines = lines.clone();
        lines.insert(index, line);
        let text = lines.join("\n");
        text.replace(&format!("events {n_events}"), &format!("events {}", n_events + 1))
    };
    let eve = format!("7 sat 0 {} Eve", "ee".repeat(16));
    for (index, line) in [
        (after_mia, eve.as_str()),
        (after_mia, "7 rose 1"),
        (after_mia, "7 said 1 hi"),
        (after_mia, "7 reacted 1 sad"),
        (after_mia, "7 wears 1 black"),
        (after_mia, "7 renamed 1 Eve"),
        (after_mia, "7 filled 0 cat"),
        (after_mia, "7 freed 1"),
        (after_mia, lines[first].trim_start_matches("1000 ")),
        (first_card, lines.iter().find(|line| line.contains(" began ")).unwrap()),
        (first_card, "7 ended 00"),
    ] {
        let line = if line.starts_with("opened") { format!("7 {line}") } else { line.to_owned() };
        refused(&import(added(index, &line)), 1, &[&place(index), "cannot have happened here"]);
    }
    // Who may sit down: nobody sits twice, comes back after a removal for good, or sees two hands of a game.
    let all_added = |index: usize, added: &[&str]| {
        let mut lines = lines.clone();
        lines.splice(index..index, added.iter().copied());
        let text = lines.join("\n");
        text.replace(&format!("events {n_events}"), &format!("events {}", n_events + added.len()))
    };
    let after_ada = after_mia + 2;
    let holder_of = |line: usize| lines[line].split(' ').nth(3).unwrap();
    let [mia, al, ada] = [after_mia - 1, after_mia, after_mia + 1].map(holder_of);
    let new = "ee".repeat(16);
    for (index, added) in [
        (after_mia, vec![format!("7 sat 1 {mia} Eve")]),
        (after_ada, vec![format!("7 moved 0 {al}")]),
        (after_ada, vec![format!("7 moved 0 {mia}")]),
        (after_ada, vec!["7 removed 2 for-good=yes".into(), format!("7 sat 2 {ada} Eve")]),
        (after_ada, vec!["7 removed 2 for-good=yes".into(), format!("7 moved 0 {ada}")]),
        (
            first_card,
            vec![
                "7 rose 1".into(),
                format!("7 sat 1 {new} Eve"),
                "7 rose 1".into(),
                "7 rose 2".into(),
                format!("7 sat 2 {new} Eve"),
            ],
        ),
        (first_card, vec!["7 rose 1".into(), format!("7 moved 0 {al}")]),
    ] {
        let added: Vec<&str> = added.iter().map(String::as_str).collect();
        let wanted = place(index + added.len() - 1);
        let ran = import(all_added(index, &added));
        refused(&ran, 1, &[&wanted, "cannot have happened here"]);
    }
    // A closed table stays closed, and a game ends as soon as it is over.
    let closed = added(lines.len() - 1, "7 closed by=operator");
    refused(&import(closed), 1, &["`listed`", "`yes`", "`no`"]);
    let early = added(chat, "7 closed by=operator");
    refused(&import(early), 1, &[&place(chat + 1), "cannot have happened here"]);
    let end = lines.iter().position(|line| line.contains(" ended ")).unwrap();
    let talk = added(end, "7 said 0 wait");
    refused(&import(talk), 1, &[&place(end), "cannot have happened here"]);
    let without_end = lines.iter().enumerate().filter(|(index, _)| *index != end);
    let without_end: Vec<_> = without_end.map(|(_, line)| *line).collect();
    let without_end = without_end.join("\n");
    let without_end =
        without_end.replace(&format!("events {n_events}"), &format!("events {}", n_events - 1));
    refused(&import(without_end), 1, &[&place(end - 1), "cannot have happened here"]);
    // Deals, and the seed at the end.
    let draw = lines.iter().position(|line| line.contains(" chance start ")).unwrap();
    let other_start =
        if lines[draw].ends_with('0') { "7 chance start 1" } else { "7 chance start 0" };
    refused(&import(with(draw, other_start)), 1, &[&place(draw), "deals something else"]);
    let other = format!("7 ended {}", Seed::new([1; 32]).of_game(1).reveal());
    refused(&import(with(end, &other)), 1, &[&place(end), "not the seed of the game"]);
    // The head.
    refused(&import(export.replace("free-seats 0", "free-seats 1")), 1, &["`free-seats`", "`0`"]);
    let other_names = export.replacen("\nMia\n", "\nMax\n", 1);
    refused(&import(other_names), 1, &["`names`", "`Max, Al, Ada`", "`Mia, Al, Ada`"]);
    let opened = lines[first].replace("meow", "catbox");
    refused(&import(with(first, &opened)), 1, &[&place(first), "settings of a table of meow"]);
    let began = lines.iter().position(|line| line.contains(" began ")).unwrap();
    let other_seed = format!("7 began {}", Seed::new([1; 32]).of_game(1).commitment());
    refused(&import(with(began, &other_seed)), 1, &[&place(began), "seed of this table"]);
    refused(&import(with(3, "game chess")), 1, &[&place(3), "`chess`"]);
    refused(&import(with(4, "stage waiting")), 1, &[&place(4), "`waiting`", "`over`"]);
    assert!(!folder.join("data").exists(), "nothing was imported");

    let imported = import(export.clone());
    assert_eq!((imported.code, imported.err.as_str()), (0, ""));
    assert_eq!(SqliteStore::table_in(&folder.join("data"), id(1)), Ok(table));
}

/// A table with a full log accepts moves, and nothing that anybody could repeat.
#[test]
fn a_log_longer_than_a_table_writes_is_not_imported() {
    let folder = folder("import_long");
    let mut table = Sitting::seated().kept(1, 5);
    let first = table.events.len() as u64;
    table.events.extend((first..MAX_EVENTS).map(|n| {
        let yes = if n.is_multiple_of(2) { "yes" } else { "no" };
        format!("7 muted 0 1 {yes}")
    }));
    let import = |table: &StoredTable| {
        std::fs::write(folder.join("table.txt"), table.export()).unwrap();
        nekoza(&folder, &["import", "table.txt"])
    };
    let full = table.clone();
    table.events.push("7 said 0 one more".to_owned());
    refused(&import(&table), 1, &["100000 events", "only moves"]);
    let moved = format!("7 moved 0 {}", "ee".repeat(16));
    for more in [&[moved.as_str()][..], &["7 stood-in 0", "7 back 0"]] {
        let mut table = full.clone();
        table.events.extend(more.iter().map(ToString::to_string));
        refused(&import(&table), 1, &["100000 events", "only moves"]);
    }
    assert_eq!(import(&full).code, 0);
}

#[test]
fn tables_are_listed_shown_unlisted_and_deleted() {
    let folder = folder("tables");
    keep(&folder, [Sitting::played().kept(1, 2000), Sitting::opened().kept(2, 1000)]);
    let run = |args: &[&str]| {
        let args: Vec<_> = ["tables"].iter().chain(args).copied().collect();
        nekoza(&folder, &args)
    };
    let [first, second] = [1, 2].map(|n| id(n).to_string());
    // An open store does not block readers.
    let server = SqliteStore::open(&folder.join("data")).unwrap();
    let listed = run(&["list"]);
    assert!(listed.out.contains("over    1970-01-01 00:00"), "{}", listed.out);
    assert!(listed.out.contains("Mia  Al  Ada\n"), "{}", listed.out);
    assert!(listed.out.ends_with("2 tables\n"), "{}", listed.out);
    assert_eq!(ids(&run(&["list", "--json"])), [first.clone(), second.clone()]);
    for (filter, wanted) in [
        (&["--stage", "over"][..], vec![&first]),
        (&["--stage", "waiting"], vec![&second]),
        (&["--name", "Al"], vec![&first]),
        (&["--name", "A"], vec![]),
        (&["--game", "meow", "--older-than", "90d"], vec![&first, &second]),
        (&["--game", "catbox"], vec![]),
        (&["--listed"], vec![&first, &second]),
    ] {
        let args: Vec<_> = ["list", "--json"].iter().chain(filter).copied().collect();
        assert_eq!(ids(&run(&args)), wanted.into_iter().cloned().collect::<Vec<_>>(), "{filter:?}");
    }
    let shown = run(&["show", &first]);
    for text in [&*first, "stage: over", "Mia, Al, Ada", "every event follows the rules"] {
        assert!(shown.out.contains(text), "{text}: {}", shown.out);
    }
    assert!(!shown.out.contains("Cat Street"), "{}", shown.out);
    refused(&run(&["delete", &first]), 2, &["a server is using", "data"]);
    refused(&run(&["unlist", &first]), 2, &["a server is using", "data"]);
    refused(&run(&["close", &first]), 2, &["a server is using", "data"]);
    drop(server);

    let nobody = id(9).to_string();
    refused(&run(&["unlist", &first, &nobody]), 2, &[&nobody]);
    assert_eq!(ids(&run(&["list", "--json", "--listed"])).len(), 2);
    assert_eq!(run(&["unlist", &first]).out, "one table is off the public list\n");
    assert_eq!(ids(&run(&["list", "--json", "--listed"])), [&*second]);
    let closed = |id: &str| run(&["show", id]).out.contains("\nclosed: yes\n");
    refused(&run(&["close", &second, &nobody]), 2, &[&nobody]);
    assert!(!closed(&first) && !closed(&second));
    assert_eq!(run(&["close", &second, &second]).out, "one table is closed\n");
    assert_eq!(run(&["close", &second]).out, "every table was closed before\n");
    assert!(!closed(&first) && closed(&second));
    let shown = run(&["show", &second]);
    let over = "stage: over";
    for text in [over, "list: no", "free seats: 0", "events: 2", "every event follows the rules"] {
        assert!(shown.out.contains(text), "{text}: {}", shown.out);
    }
    assert_eq!(ids(&run(&["list", "--json", "--listed"])), Vec::<String>::new());
    refused(&run(&["delete", &first, &nobody]), 2, &[&nobody]);
    refused(&run(&["delete", "mia"]), 2, &["mia", "26 digits"]);
    assert_eq!(run(&["delete", &second, &second]).out, "one table is deleted\n");
    assert_eq!(ids(&run(&["list", "--json"])), [first]);
    refused(&nekoza(&folder, &["tables", "list", "--data", "none"]), 2, &["none"]);
}

#[test]
fn old_tables_are_pruned_and_played_games_stay_unless_asked() {
    let folder = folder("prune");
    let new = i64::MAX / 2;
    keep(
        &folder,
        [
            Sitting::played().kept(1, 1000),
            Sitting::opened().kept(2, 1000),
            Sitting::played().kept(3, new),
            Sitting::opened().kept(4, new),
        ],
    );
    let kept = || ids(&nekoza(&folder, &["tables", "list", "--json"])).len();
    let prune = |args: &[&str]| {
        let args: Vec<_> = ["prune"].iter().chain(args).copied().collect();
        nekoza(&folder, &args)
    };
    let server = SqliteStore::open(&folder.join("data")).unwrap();
    let dry = prune(&["--dry-run"]);
    assert!(dry.out.contains(&id(2).to_string()), "{}", dry.out);
    assert!(dry.out.ends_with("one table\nnothing was changed\n"), "{}", dry.out);
    refused(&prune(&[]), 2, &["a server is using"]);
    drop(server);
    assert_eq!(prune(&["--unplayed", "never"]).out, "nothing to delete\n");
    assert_eq!(kept(), 4);
    assert_eq!(prune(&[]).out, "one table is deleted; 0 of them with a game\n");
    assert_eq!(kept(), 3);
    assert_eq!(prune(&[]).out, "nothing to delete\n");
    let pruned = prune(&["--older-than", "90d"]);
    assert_eq!(pruned.out, "one table is deleted; 1 of them with a game\n");
    assert_eq!(kept(), 2);
    refused(&prune(&["--older-than", "soon"]), 2, &["soon", "90d, 12h or 30m"]);
}

/// Whether a text is in any file of a folder.
fn contains(folder: &Path, text: &str) -> bool {
    let files = std::fs::read_dir(folder).unwrap();
    files
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap())
        .any(|file| file.windows(text.len()).any(|part| part == text.as_bytes()))
}

#[test]
fn a_person_is_erased_and_the_game_stays() {
    let folder = folder("erase");
    let before = Sitting::played().kept(1, 1000);
    keep(&folder, [before.clone(), Sitting::opened().kept(2, 1000)]);
    let data = folder.join("data");
    let erase = |args: &[&str]| {
        let args: Vec<_> = ["erase"].iter().chain(args).copied().collect();
        nekoza(&folder, &args)
    };
    let server = SqliteStore::open(&data).unwrap();
    let dry = erase(&["--name", "Al", "--dry-run"]);
    assert_eq!(dry.out, format!("{}\none table\nnothing was changed\n", id(1)));
    refused(&erase(&["--name", "Al"]), 2, &["a server is using"]);
    drop(server);
    assert_eq!(erase(&["--name", "al"]).out, "nobody with that name or browser was found\n");
    assert_eq!(SqliteStore::table_in(&data, id(1)), Ok(before.clone()));
    assert!(contains(&data, "Cat Street"));
    assert_eq!(erase(&["--name", "Al"]).out, "name and chat are erased from one table\n");

    let after = SqliteStore::table_in(&data, id(1)).unwrap();
    assert_eq!(after.head.names, ["Mia", "Guest", "Ada"]);
    let changed: Vec<_> =
        before.events.iter().zip(&after.events).filter(|(before, after)| before != after).collect();
    let texts: Vec<_> = changed.iter().map(|(_, after)| after.split_once(' ').unwrap().1).collect();
    let holder = "a1".repeat(16);
    let wanted = [
        &format!("sat 1 {holder} Guest"),
        "said 0 hi Guest, have you seen Also sprach Guest?",
        "said 1 …",
        "reacted 1 happy",
        "wears 1 by-name",
    ];
    assert_eq!(texts, wanted);
    assert_eq!(before.events.len(), after.events.len());
    for text in ["Cat Street", " Al,", " Al?", "\nAl\n"] {
        assert!(!contains(&data, text), "{text:?} is in a file");
    }
    // The table can still be read, moved and verified.
    let shown = nekoza(&folder, &["tables", "show", &id(1).to_string()]);
    assert!(shown.out.contains("every event follows the rules"), "{}", shown.out);

    let by_browser = erase(&["--holder", &"a0".repeat(16), "--table", &id(1).to_string()]);
    assert_eq!(by_browser.out, "name and chat are erased from one table\n");
    let after = SqliteStore::table_in(&data, id(1)).unwrap();
    assert_eq!(after.head.names, ["Guest 2", "Guest", "Ada"]);
    assert!(!contains(&data, "Mia"));
    refused(&erase(&["--holder", "a0"]), 2, &["`a0`", "32 hexadecimal digits"]);
    refused(&erase(&[]), 2, &["--name"]);
    refused(&erase(&["--name", "Al", "--holder", "a0"]), 2, &["--holder"]);
}

#[test]
fn a_person_who_moved_to_another_browser_is_known_by_both() {
    let folder = folder("erase_moved");
    let mut sitting = Sitting::opened();
    let seat = Seat::new(0);
    let (old, new) = (holder(seat), Holder([7; 16]));
    let name = "Mia".to_owned();
    sitting.does(Caller::Holder(old), &Command::Sit { seat: Some(seat), name, coat: None });
    let to_new = HouseCommand::Move { seat, from: old, to: new };
    sitting.does(Caller::House, &Command::House(to_new));
    keep(&folder, [sitting.kept(1, 5)]);
    let erased = nekoza(&folder, &["erase", "--holder", &"07".repeat(16)]);
    assert_eq!(erased.out, "name and chat are erased from one table\n");
    assert!(!contains(&folder.join("data"), "Mia"));
}

#[test]
fn a_person_with_several_names_is_known_by_each() {
    for name in ["Mia", "Mio", "Miu"] {
        let folder = folder(&format!("erase_renamed_{name}"));
        let mut sitting = Sitting::opened();
        for (number, name) in [(0, "Mia"), (1, "Ken")] {
            let (seat, name) = (Seat::new(number), name.to_owned());
            let caller = Caller::Holder(holder(seat));
            sitting.does(caller, &Command::Sit { seat: Some(seat), name, coat: None });
        }
        let renames = [(0, "Mio"), (1, "Kim"), (0, "Miu")];
        for (number, name) in renames {
            let rename = SeatedCommand::Rename { name: name.to_owned() };
            let caller = Caller::Holder(holder(Seat::new(number)));
            sitting.does(caller, &Command::Seated(rename));
        }
        keep(&folder, [sitting.kept(1, 5)]);
        let erased = nekoza(&folder, &["erase", "--name", name]);
        assert_eq!(erased.out, "name and chat are erased from one table\n");
        let data = folder.join("data");
        let after = SqliteStore::table_in(&data, id(1)).unwrap();
        assert_eq!(after.head.names, ["Guest", "Kim"]);
        assert!(["Mia", "Mio", "Miu"].iter().all(|name| !contains(&data, name)));
        assert!(contains(&data, "Ken"));
        let shown = nekoza(&folder, &["tables", "show", &id(1).to_string()]);
        assert!(shown.out.contains("every event follows the rules"), "{}", shown.out);
    }
}

#[test]
fn lists_are_json_lines() {
    let folder = folder("tables_json");
    keep(&folder, [Sitting::played().kept(1, 2000)]);
    let listed = json(nekoza(&folder, &["tables", "list", "--json"]).out.trim_end());
    assert_eq!(listed["stage"], "over");
    assert_eq!(listed["names"], Value::from(NAMES.to_vec()));
    assert_eq!(listed["updated"], 2000);
}
