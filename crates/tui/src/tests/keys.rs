//! Whole games by keys and by mouse.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use rules::{Dice as _, Rules as _, meow, yorozu};

use super::{TestScreen, now};
use crate::face::{Face, VisitFace};
use crate::screen::{BotTask, Input, ScreenEffect};

/// Plays every variant to its end with arrows and Enter alone, and checks that the screen shows everything necessary.
struct PlayAll;

impl VisitFace for PlayAll {
    type Output = ();

    fn visit<G: Face>(self) {
        for rules in G::Rules::every() {
            let mut dice = bots::dice(7);
            let mut desk = TestScreen::at::<G>(&rules.to_string(), 1, 3, (80, 24));
            let mut n_pressed = 0;
            while !desk.is_over() {
                assert!(n_pressed < 5000, "{rules} does not end:\n{}", desk.text());
                for _ in 0..dice.below(3) {
                    desk.press("→");
                }
                // Sometimes a pick is undone.
                desk.press(if dice.below(9) == 0 { "⏎u⏎" } else { "⏎" });
                n_pressed += 1;
                if n_pressed % 16 == 0 {
                    let text = desk.text();
                    assert!(!text.contains('«'), "a sentence is missing:\n{text}");
                    assert!(text.contains("q leave"), "{rules}: keys are cut off:\n{text}");
                }
            }
            assert!(desk.n_saved > 10);
        }
    }
}

rules::games!(in_every_game, every_variant_is_played_by_keys PlayAll);

/// The position of a text on the screen.
fn place(text: &str, what: &str) -> (u16, u16) {
    let find = |(row, line): (usize, &str)| {
        let at = line.find(what)?;
        Some((line[..at].chars().count() as u16, row as u16))
    };
    text.lines().enumerate().find_map(find).unwrap_or_else(|| panic!("no {what} in\n{text}"))
}

#[test]
fn a_click_selects_and_a_second_click_plays() {
    let mut desk = TestScreen::at::<meow::State>("meow players=2", 1, 5, (80, 24));
    while !desk.text().contains("Lead any card") {
        desk.press("⏎");
    }
    let before = desk.n_saved;
    let text = desk.text();
    let (column, row) = place(&text, "▲");
    let row = row.max(text.lines().position(|line| line.contains("Lead any")).unwrap() as u16 + 2);
    desk.click(column + 6, row);
    assert_eq!(desk.n_saved, before);
    desk.click(column + 6, row);
    assert!(desk.n_saved > before);
    let (column, row) = place(&desk.text(), "? help");
    desk.click(column, row);
    assert!(desk.text().contains("Ctrl-C"));
}

#[test]
fn digits_and_letters_jump_to_a_card() {
    use rules::catbox;
    let mut desk = TestScreen::at::<catbox::State>("catbox players=3", 1, 5, (80, 24));
    assert!(desk.press("4").text().contains("Enter: 4"), "{}", desk.text());
    desk.press("⏎");
    while !desk.text().contains("name its colour") {
        desk.press("⏎");
    }
    let text = desk.press("⏎Y").text();
    assert!(text.contains("▸ ▲Y"), "{text}");
    assert!(!desk.press("u").text().contains('▸'));
}

#[test]
fn illegal_cards_are_explained_and_not_played() {
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (80, 24));
    let mut refused = false;
    for _ in 0..40 {
        for _ in 0..10 {
            desk.press("→");
            if desk.text().contains("is not allowed now") {
                let n_saved = desk.n_saved;
                let text = desk.press("⏎").text();
                assert!(text.contains("must follow") && text.contains("(MEO-20)"), "{text}");
                assert_eq!(n_saved, desk.n_saved);
                assert!(desk.press("r").text().contains("MEO-20"));
                desk.press("⎋");
                refused = true;
                break;
            }
        }
        desk.press("←⏎");
    }
    assert!(refused);
}

#[test]
fn control_c_leaves_and_other_control_keys_do_nothing() {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (80, 24));
    for (letter, leaves) in [('q', false), ('c', true)] {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        let effects = desk.screen.on(crate::screen::Input::Key(key));
        desk.carry_out(effects);
        assert_eq!(desk.left, leaves);
    }
}

#[test]
fn a_failed_save_is_shown_until_a_save_succeeds() {
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (80, 24));
    desk.screen.saved(Some("cannot write data: no room".to_owned()));
    assert!(desk.text().contains("cannot write data: no room"));
    desk.screen.saved(None);
    assert!(!desk.text().contains("cannot write"));
}

#[test]
fn arrows_never_play() {
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (80, 24));
    let n_saved = desk.n_saved;
    desk.press("↓↓↑↑←→↓");
    assert_eq!(desk.n_saved, n_saved);
}

/// With several people, the screen shows cards only to the player who opened the curtain.
/// The tasks of bots, for tests in which bots answer later.
fn tasks(effects: Vec<ScreenEffect>) -> Vec<BotTask> {
    let task = |effect| match effect {
        ScreenEffect::Think { task, .. } => Some(task),
        ScreenEffect::Save(_)
        | ScreenEffect::Leave
        | ScreenEffect::Begin(_)
        | ScreenEffect::Continue => None,
    };
    effects.into_iter().filter_map(task).collect()
}

#[test]
fn a_hint_belongs_to_its_question() {
    let mut desk = TestScreen::at::<yorozu::State>("yorozu players=4", 1, 3, (120, 40));
    let key = |desk: &mut TestScreen, code| {
        tasks(desk.screen.on(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
    };
    // All seats are asked at once, and the bots still think.
    let bots = key(&mut desk, KeyCode::Enter);
    assert_eq!(bots.len(), 3);
    let hint =
        |desk: &mut TestScreen| Input::BotReply(key(desk, KeyCode::Char('h')).remove(0)(now()));
    let is_shown = |text: &str| text.contains("wins about") || text.contains("points (±");
    let reply = hint(&mut desk);
    // Others choose before the hint is there. The question is the same.
    for bot in bots {
        let reply = bot(now());
        assert!(tasks(desk.screen.on(Input::BotReply(reply))).is_empty());
    }
    let _none = desk.screen.on(reply);
    assert!(is_shown(&desk.text()), "{}", desk.text());
    // The answer takes the hint away, and a hint that comes after it is for another question.
    let late = hint(&mut desk);
    let _bots = key(&mut desk, KeyCode::Enter);
    let _none = desk.screen.on(late);
    assert!(!is_shown(&desk.text()), "{}", desk.text());
}

#[test]
fn a_note_about_waiting_ends_with_the_waiting() {
    const NOTE: &str = "Hints work only";
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (80, 24));
    let key = |desk: &mut TestScreen, code| {
        tasks(desk.screen.on(Input::Key(KeyEvent::new(code, KeyModifiers::NONE))))
    };
    let mut bots = key(&mut desk, KeyCode::Enter);
    while bots.is_empty() {
        bots = key(&mut desk, KeyCode::Enter);
    }
    desk.press("h");
    assert!(desk.text().contains(NOTE), "{}", desk.text());
    while !bots.is_empty() {
        let reply = bots.remove(0)(now());
        bots.extend(tasks(desk.screen.on(Input::BotReply(reply))));
    }
    assert!(!desk.text().contains(NOTE), "{}", desk.text());
}

#[test]
fn nobody_sees_another_hand() {
    use rules::catbox;
    let mut desk = TestScreen::at::<catbox::State>("catbox players=3", 3, 5, (80, 24));
    let mut n_curtains = 0;
    while !desk.is_over() {
        let text = desk.text();
        if let Some(at) = text.find("when only ") {
            n_curtains += 1;
            assert!(!text.contains("Players"), "{text}");
            let name = text[at + 10..].split(" can see").next().unwrap().to_owned();
            let seen = desk.press("⏎").text();
            let last = seen.lines().take_while(|line| !line.starts_with('╰')).last().unwrap();
            assert!(last.contains(&name), "{name} is not last in\n{seen}");
        }
        desk.press("⏎");
    }
    assert!(n_curtains > 50, "{n_curtains}");
}

/// The number of rounds in a record, counted by its deals.
fn n_dealt(record: &str) -> usize {
    record.lines().filter(|line| line.starts_with("deal ")).count()
}

/// Plays until the table waits after a round. Returns whether it does before the game is over.
fn play_a_round(desk: &mut TestScreen) -> bool {
    for _ in 0..2000 {
        if desk.text().contains(GO_ON) {
            return true;
        }
        if desk.is_over() {
            return false;
        }
        desk.press("⏎");
    }
    panic!("no round ends:\n{}", desk.text());
}

const GO_ON: &str = "Enter: go on";

/// After every round the board stays, below its score sheet, until Enter.
struct Wait;

impl VisitFace for Wait {
    type Output = ();

    fn visit<G: Face>(self) {
        let rules = format!("{} players=3", G::ID.name());
        let mut desk = TestScreen::at::<G>(&rules, 1, 4, (80, 24));
        let mut n_waited = 0;
        while play_a_round(&mut desk) {
            n_waited += 1;
            let text = desk.text();
            let total = text.lines().find(|line| line.contains("Total")).expect("a score sheet");
            assert!(total.contains("Player"), "{text}");
            assert!(text.contains(" over"), "{text}");
            let n_before = n_dealt(&desk.screen.record().unwrap().0);
            // Other keys look at the table, and nothing happens there.
            let board = desk.press("⎋").text();
            assert!(board.contains(GO_ON) && !board.contains("Total"), "{board}");
            desk.press("h→w↓l⎋u");
            assert!(desk.press("s").text().contains("Total"));
            assert_eq!(n_dealt(&desk.screen.record().unwrap().0), n_before);
            // Enter goes on, also without the sheet.
            desk.press(if n_waited % 2 == 0 { "⎋⏎" } else { "⏎" });
            assert!(!desk.text().contains("Total"), "{}", desk.text());
        }
        assert!(n_waited >= 2, "{rules}: {n_waited}");
        assert!(desk.text().contains("won"), "{}", desk.text());
        assert!(desk.text().contains("Total"), "the end shows the last sheet:\n{}", desk.text());
    }
}

#[test]
fn the_table_waits_after_every_round() {
    for id in rules::GameId::ALL {
        crate::face::visit(id, Wait);
    }
}

/// A game that was left between two rounds continues there: the record has no mark for it.
struct Resume;

impl VisitFace for Resume {
    type Output = ();

    fn visit<G: Face>(self) {
        let rules = format!("{} players=4", G::ID.name());
        let mut desk = TestScreen::at::<G>(&rules, 1, 4, (80, 24));
        assert!(play_a_round(&mut desk));
        let (record, before) = (desk.screen.record().unwrap().0, desk.text());
        assert!(desk.press("q").left);
        let texts = table::record::RecordText::read_all(&record).unwrap();
        let words = words::Words::default();
        let table = crate::local_table::LocalTable::<G>::resume(&texts[0], &words).unwrap();
        let screen = Box::new(crate::game_screen::GameScreen::new(table));
        let mut again = TestScreen::new(screen, 80, 24);
        assert_eq!(again.text(), before);
        again.press("⏎");
        assert!(again.screen.record().unwrap().0.starts_with(record.trim_end()));
        assert!(!again.text().contains(GO_ON), "{}", again.text());
    }
}

#[test]
fn a_game_left_between_rounds_shows_its_score_sheet_again() {
    for id in rules::GameId::ALL {
        crate::face::visit(id, Resume);
    }
}

#[test]
fn bots_alone_do_not_wait() {
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 0, 4, (80, 24));
    assert!(desk.is_over());
    assert!(desk.text().contains("Total"), "{}", desk.text());
}
