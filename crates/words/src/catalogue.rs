//! The message catalogue of one language: codes and facts in, sentences out.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::{FluentNumber, FluentNumberOptions};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use rules::notation::{Unreadable, Wanted};
use rules::{CardFact, Fact, Game, GameId, Joint, Refusal, Say, Seat, Seats};

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
                include_str!(concat!("../catalogue/", $tag, "/command.ftl")),
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
        bundle.add_function("SIGN", sign).expect("function names are unique");
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
        self.joined(things, Joint::And)
    }

    fn joined(&self, things: &[String], joint: Joint) -> String {
        let last_id = match joint {
            Joint::Comma => "list-more",
            Joint::And => "list-last",
            Joint::Or => "list-or",
            Joint::Space => return things.join(" "),
        };
        let [first, middle @ .., last] = things else { return things.concat() };
        let joined = |id, list: String, next: &String| {
            self.message(id, &[("list", list.into()), ("next", next.clone().into())])
        };
        let list = middle.iter().fold(first.clone(), |list, next| joined("list-more", list, next));
        joined(last_id, list, last)
    }

    /// Cards, suit by suit: `red 3 4, blue 5`.
    fn cards(&self, cards: &[CardFact]) -> String {
        let suit = |cards: &[CardFact]| {
            let values: Vec<String> = cards.iter().map(|card| card.value.to_string()).collect();
            let values = self.joined(&values, Joint::Space);
            let suit = cards.first().map_or("", |card| card.suit);
            self.message("cards-of-suit", &[("suit", Fact::Name(suit)), ("values", values.into())])
        };
        let suits: Vec<String> = cards.chunk_by(|a, b| a.suit == b.suit).map(suit).collect();
        self.joined(&suits, Joint::Comma)
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
            Fact::Tenths(tenths) => {
                let one_decimal = FluentNumberOptions {
                    minimum_fraction_digits: Some(1),
                    ..FluentNumberOptions::default()
                };
                FluentNumber::new(*tenths as f64 / 10.0, one_decimal).into()
            }
            Fact::Seat(seat) => self.seat(*seat).into_owned().into(),
            Fact::Seats(seats) => self.seats(*seats).into(),
            Fact::Name(name) | Fact::Noun { name, .. } => self.message(name, &[]).into(),
            Fact::Cards(cards) => self.cards(cards).into(),
            Fact::List(joint, facts) => {
                let shown = |fact| match self.value(fact) {
                    FluentValue::Number(number) => printed(&number.as_string()),
                    FluentValue::String(text) => text.into_owned(),
                    FluentValue::Custom(_) | FluentValue::None | FluentValue::Error => {
                        unreachable!("facts are numbers and texts")
                    }
                };
                let things: Vec<String> = facts.iter().map(shown).collect();
                self.joined(&things, *joint).into()
            }
            Fact::Text(text) => text.clone().into(),
        }
    }
}

/// Whether the text of a fact contains names of players.
fn has_names(fact: &Fact) -> bool {
    match fact {
        Fact::Seat(_) | Fact::Seats(_) => true,
        Fact::List(_, facts) => facts.iter().any(has_names),
        Fact::Number(_)
        | Fact::Tenths(_)
        | Fact::Name(_)
        | Fact::Noun { .. }
        | Fact::Cards(_)
        | Fact::Text(_) => false,
    }
}

pub(crate) fn seen_id<G: Game>(seen: &G::Seen) -> String {
    [G::ID.name(), "-seen-", seen.code()].concat()
}

/// The function `SIGN` of the catalogue: `plus` or `minus` for a number, and any other value unchanged.
fn sign<'a>(values: &[FluentValue<'a>], _: &FluentArgs<'_>) -> FluentValue<'a> {
    match values.first() {
        Some(FluentValue::Number(number)) if number.value < 0.0 => "minus".into(),
        Some(FluentValue::Number(_)) => "plus".into(),
        Some(value) => value.clone(),
        None => FluentValue::None,
    }
}

/// Replaces the hyphen of notation by a minus sign.
fn printed(notation: &str) -> String {
    notation.replace('-', "−")
}
