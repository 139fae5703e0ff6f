//! The levels of bots, and their names in terms and logs: `table` keeps names and does not know the levels.

use bots::Level;
use table::terms::LevelName;

/// The name of a level in terms and logs.
pub fn name_of(level: Level) -> LevelName {
    LevelName::named(level.name()).expect("our levels have short names")
}

/// The level of a name in terms and logs. An unknown name means a cat: a level that no longer exists must not stop a
/// stored table.
pub fn level_of(name: &LevelName) -> Level {
    Level::named(name.name()).unwrap_or(Level::Cat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_name_of_its_own() {
        for level in Level::ALL {
            assert_eq!(level_of(&name_of(level)), level);
        }
    }

    #[test]
    fn an_unknown_name_means_a_cat() {
        assert_eq!(level_of(&LevelName::named("lion").unwrap()), Level::Cat);
    }
}
