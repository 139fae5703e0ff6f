//! Tests of the command as people use it, and of the project as a whole.

#![expect(clippy::unwrap_used, reason = "a panic in a test names its line")]

mod arena;
mod arrows;
mod command;
mod documents;
mod operate;
mod packaging;
mod play;
mod sentences;
mod serve;
mod tables;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use testing::folder::empty as folder;

/// The folder of the whole project.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The result of a command.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs `nekoza` in a folder.
fn nekoza(folder: &Path, args: &[&str]) -> Ran {
    let ran = Command::new(env!("CARGO_BIN_EXE_nekoza")).args(args).current_dir(folder).output();
    let Output { status, stdout, stderr } = ran.expect("the command runs");
    Ran {
        code: status.code().expect("no signal ends the command"),
        out: String::from_utf8(stdout).expect("output is text"),
        err: String::from_utf8(stderr).expect("errors are text"),
    }
}
