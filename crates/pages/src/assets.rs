//! Styles, scripts and pictures, built into the program. The address of each has a hash of its content, so browsers may
//! keep it for good.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
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
    /// The styles of tables.
    Table,
    /// The icon of a tab in which it is the player's turn.
    IconTurn,
    /// Sets the light of the rooms before anything is shown.
    Light,
    /// Keeps the page of a table up to date.
    Live,
    /// Moves things from where they were to where they are.
    Motion,
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
    pub plain: Cow<'static, [u8]>,
    /// Its content as gzip.
    pub packed: Vec<u8>,
}

/// One module of two files: a module cannot import another one by an address that changes with its content.
const LIVE: &str =
    concat!(include_str!("../assets/queue.js"), "\n", include_str!("../assets/live.js"));

/// The pages of text stand in a room, tables in worlds of their own.
const BASE: &str =
    concat!(include_str!("../assets/base.css"), include_str!("../assets/styles/room.css"));

/// The home page shows cats in their coats.
const HOME: &str =
    concat!(include_str!("../assets/styles/coats.css"), include_str!("../assets/styles/home.css"));

/// The path of all files.
const FOLDER: &str = "/assets/";

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let of_the_site = [
        Asset::Base,
        Asset::Home,
        Asset::Icon,
        Asset::IconTurn,
        Asset::Table,
        Asset::Light,
        Asset::Live,
        Asset::Motion,
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
    of_the_site.map(File::of).collect()
});

impl Asset {
    /// Its name without the extension, the extension, and its content.
    fn content(self) -> (&'static str, &'static str, Cow<'static, [u8]>) {
        match self {
            Asset::Base => ("base", "css", BASE.as_bytes().into()),
            Asset::Home => ("home", "css", HOME.as_bytes().into()),
            Asset::Icon => ("icon", "svg", include_bytes!("../assets/icon.svg").into()),
            Asset::Table => ("table", "css", styles::table().into_bytes().into()),
            Asset::IconTurn => ("turn", "svg", include_bytes!("../assets/turn.svg").into()),
            Asset::Light => ("light", "js", include_bytes!("../assets/light.js").into()),
            Asset::Live => ("live", "js", LIVE.as_bytes().into()),
            Asset::Motion => ("motion", "js", include_bytes!("../assets/motion.js").into()),
            Asset::Tools => ("tools", "js", include_bytes!("../assets/tools.js").into()),
            Asset::Copy => ("copy", "js", include_bytes!("../assets/copy.js").into()),
            Asset::Help => ("help", "js", include_bytes!("../assets/help.js").into()),
            Asset::Drawer => ("drawer", "js", include_bytes!("../assets/drawer.js").into()),
            Asset::Join => ("join", "js", include_bytes!("../assets/join.js").into()),
            Asset::Unread => ("unread", "js", include_bytes!("../assets/unread.js").into()),
            Asset::Pick => ("pick", "js", include_bytes!("../assets/pick.js").into()),
            Asset::Replay => ("replay", "js", include_bytes!("../assets/replay.js").into()),
            Asset::Signals => ("signals", "js", include_bytes!("../assets/signals.js").into()),
            Asset::Kit => ("kit", "svg", kit::sprite().into_bytes().into()),
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
        let (name, extension, plain) = asset.content();
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
