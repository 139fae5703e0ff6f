//! Styles, scripts and pictures, built into the program. A change of one changes its address, so browsers keep them.

use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

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
    /// What keeps the page of a table up to date.
    Live,
}

impl Asset {
    const ALL: [Asset; 4] = [Asset::Base, Asset::Icon, Asset::Table, Asset::Live];

    /// Its name without the ending, the ending, its type, and what is in it.
    fn file(self) -> (&'static str, &'static str, &'static str, &'static [u8]) {
        const CSS: &str = "text/css; charset=utf-8";
        const JS: &str = "text/javascript; charset=utf-8";
        const SVG: &str = "image/svg+xml";
        match self {
            Asset::Base => ("base", "css", CSS, include_bytes!("../assets/base.css")),
            Asset::Icon => ("icon", "svg", SVG, include_bytes!("../assets/icon.svg")),
            Asset::Table => ("table", "css", CSS, include_bytes!("../assets/table.css")),
            Asset::Live => ("live", "js", JS, include_bytes!("../assets/live.js")),
        }
    }

    /// Its address.
    pub(crate) fn url(self) -> &'static str {
        &URLS[self as usize]
    }
}

/// The folder of all addresses.
const FOLDER: &str = "/assets/";

static URLS: LazyLock<[String; Asset::ALL.len()]> = LazyLock::new(|| {
    Asset::ALL.map(|asset| {
        let (name, ending, _, bytes) = asset.file();
        let mut url = format!("{FOLDER}{name}.");
        for byte in &Sha256::digest(bytes)[..6] {
            write!(url, "{byte:02x}").expect("a text takes it");
        }
        url + "." + ending
    })
});

/// `GET /assets/{file}`.
pub(crate) async fn show(Path(file): Path<String>) -> Result<Response, PageError> {
    let found =
        Asset::ALL.into_iter().find(|asset| asset.url().strip_prefix(FOLDER) == Some(&file));
    let (_, _, kind, bytes) = found.ok_or(Problem::NotFound)?.file();
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, bytes).into_response())
}
