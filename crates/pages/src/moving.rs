//! Continuing on another device: the page with the link, and the page that the link leads to.

use maud::{PreEscaped, html};
use rules::Fact;
use words::Words;

use crate::layout::Page;
use crate::qr;

/// The page for the seat's holder: the link for the other device, also as a QR code. `table` is the path of the table.
/// The link is valid for so many minutes.
pub fn hand_out(words: &Words, link: &str, table: &str, minutes: u64) -> String {
    let t = |id: &str| words.message(id, &[]);
    let picture = qr::svg(link);
    let main = html! {
        section.moving {
            h1 { (t("move-title")) }
            p { (words.message("move-how", &[("minutes", Fact::Number(minutes.cast_signed()))])) }
            p { a href=(link) { (link) } }
            @if let Some(picture) = picture { div.qr role="img" aria-label=(t("move-picture")) { (PreEscaped(picture)) } }
            p { a.button href=(table) { (t("live-back")) } }
        }
    };
    Page::new(words, &t("move-title")).render(&main)
}

/// The page on the other device. It asks before it takes the seat, because programs that preview links would use the
/// link up. `path` is where the answer is posted.
pub fn confirm(words: &Words, path: &str) -> String {
    let t = |id: &str| words.message(id, &[]);
    let main = html! {
        section.moving {
            h1 { (t("move-title")) }
            p { (t("move-here")) }
            form method="post" action=(path) {
                button.primary { (t("move-take")) }
            }
        }
    };
    Page::new(words, &t("move-title")).render(&main)
}
