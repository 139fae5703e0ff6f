//! The message catalogue of one language: codes and facts in, sentences out.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rules::notation::{Unreadable, Wanted};
use rules::{Fact, Game, GameId, Refusal, Say, Seat, Seats};

use crate::cache::SentenceCache;

/// A language: its catalogue and its rulebooks.
#[derive(Debug)]
pub(crate) struct Language {
    tag: &'static str,
    catalogue: &'static [&'static str],
    pub(crate) rulebook: fn(GameId) -> &'static str,
}

/// A language from its files: the shared catalogues, and the catalogue and rulebook of each game.
macro_rules! language {
    ($tag:literal $($id:ident $module:ident $name:literal $title:literal;)*) => {
        Language {
            tag: $tag,
            catalogue: &[
                include_str!(concat!("../catalogue/", $tag, "/common.ftl")),
                include_str!(concat!("../catalogue/", $tag, "/face.ftl")),
                include_str!(concat!("../catalogue/", $tag, "/live.ftl")),
                include_str!(concat!("../catalogue/", $tag, "/page.ftl")),
                include_str!(concat!("../catalogue/", $tag, "/table.ftl")),
                include_str!(concat!("../catalogue/", $tag, "/tui.ftl")),
                $(include_str!(concat!("../catalogue/", $tag, "/", $name, ".ftl")),)*
            ],
            rulebook: |id| match id {
                $(GameId::$id => include_str!(concat!("../rulebooks/", $tag, "/", $name, ".md")),)*
            },
        }
    };
}

const ENGLISH: Language = rules::games!(language, "en");

/// The maximum number of cached sentences. All sentences about single cards fit; those about whole hands rarely repeat.
const MAX_CACHED: usize = 4_000;

/// The maximum number of cached sentences with names, for each table: enough for the last moves, for all observers.
const MAX_NAMED: usize = 64;

const LANGUAGES: [&Language; 1] = [&ENGLISH];

/// A language, and the names of the players. Cheap to clone.
#[derive(Clone)]
pub struct Words {
    pub(crate) language: &'static Language,
    bundle: Arc<FluentBundle<FluentResource>>,
    /// Sentences without names, shared by all tables.
    cache: Arc<SentenceCache>,
    /// Sentences with these names.
    named_cache: Arc<SentenceCache>,
    names: Arc<[String]>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words")
            .field("language", &self.language.tag)
            .field("names", &self.names)
            .finish_non_exhaustive()
    }
}

/// English.
impl Default for Words {
    fn default() -> Words {
        Words::of(&ENGLISH)
    }
}

impl Words {
    /// The tags of all languages.
    pub const LANGUAGES: [&'static str; LANGUAGES.len()] = [ENGLISH.tag];

    /// The language with this tag, if there is a catalogue for it. The region is ignored: `en-GB` is `en`.
    pub fn in_language(tag: &str) -> Option<Words> {
        let tag = tag.split(['-', '_']).next().unwrap_or_default();
        let known = LANGUAGES.into_iter().find(|known| known.tag.eq_ignore_ascii_case(tag));
        known.map(Words::of)
    }

    fn of(language: &'static Language) -> Words {
        let tag = language.tag.parse().expect("our tags are valid language tags");
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Isolation marks for mixed writing directions would show up in logs and terminals.
        bundle.set_use_isolating(false);
        // Texts use a minus sign. Hyphens are for notation.
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) if number.value < 0.0 => Some(printed(&number.as_string())),
            _ => None,
        }));
        for (name, function) in FUNCTIONS {
            bundle.add_function(name, function).expect("function names are unique");
        }
        for text in language.catalogue {
            let resource = FluentResource::try_new((*text).to_owned());
            let resource = resource.map_err(|(_, errors)| errors);
            let added = bundle.add_resource(resource.expect("our catalogues are valid Fluent"));
            added.expect("message ids are unique");
        }
        Words {
            language,
            bundle: Arc::new(bundle),
            cache: Arc::new(SentenceCache::new(MAX_CACHED)),
            named_cache: Arc::new(SentenceCache::new(MAX_NAMED)),
            names: Arc::default(),
        }
    }

    /// Uses these names for seats, in seat order. A seat with no name or an empty one is called by its number.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Words {
        Words { names: names.into(), named_cache: Arc::new(SentenceCache::new(MAX_NAMED)), ..self }
    }

    /// The tag of the language.
    pub fn tag(&self) -> &'static str {
        self.language.tag
    }

    /// A refusal, addressed to the player: `you must follow blue: you hold blue 5`.
    pub fn refusal<G: Game>(&self, refusal: &Refusal<G>) -> String {
        self.message(&format!("{}-refuse-{}", G::ID.name(), refusal.code()), &refusal.facts())
    }

    /// An event as a sentence without a full stop: `Seat 2 leads yellow 4`.
    pub fn seen<G: Game>(&self, seen: &G::Seen) -> String {
        self.capitalise(self.message(&seen_id::<G>(seen), &seen.facts()))
    }

    /// A bot's reason for an action: `Makes your column of 3 perfect.`
    pub fn hint<G: Game>(&self, why: &impl Say) -> String {
        self.message(&format!("{}-hint-{}", G::ID.name(), why.code()), &why.facts())
    }

    /// A syntax error: ``found `purpel`, wanted one of black, purple``.
    pub fn unreadable(&self, unreadable: &Unreadable) -> String {
        let Unreadable { at: _, found, wanted } = unreadable;
        let id = match (found.is_empty(), wanted) {
            (false, _) => "unreadable",
            // Only blanks are left, where the text should end.
            (true, Wanted::End) => "unreadable-more",
            (true, _) => "unreadable-nothing",
        };
        let wanted = self.message(&format!("wanted-{}", wanted.code()), &wanted.facts());
        self.message(id, &[("found", found.clone().into()), ("wanted", wanted.into())])
    }

    /// The title of a game.
    pub fn title(&self, id: GameId) -> String {
        self.message(&format!("game-{}", id.name()), &[])
    }

    /// The description of a bot, by kind (`search`) or level (`tiger`).
    pub fn bot(&self, name: &str) -> String {
        self.message(&format!("bot-{name}"), &[])
    }

    /// The description of a key in a game's rules lines.
    pub fn option(&self, id: GameId, key: &str) -> String {
        self.message(&format!("{}-option-{key}", id.name()), &[])
    }

    /// The description of a value of a key.
    pub fn option_value(&self, id: GameId, key: &str, value: &str) -> String {
        self.message(&format!("{}-option-{key}-{value}", id.name()), &[])
    }

    /// The description of a [`RoundFact`](rules::RoundFact).
    pub fn round_fact(&self, id: GameId, what: &str) -> String {
        self.message(&format!("{}-fact-{what}", id.name()), &[])
    }

    /// A seat by its player's name, or by its number.
    pub fn seat(&self, seat: Seat) -> Cow<'_, str> {
        let number = || [("number", Fact::Number(seat.index() as i64))];
        self.name(seat).map_or_else(|| self.message("seat", &number()).into(), Cow::from)
    }

    /// Several seats: `Mia and Ben`, `seats 0, 2 and 3`.
    pub fn seats(&self, seats: Seats) -> String {
        let several = seats.len() > 1;
        if several && seats.iter().all(|seat| self.name(seat).is_none()) {
            let numbers: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            return self.message("seats", &[("numbers", self.list(&numbers).into())]);
        }
        let names: Vec<String> = seats.iter().map(|seat| self.seat(seat).into_owned()).collect();
        if names.is_empty() { self.message("nobody", &[]) } else { self.list(&names) }
    }

    /// Several things in a sentence: `0, 2 and 3`.
    pub fn list(&self, things: &[String]) -> String {
        let [first, middle @ .., last] = things else { return things.concat() };
        let mut list = first.clone();
        for next in middle {
            let facts = [("list", list.into()), ("next", next.clone().into())];
            list = self.message("list-more", &facts);
        }
        self.message("list-last", &[("list", list.into()), ("last", last.clone().into())])
    }

    /// Whether the catalogue has this message.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// A message of the catalogue with its facts filled in. A missing message is its id in guillemets: a hole in a
    /// sentence is better than no page.
    pub fn message(&self, id: &str, facts: &[(&'static str, Fact)]) -> String {
        self.say(id, facts).as_ref().to_owned()
    }

    /// The same without a copy, for pages, which repeat most messages.
    pub fn say(&self, id: &str, facts: &[(&'static str, Fact)]) -> Arc<str> {
        let is_named = facts.iter().any(|(_, fact)| has_names(fact));
        let cache = if is_named { &self.named_cache } else { &self.cache };
        let sentence = cache.get_or_make(id, facts, || self.phrase(id, None, facts));
        sentence.unwrap_or_else(|| format!("«{id}»").into())
    }

    /// A message or one of its attributes, if it exists.
    pub(crate) fn phrase(
        &self,
        id: &str,
        attribute: Option<&str>,
        facts: &[(&'static str, Fact)],
    ) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name)?.value(),
            None => message.value()?,
        };
        let mut values = FluentArgs::new();
        for (name, fact) in facts {
            values.set(*name, self.value(fact));
        }
        // A missing fact leaves its name in the sentence. Tests check for that.
        let mut holes = Vec::new();
        Some(self.bundle.format_pattern(pattern, Some(&values), &mut holes).into_owned())
    }

    /// Turns the first letter into upper case, unless the text starts with the name of a player.
    pub fn capitalise(&self, text: String) -> String {
        let named = self.names.iter().any(|name| !name.is_empty() && text.starts_with(name));
        let mut letters = text.chars();
        match letters.next() {
            Some(first) if !named && !first.is_uppercase() => {
                first.to_uppercase().chain(letters).collect()
            }
            Some(_) | None => text,
        }
    }

    fn name(&self, seat: Seat) -> Option<&str> {
        self.names.get(seat.index()).map(String::as_str).filter(|name| !name.is_empty())
    }

    fn value(&self, fact: &Fact) -> FluentValue<'static> {
        match fact {
            Fact::Number(number) => (*number).into(),
            Fact::Seat(seat) => self.seat(*seat).into_owned().into(),
            Fact::Seats(seats) => self.seats(*seats).into(),
            Fact::Order(seats) => {
                let names: Vec<String> =
                    seats.iter().map(|&seat| self.seat(seat).into_owned()).collect();
                self.list(&names).into()
            }
            Fact::Name(id) => self.message(id, &[]).into(),
            Fact::Text(text) => text.clone().into(),
        }
    }
}

/// Whether the text of a fact contains names of players.
fn has_names(fact: &Fact) -> bool {
    match fact {
        Fact::Seat(_) | Fact::Seats(_) | Fact::Order(_) => true,
        Fact::Number(_) | Fact::Name(_) | Fact::Text(_) => false,
    }
}

pub(crate) fn seen_id<G: Game>(seen: &G::Seen) -> String {
    [G::ID.name(), "-seen-", seen.code()].concat()
}

type Function = for<'a> fn(&[FluentValue<'a>], &FluentArgs<'_>) -> FluentValue<'a>;

/// Functions for notation in messages. Notation is the same in every language.
const FUNCTIONS: [(&str, Function); 5] = [
    ("SIGN", |values, _| {
        let number = match values.first() {
            Some(FluentValue::Number(number)) => Some(number.value),
            Some(_) | None => words_of(values).parse().ok(),
        };
        match number {
            Some(number) => (if number < 0.0 { "minus" } else { "plus" }).into(),
            None => words_of(values).to_owned().into(),
        }
    }),
    ("EACH", |values, names| {
        let items: Vec<&str> = words_of(values).split(',').map(|word| named(names, word)).collect();
        match (items.as_slice(), values.get(1)) {
            ([first @ .., last], Some(FluentValue::String(gap))) if !first.is_empty() => {
                (first.join(", ") + gap + last).into()
            }
            _ => items.join(", ").into(),
        }
    }),
    ("SUITS", |values, names| {
        let mut suits: Vec<(&str, String)> = Vec::new();
        for card in words_of(values).split(',') {
            let digit = card.find(|letter: char| letter.is_ascii_digit()).unwrap_or(card.len());
            let (suit, value) = card.split_at(digit);
            match suits.last_mut() {
                Some((last, shown)) if *last == suit => shown.extend([" ", value]),
                Some(_) | None => suits.push((suit, format!("{} {value}", named(names, suit)))),
            }
        }
        suits.into_iter().map(|(_, shown)| shown).collect::<Vec<_>>().join(", ").into()
    }),
    ("PRINTED", |values, _| printed(words_of(values)).into()),
    ("SPACED", |values, _| {
        words_of(values).chars().map(String::from).collect::<Vec<_>>().join(" ").into()
    }),
];

/// Replaces the hyphen of notation by a minus sign.
fn printed(notation: &str) -> String {
    notation.replace('-', "−")
}

fn named<'a>(names: &'a FluentArgs<'_>, word: &'a str) -> &'a str {
    match names.get(word) {
        Some(FluentValue::String(name)) => name,
        Some(_) | None => word,
    }
}

fn words_of<'a>(values: &'a [FluentValue<'_>]) -> &'a str {
    match values.first() {
        Some(FluentValue::String(text)) => text,
        Some(_) | None => "",
    }
}
