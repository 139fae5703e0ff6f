//! A real browser: Chromium without a screen, driven by its own driver over `WebDriver`.
//!
//! A script on the page checks a condition until it holds.

mod driver;

use std::fs;

use serde_json::{Value, json};

use crate::folder;
use crate::wait::{self, Deadline};
use driver::Driver;

/// The width and height of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreenSize {
    /// 1920 × 1080
    Desktop,
    /// 1440 × 900
    Laptop,
    /// 1280 × 720
    ShortLaptop,
    /// 1024 × 768
    NarrowLaptop,
    /// 820 × 1180
    Tablet,
    /// 390 × 844
    TallPhone,
    /// 360 × 740
    Phone,
    /// 844 × 390: a phone held sideways
    SidewaysPhone,
    /// 320 × 568: the narrowest phone, on which pages may scroll
    NarrowPhone,
    /// 720 × 450: a laptop with pages at twice their size, which may scroll
    Zoomed,
}

impl ScreenSize {
    /// The sizes on which nobody has to scroll to decide, from large to small.
    pub const ALL: [ScreenSize; 8] = [
        ScreenSize::Desktop,
        ScreenSize::Laptop,
        ScreenSize::ShortLaptop,
        ScreenSize::NarrowLaptop,
        ScreenSize::Tablet,
        ScreenSize::TallPhone,
        ScreenSize::Phone,
        ScreenSize::SidewaysPhone,
    ];

    /// Width and height in CSS pixels.
    pub fn size(self) -> (u32, u32) {
        match self {
            ScreenSize::Desktop => (1920, 1080),
            ScreenSize::Laptop => (1440, 900),
            ScreenSize::ShortLaptop => (1280, 720),
            ScreenSize::NarrowLaptop => (1024, 768),
            ScreenSize::Tablet => (820, 1180),
            ScreenSize::TallPhone => (390, 844),
            ScreenSize::Phone => (360, 740),
            ScreenSize::SidewaysPhone => (844, 390),
            ScreenSize::NarrowPhone => (320, 568),
            ScreenSize::Zoomed => (720, 450),
        }
    }

    /// Whether it is the screen of a device for fingers.
    pub fn is_mobile(self) -> bool {
        use ScreenSize as S;
        match self {
            S::Desktop | S::Laptop | S::ShortLaptop | S::NarrowLaptop | S::Zoomed => false,
            S::Tablet | S::TallPhone | S::Phone | S::SidewaysPhone | S::NarrowPhone => true,
        }
    }

    /// Pixels of the device for each CSS pixel.
    fn scale(self) -> u32 {
        if self.is_mobile() || self == ScreenSize::Zoomed { 2 } else { 1 }
    }
}

/// A key of the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// To the next element.
    Tab,
    /// Presses buttons.
    Enter,
    /// Picks one of several.
    Space,
    /// To the next of several.
    Right,
}

impl Key {
    /// Its code, by the standard.
    fn code(self) -> &'static str {
        match self {
            Key::Tab => "\u{e004}",
            Key::Enter => "\u{e007}",
            Key::Space => " ",
            Key::Right => "\u{e014}",
        }
    }
}

/// Whether a page's scripts run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scripts {
    /// Scripts run.
    On,
    /// Scripts are off: pages are forms and links.
    Off,
}

/// The time limit for a script or for loading a page, in milliseconds.
const PAGE_PATIENCE: u64 = 60_000;

/// The key of an element's id, by the standard.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A point at which an element can be pressed, or what covers it.
const VISIBLE_POINT: &str = "const point = (one) => {
        let cover = 'nothing';
        for (const part of [0.5, 0.15, 0.3, 0.7, 0.85]) {
            for (const { left, top, width, height } of one.getClientRects()) {
                for (const [x, y] of [[left + width * 0.5, top + height * part], [left + width * part, top + height * 0.5], [left + width * 0.12, top + height * part]]) {
                    const there = document.elementFromPoint(x, y);
                    if (there && (one === there || one.contains(there))) return [Math.round(x), Math.round(y)];
                    cover = there?.outerHTML.slice(0, 100) ?? cover;
                }
            }
        }
        return cover;
    };
    const show = (one) => {
        const { top, bottom } = one.getBoundingClientRect();
        if (top < 0 || bottom > innerHeight) one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    };";

/// Scrolls to the element, and waits until it has come to rest: pages may scroll smoothly, and cards move. On a busy
/// machine time can pass without a frame, and only frames move things.
const POINT_AT_REST: &str = "const [one, done] = arguments;
    const moves = ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().iterations < Infinity && effect.target?.contains(one);
    const look = (before, nRest) => {
        show(one);
        const { x, y } = one.getBoundingClientRect();
        const rests = before?.x === x && before.y === y && !document.getAnimations().some(moves);
        if (rests && nRest > 0) done(point(one));
        else requestAnimationFrame(() => look({ x, y }, rests ? nRest + 1 : 0));
    };
    look(undefined, 0);";

/// Without scripts no time passes in a page, and nothing moves.
const POINT_AT_ONCE: &str = "const [one] = arguments; show(one); return point(one);";

/// How often to try to start a browser.
const N_STARTS: usize = 5;

/// A browser with one window and its own cookies. It ends when this is dropped.
#[derive(Debug)]
pub struct Browser {
    driver: Driver,
    session: String,
    scripts: Scripts,
}

impl Browser {
    /// Starts a browser with a window of this size.
    pub fn open(screen: ScreenSize, scripts: Scripts) -> Browser {
        let mut problems = Vec::new();
        let started = (0..N_STARTS)
            .find_map(|_| Browser::start(scripts).map_err(|problem| problems.push(problem)).ok());
        let browser = started.unwrap_or_else(|| {
            panic!("Chromium does not start; is Debian's package chromium installed? {problems:#?}")
        });
        browser.resize(screen);
        if scripts == Scripts::Off {
            browser.command("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
        }
        browser
    }

    fn start(scripts: Scripts) -> Result<Browser, String> {
        let driver = Driver::start()?;
        // Containers have neither the rights for a sandbox nor much shared memory, and we visit only our own pages.
        // Clicks miss a page that still scrolls. Covered windows must not run slower, and nothing should run in the
        // background.
        let args = [
            "--headless=new",
            "--window-size=1440,900",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--force-prefers-reduced-motion",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-extensions",
            "--disable-background-timer-throttling",
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
        ];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": PAGE_PATIENCE, "pageLoad": PAGE_PATIENCE },
        } } });
        let session = driver.ask("POST", "/session", &wanted)?;
        let session = format!("/session/{}", text(&session["sessionId"]));
        Ok(Browser { driver, session, scripts })
    }

    /// Gives the window another size.
    pub fn resize(&self, screen: ScreenSize) {
        let (width, height) = screen.size();
        let size = json!({
            "width": width,
            "height": height,
            "deviceScaleFactor": screen.scale(),
            "mobile": screen.is_mobile(),
        });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Replaces the media features, by their names in CSS.
    pub fn set_media_features(&self, features: &[(&str, &str)]) {
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = features.iter().map(feature).collect();
        self.command("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    fn try_ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        self.driver.ask(method, &format!("{}{path}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_ask(method, path, body).unwrap_or_else(|problem| panic!("{path}: {problem}"))
    }

    /// Sends a command of Chromium's own protocol.
    fn command(&self, name: &str, params: &Value) {
        self.ask("POST", "/goog/cdp/execute", &json!({ "cmd": name, "params": params }));
    }

    /// Goes to an address, and waits until the page has loaded.
    pub fn go(&self, url: &str) {
        self.ask("POST", "/url", &json!({ "url": url }));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
    }

    /// Presses Back, and waits until the page has loaded.
    pub fn back(&self) {
        self.ask("POST", "/back", &json!({}));
    }

    /// Presses Forward, and waits until the page has loaded.
    pub fn forward(&self) {
        self.ask("POST", "/forward", &json!({}));
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        text(&self.ask("GET", "/url", &json!({}))).to_owned()
    }

    /// Goes to an address with these cookies, such as `name=value; other=value`. All requests to that site send them from
    /// now on.
    pub fn go_as(&self, url: &str, cookies: &str) {
        for cookie in cookies.split("; ") {
            let (name, value) = cookie.split_once('=').unwrap();
            let cookie =
                json!({ "url": url, "name": name, "value": value, "path": "/", "httpOnly": true });
            self.command("Network.setCookie", &cookie);
        }
        self.go(url);
    }

    /// Lets tests run scripts on a page that was loaded without. Its own scripts do not run.
    pub fn allow_scripts(&self) {
        self.command("Emulation.setScriptExecutionDisabled", &json!({ "value": false }));
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
    pub fn count(&self, css: &str) -> usize {
        self.all(css).len()
    }

    /// Waits for an element and clicks it. An element that is covered by another one cannot be clicked.
    #[track_caller]
    pub fn click(&self, css: &str) {
        self.on_one(css, |element| self.try_click(element));
    }

    /// Clicks an element with a mouse, where it can be seen: the cards of a hand cover the middle of each other.
    fn try_click(&self, element: &str) -> Result<Value, String> {
        let click = || self.try_ask("POST", &format!("/element/{element}/click"), &json!({}));
        match self.scripts {
            Scripts::On => self.press(element, "mouse"),
            // Every click leads to another page, for which the driver waits.
            Scripts::Off => click().or_else(|_| self.press(element, "mouse")),
        }
    }

    /// Taps with a finger, as soon as there is something.
    #[track_caller]
    pub fn tap(&self, css: &str) {
        self.on_one(css, |element| self.press(element, "touch"));
    }

    /// Presses an element with a pointer of this kind.
    fn press(&self, element: &str, kind: &str) -> Result<Value, String> {
        let (path, find) = match self.scripts {
            Scripts::On => ("/execute/async", POINT_AT_REST),
            Scripts::Off => ("/execute/sync", POINT_AT_ONCE),
        };
        let script = format!("{VISIBLE_POINT}\n{find}");
        let find = json!({ "script": script, "args": [{ ELEMENT: element }] });
        let point = self.try_ask("POST", path, &find)?;
        let [x, y] = [&point[0], &point[1]].map(Value::as_i64);
        let (Some(x), Some(y)) = (x, y) else {
            return Err(format!("click intercepted: covered by {point}"));
        };
        let pointer = json!({
            "type": "pointer",
            "id": kind,
            "parameters": { "pointerType": kind },
            "actions": [
                { "type": "pointerMove", "origin": "viewport", "x": x, "y": y },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ],
        });
        self.try_ask("POST", "/actions", &json!({ "actions": [pointer] }))
    }

    /// Presses a key, wherever the focus is.
    pub fn press_key(&self, key: Key) {
        let [down, up] =
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.code() }));
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": [down, up] });
        self.ask("POST", "/actions", &json!({ "actions": [keyboard] }));
    }

    /// Clicks one of several elements; the number wraps around. Returns whether it was still there: a live page may
    /// change at any time.
    pub fn click_one_of(&self, css: &str, number: usize) -> bool {
        let found = self.all(css);
        let Some(element) = found.get(number % found.len().max(1)) else { return false };
        match self.try_click(element) {
            Ok(_) => true,
            Err(problem) if is_passing(&problem) => false,
            Err(problem) => panic!("{css}: {problem}"),
        }
    }

    /// Types a text. A line break presses Enter.
    #[track_caller]
    pub fn write(&self, css: &str, words: &str) {
        let keys = json!({ "text": words.replace('\n', "\u{e007}") });
        self.on_one(css, |element| {
            self.try_ask("POST", &format!("/element/{element}/value"), &keys)
        });
    }

    /// Waits for an element of this kind and acts on the first one. Tries again if the page changes meanwhile.
    #[track_caller]
    fn on_one(&self, css: &str, act: impl Fn(&str) -> Result<Value, String>) {
        wait::until_ok(&format!("{css} on {}", self.url()), || {
            let found = self.all(css);
            match found.first().map(|element| act(element)) {
                None => Err("there is none".to_owned()),
                Some(Ok(_)) => Ok(()),
                Some(Err(problem)) if is_passing(&problem) => Err(problem),
                Some(Err(problem)) => panic!("{css}: {problem}"),
            }
        });
    }

    /// Chooses from a list, without scrolling to it: a page that still scrolls moves away below the next press.
    #[track_caller]
    pub fn choose(&self, name: &str, value: &str) {
        let choose = format!(
            "const list = document.querySelector({:?});
            list.value = {value:?};
            for (const kind of ['input', 'change']) list.dispatchEvent(new Event(kind, {{ bubbles: true }}));
            return list.value;",
            format!("select[name='{name}']")
        );
        let chosen = self.ask("POST", "/execute/sync", &json!({ "script": choose, "args": [] }));
        assert_eq!(chosen, value, "{name} is a list with this value");
    }

    /// Runs a script on the page.
    pub fn run(&self, script: &str) {
        self.ask("POST", "/execute/sync", &json!({ "script": script, "args": [] }));
    }

    /// Runs a script, which ends by calling its only argument with a value. Returns the value.
    pub fn run_until_done(&self, script: &str) -> Value {
        self.ask("POST", "/execute/async", &json!({ "script": script, "args": [] }))
    }

    /// The value of an expression on the page.
    pub fn value(&self, expression: &str) -> Value {
        let script = json!({ "script": format!("return {expression}"), "args": [] });
        self.ask("POST", "/execute/sync", &script)
    }

    /// The text of an expression on the page.
    pub fn text(&self, expression: &str) -> String {
        text(&self.value(expression)).to_owned()
    }

    /// Waits until an expression is true. Reloads the page meanwhile if its scripts are off.
    #[track_caller]
    pub fn wait_for(&self, expression: &str) {
        let deadline = Deadline::new();
        let mut problem = String::new();
        while deadline.left().is_some() {
            match self.look_for(expression) {
                Ok(true) => return,
                Ok(false) => {}
                Err(why) => problem = why,
            }
        }
        self.keep("failed");
        panic!("{expression} never holds on {}, {problem}", self.url());
    }

    /// Waits for a while until an expression is true. An error if the page is reloaded meanwhile.
    fn look_for(&self, expression: &str) -> Result<bool, String> {
        match self.scripts {
            Scripts::On => {
                let script = "const done = arguments[0]; let timer; \
                    const look = () => { if (EXPRESSION) { clearInterval(timer); done(true); } }; \
                    timer = setInterval(look, 20); look();";
                let script = script.replace("EXPRESSION", expression);
                let script = json!({ "script": script, "args": [] });
                self.try_ask("POST", "/execute/async", &script).map(|_| true)
            }
            Scripts::Off => {
                let holds = self.value(expression) == true;
                if !holds {
                    self.reload();
                }
                Ok(holds)
            }
        }
    }

    /// Waits until an expression is true, without a reload: while a form is being answered, a reload could stop it.
    #[track_caller]
    pub fn wait_without_reload(&self, expression: &str) {
        let script = json!({ "script": format!("return {expression}"), "args": [] });
        wait::until_ok(&format!("{expression} on {}", self.url()), || {
            // Between two pages there is nothing to ask.
            let value = self.try_ask("POST", "/execute/sync", &script)?;
            if value == true { Ok(()) } else { Err(value.to_string()) }
        });
    }

    /// Keeps a picture of the window in `target/screenshots`.
    pub fn keep(&self, name: &str) {
        let folder = folder::target().join("screenshots");
        fs::create_dir_all(&folder).unwrap();
        let picture = self.ask("GET", "/screenshot", &json!({}));
        fs::write(folder.join(format!("{name}.png")), from_base64(text(&picture))).unwrap();
    }

    /// New complaints of the browser: errors of scripts, files that could not be loaded, and violations of the page's
    /// own policy.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.ask("POST", "/se/log", &json!({ "type": "browser" }));
        let log = log.as_array().unwrap().iter();
        let bad = log.filter(|entry| ["SEVERE", "WARNING"].contains(&text(&entry["level"])));
        bad.map(|entry| text(&entry["message"]).to_owned()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends after this, and would leave a running browser behind.
        drop(self.try_ask("DELETE", "", &json!({})));
    }
}

/// Whether a click may work a moment later: the page has just changed, or something moves over the element.
fn is_passing(problem: &str) -> bool {
    ["stale element", "click intercepted", "not interactable"]
        .iter()
        .any(|passing| problem.contains(passing))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
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
