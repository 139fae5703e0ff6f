//! Entry points of fuzzers: functions that take any bytes and must not panic.
//!
//! `tests/it/fuzz.rs` calls them with bytes from seeds. The targets in the folder `fuzz` call them with bytes that a
//! coverage-guided fuzzer finds.

use rules::notation::Unreadable;
use rules::{Dice, Game, GameId, MAX_SEATS, Rules, Seat, Step, Study, Turn, Visit};
use table::deck::DeckFile;
use table::record::{Record, RecordText};
use table::referee::referee;

/// Parses the bytes as every kind of notation. A value that parses is written and parsed again, and must be equal.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for id in GameId::ALL {
        id.visit(ReadAll { text });
    }
    if let Ok(deck) = DeckFile::read(text) {
        assert_eq!(DeckFile::read(&deck.to_toml()).as_ref(), Ok(&deck));
    }
}

struct ReadAll<'a> {
    text: &'a str,
}

impl Visit for ReadAll<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let text = self.text;
        reads_again::<G::Rules>(text);
        reads_again::<G::Chance>(text);
        reads_again::<G::Action>(text);
    }
}

fn reads_again<T>(text: &str)
where
    T: std::str::FromStr<Err = Unreadable> + std::fmt::Display + PartialEq + std::fmt::Debug,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>(), Ok(value)),
        Err(error) => assert!(text.is_char_boundary(error.at), "{error:?} points into a character"),
    }
}

/// Lets the bytes choose a variant and every step, legal or not.
/// Refused steps change nothing, and legal ones conserve cards and tokens.
pub fn actions(data: &[u8]) {
    let mut bytes = data.iter().copied();
    let Some(first) = bytes.next() else { return };
    let id = GameId::ALL[usize::from(first) % GameId::ALL.len()];
    id.visit(ActAny { bytes: &mut bytes });
}

struct ActAny<'a> {
    bytes: &'a mut dyn Iterator<Item = u8>,
}

impl Visit for ActAny<'_> {
    type Output = ();

    fn visit<G: Study>(self) {
        let bytes = self.bytes;
        let every = G::Rules::every();
        let Some(rules) = bytes.next().map(|byte| every[usize::from(byte) % every.len()]) else {
            return;
        };
        let all_actions = G::every_action(&rules);
        let mut game = G::new(rules);
        while let Some(byte) = bytes.next() {
            let step = match game.turn() {
                Turn::Over => return,
                Turn::Chance => Step::Chance(game.draw(&mut byte_dice(byte, bytes))),
                // Three of four steps are legal, so that games make progress.
                Turn::Decide(seats) if byte < 192 => {
                    let seat = seats.first().expect("a seat owes a decision");
                    let actions = game.actions(seat);
                    Step::Act(seat, actions.nth(usize::from(byte) % actions.len()))
                }
                Turn::Decide(_) => {
                    let seat = Seat::new(byte % MAX_SEATS as u8);
                    let place = usize::from(bytes.next().unwrap_or_default());
                    Step::Act(seat, all_actions[place % all_actions.len()])
                }
            };
            let before = game.clone();
            if game.play(&step).is_err() {
                assert_eq!(game, before, "{step} was refused");
            }
            assert_eq!(game.check_conservation(), Ok(()));
        }
    }
}

/// Dice from a byte and the ones after it. When they run out, the dice go on by mixing their last value.
fn byte_dice(first: u8, bytes: &mut dyn Iterator<Item = u8>) -> impl Dice {
    let mut mixed = u64::from(first);
    move || {
        let byte = bytes.next().map_or(mixed, u64::from);
        mixed = (mixed ^ byte).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ byte;
        mixed
    }
}

/// Parses the bytes as a record file and referees every record that parses.
pub fn record(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(records) = RecordText::read_all(text) else { return };
    for record in records {
        if let Ok(game) = record.game() {
            game.visit(Referee { record: &record });
        }
    }
}

struct Referee<'a> {
    record: &'a RecordText,
}

impl Visit for Referee<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Ok(record) = Record::<G>::read(self.record) else { return };
        drop(referee(&record, |_| {}));
    }
}
