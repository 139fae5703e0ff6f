//! Games in plain mode.

use std::path::Path;

use rules::{Game, GameId, Rules as _, Visit, meow};
use tui::{PlayError, SaveFolder, Start};
use words::Words;

use crate::{clock, folder, new_game};

/// Plays with these input lines and returns the output.
fn play(start: Start, folder: &Path, input: &[u8]) -> Result<String, PlayError> {
    let mut output = Vec::new();
    let saves = SaveFolder::new(folder.to_owned());
    tui::plain(start, &saves, clock, Words::default(), &mut &*input, &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

fn records(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// Always the first legal answer, more often than any game asks.
fn ones() -> Vec<u8> {
    "1\n".repeat(3000).into_bytes()
}

#[test]
fn many_variants_can_be_played_to_their_end() {
    struct Every;
    impl Visit for Every {
        type Output = Vec<String>;
        fn visit<G: Game>(self) -> Vec<String> {
            G::Rules::every().iter().map(ToString::to_string).collect()
        }
    }
    // Every third variant: each step waits for the disk. The tests of the screen play all variants.
    let rules = GameId::ALL.into_iter().flat_map(|id| id.visit(Every)).step_by(3);
    for (number, rules) in rules.enumerate() {
        let folder = folder(&format!("plain-{number}"));
        let said = play(Start::New(new_game(&rules, 1, 7)), &folder, &ones()).unwrap();
        assert!(said.contains("The record of the game is in "), "{rules}: {said}");
        assert!(!said.contains('«'), "{rules}: a sentence is missing: {said}");
        let record = records(&folder).concat();
        assert!(!record.contains("[Result \"*\"]"), "{record}");
        drop(std::fs::remove_dir_all(folder));
    }
}

#[test]
fn without_a_game_every_game_is_named() {
    let Err(PlayError::Usage(wanted)) = play(Start::Menu, &folder("plain-which"), b"") else {
        panic!("a game starts that nobody has named")
    };
    assert!(GameId::NAMES.iter().all(|name| wanted.contains(name)), "{wanted}");
}

#[test]
fn a_game_interrupted_by_the_end_of_input_continues_unchanged() {
    for id in GameId::ALL {
        let rules = format!("{} players=3", id.name());
        let (whole, parts) = (folder(&format!("whole-{id:?}")), folder(&format!("parts-{id:?}")));
        play(Start::New(new_game(&rules, 1, 9)), &whole, &ones()).unwrap();
        let said = play(Start::New(new_game(&rules, 1, 9)), &parts, b"1\n1\n").unwrap();
        assert!(said.contains("--continue"), "{said}");
        let said = play(Start::Continue, &parts, b"1\nh\nl\ns\nt\nw\nr\nr all\n?\n1").unwrap();
        assert!(said.starts_with("Continuing "), "{said}");
        play(Start::Continue, &parts, &ones()).unwrap();
        assert_eq!(records(&whole), records(&parts));
        let none = play(Start::Continue, &parts, b"").unwrap_err();
        assert!(
            matches!(&none, PlayError::Usage(why) if why.contains("no unfinished game")),
            "{none}"
        );
    }
}

#[test]
fn answers_are_numbers_or_notation_and_illegal_ones_are_explained() {
    let folder = folder("plain-answers");
    let input = "play b3\n\u{0}\n77\nplay\nnonsense\nw g99\nw\nr MEO-20\nr MEO-99\n1\nq\n";
    let said = play(Start::New(new_game("meow players=2", 1, 3)), &folder, input.as_bytes());
    let said = said.unwrap();
    for text in
        ["You do not hold blue 3 (MEO-20)", "wanted a number from 1 to 9", "Found `nonsense`"]
    {
        assert!(said.contains(text), "{text:?} is not said: {said}");
    }
}

#[test]
fn lines_that_are_not_utf8_are_skipped() {
    let folder = folder("plain-bytes");
    let said = play(Start::New(new_game("meow players=2", 1, 3)), &folder, b"pl\xff\xfe\n1\n");
    let said = said.unwrap();
    assert!(said.contains("byte 3 is not UTF-8"), "{said}");
    assert!(said.contains("Human leads") || said.contains("Human plays"), "{said}");
}

#[test]
fn several_people_see_their_own_cards_behind_a_curtain() {
    let folder = folder("plain-curtain");
    let input = "\n1\n".repeat(200);
    let said = play(Start::New(new_game("catbox players=3", 3, 3)), &folder, input.as_bytes());
    let said = said.unwrap();
    let shown: Vec<&str> = said.split("Pass the terminal to ").collect();
    for part in &shown[1..] {
        let name = part.split(". Press").next().unwrap();
        let holds = part.lines().filter(|line| line.contains(" holds "));
        for line in holds {
            assert!(line.starts_with(name), "{name} sees: {line}");
        }
    }
    assert!(shown.len() > 10);
}

#[test]
fn an_unwritable_folder_is_refused_before_the_game() {
    let folder = folder("plain-unwritable");
    let file = folder.join("file");
    std::fs::write(&file, "no folder").unwrap();
    let why = play(Start::New(new_game("meow players=2", 1, 3)), &file.join("data"), b"1\n");
    let why = why.unwrap_err();
    assert!(matches!(&why, PlayError::Usage(why) if why.contains("cannot write")), "{why}");
}

/// If the folder disappears during a game, the record is printed at the end, so that nothing is lost.
#[test]
fn a_game_that_can_no_longer_be_saved_is_printed() {
    struct Vanishing<'a> {
        folder: &'a Path,
        rest: &'static [u8],
        n_read: usize,
    }
    impl std::io::Read for Vanishing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.n_read += 1;
            if self.n_read == 3 {
                std::fs::remove_dir_all(self.folder).unwrap();
            }
            std::io::Read::read(&mut self.rest, &mut buffer[..2])
        }
    }
    let folder = folder("plain-vanished");
    let mut output = Vec::new();
    let input = Vanishing { folder: &folder, rest: b"1\n1\n1\n1\n", n_read: 0 };
    let mut input = std::io::BufReader::with_capacity(2, input);
    let start = Start::New(new_game("meow players=2", 1, 3));
    tui::plain(
        start,
        &SaveFolder::new(folder.clone()),
        clock,
        Words::default(),
        &mut input,
        &mut output,
    )
    .unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(said.contains("cannot write "), "{said}");
    let record = &said[said.find("[Format ").unwrap()..];
    let texts = table::record::RecordText::read_all(record).unwrap();
    table::record::Record::<meow::State>::read(&texts[0]).unwrap();
}

#[test]
fn a_damaged_save_is_named_and_not_changed() {
    for (name, damage) in [
        ("cut", |text: &str| text[..text.len() - 3].to_owned()),
        ("tag", |text: &str| text.replace("[Sits \"person, kitten\"]", "[Sits \"dog\"]")),
        ("step", |text: &str| text.replace("start", "begin")),
        ("seed", |text: &str| text.replace("[Seed ", "[Speed ")),
    ] as [(&str, fn(&str) -> String); 4]
    {
        let folder = folder(&format!("plain-damaged-{name}"));
        play(Start::New(new_game("meow players=2", 1, 3)), &folder, b"1\n1\n").unwrap();
        let file = folder.join("meow-1.neko");
        let damaged = damage(&std::fs::read_to_string(&file).unwrap());
        std::fs::write(&file, &damaged).unwrap();
        let why = play(Start::Continue, &folder, b"1\n").unwrap_err();
        let said = why.to_string();
        assert!(matches!(why, PlayError::Refused(_)), "{name}: {said}");
        assert!(said.contains("meow-1.neko") && said.contains("unchanged"), "{name}: {said}");
        assert!(!said.contains('«'), "a sentence is missing: {said}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), damaged);
    }
    let folder = folder("plain-damaged-bytes");
    std::fs::write(folder.join("meow-1.neko"), b"[Rules \"meow\xff").unwrap();
    let said = play(Start::Continue, &folder, b"1\n").unwrap_err().to_string();
    assert!(said.contains("byte 13 is not UTF-8"), "{said}");
}

/// Answers for one round: more than it asks, but without the Enter after it.
fn until_the_sheet(rules: &str, folder: &Path) -> String {
    for n_lines in 1.. {
        let input = "1\n".repeat(n_lines);
        let said = play(Start::New(new_game(rules, 1, 9)), folder, input.as_bytes()).unwrap();
        if said.contains("Press Enter to go on.") {
            return said;
        }
        assert!(n_lines < 200, "{said}");
        drop(std::fs::remove_dir_all(folder));
    }
    unreachable!("the loop ends")
}

/// BOX-50 to BOX-52 and the rules of the other games: after a round the arithmetic of all players, and a pause.
#[test]
fn every_round_is_summed_up_and_waits_for_enter() {
    for id in GameId::ALL {
        let rules = format!("{} players=3", id.name());
        let folder = folder(&format!("plain-sheet-{id:?}"));
        let said = until_the_sheet(&rules, &folder);
        // The input ends at the pause: the game is saved, and no new round is dealt.
        assert!(said.contains("--continue"), "{said}");
        let is_row = |line: &&str| {
            line.contains(" for the round, from ") || line.contains(" for the feast, from ")
        };
        let rows: Vec<&str> = said.lines().filter(is_row).collect();
        assert_eq!(rows.len(), 3, "{said}");
        let over = |line: &&str| line.ends_with(" over") || line.contains(" over · ");
        let headline = said.lines().skip_while(|line| !over(line)).nth(1).unwrap();
        assert!(headline.contains(" lead"), "{said}");
        let record = records(&folder).concat();
        assert_eq!(record.lines().filter(|line| line.starts_with("deal ")).count(), 1);
        // It continues with the same sheet. `q` leaves there too, and another line goes on.
        let again = play(Start::Continue, &folder, b"q\n").unwrap();
        assert!(rows.iter().all(|row| again.contains(row)), "{again}");
        assert_eq!(records(&folder).concat(), record);
        let on = play(Start::Continue, &folder, b"\n").unwrap();
        assert!(on.len() > again.len(), "{on}");
        play(Start::Continue, &folder, b"\n1\n").unwrap();
        assert_ne!(records(&folder).concat(), record);
    }
}

/// The points of a round are said once, and the scoring of the game once a session.
#[test]
fn a_game_in_lines_has_a_sheet_for_every_round() {
    let folder = folder("plain-sheets");
    let said = play(Start::New(new_game("catsle players=3", 1, 2)), &folder, &ones()).unwrap();
    assert_eq!(said.matches("for the round, from").count(), 3 * 3, "{said}");
    assert_eq!(said.matches("Press Enter to go on.").count(), 2, "not after the last round");
    assert_eq!(said.matches("2, 3 or 4 perfect columns bring").count(), 1);
    assert_eq!(said.matches(" in all").count(), 0, "the log's sentences of points are left out");
}
