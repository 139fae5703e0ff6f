//! Reading text: the cursor of all notations, rules lines, and errors for text that cannot be read.

use std::fmt;

use crate::{BySeat, DeckTable, Fact, Facts, Numbered, Rules, Say, Seat, Set, codes};

/// An error in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The position of the error, in bytes from the start of the text.
    pub at: usize,
    /// The word at this position; empty at the end of the text.
    pub found: String,
    /// What the text should have there.
    pub wanted: Wanted,
}

/// What a text should have at some position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Wanted {
    /// One of these words.
    Word(Vec<&'static str>),
    /// A number in this range.
    Number(i32, i32),
    /// Something like this example.
    Like(&'static str),
    /// A key that has not been given before.
    NewKey,
    /// A card that has not been dealt before.
    NewCard,
    /// A value that goes with another key: that key and its value, and the values allowed with it.
    Fitting { with: String, allowed: Vec<&'static str> },
    /// Another key: this one is only allowed together with `with`.
    OnlyWith { with: &'static str },
    /// Rows of values that fit this table.
    Table(DeckTable),
    /// One of the known versions of these rules, oldest first.
    Version(&'static [u32]),
    /// Nothing more.
    End,
}

impl Say for Wanted {
    codes! {
        Wanted::Word(_) => "word",
        Wanted::Number(..) => "number",
        Wanted::Like(_) => "like",
        Wanted::NewKey => "new-key",
        Wanted::NewCard => "new-card",
        Wanted::Fitting { .. } => "fitting",
        Wanted::OnlyWith { .. } => "only-with",
        Wanted::Table(_) => "table",
        Wanted::Version(_) => "version",
        Wanted::End => "end",
    }

    fn facts(&self) -> Facts {
        match self {
            Wanted::Word(words) => {
                vec![("n", (words.len() as i64).into()), ("words", Fact::Text(words.join(", ")))]
            }
            Wanted::Number(min, max) => vec![("min", (*min).into()), ("max", (*max).into())],
            Wanted::Like(example) => vec![("example", Fact::Text((*example).into()))],
            Wanted::Fitting { with, allowed } => {
                vec![
                    ("with", Fact::Text(with.clone())),
                    ("allowed", Fact::Text(allowed.join(", "))),
                ]
            }
            Wanted::OnlyWith { with } => vec![("with", Fact::Text((*with).into()))],
            Wanted::Table(table) => vec![
                ("table", Fact::Text(table.name.into())),
                ("rows", (table.rows.len() as i64).into()),
                ("values", (table.n_values as i64).into()),
                ("min", table.min.into()),
                ("max", table.max.into()),
                ("once", u8::from(table.each_once).into()),
            ],
            Wanted::Version(versions) => {
                let known: Vec<String> = versions.iter().map(u32::to_string).collect();
                vec![("n", (known.len() as i64).into()), ("versions", Fact::Text(known.join(", ")))]
            }
            Wanted::NewKey | Wanted::NewCard | Wanted::End => vec![],
        }
    }
}

/// A cursor over one line of text.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// The text after the cursor.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The position of the cursor, in bytes.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The error for the word at the cursor.
    pub fn refuse(&self, wanted: Wanted) -> Unreadable {
        let found = first_word(self.rest().trim_start_matches(' ')).to_owned();
        Unreadable { at: self.at, found, wanted }
    }

    /// Moves past `token`, if the text continues with it.
    pub fn take(&mut self, token: &str) -> bool {
        let here = self.rest().starts_with(token);
        if here {
            self.at += token.len();
        }
        here
    }

    /// Reads one byte of ASCII, if the text continues with one.
    pub fn byte(&mut self) -> Option<u8> {
        let byte = self.rest().bytes().next().filter(u8::is_ascii)?;
        self.at += 1;
        Some(byte)
    }

    /// Reads the word at the cursor, which may be empty.
    pub fn word(&mut self) -> &'a str {
        let word = first_word(self.rest());
        self.at += word.len();
        word
    }

    /// Reads a word of a list and returns its index.
    pub fn one_of(&mut self, words: &[&'static str]) -> Result<usize, Unreadable> {
        let found = first_word(self.rest());
        match words.iter().position(|&word| word == found) {
            Some(place) => {
                self.at += found.len();
                Ok(place)
            }
            None => Err(self.refuse(Wanted::Word(words.to_vec()))),
        }
    }

    /// Reads a whole number in a range, without leading zeros or plus sign, so that each number has one form.
    pub fn number(&mut self, min: i32, max: i32) -> Result<i32, Unreadable> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let word = &rest[..sign + digits];
        match word.parse::<i32>() {
            Ok(number) if number.to_string() == word && (min..=max).contains(&number) => {
                self.at += word.len();
                Ok(number)
            }
            Ok(_) | Err(_) => Err(self.refuse(Wanted::Number(min, max))),
        }
    }

    /// Reads a seat number.
    pub fn seat(&mut self) -> Result<Seat, Unreadable> {
        let seat = self.rest().bytes().next().and_then(Seat::read);
        let seat = seat.ok_or_else(|| self.refuse(Wanted::Like("0")))?;
        self.at += 1;
        Ok(seat)
    }

    /// Reads a space. The example shows in an error what follows it.
    pub fn space(&mut self, example: &'static str) -> Result<(), Unreadable> {
        if self.take(" ") { Ok(()) } else { Err(self.refuse(Wanted::Like(example))) }
    }

    /// Reads exactly this text.
    pub fn exactly(&mut self, token: &'static str) -> Result<(), Unreadable> {
        if self.take(token) { Ok(()) } else { Err(self.refuse(Wanted::Like(token))) }
    }

    /// Checks that the text ends here.
    pub fn end(&self) -> Result<(), Unreadable> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.refuse(Wanted::End)) }
    }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// An option of a rules line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// The key in the rules line.
    pub key: &'static str,
    /// The values that it can have.
    pub values: Values,
}

impl RuleOption {
    /// The number of players, which every rules line has.
    pub const fn players<R: Rules>() -> RuleOption {
        let (min, max) = (*R::PLAYERS.start() as i32, *R::PLAYERS.end() as i32);
        RuleOption { key: "players", values: Values::Numbers { min, max } }
    }
}

/// The values that an option can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    Words(&'static [&'static str]),
    /// A number in this range.
    Numbers {
        /// The least.
        min: i32,
        /// The greatest.
        max: i32,
    },
    /// Rows of a deck table: rows separated by `/`, values by `,`.
    Table,
}

/// The keys and values of a rules line, checked one by one but not yet against each other.
#[derive(Clone, Debug)]
pub struct Picks<'a> {
    version: u32,
    options: &'static [RuleOption],
    picked: Vec<Pick<'a>>,
}

#[derive(Clone, Copy, Debug)]
struct Pick<'a> {
    key: &'static str,
    value: &'a str,
    at: usize,
}

impl<'a> Picks<'a> {
    /// Reads `NAME@VERSION key=value …`. A line without a version means the newest.
    pub fn read<R: Rules>(line: &'a str) -> Result<Picks<'a>, Unreadable> {
        let (name, options) = (R::GAME.name(), R::OPTIONS);
        let mut reader = Reader::new(line);
        let found = reader.rest().split([' ', '@']).next().unwrap_or_default();
        if found != name {
            return Err(reader.refuse(Wanted::Word(vec![name])));
        }
        reader.take(name);
        let mut version = newest::<R>();
        if reader.take("@") {
            let found = first_word(reader.rest());
            let known = R::VERSIONS.iter().find(|known| known.to_string() == found);
            version = *known.ok_or_else(|| reader.refuse(Wanted::Version(R::VERSIONS)))?;
            reader.word();
        }
        let mut picked: Vec<Pick<'a>> = Vec::new();
        while reader.take(" ") {
            let keys: Vec<&'static str> = options.iter().map(|option| option.key).collect();
            let key_found = reader.rest().split([' ', '=']).next().unwrap_or_default();
            let Some(option) = options.iter().find(|option| option.key == key_found) else {
                return Err(reader.refuse(Wanted::Word(keys)));
            };
            if picked.iter().any(|pick| pick.key == option.key) {
                return Err(reader.refuse(Wanted::NewKey));
            }
            reader.take(option.key);
            reader.exactly("=")?;
            let at = reader.at();
            let value = match option.values {
                Values::Words(words) => words[reader.one_of(words)?],
                Values::Numbers { min, max } => {
                    reader.number(min, max)?;
                    &line[at..reader.at()]
                }
                Values::Table => reader.word(),
            };
            picked.push(Pick { key: option.key, value, at });
        }
        reader.end()?;
        Ok(Picks { version, options, picked })
    }

    /// The version of the rules. A game with several versions keeps it in its rules set.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The value of a key, if it was given.
    pub fn get(&self, key: &'static str) -> Option<&'a str> {
        debug_assert!(self.options.iter().any(|option| option.key == key), "{key} is an option");
        self.picked.iter().find(|pick| pick.key == key).map(|pick| pick.value)
    }

    /// The number of a key, or a default.
    pub fn number_or(&self, key: &'static str, default: i32) -> i32 {
        self.get(key).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    /// The index of a key's value in a list of words, or a default.
    pub fn place_or(&self, key: &'static str, words: &[&str], default: usize) -> usize {
        self.get(key)
            .and_then(|value| words.iter().position(|&word| word == value))
            .unwrap_or(default)
    }

    /// The error for a key's value.
    pub fn refuse(&self, key: &'static str, wanted: Wanted) -> Unreadable {
        let pick = self.picked.iter().find(|pick| pick.key == key);
        let (at, found) = pick.map_or((0, ""), |pick| (pick.at, pick.value));
        Unreadable { at, found: found.to_owned(), wanted }
    }

    /// These rules with the tables of the line in place of the standard ones. `needs` names the option that a table needs,
    /// if the rules do not have it.
    pub fn with_tables<R: Rules>(
        &self,
        mut rules: R,
        needs: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<R, Unreadable> {
        for table in R::TABLES {
            let Some(rows) = self.rows(table)? else { continue };
            if let Some(with) = needs(table.name) {
                return Err(self.refuse(table.name, Wanted::OnlyWith { with }));
            }
            rules = rules.with_table(table.name, &rows).expect("the rows have been checked");
        }
        Ok(rules)
    }

    /// The rows of a table, checked, if the line has its key.
    fn rows(&self, table: &DeckTable) -> Result<Option<Vec<Vec<i32>>>, Unreadable> {
        let Some(value) = self.get(table.name) else { return Ok(None) };
        let rows = read_rows(value).filter(|rows| table.check(rows).is_ok());
        rows.map(Some).ok_or_else(|| self.refuse(table.name, Wanted::Table(*table)))
    }
}

fn read_rows(value: &str) -> Option<Vec<Vec<i32>>> {
    let number = |word: &str| word.parse::<i32>().ok().filter(|number| number.to_string() == word);
    value.split('/').map(|row| row.split(',').map(number).collect()).collect()
}

/// Rows as a rules line writes them.
pub fn rows_text(rows: &[Vec<i32>]) -> String {
    let row_text = |row: &Vec<i32>| row.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
    rows.iter().map(row_text).collect::<Vec<_>>().join("/")
}

/// The value of a table's key as a rules line writes it, if the table differs from the standard one.
pub fn table_value(rules: &impl Rules, key: &str) -> Option<String> {
    let (_, rows) = rules.changed_tables().into_iter().find(|(name, _)| *name == key)?;
    Some(rows_text(&rows))
}

/// The version that new games use.
///
/// # Panics
/// If a game has no version.
pub fn newest<R: Rules>() -> u32 {
    *R::VERSIONS.last().expect("every game has a version")
}

/// Writes a rules line with every key that the rules set has.
pub fn write_rules<R: Rules>(f: &mut fmt::Formatter<'_>, rules: &R) -> fmt::Result {
    write!(f, "{}@{}", R::GAME.name(), rules.version())?;
    for option in R::OPTIONS {
        if let Some(value) = rules.value(option.key) {
            write!(f, " {}={value}", option.key)?;
        }
    }
    Ok(())
}

/// Writes things separated by commas, in this order.
pub fn write_list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    things: impl IntoIterator<Item = T>,
) -> fmt::Result {
    let mut gap = "";
    for thing in things {
        write!(f, "{gap}{thing}")?;
        gap = ",";
    }
    Ok(())
}

/// Writes the hands of a deal: ` 0:CARDS 1:CARDS …`. Empty hands are left out.
pub fn write_hands<H: fmt::Display + Default + PartialEq, const N: usize>(
    f: &mut fmt::Formatter<'_>,
    hands: &BySeat<H, N>,
) -> fmt::Result {
    let mut dealt = Seat::all(N as u8).filter(|&seat| hands[seat] != H::default());
    dealt.try_for_each(|seat| write!(f, " {seat}:{}", hands[seat]))
}

/// Reads a text that must end after one thing.
pub fn read_whole<T>(
    text: &str,
    read: impl Fn(&mut Reader<'_>) -> Result<T, Unreadable>,
) -> Result<T, Unreadable> {
    let mut reader = Reader::new(text);
    let thing = read(&mut reader)?;
    reader.end()?;
    Ok(thing)
}

/// Lets things be parsed from text, each by the function that reads it.
macro_rules! from_notation {
    ($($thing:ty => $read:path,)+) => {$(
        impl std::str::FromStr for $thing {
            type Err = $crate::notation::Unreadable;

            fn from_str(text: &str) -> Result<$thing, Self::Err> {
                $crate::notation::read_whole(text, $read)
            }
        }
    )+};
}

pub(crate) use from_notation;

/// Reads the hands of a deal, each seat once and in order. `hand` reads one hand of at least one card.
pub fn read_hands<H: Copy + Default, const N: usize>(
    reader: &mut Reader<'_>,
    mut hand: impl FnMut(&mut Reader<'_>) -> Result<H, Unreadable>,
) -> Result<BySeat<H, N>, Unreadable> {
    let mut hands = BySeat::default();
    let mut n_seats = 0;
    while n_seats < N && reader.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        reader.exactly(" ")?;
        if reader.clone().seat()?.index() != n_seats {
            return Err(reader.refuse(Wanted::Like(["0:", "1:", "2:", "3:", "4:", "5:"][n_seats])));
        }
        reader.seat()?;
        reader.exactly(":")?;
        hands.0[n_seats] = hand(reader)?;
        n_seats += 1;
    }
    Ok(hands)
}

/// Reads a card that is not in `all`, the cards read before, and adds it to them.
pub fn read_new<C: Numbered>(
    reader: &mut Reader<'_>,
    all: &mut Set<C>,
    read: impl Fn(&mut Reader<'_>) -> Result<C, Unreadable>,
) -> Result<C, Unreadable> {
    let before = reader.clone();
    let card = read(reader)?;
    if all.has(card) {
        return Err(before.refuse(Wanted::NewCard));
    }
    *all = all.with(card);
    Ok(card)
}

/// Reads such cards separated by commas, in any order.
pub fn read_set<C: Numbered>(
    reader: &mut Reader<'_>,
    all: &mut Set<C>,
    read: impl Fn(&mut Reader<'_>) -> Result<C, Unreadable>,
) -> Result<Set<C>, Unreadable> {
    let mut cards = Set::NONE;
    loop {
        cards = cards.with(read_new(reader, all, &read)?);
        if !reader.take(",") {
            return Ok(cards);
        }
    }
}
