//! Messages of the catalogue, and the code that uses them.

use std::fs;
use std::path::Path;

/// The ids of a catalogue file that no file in these folders names.
pub fn unused_messages(catalogue: &Path, folders: &[impl AsRef<Path>]) -> Vec<String> {
    let mut code = String::new();
    for folder in folders {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                code += &fs::read_to_string(path).unwrap();
            }
        }
    }
    let catalogue = fs::read_to_string(catalogue).unwrap();
    let messages = catalogue.lines().filter(|line| line.starts_with(char::is_alphabetic));
    let ids = messages.filter_map(|line| Some(line.split_once(" =")?.0));
    ids.filter(|id| !code.contains(&format!("\"{id}\""))).map(str::to_owned).collect()
}
