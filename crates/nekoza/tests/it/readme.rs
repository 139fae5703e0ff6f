//! The README shows commands that work.

#[test]
fn commands_of_the_readme_work() {
    let readme = std::fs::read_to_string(crate::project().join("README.md")).unwrap();
    let blocks = readme.split("```console\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    let folder = crate::folder("readme");
    let mut n_commands = 0;
    for line in lines {
        let command = line.strip_prefix("$ nekoza ").unwrap();
        // Quotes keep a shell from reading `|` as a pipe.
        let args: Vec<&str> = command.split_whitespace().map(|arg| arg.trim_matches('"')).collect();
        let ran = crate::nekoza(&folder, &args);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(!ran.out.is_empty(), "{line} prints nothing");
        n_commands += 1;
    }
    assert!(n_commands > 3);
}
