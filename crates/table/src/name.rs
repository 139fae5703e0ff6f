//! Names and chat lines: what is left of a text that a visitor typed, and which names look alike.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use crate::command::MAX_NAME;

/// A name as a table keeps it.
///
/// # Errors
/// The length of a name that is empty or too long, or shows nothing.
pub fn read(text: &str) -> Result<String, usize> {
    let name = clean(text);
    if is_name(&name) { Ok(name) } else { Err(name.chars().count()) }
}

/// Removes line breaks, control characters and other invisible characters, and composes letters with their accents.
pub fn clean(text: &str) -> String {
    let plain = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
    let text: String =
        text.chars().map(plain).filter(|&letter| !is_invisible(letter)).nfc().collect();
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether a cleaned text can be a name: it is not too long and shows something.
fn is_name(name: &str) -> bool {
    let shows = |letter: char| letter.is_alphanumeric() || is_picture(letter);
    name.chars().count() <= MAX_NAME && name.chars().any(shows)
}

/// Whether two names can be mistaken for each other: they differ in nothing but case, accents, width, spaces or letters
/// of other scripts that look the same.
pub fn looks_like(name: &str, other: &str) -> bool {
    let (keys, others) = (keys(name), keys(other));
    keys.iter().any(|key| others.contains(key))
}

/// What a name looks like in small letters, and as it is written: of some letters only the capitals look alike, of others
/// only the small ones.
fn keys(name: &str) -> [String; 2] {
    let bare: String = name.nfkd().filter(|letter| !is_accent(*letter)).collect();
    let shape = |text: &str| -> String { skeleton(text).collect() };
    [shape(&bare.to_lowercase()), shape(&shape(&bare).to_lowercase())].map(|key| {
        let shows = |letter: &char| letter.is_alphanumeric() || is_picture(*letter);
        // A capital I looks like a small l, and is a small i at the same time.
        key.chars().filter(shows).map(|letter| if letter == 'l' { 'i' } else { letter }).collect()
    })
}

/// Characters that combine with the one before them.
fn is_accent(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// Emoji and other symbols: all that shows something and is neither a letter nor an accent nor punctuation.
fn is_picture(letter: char) -> bool {
    matches!(letter, '\u{2190}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
        // The braille pattern without dots.
        && letter != '\u{2800}'
}

/// Control characters, and characters that are invisible, fill space or change the direction of writing.
fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                // Blank hieroglyphs, which count as letters.
                | '\u{13430}'..='\u{13438}'
                | '\u{13441}'..='\u{13442}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d159}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_show_something() {
        for name in ["Mia", "ミア", "小猫", "Zoë", "7", "🐈", "☺", "a b"] {
            assert!(is_name(&clean(name)), "{name}");
        }
        let blank = [
            "",
            " ",
            "\u{3164}",
            "\u{2800}",
            "\u{200b}\u{200d}",
            "\u{301}",
            "\u{e0041}",
            "...",
            "-",
        ];
        for name in blank {
            assert!(!is_name(&clean(name)), "{name:?}");
        }
        assert!(!is_name(&"a".repeat(MAX_NAME + 1)));
    }

    /// All code points that a program which cannot draw them has to skip (`Default_Ignorable_Code_Point` of Unicode 17),
    /// and letters that are drawn as a blank.
    const SHOWS_NOTHING: [std::ops::RangeInclusive<char>; 22] = [
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{17b4}'..='\u{17b5}',
        '\u{180b}'..='\u{180f}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{2800}'..='\u{2800}',
        '\u{3164}'..='\u{3164}',
        '\u{fe00}'..='\u{fe0f}',
        '\u{feff}'..='\u{feff}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{fff0}'..='\u{fff8}',
        '\u{13430}'..='\u{13438}',
        '\u{13441}'..='\u{13442}',
        '\u{16fe4}'..='\u{16fe4}',
        '\u{1bca0}'..='\u{1bca3}',
        '\u{1d159}'..='\u{1d159}',
        '\u{1d173}'..='\u{1d17a}',
        '\u{e0000}'..='\u{e0fff}',
    ];

    #[test]
    fn what_shows_nothing_makes_no_name_and_no_difference() {
        for letter in SHOWS_NOTHING.into_iter().flatten() {
            let code = u32::from(letter);
            assert!(!is_name(&clean(&letter.to_string())), "{code:x}");
            for name in [format!("{letter}Mia"), format!("M{letter}ia"), format!("Mia{letter}")] {
                assert!(looks_like(&clean(&name), "Mia"), "{code:x}");
            }
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (one, other) in [
            ("Mia", "mia"),
            ("Mia", "\u{41c}i\u{430}"),
            ("Mia", "Мiа"),
            ("Paypal", "Pаypal"),
            ("Mia", "M i a"),
            ("Mia", "M.ia"),
            ("Zoë", "Zoe"),
            ("Ken", "Ｋｅｎ"),
            ("Ken", "𝐊𝐞𝐧"),
            ("Ada", "ADA"),
            ("Mia", "MIA"),
            ("Mia", "\u{41c}\u{406}\u{410}"),
            ("Bill", "BiIl"),
            ("Ada", "A\u{34f}da"),
        ] {
            assert!(looks_like(&clean(one), &clean(other)), "{one} {other}");
        }
        for (one, other) in
            [("Mia", "Mio"), ("Ken", "Kenji"), ("ミア", "ミオ"), ("🐈", "🐕"), ("Cat 1", "Cat 2")]
        {
            assert!(!looks_like(one, other), "{one} {other}");
        }
    }

    #[test]
    fn chat_lines_are_one_line_without_invisible_letters() {
        assert_eq!(clean("  a\tb\r\nc\u{202e} d\u{200b} "), "a b c d");
        assert_eq!(clean("e\u{301}"), "é");
    }
}
