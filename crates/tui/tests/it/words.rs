//! The catalogue of the terminal has no unused message.

use std::path::Path;

use testing::catalogue::unused_messages;

#[test]
fn every_message_of_the_terminal_is_used() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["tui/src", "tui/src/face", "nekoza/src/commands"];
    let folders = folders.map(|folder| crates.join(folder));
    let unused = unused_messages(&crates.join("words/catalogue/en/tui.ftl"), &folders);
    assert!(unused.is_empty(), "{unused:?}");
}
