//! The frozen corpus: recorded games of every variant, which every later version has to replay alike.
//!
//! [`write()`] plays the games by bots and writes them into a folder, a file for each rules set. It never changes a file that
//! exists, because the point of a corpus is that it stays. [`read`] reads a corpus and [`replay`] checks one record of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use bots::{BotName, Budget, Craft};
use rules::notation::Values;
use rules::{Dice as _, Game, GameId, Observer, Rules, Say as _, Seat, Step, Turn};
use sha2::{Digest, Sha256};
use table::record::{Record, RecordText, scores_text};
use table::referee::{RefereeEvent, referee};

use crate::dice_of_game;

/// The file that lists all others with their SHA-256, as `sha256sum` writes and checks it.
pub const MANIFEST: &str = "MANIFEST";

/// Games of each rules set, at least.
const MIN_OF_RULES: usize = 12;

/// Games of each version of a game, at least, shared out among its rules sets.
const MIN_OF_GAME: usize = 200;

/// The players. Every fourth game has greedy bots alone, the others a mix, so that sensible and odd positions come up.
const BOTS: [BotName; 3] = [BotName::Greedy, BotName::Random, BotName::Whimsical(30)];

/// Tag of a record with the [`fingerprint`] of its replay.
const FINGERPRINT: &str = "Fingerprint";

/// Plays the corpus of these rules and adds it to a folder: all rules sets whose line begins with `prefix`. Returns the
/// number of files and records.
///
/// # Errors
/// If a file of the corpus exists already; then nothing is written. If a file cannot be written.
pub fn write(folder: &Path, prefix: &str) -> io::Result<(usize, usize)> {
    let mut files = Vec::new();
    for game in GameId::ALL {
        files.extend(bots::visit(game, CorpusFiles { prefix }));
    }
    if let Some((path, _)) = files.iter().find(|(path, _)| folder.join(path).exists()) {
        let reason = format!("{path} is frozen: a corpus is only added to");
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, reason));
    }
    fs::create_dir_all(folder)?;
    let mut options = fs::OpenOptions::new();
    let mut manifest = options.create(true).append(true).open(folder.join(MANIFEST))?;
    let mut n_records = 0;
    for (path, records) in &files {
        let text = records.join("\n");
        let path_here = folder.join(path);
        fs::create_dir_all(path_here.parent().unwrap_or(folder))?;
        fs::File::create_new(path_here)?.write_all(text.as_bytes())?;
        writeln!(manifest, "{}  {path}", hexadecimal(&Sha256::digest(&text)))?;
        n_records += records.len();
    }
    Ok((files.len(), n_records))
}

/// The files of a corpus by their paths, as the manifest lists them.
///
/// # Errors
/// If a file cannot be read, differs from the manifest, or is not listed there.
pub fn read(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let bad = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
    let manifest = fs::read_to_string(folder.join(MANIFEST))?;
    let mut files = BTreeMap::new();
    for line in manifest.lines() {
        let (hash, path) = line.split_once("  ").ok_or_else(|| bad(format!("`{line}`")))?;
        let text = fs::read_to_string(folder.join(path))?;
        if hexadecimal(&Sha256::digest(&text)) != hash {
            return Err(bad(format!("{path} was changed: a corpus is only added to")));
        }
        if files.insert(path.to_owned(), text).is_some() {
            return Err(bad(format!("{path} is listed twice")));
        }
    }
    for game in fs::read_dir(folder)? {
        let game = game?;
        if !game.file_type()?.is_dir() {
            continue;
        }
        for file in fs::read_dir(game.path())? {
            let path = format!("{}/{}", game.file_name().display(), file?.file_name().display());
            if !files.contains_key(&path) {
                return Err(bad(format!("{path} is not in the manifest")));
            }
        }
    }
    Ok(files)
}

/// Replays a record of a corpus and compares everything that the referee reports with the record.
///
/// # Errors
/// If the record cannot be read or could not have happened, or if it would now be played differently: a sentence.
pub fn replay<G: Game>(text: &RecordText) -> Result<G::Rules, String> {
    let at = |line: u32| format!("line {line}");
    let record = Record::<G>::read(text)
        .map_err(|error| format!("{}: {} {:?}", at(error.at.line), error.code(), error.facts()))?;
    if record.rules.to_string() != text.rules.value {
        let line = at(text.rules.at.line);
        return Err(format!("{line}: these rules are written `{}` now", record.rules));
    }
    let found = fingerprint(&record)?;
    match record.tag(FINGERPRINT) {
        Some(wanted) if wanted == found => Ok(record.rules),
        wanted => {
            let line = at(text.rules.at.line);
            Err(format!("{line}: the fingerprint is {found}, and {wanted:?} in the record"))
        }
    }
}

/// A hash of everything that the referee sees: each step, each list of legal actions, each standing, and the winners.
///
/// It is made of notation alone. How a type is debugged may change, and must not change a fingerprint.
fn fingerprint<G: Game>(record: &Record<G>) -> Result<String, String> {
    let mut hash = Sha256::new();
    let mut note = |line: String| hash.update(line + "\n");
    let seen = referee(record, |event| match event {
        RefereeEvent::Rules { text } | RefereeEvent::Chance { text } => note(text),
        RefereeEvent::Act { seat, text, mut legal } => {
            // The order of a list is no rule.
            legal.sort_unstable();
            note(format!("{seat} {text} of {}", legal.join(", ")));
        }
        RefereeEvent::Standing { rounds, scores } => {
            note(format!("round {rounds}: {}", scores_text(&scores)));
        }
        RefereeEvent::End { scores, winners } => {
            let winners: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
            note(format!("end: {}, won by {}", scores_text(&scores), winners.join(" ")));
        }
    });
    seen.map_err(|refused| format!("{} {:?}", refused.code(), refused.facts()))?;
    Ok(hexadecimal(&hash.finalize()[..8]))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

/// Plays the files of a game: path and records.
struct CorpusFiles<'a> {
    prefix: &'a str,
}

impl bots::VisitCraft for CorpusFiles<'_> {
    type Output = Vec<(String, Vec<String>)>;

    fn visit<G: Craft>(self) -> Self::Output {
        let every = G::Rules::every();
        let n_games = |rules: &G::Rules| {
            let of_version = every.iter().filter(|other| other.version() == rules.version());
            MIN_OF_GAME.div_ceil(of_version.count()).max(MIN_OF_RULES)
        };
        let standard = every.iter().map(|rules| (*rules, n_games(rules)));
        let all = standard.chain(unusual::<G>().into_iter().map(|rules| (rules, MIN_OF_RULES)));
        let wanted = all.filter(|(rules, _)| rules.to_string().starts_with(self.prefix));
        wanted
            .map(|(rules, n_games)| {
                let games = 0..n_games as u64;
                (path(&rules), games.map(|number| play::<G>(rules, number).to_string()).collect())
            })
            .collect()
    }
}

/// `catbox@1/players=3-edition=original-side=black.neko`. Values of a deck file are named by a hash.
fn path<R: Rules>(rules: &R) -> String {
    let line = rules.to_string();
    let is_table =
        |word: &&str| R::TABLES.iter().any(|table| word.starts_with(&format!("{}=", table.name)));
    let mut words = line.split(' ').filter(|word| !is_table(word));
    let folder = words.next().unwrap_or_default();
    let mut name = words.collect::<Vec<_>>().join("-");
    if !rules.changed_tables().is_empty() {
        write!(name, "-values={}", hexadecimal(&Sha256::digest(&line)[..4]))
            .expect("text is written");
    }
    format!("{folder}/{name}.neko")
}

/// Rules sets that [`Rules::every`] leaves out: each table of a deck file with other values, and the ends of ranges.
fn unusual<G: Game>() -> Vec<G::Rules> {
    let every = G::Rules::every();
    let mut unusual = Vec::new();
    for table in G::Rules::TABLES {
        let other = |value: i32| match value + 1 {
            next if next <= table.max => next,
            // The least value follows the greatest, where a row must have each value once.
            _ if table.each_once => table.min,
            _ => value,
        };
        let mut rows = G::Rules::standard_table(table.name);
        for value in rows.iter_mut().flatten() {
            *value = other(*value);
        }
        let with = |rules: &G::Rules| rules.with_table(table.name, &rows).ok();
        let changed =
            every.iter().filter_map(with).filter(|rules| !rules.changed_tables().is_empty());
        // The last: with most players and most parts of the game in play.
        unusual.extend(changed.last());
    }
    for option in G::Rules::OPTIONS.iter().filter(|option| option.key != "players") {
        let Values::Numbers { min, max } = option.values else { continue };
        unusual.extend(every.iter().find_map(|rules| with_number(rules, option.key, min)));
        unusual.extend(every.iter().rev().find_map(|rules| with_number(rules, option.key, max)));
    }
    unusual
}

/// These rules with another number for an option that they have.
fn with_number<R: Rules>(rules: &R, key: &str, number: i32) -> Option<R> {
    let (old, new) = (format!("{key}={}", rules.value(key)?), format!("{key}={number}"));
    let line = rules.to_string();
    let words = line.split(' ').map(|word| if word == old { new.as_str() } else { word });
    words.collect::<Vec<_>>().join(" ").parse().ok().filter(|changed| changed != rules)
}

/// A game by bots. The same number gives the same game.
fn play<G: Craft>(rules: G::Rules, number: u64) -> Record<G> {
    let line = rules.to_string();
    let seed = Sha256::digest(format!("nekoza corpus {line} {number}"));
    let seed = seed[..8].iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte));
    let mut dice = dice_of_game(seed, number);
    let names: Vec<BotName> = (0..u64::from(rules.n_seats()))
        .map(|seat| match number % 4 {
            3 => BotName::Greedy,
            shift => BOTS[(seat + shift) as usize % BOTS.len()],
        })
        .collect();
    let mut players: Vec<_> =
        names.iter().zip(1..).map(|(name, n)| name.bot::<G>(seed.wrapping_add(n))).collect();
    let mut record = Record::new(G::ID.name(), rules);
    let mut game = G::new(rules);
    loop {
        let step = match game.turn() {
            Turn::Over => break,
            Turn::Chance => Step::Chance(game.draw(&mut dice)),
            Turn::Decide(seats) => {
                // Seats that decide at the same time do so in any order.
                let seat = seats.iter().nth(dice.below(seats.len() as u32) as usize);
                let seat: Seat = seat.expect("a seat owes a decision");
                let view = game.view(Observer::Seat(seat));
                let thought = players[seat.index()].think(&view, Budget::Playouts(0));
                Step::Act(seat, thought.expect("a seat that owes a decision can decide").action)
            }
        };
        game.apply(&step);
        record.steps.push(step);
    }
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    record.set_tag("Bots", &names.join(" "));
    record.set_result(&game.standing());
    let print = fingerprint(&record).expect("the referee agrees with the game that was played");
    record.set_tag(FINGERPRINT, &print);
    record
}
