//! Games in a terminal: in plain mode, and in tmux, where tests read the screen and press keys.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use testing::wait;

use crate::command::refused;
use crate::{Ran, folder, nekoza};

/// Runs `nekoza` with this standard input.
fn fed(folder: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nekoza"));
    let command = command.args(args).current_dir(folder);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command may end before it has read everything.
    drop(child.stdin.take().unwrap().write_all(input));
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn every_game_can_be_played_in_plain_mode() {
    for game in ["catbox", "catsle", "yorozu", "meow"] {
        let folder = folder(&format!("play-{game}"));
        let args = ["play", game, "--players", "3", "--plain", "--bots", "kitten", "--seed", "4"];
        let ran = fed(&folder, &args, "1\n".repeat(2000).as_bytes());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("The record of the game is in ./data"), "{}", ran.out);
        let record = format!("data/{game}-1.neko");
        assert_eq!(nekoza(&folder, &["audit", &record]).code, 0);
        let verified = nekoza(&folder, &["verify", &record]);
        assert_eq!(verified.code, 0, "{}", verified.err);
    }
}

#[test]
fn a_game_interrupted_by_the_end_of_input_can_be_continued() {
    let folder = folder("play-continue");
    let args = ["play", "meow", "--plain", "--people", "Mia", "--bots", "tiger,cat,kitten"];
    let ran = fed(&folder, &args, b"1\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Mia") && ran.out.contains("--continue"), "{}", ran.out);
    let ran = fed(&folder, &["play", "--continue", "--plain"], b"q\n");
    assert!(ran.out.contains("Continuing ./data/meow-1.neko"), "{}", ran.out);
}

#[test]
fn invalid_games_are_refused() {
    let folder = folder("play-refused");
    let plain = |args: &[&str]| fed(&folder, &[&["play", "--plain"], args].concat(), b"");
    refused(&plain(&[]), 2, &["name the game"]);
    refused(&plain(&["--continue"]), 2, &["no unfinished game in ./data"]);
    refused(&plain(&["meow", "--players", "9"]), 2, &["found `9`", "2 to 6"]);
    refused(&plain(&["meow", "--bots", "dog"]), 2, &["dog"]);
    refused(&plain(&["meow", "--people", "A,B,C,D,E"]), 2, &["5 people", "4 seats"]);
    refused(&plain(&["meow", "--people", "A,A"]), 2, &["is taken at this table: A"]);
    refused(&plain(&["meow", "--people", "Abcdefghijklm"]), 2, &["1 to 10 characters"]);
    std::fs::write(folder.join("file"), "").unwrap();
    refused(&plain(&["meow", "--data", "file/data"]), 2, &["cannot write file/data"]);
    std::fs::create_dir(folder.join("data")).unwrap();
    std::fs::write(
        folder.join("data/meow-1.neko"),
        "[Rules \"meow@1\"]\n[Result \"*\"]\n\nnonsense\n",
    )
    .unwrap();
    refused(&plain(&["--continue"]), 1, &["data/meow-1.neko", "line 4", "unchanged"]);
    // Without a terminal nothing is drawn and no file is created.
    refused(&fed(&folder, &["play", "catbox"], b""), 2, &["--plain"]);
    refused(&fed(&folder, &["replay", "data/meow-1.neko", "--tui"], b""), 1, &["line 4"]);
    assert!(!folder.join("data/catbox-1.neko").exists());
}

/// A window of tmux, which is a real terminal.
struct Window {
    socket: String,
}

impl Window {
    /// Runs `nekoza` in a shell that prints `BACK` after it.
    fn open(name: &str, folder: &Path, size: (u16, u16), args: &str) -> Window {
        // Each window has its own tmux server, because the server of an earlier window may still be ending.
        static N_OPENED: AtomicU32 = AtomicU32::new(0);
        let number = N_OPENED.fetch_add(1, Ordering::Relaxed);
        let socket = format!("nekoza-{name}-{}-{number}", std::process::id());
        let window = Window { socket };
        let (columns, rows) = (size.0.to_string(), size.1.to_string());
        let command = format!("{} {args}; echo BACK $?; exec cat", env!("CARGO_BIN_EXE_nekoza"));
        let start = folder.to_str().unwrap();
        let new = ["new-session", "-d", "-x", &columns, "-y", &rows, "-c", start, &command];
        // The screen needs UTF-8, and test machines may have no locale.
        window.tmux(&[&["-u", "-f", "/dev/null"], new.as_slice()].concat());
        window
    }

    fn tmux(&self, args: &[&str]) -> String {
        let tmux = Command::new("tmux").args(["-L", &self.socket]).args(args).output();
        let output = tmux.expect("tests need tmux, which ./test installs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn screen(&self) -> String {
        self.tmux(&["-u", "capture-pane", "-p"])
    }

    /// Waits until the screen meets a condition.
    #[track_caller]
    fn watch(&self, wanted: impl Fn(&str) -> bool) -> String {
        wait::until_ok("another screen", || {
            let screen = self.screen();
            if wanted(&screen) { Ok(screen) } else { Err(screen) }
        })
    }

    #[track_caller]
    fn shows(&self, text: &str) -> String {
        self.watch(|screen| screen.contains(text))
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let kill = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
        drop(kill);
    }
}

/// Whether the screen shows the end of the game.
fn is_over(screen: &str) -> bool {
    ["wins the game with", "wins the match with", "share the victory", "wins on the"]
        .iter()
        .any(|said| screen.contains(said))
}

fn play_to_the_end(game: &str, size: (u16, u16)) {
    let folder = folder(&format!("window-{game}"));
    let args = format!("play {game} --players 3 --bots kitten --seed 4 --pace 0");
    let window = Window::open(game, &folder, size, &args);
    let (mut n_pressed, mut n_sheets) = (0, 0);
    loop {
        // Every question shows this key, and the score sheet of a round too.
        let screen = window.watch(|screen| is_over(screen) || screen.contains("Enter: "));
        if is_over(&screen) {
            break;
        }
        n_pressed += 1;
        n_sheets += u32::from(screen.contains("Enter: go on") && screen.contains("Total"));
        assert!(n_pressed < 2000, "the game does not end:\n{screen}");
        window.press(&["Enter"]);
        // Bots change the screen too, so Enter may be pressed once too often. It then plays a card, which is fine.
        window.watch(|next| next != screen);
    }
    assert!(n_pressed > 20 && n_sheets > 0, "{n_pressed}, {n_sheets}");
    window.press(&["q"]);
    let left = window.shows("BACK 0");
    assert!(left.contains("The record of the game is in"), "{left}");
    assert!(!left.contains("Players"), "the screen is not given back:\n{left}");
    let record = format!("data/{game}-1.neko");
    assert_eq!(nekoza(&folder, &["audit", &record]).code, 0);
}

#[test]
fn catbox_is_played_in_a_window() {
    play_to_the_end("catbox", (80, 24));
}

#[test]
fn catsle_is_played_in_a_window() {
    play_to_the_end("catsle", (80, 24));
}

#[test]
fn yorozu_is_played_in_a_window() {
    play_to_the_end("yorozu", (80, 24));
}

#[test]
fn meow_is_played_in_a_window() {
    play_to_the_end("meow", (120, 40));
}

#[test]
fn nothing_is_lost_when_the_window_closes_or_the_game_is_killed() {
    let folder = folder("window-lost");
    let args = "play meow --players 2 --bots kitten --seed 4 --pace 0";
    let window = Window::open("lost", &folder, (80, 24), args);
    window.shows("Enter: ");
    window.press(&["Enter"]);
    window.shows("turn 2 of 9");
    let record = || std::fs::read_to_string(folder.join("data/meow-1.neko")).unwrap();
    let goes_on = |from: &str| {
        let kept = record();
        assert!(kept.starts_with(from), "{from}\nis not what this begins with:\n{kept}");
        kept
    };
    // Every shown step is in the file, even if the window closes.
    let shown = record();
    assert!(shown.contains("\n0 play "), "{shown}");
    drop(window);
    let window = Window::open("lost", &folder, (80, 24), "play --continue --pace 0");
    window.shows("turn 2 of 9");
    let shown = goes_on(&shown);
    // Killed without a chance to clean up.
    let shell = window.tmux(&["display", "-p", "#{pane_pid}"]);
    let children = format!("/proc/{0}/task/{0}/children", shell.trim());
    let child = std::fs::read_to_string(children).unwrap();
    let killed = Command::new("kill").args(["-9", child.trim()]).status();
    assert!(killed.unwrap().success());
    window.shows("BACK 137");
    let shown = goes_on(&shown);
    drop(window);
    let window = Window::open("lost", &folder, (80, 24), "play --continue --pace 0");
    window.shows("turn 2 of 9");
    window.press(&["C-c"]);
    window.shows("BACK 0");
    goes_on(&shown);
}

#[test]
fn windows_can_change_their_size() {
    let folder = folder("window-size");
    let args = "play catbox --bots kitten --seed 4 --pace 0";
    let window = Window::open("size", &folder, (80, 24), args);
    window.shows("Research sheet");
    window.tmux(&["resize-window", "-x", "60", "-y", "20"]);
    window.shows("60 × 20");
    window.press(&["Enter"]);
    window.tmux(&["resize-window", "-x", "120", "-y", "40"]);
    window
        .watch(|screen| screen.contains("Research sheet") && screen.contains("Set one card aside"));
    window.press(&["q"]);
    window.shows("BACK 0");
}

#[test]
fn the_menu_starts_a_game_and_replay_shows_a_record() {
    let folder = folder("window-menu");
    let window = Window::open("menu", &folder, (80, 24), "play --pace 0");
    window.shows("Cat in the Box");
    window.press(&["4"]);
    window.shows("Meow");
    window.press(&["Enter"]);
    window.shows("Tokens of this round");
    window.press(&["q"]);
    window.shows("BACK 0");
    drop(window);
    let window = Window::open("menu", &folder, (80, 24), "replay data/meow-1.neko --tui");
    window.shows("Step 0 of ");
    window.press(&["Right"]);
    window.shows("Step 1 of ");
    window.press(&["End"]);
    window.press(&["Tab"]);
    window.shows("as Tama saw it");
    window.press(&["q"]);
    window.shows("BACK 0");
}
