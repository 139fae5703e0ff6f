//! The README shows commands that work.

#[test]
fn commands_of_the_readme_work() {
    let readme = std::fs::read_to_string(crate::project().join("README.md")).unwrap();
    let block = readme.split("```console\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = crate::folder("readme");
    let mut n_commands = 0;
    for line in block.lines() {
        let command = line.strip_prefix("$ nekoza ").unwrap();
        let args: Vec<&str> = command.split_whitespace().collect();
        let ran = crate::nekoza(&folder, &args);
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
        assert!(!ran.out.is_empty(), "{line} prints nothing");
        n_commands += 1;
    }
    assert!(n_commands > 3);
}
