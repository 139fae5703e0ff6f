//! Writes pages of random games, one for each kind of decision and for the end of a round, to look at them:
//!
//! ```sh
//! cargo run -p pages --example faces -- target/faces 7
//! python3 -m http.server --directory target/faces
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use maud::{DOCTYPE, Markup, html};
use pages::assets::{Asset, File};
use pages::face::{self, Face, Help, Sight, VisitFace};
use rules::{GameId, Observer, Open as _, Rules as _, Turn};
use testing::dice::dice;
use words::Words;

/// The tables that are played: between them they ask every question there is.
const TABLES: &[&str] = &[
    "catbox players=2",
    "catbox players=3",
    "catbox players=4",
    "catbox players=5",
    "catbox players=4 side=purple",
    "catsle players=3",
    "catsle players=4",
    "catsle players=5",
    "yorozu players=3",
    "yorozu players=4",
    "yorozu players=4 level=experienced target=60",
    "yorozu players=3 level=advanced target=60",
    "yorozu players=4 level=advanced target=60",
    "meow players=2",
    "meow players=4 fish=by-hand",
    "meow players=6",
];

const NAMES: [&str; 6] = ["Mia", "Ken", "Ada", "Tomasz", "Lucía", "Wei"];

/// Which position of a kind is shown: not the first, so that something lies on the table.
const N_BEFORE: usize = 14;

/// How many games are played at each table.
const N_GAMES: u64 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("wanted: a folder, and perhaps a seed")?;
    let seed: u64 = args.next().map_or(Ok(7), |seed| seed.parse())?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let assets = GameId::ALL.map(Asset::Table).into_iter().chain([Asset::Base, Asset::Kit]);
    for asset in assets {
        let file = folder.join(asset.url().trim_start_matches('/'));
        fs::create_dir_all(file.parent().ok_or("assets have a folder")?)?;
        let name = file.file_name().and_then(|name| name.to_str()).ok_or("a name")?;
        fs::write(&file, &*File::named(name).ok_or("an asset")?.plain)?;
    }
    let mut names = Vec::new();
    for line in TABLES {
        let id = GameId::of_rules_line(line).map_err(|_| "a rules line of ours")?;
        for (moment, table) in face::visit(id, Moments { line, seed }) {
            for theme in ["day", "night"] {
                let name = format!("{moment}-{theme}.html");
                fs::write(folder.join(&name), page(id, theme, &moment, &table).into_string())?;
                names.push(name);
            }
        }
    }
    let index = html! { (DOCTYPE) title { "Faces" } ul { @for name in names { li { a href=(name) { (name) } } } } };
    fs::write(folder.join("index.html"), index.into_string())?;
    Ok(())
}

/// A page around a table, as wide as those of the server.
fn page(game: GameId, theme: &str, title: &str, table: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" data-light=(theme) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href=(Asset::Base.url());
                link rel="stylesheet" href=(Asset::Table(game).url());
            }
            body class={ "at-table " (face::world(game)) } {
                main { div #live { div.stage { (table) } } }
            }
        }
    }
}

struct Moments<'a> {
    line: &'a str,
    seed: u64,
}

impl VisitFace for Moments<'_> {
    type Output = BTreeMap<String, Markup>;

    fn visit<G: Face>(self) -> BTreeMap<String, Markup> {
        let rules: G::Rules = self.line.parse().unwrap_or_else(|_| panic!("{}", self.line));
        let words = Words::default().with_names(NAMES.map(String::from).to_vec());
        let stem = self.line.replace([' ', '='], "-");
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut moments = BTreeMap::new();
        // Some questions are rare.
        for seed in self.seed..self.seed + N_GAMES {
            let mut dice = dice(seed);
            let mut game = G::new(rules);
            loop {
                for who in Observer::all(rules.n_seats()) {
                    let view = game.view(who);
                    for (kind, rests) in kinds(&game, who) {
                        let n = seen.entry(kind.clone()).or_default();
                        *n += 1;
                        if *n <= N_BEFORE {
                            let help = Help { tips: true, radar: true, ..Help::default() };
                            let sight = Sight::new(&view, &words, "#", "0").with_help(help);
                            let sight = if rests { sight.resting() } else { sight };
                            moments.insert(format!("{stem}-{kind}"), face::table(&sight));
                        }
                    }
                }
                let Some(step) = game.random_step(&mut dice) else { break };
                game.apply(&step);
            }
        }
        moments
    }
}

/// The kinds of a position for an observer, and whether the table rests there. At the end of a round, the first of its
/// notes says how it ended.
fn kinds<G: Face>(game: &G, who: Observer) -> Vec<(String, bool)> {
    let mut kinds = vec![(kind(game, who), false)];
    if let (Some(sheet), Observer::Seat(_)) = (game.open().sheet(), who) {
        let code = sheet.notes.first().map_or("ended", |note| note.code);
        kinds.push((format!("sheet-{code}"), true));
    }
    kinds
}

/// The kind of a position for an observer.
fn kind<G: Face>(game: &G, who: Observer) -> String {
    let choices = game.view(who).candidates().filter(|choices| !choices.is_empty());
    match (game.turn(), choices, who) {
        (Turn::Over, _, _) => "over".to_owned(),
        (_, Some(choices), Observer::Seat(seat)) => {
            let ask = format!("{:?}", choices.ask).to_lowercase();
            let ask = ask.split('(').next().unwrap_or_default();
            let refused = choices.len() > game.actions(seat).len();
            if refused { format!("{ask}-refused") } else { ask.to_owned() }
        }
        (_, _, Observer::Rail) => "rail".to_owned(),
        (_, None, Observer::Seat(_)) => "waiting".to_owned(),
    }
}
