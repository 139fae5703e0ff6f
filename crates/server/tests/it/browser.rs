//! A real browser: Chromium without a screen, driven by its own driver over `WebDriver`, which is JSON over HTTP.
//!
//! Nothing is slept through: pages are watched from within until they show what is awaited.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// How wide and high a window is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Screen {
    Laptop,
    Phone,
}

/// Whether a page's scripts run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scripts {
    On,
    Off,
}

/// How long a page may take until it shows what is awaited, in milliseconds.
const PATIENCE: u64 = 30_000;

/// A browser with one window and cookies of its own, which ends when this is dropped.
pub(crate) struct Browser {
    driver: Driver,
    session: String,
    scripts: Scripts,
}

impl Browser {
    pub(crate) fn open(screen: Screen, scripts: Scripts) -> Browser {
        let driver = Driver::start();
        // Containers have neither the rights for a sandbox nor much shared memory. We visit nobody but ourselves.
        // A page that is still scrolling is missed by a click.
        let args = [
            "--headless=new",
            "--window-size=1440,900",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--force-prefers-reduced-motion",
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": PATIENCE, "pageLoad": PATIENCE },
        } } });
        let session = driver.ask("POST", "/session", &wanted).unwrap_or_else(|problem| {
            panic!("Chromium does not start; is Debian's package chromium installed? {problem}")
        });
        let session = format!("/session/{}", text(&session["sessionId"]));
        let browser = Browser { driver, session, scripts };
        if screen == Screen::Phone {
            browser.resize(screen);
        }
        if scripts == Scripts::Off {
            browser.command("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
        }
        browser
    }

    /// Gives the window another size.
    pub(crate) fn resize(&self, screen: Screen) {
        let size = match screen {
            Screen::Laptop => {
                json!({ "width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": false })
            }
            Screen::Phone => {
                json!({ "width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true })
            }
        };
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Has other preferences than before, by the names that styles have for them.
    pub(crate) fn prefer(&self, preferences: &[(&str, &str)]) {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = preferences.iter().map(feature).collect();
        self.command("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    fn try_ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.driver.ask(method, &format!("{}{path}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_ask(method, path, body).unwrap_or_else(|problem| panic!("{path}: {problem}"))
    }

    /// Something that only Chromium's own protocol can do.
    fn command(&self, name: &str, params: &Value) {
        self.ask("POST", "/goog/cdp/execute", &json!({ "cmd": name, "params": params }));
    }

    pub(crate) fn go(&self, url: &str) {
        self.ask("POST", "/url", &json!({ "url": url }));
    }

    pub(crate) fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    pub(crate) fn url(&self) -> String {
        text(&self.ask("GET", "/url", &json!({}))).to_owned()
    }

    fn all(&self, css: &str) -> Vec<String> {
        let query = json!({ "using": "css selector", "value": css });
        let found = self.ask("POST", "/elements", &query);
        let id = |element: &Value| {
            text(element.as_object().unwrap().values().next().unwrap()).to_owned()
        };
        found.as_array().unwrap().iter().map(id).collect()
    }

    /// How many elements of this kind the page has.
    pub(crate) fn count(&self, css: &str) -> usize {
        self.all(css).len()
    }

    fn only(&self, css: &str) -> String {
        let found = self.all(css);
        found.into_iter().next().unwrap_or_else(|| panic!("no {css} on {}", self.url()))
    }

    /// Clicks where a person would: what is covered by something else cannot be clicked.
    pub(crate) fn click(&self, css: &str) {
        drop(self.only(css));
        let clicked = (0..20).any(|_| self.click_one_of(css, 0));
        assert!(clicked, "{css} on {} never stays long enough", self.url());
    }

    /// Clicks one of several, counted round and round. Whether it was still there: a live page may change under the hand.
    pub(crate) fn click_one_of(&self, css: &str, number: usize) -> bool {
        let found = self.all(css);
        let Some(element) = found.get(number % found.len().max(1)) else { return false };
        match self.try_ask("POST", &format!("/element/{element}/click"), &json!({})) {
            Ok(_) => true,
            Err(problem) if problem.contains("stale element") => false,
            Err(problem) => panic!("{css}: {problem}"),
        }
    }

    /// Types, and presses Enter where the text ends with a line.
    pub(crate) fn write(&self, css: &str, words: &str) {
        let element = self.only(css);
        let keys = words.replace('\n', "\u{e007}");
        self.ask("POST", &format!("/element/{element}/value"), &json!({ "text": keys }));
    }

    /// Chooses from a list.
    pub(crate) fn choose(&self, name: &str, value: &str) {
        self.click(&format!("select[name='{name}'] option[value='{value}']"));
    }

    /// Runs a script on the page.
    pub(crate) fn run(&self, script: &str) {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": [] }));
    }

    /// Runs a script that calls its only argument when it is done, and with what.
    pub(crate) fn run_until_done(&self, script: &str) -> Value {
        self.ask("POST", "/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// The value of an expression on the page.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let script = json!({ "script": format!("return {expression}"), "args": [] });
        self.ask("POST", "/execute/sync", &script)
    }

    /// The same as text.
    pub(crate) fn text(&self, expression: &str) -> String {
        text(&self.value(expression)).to_owned()
    }

    /// Waits until an expression holds, and fails when it never does. A page without scripts is loaded again meanwhile.
    pub(crate) fn await_that(&self, expression: &str) {
        match self.scripts {
            Scripts::On => {
                let script = "const done = arguments[0]; let timer; \
                    const look = () => { if (EXPRESSION) { clearInterval(timer); done(true); } }; \
                    timer = setInterval(look, 20); look();";
                let script = script.replace("EXPRESSION", expression);
                let script = json!({ "script": script, "args": [] });
                // A page that loads anew takes the question with it.
                for _ in 0..5 {
                    match self.try_ask("POST", "/execute/async", &script) {
                        Ok(_) => return,
                        Err(problem) if problem.contains("timeout") => break,
                        Err(_) => {}
                    }
                }
                self.keep("failed");
                panic!("{expression} never holds on {}", self.url());
            }
            Scripts::Off => {
                for _ in 0..200 {
                    if self.value(expression) == true {
                        return;
                    }
                    self.reload();
                }
                self.keep("failed");
                panic!("{expression} never holds on {}", self.url());
            }
        }
    }

    /// Whether the page's scripts run.
    pub(crate) fn has_scripts(&self) -> bool {
        self.scripts == Scripts::On
    }

    /// Whether something comes to hold by itself, such as a form's answer: loading anew could stop it on its way.
    pub(crate) fn holds_here(&self, expression: &str) -> bool {
        (0..100).any(|_| {
            let holds = self.value(expression) == true;
            if !holds {
                std::thread::sleep(Duration::from_millis(50));
            }
            holds
        })
    }

    /// Keeps a picture of the window.
    pub(crate) fn keep(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let picture = self.ask("GET", "/screenshot", &json!({}));
        fs::write(folder.join(format!("{name}.png")), from_base64(text(&picture))).unwrap();
    }

    /// What the browser complained about since it was asked last: errors of scripts, things that could not be loaded,
    /// and whatever the page's own policy forbids.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.ask("POST", "/se/log", &json!({ "type": "browser" }));
        let log = log.as_array().unwrap().iter();
        let bad = log.filter(|entry| ["SEVERE", "WARNING"].contains(&text(&entry["level"])));
        bad.map(|entry| text(&entry["message"]).to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends after this, and a browser that it left behind would go on for ever.
        drop(self.try_ask("DELETE", "", &json!({})));
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// The program that drives a browser, until it is dropped.
struct Driver {
    process: Child,
    port: u16,
}

impl Driver {
    /// One that listens. It takes a port that is free for one kind of address and gives up where it is taken for the
    /// other, as happens among tests that run side by side, so it is asked again.
    fn start() -> Driver {
        let mut said = String::new();
        (0..5).find_map(|_| Driver::try_start(&mut said)).unwrap_or_else(|| {
            panic!("wanted a driver that says where it listens, it says:\n{said}")
        })
    }

    fn try_start(said: &mut String) -> Option<Driver> {
        let mut command = Command::new("chromedriver");
        command
            .arg("--port=0")
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = command.spawn().unwrap_or_else(|error| {
            panic!("wanted Debian's packages chromium and chromium-driver, which ./test installs: {error}")
        });
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut driver = Driver { process, port: 0 };
        driver.port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            said.push_str(&line);
            said.push('\n');
            line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
        })?;
        // Whatever else it says would fill the pipe and stop it.
        std::thread::spawn(move || lines.for_each(drop));
        Some(driver)
    }

    /// What the driver answers, or its reason.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let answer = self.exchange(method, path, &body).map_err(|error| error.to_string())?;
        let mut answer: Value =
            serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        match value.get("error") {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    fn exchange(&self, method: &str, path: &str, body: &str) -> io::Result<Vec<u8>> {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port))?;
        socket.set_read_timeout(Some(Duration::from_millis(PATIENCE + 5_000)))?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        socket.write_all(request.as_bytes())?;
        let mut lines = BufReader::new(socket);
        let mut length = 0;
        let mut line = String::new();
        while lines.read_line(&mut line)? > 2 {
            if let Some(found) = line.to_lowercase().strip_prefix("content-length:") {
                length = found.trim().parse().map_err(io::Error::other)?;
            }
            line.clear();
        }
        let mut answer = vec![0; length];
        lines.read_exact(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // With its group, so that no browser outlives a driver that hangs.
        let group = format!("-{}", self.process.id());
        drop(Command::new("kill").args(["-KILL", "--", &group]).status());
        drop(self.process.wait());
    }
}

/// The bytes that a text in base 64 stands for.
fn from_base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut n_bits, mut bytes) = (0u32, 0, Vec::new());
    for digit in text.bytes().filter_map(digit) {
        bits = bits << 6 | u32::from(digit);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
        }
    }
    bytes
}
