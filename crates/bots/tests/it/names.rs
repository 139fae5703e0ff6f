//! Names of bots.

use std::time::Duration;

use bots::{BotName, Level, Think};
use rules::GameId;

fn read(text: &str) -> BotName {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn names_are_read_and_written() {
    for (text, written) in [
        ("random", "random"),
        ("greedy", "greedy"),
        ("whimsical:30%", "whimsical:30%"),
        ("whimsical:0%", "whimsical:0%"),
        ("search", "search:100ms"),
        ("ismcts", "ismcts:100ms"),
        ("search:1ms", "search:1ms"),
        ("search:1500ms", "search:1500ms"),
        ("search:2s", "search:2s"),
        ("search:2000ms", "search:2s"),
        ("search:60s", "search:60s"),
        ("search:1", "search:1"),
        ("search:100000000", "search:100000000"),
        ("search:100ms*4", "search:100ms*4"),
        ("search:2000*64", "search:2000*64"),
        ("search:2000*1", "search:2000"),
        ("search*2", "search:100ms*2"),
        ("ismcts:1s", "ismcts:1s"),
        ("kitten", "kitten"),
        ("cat", "cat"),
        ("tiger", "tiger"),
    ] {
        assert_eq!(read(text).to_string(), written);
        assert_eq!(read(written), read(text), "{written} is not {text}");
    }
}

#[test]
fn wrong_names_are_explained() {
    for (text, found, wanted) in [
        ("", "``", "tiger"),
        ("gready", "`gready`", "greedy"),
        ("Search:1s", "`Search`", "search"),
        ("random:1s", "`:1s`", "nothing after the name"),
        ("greedy:", "`:`", "nothing after the name"),
        ("tiger:2s", "`:2s`", "nothing after the name"),
        ("search:", "``", "100ms or 2s"),
        ("search:fast", "`fast`", "100ms or 2s"),
        ("search:1.5s", "`1.5s`", "100ms or 2s"),
        ("search:+5", "`+5`", "100ms or 2s"),
        ("search:-1s", "`-1s`", "100ms or 2s"),
        ("search:1m", "`1m`", "100ms or 2s"),
        ("search:5 ms", "`5 ms`", "100ms or 2s"),
        ("search:99999999999999999999s", "`99999999999999999999s`", "100ms or 2s"),
        ("search:0ms", "`0ms`", "1ms to 60s"),
        ("search:0s", "`0s`", "1ms to 60s"),
        ("search:61s", "`61s`", "1ms to 60s"),
        ("ismcts:60001ms", "`60001ms`", "1ms to 60s"),
        ("search:0", "`0`", "1 to 100000000 games"),
        ("search:100000001", "`100000001`", "1 to 100000000 games"),
        ("search:1s*0", "`*0`", "1 to 64 threads"),
        ("search:1s*65", "`*65`", "1 to 64 threads"),
        ("search:1s*", "`*`", "1 to 64 threads"),
        ("search:1s*4*4", "`*4*4`", "1 to 64 threads"),
        ("ismcts:1s*4", "`*4`", "only search"),
        ("cat*2", "`*2`", "only search"),
        ("whimsical", "``", "whimsical:30%"),
        ("whimsical:30", "`30`", "whimsical:30%"),
        ("whimsical:101%", "`101%`", "whimsical:30%"),
    ] {
        let error = text.parse::<BotName>().expect_err(text).to_string();
        assert!(error.contains(found) && error.contains(wanted), "{text}: {error}");
    }
}

#[test]
fn a_name_sets_the_budget() {
    let think = |text: &str| read(text).think(GameId::Meow);
    assert_eq!(think("greedy"), None);
    assert_eq!(think("ismcts:7"), Some(Think::Playouts(7)));
    assert_eq!(think("search:2s*4"), Some(Think::Time(Duration::from_secs(2))));
    assert_eq!(think("kitten"), None);
    assert!(matches!(think("cat"), Some(Think::Playouts(_))));
    assert_eq!(think("tiger"), Some(Think::Time(Duration::from_secs(1))));
}

#[test]
fn levels_play_bots_that_have_names() {
    for level in Level::ALL {
        assert_eq!(Level::named(level.name()), Some(level));
        assert_eq!(read(level.name()), BotName::Level(level));
        for game in GameId::ALL {
            let plays = level.plays(game);
            assert!(!matches!(plays, BotName::Level(_)), "{plays} plays for {}", level.name());
            assert_eq!(read(&plays.to_string()), plays);
        }
    }
    for name in BotName::KINDS {
        assert_eq!(read(&name.to_string()), name);
        assert!(name.to_string().starts_with(name.kind()), "{name}");
    }
}
