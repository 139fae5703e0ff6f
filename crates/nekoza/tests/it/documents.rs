//! The README and the pages in `docs/` show commands that work.

use std::path::PathBuf;

#[test]
fn commands_of_the_documents_work() {
    let docs = std::fs::read_dir(crate::project().join("docs")).unwrap();
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.push(crate::project().join("README.md"));
    let mut n_commands = 0;
    for page in pages {
        let text = std::fs::read_to_string(&page).unwrap();
        let blocks = text.split("```console\n").skip(1);
        let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
        // Later commands of a page read the files of earlier ones.
        let name = page.file_stem().unwrap().to_str().unwrap();
        let folder = crate::folder(&format!("documents-{name}"));
        for line in lines {
            let command = line.strip_prefix("$ nekoza ").unwrap();
            let ran = crate::nekoza(&folder, &arguments(command));
            assert_eq!(ran.code, 0, "{name}: {line}: {}", ran.err);
            assert!(!ran.out.is_empty(), "{name}: {line} prints nothing");
            n_commands += 1;
        }
    }
    assert!(n_commands > 3);
}

/// Splits a command line at spaces. Quotes keep a shell from reading `|` as a pipe.
fn arguments(command: &str) -> Vec<&str> {
    command.split_whitespace().map(|arg| arg.trim_matches('"')).collect()
}
