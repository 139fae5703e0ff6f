//! Games in a terminal: in lines, and on a real screen by a script that reads it and presses keys.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use testing::wait;

use crate::command::refused;
use crate::{Ran, folder, nekoza};

/// Runs `nekoza` with something to read.
fn fed(folder: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nekoza"));
    let command = command.args(args).current_dir(folder);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that ends before it has read everything is fine.
    drop(child.stdin.take().unwrap().write_all(input));
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_game_of_each_kind_is_played_in_lines() {
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
fn the_end_of_input_keeps_the_game_and_it_can_be_continued() {
    let folder = folder("play-continue");
    let args = ["play", "meow", "--plain", "--people", "Mia", "--bots", "tiger,cat,kitten"];
    let ran = fed(&folder, &args, b"1\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Mia") && ran.out.contains("--continue"), "{}", ran.out);
    let ran = fed(&folder, &["play", "--continue", "--plain"], b"q\n");
    assert!(ran.out.contains("Continuing ./data/meow-1.neko"), "{}", ran.out);
}

#[test]
fn what_cannot_be_played_is_refused() {
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
    // Without a terminal nothing is drawn, and nothing is left behind.
    refused(&fed(&folder, &["play", "catbox"], b""), 2, &["--plain"]);
    refused(&fed(&folder, &["replay", "data/meow-1.neko", "--tui"], b""), 1, &["line 4"]);
    assert!(!folder.join("data/catbox-1.neko").exists());
}

/// A window of tmux, which is a real terminal.
struct Window {
    socket: String,
}

impl Window {
    /// A shell that runs `nekoza` and says when it is back.
    fn open(name: &str, folder: &Path, size: (u16, u16), args: &str) -> Window {
        // A server that is told to end may still be at it, so that each window has one of its own.
        static N_OPENED: AtomicU32 = AtomicU32::new(0);
        let number = N_OPENED.fetch_add(1, Ordering::Relaxed);
        let socket = format!("nekoza-{name}-{}-{number}", std::process::id());
        let window = Window { socket };
        let (columns, rows) = (size.0.to_string(), size.1.to_string());
        let command = format!("{} {args}; echo BACK $?; exec cat", env!("CARGO_BIN_EXE_nekoza"));
        let start = folder.to_str().unwrap();
        let new = ["new-session", "-d", "-x", &columns, "-y", &rows, "-c", start, &command];
        // Where tests run there may be no locale, and the screen is not ASCII.
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

    /// Looks until the screen is as wanted.
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

/// Whether the game is over, by what is read.
fn is_over(screen: &str) -> bool {
    ["wins the game with", "wins the match with", "share the victory", "wins on the"]
        .iter()
        .any(|said| screen.contains(said))
}

fn play_to_the_end(game: &str, size: (u16, u16)) {
    let folder = folder(&format!("window-{game}"));
    let args = format!("play {game} --players 3 --bots kitten --seed 4 --pace 0");
    let window = Window::open(game, &folder, size, &args);
    let mut n_pressed = 0;
    loop {
        // Whatever can be answered says so.
        let screen = window.watch(|screen| is_over(screen) || screen.contains("Enter: "));
        if is_over(&screen) {
            break;
        }
        n_pressed += 1;
        assert!(n_pressed < 2000, "the game does not end:\n{screen}");
        window.press(&["Enter"]);
        // Bots change the screen as well, so that a key may be pressed once too often. It is a card then, as any other.
        window.watch(|next| next != screen);
    }
    assert!(n_pressed > 20);
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
    // What was shown is in the file, whatever happens to the window.
    let shown = record();
    assert!(shown.contains("\n0 play "), "{shown}");
    drop(window);
    let window = Window::open("lost", &folder, (80, 24), "play --continue --pace 0");
    window.shows("turn 2 of 9");
    let shown = goes_on(&shown);
    // Killed at once, with no chance to clean up.
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
fn a_menu_begins_a_game_and_a_record_is_looked_at() {
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
