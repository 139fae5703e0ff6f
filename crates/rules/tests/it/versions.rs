//! Each version of each game's rules can be read and written without change.

use rules::notation::newest;
use rules::{Game, GameId, Rules, Visit};

#[test]
fn every_version_survives_reading_and_writing() {
    for id in GameId::ALL {
        id.visit(Versions);
    }
}

struct Versions;

impl Visit for Versions {
    type Output = ();

    fn visit<G: Game>(self) {
        let name = G::ID.name();
        let read = |line: String| line.parse::<G::Rules>().unwrap();
        for &version in G::Rules::VERSIONS {
            let rules = read(format!("{name}@{version}"));
            assert_eq!(rules.version(), version, "{name}@{version}");
            assert!(rules.to_string().starts_with(&format!("{name}@{version} ")), "{rules}");
            let of_version = |rules: &G::Rules| rules.version() == version;
            assert!(G::Rules::every().iter().any(of_version), "every() has {name}@{version}");
        }
        assert!(G::Rules::VERSIONS.is_sorted(), "the newest version of {name} is the last");
        assert_eq!(read(name.to_owned()).version(), newest::<G::Rules>());
    }
}
