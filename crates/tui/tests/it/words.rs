//! The catalogue of the terminal has no unused message.

#[test]
fn every_message_of_the_terminal_is_used() {
    let here = env!("CARGO_MANIFEST_DIR");
    let catalogue = format!("{here}/../words/catalogue/en/tui.ftl");
    let catalogue = std::fs::read_to_string(catalogue).unwrap();
    let mut code = String::new();
    for folder in ["src", "src/face", "../nekoza/src/commands"] {
        for file in std::fs::read_dir(format!("{here}/{folder}")).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                code += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    for line in catalogue.lines().filter(|line| line.starts_with(char::is_alphabetic)) {
        let Some((id, _)) = line.split_once(" =") else { continue };
        assert!(code.contains(&format!("\"{id}\"")), "{id} is not used");
    }
}
