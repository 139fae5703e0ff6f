//! `nekoza verify`, `backup`, `export` and `import`.

use rules::{Game, Step, Turn, meow};
use store::SqliteStore;
use table::record::Record;
use table::seed::Seed;

use crate::command::refused;
use crate::operate::Sitting;
use crate::{folder, nekoza};

/// A game dealt from a seed, in which every seat plays its first legal card.
fn played(seed: &Seed) -> Record<meow::State> {
    let mut record = Record::new("Meow", "meow players=3".parse().unwrap());
    let (mut game, mut n_draws) = (meow::State::new(record.rules), 0);
    loop {
        let step = match game.turn() {
            Turn::Chance => {
                n_draws += 1;
                Step::Chance(game.draw(&mut seed.dice(n_draws - 1)))
            }
            Turn::Decide(seats) => {
                let seat = seats.first().unwrap();
                Step::Act(seat, game.actions(seat).nth(0))
            }
            Turn::Over => break,
        };
        game.apply(&step);
        record.steps.push(step);
    }
    record.set_tag("Commitment", &seed.commitment());
    record.set_tag("Seed", &seed.reveal());
    record.set_result(&game.standing());
    record
}

#[test]
fn deals_are_verified_from_the_revealed_seed() {
    let folder = folder("verify");
    let seed = Seed::new([3; 32]);
    let record = played(&seed).to_string();
    let verify = |text: &str| {
        std::fs::write(folder.join("game.neko"), text).unwrap();
        nekoza(&folder, &["verify", "game.neko"])
    };
    let ran = verify(&record);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("5 draws compared"), "{}", ran.out);
    let other = Seed::new([4; 32]);
    let lie = record.replace(&seed.reveal(), &other.reveal());
    refused(&verify(&lie), 1, &["game.neko", "committed to"]);
    let lie = lie.replace(&seed.commitment(), &other.commitment());
    refused(&verify(&lie), 1, &["game.neko:", "step 1", "the seed deals"]);
    let no_seed = record.replace("[Seed ", "[Seat ");
    refused(&verify(&no_seed), 1, &["no tag Seed"]);
    refused(&verify(&record.replace("[Seed \"", "[Seed \"x")), 1, &["64 hexadecimal digits"]);
    refused(&nekoza(&folder, &["verify", "nowhere.neko"]), 2, &["nowhere.neko"]);
}

#[test]
fn tables_are_backed_up_exported_and_imported() {
    let folder = folder("keep");
    let table = Sitting::played().kept(7, 5);
    let (id, last) = (table.id, format!("{}\n", table.events.last().unwrap()));
    let data = folder.join("data");
    SqliteStore::import_into(&data, table).unwrap();
    // An open store does not block readers.
    let server = SqliteStore::open(&data).unwrap();
    let exported = nekoza(&folder, &["export", &id.to_string()]);
    assert_eq!((exported.code, exported.err.as_str()), (0, ""));
    assert!(exported.out.contains(&last), "{}", exported.out);
    assert_eq!(nekoza(&folder, &["backup", "copy.sqlite"]).code, 0);
    refused(&nekoza(&folder, &["backup", "copy.sqlite"]), 2, &["copy.sqlite"]);
    std::fs::write(folder.join("table.txt"), &exported.out).unwrap();
    refused(&nekoza(&folder, &["import", "table.txt"]), 2, &["in use"]);
    drop(server);
    refused(&nekoza(&folder, &["import", "table.txt"]), 2, &[&id.to_string(), "already"]);
    let imported = nekoza(&folder, &["import", "table.txt", "--data", "other"]);
    assert_eq!(imported.code, 0, "{}", imported.err);
    let again = nekoza(&folder, &["export", &id.to_string(), "--data", "other"]);
    assert_eq!(again.out, exported.out);
    std::fs::create_dir(folder.join("restored")).unwrap();
    std::fs::rename(folder.join("copy.sqlite"), folder.join("restored/tables.sqlite")).unwrap();
    let restored = nekoza(&folder, &["export", &id.to_string(), "--data", "restored"]);
    assert_eq!(restored.out, exported.out);
    refused(&nekoza(&folder, &["export", "nobody"]), 2, &["nobody"]);
    refused(&nekoza(&folder, &["export", &id.to_string(), "--data", "none"]), 2, &["none"]);
    std::fs::write(folder.join("cut.txt"), exported.out.replace("end\n", "")).unwrap();
    refused(&nekoza(&folder, &["import", "cut.txt", "--data", "third"]), 2, &["cut.txt", "line"]);
}
