//! Styles, scripts and pictures, built into the program. A change of one changes its address, so browsers keep them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rules::GameId;
use sha2::{Digest, Sha256};

use crate::art;
use crate::error::{PageError, Problem};

/// A file that pages refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asset {
    /// The look of every page.
    Base,
    /// The sign of the house.
    Icon,
    /// The look of tables.
    Table,
    /// The same, with the sign that it is one's turn.
    IconTurn,
    /// What keeps the page of a table up to date.
    Live,
    /// What shows where things went.
    Motion,
    /// What copies links.
    Copy,
    /// What shows hints and tips on it.
    Help,
    /// What opens rules beside it.
    Drawer,
    /// What shows one moment of a finished game after the other.
    Replay,
    /// What tells that it is one's turn.
    Signals,
    /// The cats that players are.
    Players,
    /// The cats on the cards of a game.
    Cards(GameId),
    /// A picture of a game in play.
    Scene(GameId),
}

/// A file as it is sent.
struct File {
    asset: Asset,
    url: String,
    kind: &'static str,
    plain: Cow<'static, [u8]>,
    packed: Vec<u8>,
}

/// The folder of all addresses.
const FOLDER: &str = "/assets/";

static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let of_the_house = [
        Asset::Base,
        Asset::Icon,
        Asset::IconTurn,
        Asset::Table,
        Asset::Live,
        Asset::Motion,
        Asset::Copy,
        Asset::Help,
        Asset::Drawer,
        Asset::Replay,
        Asset::Signals,
        Asset::Players,
    ]
    .into_iter();
    let of_games =
        GameId::ALL.into_iter().flat_map(|game| [Asset::Cards(game), Asset::Scene(game)]);
    of_the_house.chain(of_games).map(File::of).collect()
});

impl Asset {
    /// Its name without the ending, the ending, and what is in it.
    fn content(self) -> (&'static str, &'static str, Cow<'static, [u8]>) {
        match self {
            Asset::Base => ("base", "css", include_bytes!("../assets/base.css").into()),
            Asset::Icon => ("icon", "svg", include_bytes!("../assets/icon.svg").into()),
            Asset::Table => ("table", "css", include_bytes!("../assets/table.css").into()),
            Asset::IconTurn => ("turn", "svg", include_bytes!("../assets/turn.svg").into()),
            Asset::Live => ("live", "js", include_bytes!("../assets/live.js").into()),
            Asset::Motion => ("motion", "js", include_bytes!("../assets/motion.js").into()),
            Asset::Copy => ("copy", "js", include_bytes!("../assets/copy.js").into()),
            Asset::Help => ("help", "js", include_bytes!("../assets/help.js").into()),
            Asset::Drawer => ("drawer", "js", include_bytes!("../assets/drawer.js").into()),
            Asset::Replay => ("replay", "js", include_bytes!("../assets/replay.js").into()),
            Asset::Signals => ("signals", "js", include_bytes!("../assets/signals.js").into()),
            Asset::Players => ("players", "svg", art::players().into_bytes().into()),
            Asset::Cards(game) => (game.name(), "svg", art::cards(game).into_bytes().into()),
            Asset::Scene(game) => (game.name(), "svg", art::scene(game).into_bytes().into()),
        }
    }

    /// Its address.
    pub(crate) fn url(self) -> &'static str {
        let file = FILES.iter().find(|file| file.asset == self);
        &file.expect("every asset has a file").url
    }
}

impl File {
    fn of(asset: Asset) -> File {
        let (name, ending, plain) = asset.content();
        let mut url = format!("{FOLDER}{name}.");
        for byte in &Sha256::digest(&plain)[..6] {
            write!(url, "{byte:02x}").expect("a text takes it");
        }
        let kind = match ending {
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            _ => "image/svg+xml",
        };
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        let packed = packer.write_all(&plain).and_then(|()| packer.finish());
        File {
            asset,
            url: url + "." + ending,
            kind,
            plain,
            packed: packed.expect("a list takes it"),
        }
    }
}

/// Whether who asks can unpack what is packed.
pub(crate) fn can_unpack(asked: &HeaderMap) -> bool {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let names = accepted.into_iter().flat_map(|accepted| accepted.split(','));
    let mut names = names.map(|name| name.split(';').next().unwrap_or_default());
    names.any(|name| name.trim() == "gzip")
}

/// `GET /assets/{file}`.
pub(crate) async fn show(
    Path(name): Path<String>,
    asked: HeaderMap,
) -> Result<Response, PageError> {
    let found = FILES.iter().find(|file| file.url.strip_prefix(FOLDER) == Some(&name));
    let File { kind, plain, packed, .. } = found.ok_or(Problem::NotFound)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    Ok(if can_unpack(&asked) {
        let gzip = [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
        (headers, gzip, packed.as_slice()).into_response()
    } else {
        (headers, plain.as_ref()).into_response()
    })
}
