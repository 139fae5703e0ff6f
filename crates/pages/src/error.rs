//! The page of a request that failed.

use maud::html;
use words::Words;

use crate::kit::{self, Mood};
use crate::layout::Page;

/// The page: the HTTP status, a title and a sentence.
pub fn page(words: &Words, status: u16, title: &str, sentence: &str) -> String {
    let main = html! {
        div.error {
            (kit::COATS[0].bust(Mood::Shock))
            p.error-status { (status) }
            h1 { (title) }
            p { (sentence) }
            p { a.button.primary href="/" { (words.message("error-home", &[])) } }
        }
    };
    Page::new(words, title).render(&main)
}
