//! Names of players, and what stands for them in sentences that are remembered: at every table the same is said of others.

use rules::{Fact, MAX_SEATS, Seat};

/// The first of the letters that stand for seats. They are of those that no script has.
const FIRST: char = '\u{e000}';

/// All of them begin with these bytes.
const BEGIN: [u8; 2] = [0xee, 0x80];

/// Letters that stand for the names of seats, in seat order.
pub(crate) fn stand_ins() -> [String; MAX_SEATS] {
    std::array::from_fn(|seat| {
        char::from_u32(FIRST as u32 + seat as u32).map(String::from).unwrap_or_default()
    })
}

/// A sentence with names in place of the letters that stand for them.
pub(crate) fn fill_in(sentence: &str, names: &[String]) -> String {
    let mut out = String::with_capacity(sentence.len() + 32);
    let mut done = 0;
    while let Some(at) = find(sentence, done) {
        let behind = at + FIRST.len_utf8();
        let seat = usize::from(sentence.as_bytes()[behind - 1] & 0x3f);
        out.push_str(&sentence[done..at]);
        out.extend(names.get(seat).map(String::as_str));
        done = behind;
    }
    out.push_str(&sentence[done..]);
    out
}

/// Where a letter stands for a seat, from there on.
fn find(sentence: &str, from: usize) -> Option<usize> {
    let bytes = &sentence.as_bytes()[from..];
    bytes.windows(BEGIN.len()).position(|bytes| bytes == BEGIN).map(|at| from + at)
}

/// The last of the seats that these facts name, if they name any.
pub(crate) fn last_of(facts: &[(&'static str, Fact)]) -> Option<Seat> {
    let last = |fact: &Fact| match fact {
        Fact::Seat(seat) => Some(*seat),
        Fact::Seats(seats) => seats.iter().max(),
        Fact::Order(seats) => seats.iter().copied().max(),
        Fact::Number(_) | Fact::Name(_) | Fact::Text(_) => None,
    };
    facts.iter().filter_map(|(_, fact)| last(fact)).max()
}

/// Whether a letter that stands for a seat is in what these facts say, because somebody wrote it.
pub(crate) fn could_be_mixed_up(facts: &[(&'static str, Fact)]) -> bool {
    let has_one = |fact: &Fact| matches!(fact, Fact::Text(text) if find(text, 0).is_some());
    facts.iter().any(|(_, fact)| has_one(fact))
}

#[cfg(test)]
mod tests {
    use rules::Seats;

    use super::*;

    #[test]
    fn names_come_in_the_place_of_letters() {
        let names = ["Mia", "猫", "", "Zoë"].map(str::to_owned);
        let [one, two, three, four, ..] = stand_ins();
        let sentence = format!("{two}, {one} and {four} — {one}{three}!");
        assert_eq!(fill_in(&sentence, &names), "猫, Mia and Zoë — Mia!");
        assert_eq!(fill_in("nobody", &names), "nobody");
        assert_eq!(fill_in("", &names), "");
    }

    #[test]
    fn letters_that_somebody_wrote_are_noticed() {
        let text = |text: &str| [("found", Fact::Text(text.to_owned()))];
        assert!(could_be_mixed_up(&text("a\u{e001}b")));
        assert!(!could_be_mixed_up(&text("g7 猫")));
    }

    #[test]
    fn whom_facts_name() {
        let [zero, two] = [0, 2].map(Seat::new);
        assert_eq!(last_of(&[("n", Fact::Number(7)), ("thing", Fact::Name("cat"))]), None);
        assert_eq!(last_of(&[("seat", zero.into()), ("n", Fact::Number(7))]), Some(zero));
        assert_eq!(last_of(&[("seats", Fact::Order(vec![two, zero]))]), Some(two));
        assert_eq!(last_of(&[("seats", Seats::default().into())]), None);
    }
}
