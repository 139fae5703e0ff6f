//! Styles, scripts and pictures, built into the program. The address of each has a hash of its content, so browsers may
//! keep it for good.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use rules::GameId;
use sha2::{Digest, Sha256};

use crate::{kit, styles};

/// A file that pages refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asset {
    /// The styles of every page.
    Base,
    /// The icon of the site.
    Icon,
    /// The styles of the home page.
    Home,
    /// The styles of a game's tables.
    Table(GameId),
    /// The icon of a tab in which it is the player's turn.
    IconTurn,
    /// Keeps what the viewer has chosen, and applies it before anything is shown.
    Choices,
    /// Keeps the page of a table up to date.
    Live,
    /// Moves things from where they were to where they are.
    Motion,
    /// Shows the moment of a paradox.
    Paradox,
    /// Plays sounds, for those who want them.
    Sounds,
    /// Closes drawers, and shows what players say at their cats.
    Tools,
    /// Copies links.
    Copy,
    /// Shows hints and tips.
    Help,
    /// Opens the rules beside the table.
    Drawer,
    /// Sits down without losing what was typed.
    Join,
    /// Marks unread messages.
    Unread,
    /// Picks a card before it is played, and presses places on the board.
    Pick,
    /// Plays a finished game step by step.
    Replay,
    /// Signals the player's turn, and keeps their settings.
    Signals,
    /// Cats, cards and things, as symbols.
    Kit,
}

/// A file as browsers get it.
#[derive(Debug)]
pub struct File {
    asset: Asset,
    url: String,
    /// Its media type.
    pub kind: &'static str,
    /// Its content.
    pub plain: Vec<u8>,
    /// Its content as gzip.
    pub packed: Vec<u8>,
}

/// One module of two files: a module cannot import another one by an address that changes with its content.
const LIVE: &str =
    concat!(include_str!("../assets/queue.js"), "\n", include_str!("../assets/live.js"));

/// The pages of text stand in a room, tables in worlds of their own. Cats in their coats are everywhere.
const BASE: &str = concat!(
    include_str!("../assets/base.css"),
    include_str!("../assets/styles/coats.css"),
    include_str!("../assets/styles/cats.css"),
    include_str!("../assets/styles/room.css"),
);

const HOME: &str = include_str!("../assets/styles/home.css");

/// The path of all files.
const FOLDER: &str = "/assets/";

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let of_the_site = [
        Asset::Base,
        Asset::Home,
        Asset::Icon,
        Asset::IconTurn,
        Asset::Choices,
        Asset::Live,
        Asset::Motion,
        Asset::Paradox,
        Asset::Sounds,
        Asset::Tools,
        Asset::Copy,
        Asset::Help,
        Asset::Drawer,
        Asset::Join,
        Asset::Unread,
        Asset::Pick,
        Asset::Replay,
        Asset::Signals,
        Asset::Kit,
    ]
    .into_iter();
    let of_games = GameId::ALL.map(Asset::Table).into_iter();
    of_the_site.chain(of_games).map(File::of).collect()
});

impl Asset {
    /// Its name without the extension, the extension, and its content.
    fn content(self) -> (&'static str, &'static str, Cow<'static, str>) {
        match self {
            Asset::Base => ("base", "css", BASE.into()),
            Asset::Home => ("home", "css", HOME.into()),
            Asset::Icon => ("icon", "svg", include_str!("../assets/icon.svg").into()),
            Asset::Table(game) => (game.name(), "css", styles::table(game).into()),
            Asset::IconTurn => ("turn", "svg", include_str!("../assets/turn.svg").into()),
            Asset::Choices => ("choices", "js", include_str!("../assets/choices.js").into()),
            Asset::Live => ("live", "js", LIVE.into()),
            Asset::Motion => ("motion", "js", include_str!("../assets/motion.js").into()),
            Asset::Paradox => ("paradox", "js", include_str!("../assets/paradox.js").into()),
            Asset::Sounds => ("sounds", "js", include_str!("../assets/sounds.js").into()),
            Asset::Tools => ("tools", "js", include_str!("../assets/tools.js").into()),
            Asset::Copy => ("copy", "js", include_str!("../assets/copy.js").into()),
            Asset::Help => ("help", "js", include_str!("../assets/help.js").into()),
            Asset::Drawer => ("drawer", "js", include_str!("../assets/drawer.js").into()),
            Asset::Join => ("join", "js", include_str!("../assets/join.js").into()),
            Asset::Unread => ("unread", "js", include_str!("../assets/unread.js").into()),
            Asset::Pick => ("pick", "js", include_str!("../assets/pick.js").into()),
            Asset::Replay => ("replay", "js", include_str!("../assets/replay.js").into()),
            Asset::Signals => ("signals", "js", include_str!("../assets/signals.js").into()),
            Asset::Kit => ("kit", "svg", kit::sprite().into()),
        }
    }

    /// Its address.
    pub fn url(self) -> &'static str {
        let file = FILES.iter().find(|file| file.asset == self);
        &file.expect("every asset has a file").url
    }
}

impl File {
    /// The file with this name, which is its address without the folder.
    pub fn named(name: &str) -> Option<&'static File> {
        FILES.iter().find(|file| file.url.strip_prefix(FOLDER) == Some(name))
    }

    fn of(asset: Asset) -> File {
        let (name, extension, content) = asset.content();
        let plain = match extension {
            "css" | "js" => slim(&content),
            _ => content.into_owned(),
        };
        let plain = plain.into_bytes();
        let mut url = format!("{FOLDER}{name}.");
        for byte in &Sha256::digest(&plain)[..6] {
            write!(url, "{byte:02x}").expect("a string takes any text");
        }
        let kind = match extension {
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            _ => "image/svg+xml",
        };
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&plain).and_then(|()| packer.finish());
        File {
            asset,
            url: url + "." + extension,
            kind,
            plain,
            packed: packed.expect("a vector takes any bytes"),
        }
    }
}

/// A style or a script without indentation, empty lines and comments that begin a line.
///
/// Nothing in a string can look like a comment here: no source has a string of several lines, and a test checks that.
fn slim(source: &str) -> String {
    let mut slim = String::with_capacity(source.len());
    let mut in_comment = false;
    for line in source.lines() {
        let mut code = line.trim();
        if in_comment || code.starts_with("/*") {
            let end = code.split_once("*/");
            in_comment = end.is_none();
            code = end.map_or("", |(_, rest)| rest.trim_start());
        }
        if !code.is_empty() && !code.starts_with("//") {
            slim.push_str(code);
            slim.push('\n');
        }
    }
    slim
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_not_sent() {
        let source = "/* One line. */\n\n// Another.\n  a { color: red; } /* beside */\n/* Three\n   lines\n   here. */ b {}\n  const url = 'http://x';\n";
        let sent = "a { color: red; } /* beside */\nb {}\nconst url = 'http://x';\n";
        assert_eq!(slim(source), sent);
        assert_eq!(slim(sent), sent);
    }
}
