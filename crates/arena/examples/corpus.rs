//! Plays the games of the frozen corpus and adds them to a folder: `cargo run -p arena --example corpus -- records catbox@2`.
//!
//! The second argument is the beginning of the rules lines to play; without it, all rules sets are played. Existing files are
//! never changed: if one of the files exists, nothing is written.

use std::env::args;
use std::error::Error;
use std::path::PathBuf;

#[expect(clippy::print_stdout, reason = "this is a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let folder = args().nth(1).map(PathBuf::from).ok_or("wanted: a folder, and perhaps rules")?;
    let prefix = args().nth(2).unwrap_or_default();
    let (n_files, n_records) = arena::corpus::write(&folder, &prefix)?;
    println!("{n_records} games in {n_files} files");
    Ok(())
}
