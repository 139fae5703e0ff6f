//! Folders for tests, inside Cargo's target folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder that only this test uses. It stays after the test, so that its files can be inspected.
pub fn empty(name: &str) -> PathBuf {
    let folder = absent(name);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// The path of such a folder, which does not exist yet. The folder around it does.
pub fn absent(name: &str) -> PathBuf {
    // Packages may use the same names, so the package is part of the path.
    let package = env::var_os("CARGO_PKG_NAME").unwrap_or_else(|| "tests".into());
    let parent = target().join("tmp").join(package);
    fs::create_dir_all(&parent).expect("the target folder can be written");
    let folder = parent.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    folder
}

/// Cargo's target folder, which contains the running test.
pub fn target() -> PathBuf {
    let program = env::current_exe().expect("a program knows its path");
    let is_target = |folder: &&Path| folder.join("CACHEDIR.TAG").is_file();
    // Cargo marks folders that it creates. In a folder that existed before, the test is at `debug/deps/TEST`.
    let marked = program.ancestors().find(is_target);
    let target = marked.or_else(|| program.ancestors().nth(3));
    target.expect("tests lie in a target folder").to_owned()
}
