//! Writing straight into the page, for text and shapes that a page has many times.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use maud::Render;

/// HTML that a closure writes straight into the page.
#[derive(Clone, Copy)]
pub(crate) struct Written<F>(F);

/// Wraps a closure that writes HTML.
pub(crate) fn written<F: Fn(&mut String)>(write: F) -> Written<F> {
    Written(write)
}

impl<F: Fn(&mut String)> Render for Written<F> {
    fn render_to(&self, out: &mut String) {
        self.0(out);
    }
}

/// A text, unescaped, that is cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(pub(super) Arc<str>);

impl From<Arc<str>> for Text {
    fn from(said: Arc<str>) -> Text {
        Text(said)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Render for Text {
    fn render_to(&self, out: &mut String) {
        text(self).render_to(out);
    }
}

/// A text, escaped.
pub(crate) fn text(said: &str) -> impl Render {
    // Hardly any text needs escaping, so it pays to look first. Looking at all bytes is faster than stopping at one.
    let special = |byte: u8| matches!(byte, b'&' | b'<' | b'>' | b'"');
    written(move |out| {
        if said.bytes().fold(false, |found, byte| found | special(byte)) {
            said.render_to(out);
        } else {
            out.push_str(said);
        }
    })
}

/// The classes of an element, in an attribute.
pub(super) fn class(out: &mut String, [first, second]: [&'static str; 2]) {
    out.push_str(first);
    if !second.is_empty() {
        out.push(' ');
        out.push_str(second);
    }
}
