//! Environment variables: the language, and the colours of the terminal.

use words::Words;

/// The value of a variable, if it is set and is text.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one place that reads environment variables"
)]
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The words of the user's locale, or the default ones if we have no catalogue for it.
pub(crate) fn words() -> Words {
    words_of(["LC_ALL", "LC_MESSAGES", "LANG"].map(variable))
}

/// POSIX: the first of these variables that is set and not empty decides.
fn words_of(locales: [Option<String>; 3]) -> Words {
    let locale = locales.into_iter().flatten().find(|locale| !locale.is_empty());
    // `de_DE.UTF-8@euro` is a language, a country, an encoding and a modifier.
    let tag = locale.as_deref().and_then(|locale| locale.split(['.', '@']).next());
    tag.and_then(Words::in_language).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(locales: [&str; 3]) -> &'static str {
        words_of(locales.map(|locale| (!locale.is_empty()).then(|| locale.to_owned()))).tag()
    }

    #[test]
    fn known_locales_choose_their_language_and_others_the_default() {
        for known in Words::LANGUAGES {
            assert_eq!(tag(["", "", &format!("{known}.UTF-8")]), known);
            assert_eq!(tag([&format!("{known}_XX.UTF-8@euro"), "tlh", "tlh"]), known);
        }
        assert_eq!(tag(["C.UTF-8", "", ""]), Words::default().tag());
        assert_eq!(tag(["", "", ""]), Words::default().tag());
        assert_eq!(words_of([Some(String::new()), None, None]).tag(), Words::default().tag());
    }
}
