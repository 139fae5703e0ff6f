//! The settings of a server from several sources: the command line, the environment and a file.
//!
//! Every setting has one key, and its value is a text wherever it comes from, so that all sources are read alike.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use bots::Think;
use rules::{Fact, Facts, Say, codes};
use store::PrunePolicy;
use toml::de::{DeTable, DeValue};

use crate::config::{Config, Lifetimes, Limits, PerAddress, PublicUrl, Rate, Timeouts};
use crate::network::Network;

/// All settings with their defaults and what they mean, as a file to edit.
pub const SETTINGS_FILE: &str = include_str!("settings.toml");

/// The keys of all settings.
pub const KEYS: [&str; 33] = [
    "listen",
    "data",
    "public_url",
    "behind_proxy",
    "open_metrics",
    "log",
    "banned",
    "requests_burst",
    "requests_per_minute",
    "tables_burst",
    "tables_per_minute",
    "chat_burst",
    "chat_per_minute",
    "hints_burst",
    "hints_per_minute",
    "toggles_burst",
    "toggles_per_minute",
    "connections",
    "connections_per_address",
    "connections_per_ipv6_site",
    "streams_per_address",
    "streams_per_ipv6_site",
    "compressed_streams",
    "replays_at_once",
    "replay_events",
    "hint_millis",
    "header_seconds",
    "form_seconds",
    "reading_seconds",
    "listing_minutes",
    "link_minutes",
    "prune_unplayed_days",
    "prune_all_days",
];

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The settings of the server itself.
    pub config: Config,
    /// The folder of its tables.
    pub data: PathBuf,
    /// The targets of its log.
    pub log: String,
}

/// Settings by their keys, before they are read. Later sources win over earlier ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources(BTreeMap<&'static str, Given>);

/// The text of a setting, and where it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Given {
    text: String,
    source: String,
}

/// What is wrong with the settings. Messages: `serve-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum BadSettings {
    /// No setting has this key. `source` is the file or the option.
    Unknown { source: String, key: String },
    /// A value cannot be read.
    Value { source: String, key: &'static str, found: String, wanted: SettingKind },
    /// A file is not TOML. `error` is the parser's own message.
    NotToml { source: String, error: String },
}

/// What a setting wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingKind {
    /// A whole number in this range.
    Number(RangeInclusive<u64>),
    /// `true` or `false`.
    Switch,
    /// An address and a port.
    Address,
    /// A public address.
    Url,
    /// A list of networks.
    Networks,
    /// A text, or a list of texts: no table, no date.
    Text,
}

impl Say for BadSettings {
    codes! {
        BadSettings::Unknown { .. } => "unknown-setting",
        BadSettings::Value { .. } => "bad-setting",
        BadSettings::NotToml { .. } => "bad-config",
    }

    fn facts(&self) -> Facts {
        let text = |text: &str| Fact::Text(text.to_owned());
        match self {
            BadSettings::Unknown { source, key } => {
                vec![("source", text(source)), ("key", text(key))]
            }
            BadSettings::Value { source, key, found, wanted } => {
                let (least, most) = match wanted {
                    SettingKind::Number(range) => (*range.start() as i64, *range.end() as i64),
                    _ => (0, 0),
                };
                vec![
                    ("source", text(source)),
                    ("key", text(key)),
                    ("found", text(found)),
                    ("wanted", text(wanted.name())),
                    ("least", Fact::Number(least)),
                    ("most", Fact::Number(most)),
                ]
            }
            BadSettings::NotToml { source, error } => {
                vec![("source", text(source)), ("error", text(error))]
            }
        }
    }
}

impl SettingKind {
    fn name(&self) -> &'static str {
        match self {
            SettingKind::Number(_) => "number",
            SettingKind::Switch => "switch",
            SettingKind::Address => "address",
            SettingKind::Url => "url",
            SettingKind::Networks => "networks",
            SettingKind::Text => "text",
        }
    }
}

impl fmt::Display for BadSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSettings::Unknown { source, key } => write!(f, "{source}: no setting `{key}`"),
            BadSettings::Value { source, key, found, wanted } => {
                write!(f, "{source}: {key} is `{found}`, wanted {}", wanted.name())
            }
            BadSettings::NotToml { source, error } => write!(f, "{source}: {error}"),
        }
    }
}

impl std::error::Error for BadSettings {}

/// The name of a setting in the environment.
pub fn variable_of(key: &str) -> String {
    format!("NEKOZA_{}", key.to_ascii_uppercase())
}

impl Sources {
    /// Adds a setting. `source` tells people where it was found.
    pub fn set(&mut self, source: &str, key: &str, text: &str) -> Result<(), BadSettings> {
        let known = KEYS.into_iter().find(|known| *known == key);
        let key = known.ok_or_else(|| BadSettings::Unknown {
            source: source.to_owned(),
            key: key.to_owned(),
        })?;
        self.0.insert(key, Given { text: text.to_owned(), source: source.to_owned() });
        Ok(())
    }

    /// Adds the settings of a file.
    pub fn read_file(&mut self, source: &str, text: &str) -> Result<(), BadSettings> {
        let file = DeTable::parse(text).map_err(|error| BadSettings::NotToml {
            source: source.to_owned(),
            error: error.to_string().trim_end().to_owned(),
        })?;
        for (key, value) in file.get_ref() {
            let key: &str = key.get_ref();
            self.set(source, key, "")?;
            let text = plain(value.get_ref()).ok_or_else(|| BadSettings::Value {
                source: source.to_owned(),
                key: KEYS.into_iter().find(|known| *known == key).unwrap_or_default(),
                found: text[value.span()].to_owned(),
                wanted: SettingKind::Text,
            })?;
            self.set(source, key, &text)?;
        }
        Ok(())
    }

    /// Reads all settings. A missing one has its default.
    pub fn read(&self) -> Result<Settings, BadSettings> {
        let defaults = Config::new(DEFAULT_LISTEN.parse().expect("this is an address"));
        let listen = self.value("listen", SettingKind::Address)?.unwrap_or(defaults.listen);
        let url = self.0.get("public_url").filter(|given| !given.text.is_empty());
        let public_url: Option<PublicUrl> = match url {
            Some(_) => self.value("public_url", SettingKind::Url)?,
            None => None,
        };
        let switch = |key| Ok(self.value(key, SettingKind::Switch)?.unwrap_or(false));
        let text = |key| self.0.get(key).map(|given| given.text.clone());
        let hints = self.number("hint_millis", 10..=10_000)?.map(Duration::from_millis);
        Ok(Settings {
            config: Config {
                listen,
                public_url,
                behind_proxy: switch("behind_proxy")?,
                open_metrics: switch("open_metrics")?,
                limits: self.limits(&defaults.limits)?,
                lifetimes: self.lifetimes(&defaults.lifetimes)?,
                timeouts: self.timeouts(&defaults.timeouts)?,
                banned: self.networks("banned")?,
                pruning: self.pruning(&defaults.pruning)?,
                hints: hints.map_or(defaults.hints, Think::Time),
            },
            data: text("data").unwrap_or_else(|| DEFAULT_DATA.to_owned()).into(),
            log: text("log").unwrap_or_else(|| DEFAULT_LOG.to_owned()),
        })
    }

    fn limits(&self, defaults: &Limits) -> Result<Limits, BadSettings> {
        let count = |key, default: usize| {
            Ok(self.number(key, 1..=1_000_000)?.map_or(default, |n| n as usize))
        };
        let rate = |[burst, per_minute]: [&'static str; 2], default: Option<Rate>| {
            self.rate(burst, per_minute, default)
        };
        Ok(Limits {
            requests: rate(["requests_burst", "requests_per_minute"], defaults.requests)?,
            tables: rate(["tables_burst", "tables_per_minute"], defaults.tables)?,
            chat: rate(["chat_burst", "chat_per_minute"], defaults.chat)?,
            hints: rate(["hints_burst", "hints_per_minute"], defaults.hints)?,
            toggles: rate(["toggles_burst", "toggles_per_minute"], defaults.toggles)?,
            n_connections: count("connections", defaults.n_connections)?,
            connections: PerAddress {
                address: count("connections_per_address", defaults.connections.address)?,
                ipv6_site: count("connections_per_ipv6_site", defaults.connections.ipv6_site)?,
            },
            streams: PerAddress {
                address: count("streams_per_address", defaults.streams.address)?,
                ipv6_site: count("streams_per_ipv6_site", defaults.streams.ipv6_site)?,
            },
            n_compressed: count("compressed_streams", defaults.n_compressed)?,
            n_replays: count("replays_at_once", defaults.n_replays)?,
            replay_events: self
                .number("replay_events", 1..=1_000_000_000)?
                .unwrap_or(defaults.replay_events),
        })
    }

    fn rate(
        &self,
        burst: &'static str,
        per_minute: &'static str,
        default: Option<Rate>,
    ) -> Result<Option<Rate>, BadSettings> {
        let default_burst = default.map_or(0, |rate| rate.burst.get());
        let burst = self.number(burst, 0..=1_000_000)?.map_or(default_burst, |n| n as u32);
        let per_minute = self.number(per_minute, 1..=1_000_000)?.map(|n| n as u32);
        let every = per_minute.map(|n| Duration::from_secs(60) / n);
        let every = every.or(default.map(|rate| rate.every)).unwrap_or(Duration::from_secs(1));
        Ok((burst > 0).then(|| Rate::new(burst, every)))
    }

    fn timeouts(&self, defaults: &Timeouts) -> Result<Timeouts, BadSettings> {
        let seconds =
            |key, default| Ok(self.number(key, 1..=3600)?.map_or(default, Duration::from_secs));
        Ok(Timeouts {
            headers: seconds("header_seconds", defaults.headers)?,
            form: seconds("form_seconds", defaults.form)?,
            reading: seconds("reading_seconds", defaults.reading)?,
        })
    }

    fn lifetimes(&self, defaults: &Lifetimes) -> Result<Lifetimes, BadSettings> {
        let minutes = |key, default| {
            let minutes = self.number(key, 1..=1440)?;
            Ok(minutes.map_or(default, |minutes| Duration::from_secs(minutes * 60)))
        };
        Ok(Lifetimes {
            listing: minutes("listing_minutes", defaults.listing)?,
            link: minutes("link_minutes", defaults.link)?,
        })
    }

    fn pruning(&self, defaults: &PrunePolicy) -> Result<PrunePolicy, BadSettings> {
        let days = |key, default| {
            let days = self.number(key, 0..=36_500)?;
            let age = |n: u64| (n > 0).then(|| Duration::from_secs(n * 24 * 3600));
            Ok(days.map_or(default, age))
        };
        Ok(PrunePolicy {
            unplayed: days("prune_unplayed_days", defaults.unplayed)?,
            older_than: days("prune_all_days", defaults.older_than)?,
        })
    }

    fn networks(&self, key: &'static str) -> Result<Vec<Network>, BadSettings> {
        let text = self.0.get(key).map(|given| given.text.as_str()).unwrap_or_default();
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        let networks: Result<Vec<Network>, _> = parts.map(str::parse).collect();
        networks.map_err(|_| self.bad(key, SettingKind::Networks))
    }

    fn number(
        &self,
        key: &'static str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, BadSettings> {
        let number = self.value(key, SettingKind::Number(range.clone()))?;
        match number {
            Some(number) if !range.contains(&number) => {
                Err(self.bad(key, SettingKind::Number(range)))
            }
            number => Ok(number),
        }
    }

    fn value<T: FromStr>(
        &self,
        key: &'static str,
        wanted: SettingKind,
    ) -> Result<Option<T>, BadSettings> {
        let value = self.0.get(key).map(|given| given.text.trim().parse());
        value.transpose().map_err(|_| self.bad(key, wanted))
    }

    fn bad(&self, key: &'static str, wanted: SettingKind) -> BadSettings {
        let Given { text, source } = self
            .0
            .get(key)
            .cloned()
            .unwrap_or(Given { text: String::new(), source: String::new() });
        BadSettings::Value { source, key, found: text, wanted }
    }
}

const DEFAULT_LISTEN: &str = "127.0.0.1:8080";
const DEFAULT_DATA: &str = "./data";
const DEFAULT_LOG: &str = "warn";

/// A value of a file as text; lists have commas.
fn plain(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Boolean(yes) => Some(yes.to_string()),
        DeValue::Array(list) => {
            let texts: Option<Vec<String>> =
                list.iter().map(|value| plain(value.get_ref())).collect();
            texts.map(|texts| texts.join(","))
        }
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(file: &str) -> Result<Settings, BadSettings> {
        let mut sources = Sources::default();
        sources.read_file("a file", file)?;
        sources.read()
    }

    /// The lines of the settings file that set something, as settings.
    fn uncommented() -> String {
        let is_setting = |line: &&str| line.starts_with('#') && !line.starts_with(['#', ' ']);
        let settings = SETTINGS_FILE.lines().filter_map(|line| {
            let setting = line.strip_prefix('#')?;
            setting.starts_with(|first: char| first.is_ascii_lowercase()).then_some(setting)
        });
        assert_eq!(SETTINGS_FILE.lines().filter(is_setting).count(), 0);
        settings.fold(String::new(), |text, line| text + line + "\n")
    }

    #[test]
    fn the_settings_file_has_every_setting_with_its_default() {
        let defaults = from("").unwrap();
        assert_eq!(defaults.config, Config::new("127.0.0.1:8080".parse().unwrap()));
        assert_eq!(from(SETTINGS_FILE).unwrap(), defaults, "everything is a comment");
        let all = uncommented();
        assert_eq!(from(&all).unwrap(), defaults);
        let keys: Vec<&str> = all.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(keys, KEYS);
    }

    #[test]
    fn every_setting_is_read() {
        let defaults = from("").unwrap();
        for key in KEYS {
            let (good, bad) = match key {
                "listen" => ("\"0.0.0.0:80\"", Some("\"here\"")),
                "public_url" => ("\"https://cats.example\"", Some("\"cats.example\"")),
                "behind_proxy" | "open_metrics" => ("true", Some("\"yes\"")),
                "data" | "log" => ("\"other\"", None),
                "banned" => ("[\"1.2.3.4\", \"::/16\"]", Some("[\"1.2.3.4\", \"cats\"]")),
                _ => ("17", Some("-1")),
            };
            let changed = from(&format!("{key} = {good}")).unwrap();
            assert_ne!(changed, defaults, "{key} changes nothing");
            for bad in bad.into_iter().chain(["{ a = 1 }", "1979-05-27"]) {
                let error = from(&format!("{key} = {bad}")).unwrap_err();
                assert!(
                    matches!(&error, BadSettings::Value { key: named, source, .. }
                    if *named == key && source == "a file"),
                    "{key} = {bad}: {error:?}"
                );
            }
        }
    }

    #[test]
    fn later_sources_win() {
        let mut sources = Sources::default();
        sources.read_file("a file", "chat_burst = 3\nhints_burst = 4\nconnections = 5").unwrap();
        sources.set("NEKOZA_HINTS_BURST", "hints_burst", "0").unwrap();
        sources.set("NEKOZA_CONNECTIONS", "connections", "6").unwrap();
        sources.set("--set", "connections", "7").unwrap();
        let limits = sources.read().unwrap().config.limits;
        assert_eq!(limits.chat.unwrap(), Rate::new(3, Duration::from_secs(2)));
        assert_eq!((limits.hints, limits.n_connections), (None, 7));
        assert_eq!(limits.requests, Limits::default().requests);
    }

    #[test]
    fn mistakes_are_named() {
        let unknown = from("conections = 5").unwrap_err();
        assert_eq!(
            unknown,
            BadSettings::Unknown { source: "a file".to_owned(), key: "conections".to_owned() }
        );
        assert!(matches!(from("listen ="), Err(BadSettings::NotToml { .. })));
        assert!(matches!(
            from("form_seconds = 0"),
            Err(BadSettings::Value { wanted: SettingKind::Number(range), .. }) if range == (1..=3600)
        ));
        let mut sources = Sources::default();
        assert!(sources.set("--set", "form_secs", "1").is_err());
    }
}
