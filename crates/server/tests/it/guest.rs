//! Somebody at a table who knows only what the pages offer.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Answer, Site, request};
use crate::patch::patch;

/// A browser with a cookie, at one table.
pub(crate) struct Guest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) cookie: String,
    /// Where the table stands.
    pub(crate) path: String,
}

/// A form on a page: where it goes, what it hides, and its buttons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormOnPage {
    pub(crate) action: String,
    pub(crate) hidden: Vec<(String, String)>,
    /// Name and value of each button; both empty where the button has none.
    pub(crate) buttons: Vec<(String, String)>,
}

impl<'a> Guest<'a> {
    /// Somebody who has not been here before, in front of this table.
    pub(crate) fn at(site: &'a Site, path: &str) -> Guest<'a> {
        Guest { site, cookie: String::new(), path: path.to_owned() }
    }

    /// Somebody who sends the form that sets up a table.
    pub(crate) fn opens(site: &'a Site, to: &str, form: &str) -> Guest<'a> {
        let mut guest = Guest::at(site, "");
        let answer = guest.post(to, form);
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.header("location").unwrap().clone_into(&mut guest.path);
        guest
    }

    /// Sits down under this name.
    pub(crate) fn sits(site: &'a Site, path: &str, name: &str) -> Guest<'a> {
        let mut guest = Guest::at(site, path);
        let answer = guest.post(&format!("{path}/sit"), &format!("name={name}"));
        assert_eq!(answer.status, 303, "{}", answer.body);
        guest
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.site.ask("GET", path, &[("cookie", &self.cookie)], "")
    }

    pub(crate) fn post(&mut self, path: &str, form: &str) -> Answer {
        self.post_as("text/html", path, form)
    }

    /// Sends a form and says what it wants to read.
    pub(crate) fn post_as(&mut self, accept: &str, path: &str, form: &str) -> Answer {
        let answer = self.site.raw(&self.form_request(accept, path, form));
        self.keeps_cookie(&answer);
        answer
    }

    /// Keeps the cookie that an answer brings, as browsers do.
    pub(crate) fn keeps_cookie(&mut self, answer: &Answer) {
        if let Some(cookie) = answer.header("set-cookie") {
            cookie.split(';').next().unwrap().clone_into(&mut self.cookie);
        }
    }

    /// A form as it is sent.
    pub(crate) fn form_request(&self, accept: &str, path: &str, form: &str) -> String {
        let headers = [
            ("cookie", self.cookie.as_str()),
            ("sec-fetch-site", "same-origin"),
            ("accept", accept),
        ];
        request("POST", path, &headers, form)
    }

    /// The page as it is now.
    pub(crate) fn page(&self) -> String {
        let answer = self.get(&self.path);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    /// The live part of the page.
    pub(crate) fn live_part(&self) -> String {
        let page = self.page();
        let from = page.find("<div id=\"live\"").unwrap();
        page[from..].to_owned()
    }

    /// What can be decided now: each a form and a button.
    pub(crate) fn decisions(&self) -> Vec<(FormOnPage, String)> {
        decisions(&self.page())
    }

    /// Presses a button of a decision.
    pub(crate) fn decides(&mut self, form: &FormOnPage, value: &str) -> Answer {
        self.post(&form.action, &form.body("action", value))
    }

    /// Presses the only button of the form that goes to this command.
    pub(crate) fn presses(&mut self, command: &str) -> Answer {
        let wanted = format!("/{command}");
        let form = forms(&self.page()).into_iter().find(|form| form.action.ends_with(&wanted));
        let form = form.unwrap_or_else(|| panic!("no form for {command} on {}", self.path));
        self.post(&form.action, &form.body("", ""))
    }

    /// Watches the table.
    pub(crate) fn watches(&self) -> Stream {
        Stream::open(self.site, &format!("{}/live", self.path), &self.cookie)
    }
}

impl FormOnPage {
    /// What a browser sends when a button is pressed.
    pub(crate) fn body(&self, name: &str, value: &str) -> String {
        let button = (!name.is_empty()).then(|| (name.to_owned(), value.to_owned()));
        let fields = self.hidden.iter().cloned().chain(button);
        let encoded = fields.map(|(name, value)| format!("{name}={}", encode(&value)));
        encoded.collect::<Vec<_>>().join("&")
    }
}

/// A text as forms send it.
pub(crate) fn encode(text: &str) -> String {
    let each = |byte: u8| {
        let plain = byte.is_ascii_alphanumeric();
        if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(each).collect()
}

/// What can be decided on a page: each a form and a button.
pub(crate) fn decisions(page: &str) -> Vec<(FormOnPage, String)> {
    let acts = forms(page).into_iter().filter(|form| form.action.ends_with("/act"));
    let each = acts.flat_map(|form| {
        let buttons = form.buttons.clone();
        buttons.into_iter().map(move |(name, value)| {
            assert_eq!(name, "action");
            (form.clone(), value)
        })
    });
    each.collect()
}

/// All forms of a page.
pub(crate) fn forms(page: &str) -> Vec<FormOnPage> {
    let forms = page.split("<form ").skip(1);
    forms.map(|form| read_form(form.split("</form>").next().unwrap())).collect()
}

fn read_form(form: &str) -> FormOnPage {
    let tags = |tag: &str| form.split(&format!("<{tag} ")).skip(1).map(to_end).collect::<Vec<_>>();
    let hidden = tags("input").into_iter().filter(|tag| tag.contains("type=\"hidden\""));
    let hidden = hidden.map(|tag| (attribute(tag, "name"), attribute(tag, "value")));
    let bare = form.matches("<button>").map(|_| (String::new(), String::new()));
    let offered = tags("button").into_iter().filter(|tag| !tag.contains("type=\"button\""));
    let buttons = offered.map(|tag| (attribute(tag, "name"), attribute(tag, "value")));
    FormOnPage {
        action: attribute(to_end(form), "action"),
        hidden: hidden.collect(),
        buttons: buttons.chain(bare).collect(),
    }
}

fn to_end(tag: &str) -> &str {
    tag.split('>').next().unwrap()
}

fn attribute(tag: &str, name: &str) -> String {
    // The tag begins behind its name, so its first attribute has nothing before it.
    let value = format!(" {tag}").split(&format!(" {name}=\"")).nth(1).map(str::to_owned);
    let value = value.as_deref().and_then(|rest| rest.split('"').next()).unwrap_or_default();
    value.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"")
}

/// A stream of server-sent events.
pub(crate) struct Stream {
    lines: BufReader<TcpStream>,
    page: String,
}

/// An event of a stream, and the live part of the page as it is then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) html: String,
}

impl Stream {
    fn open(site: &Site, path: &str, cookie: &str) -> Stream {
        let mut socket = TcpStream::connect(site.address).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: nekoza.test\r\ncookie: {cookie}\r\n\r\n");
        socket.write_all(request.as_bytes()).unwrap();
        let mut stream = Stream { lines: BufReader::new(socket), page: String::new() };
        let mut line = stream.line().unwrap();
        assert!(line.contains(" 200 "), "{line}");
        while !line.is_empty() {
            line = stream.line().unwrap();
        }
        stream
    }

    /// The next line; nothing when the server has ended the stream.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let n_bytes = self.lines.read_line(&mut line).unwrap();
        (n_bytes > 0).then(|| line.trim_end().to_owned())
    }

    /// The next event; nothing when the server has ended the stream.
    pub(crate) fn next(&mut self) -> Option<Event> {
        let mut id = String::new();
        let mut name = String::new();
        loop {
            let line = self.line()?;
            if line == "0" {
                return None;
            }
            if let Some(found) = line.strip_prefix("id: ") {
                found.clone_into(&mut id);
            }
            if let Some(found) = line.strip_prefix("event: ") {
                found.clone_into(&mut name);
            }
            if let Some(html) = line.strip_prefix("data: ") {
                patch(&mut self.page, &name, html);
                return Some(Event { id, html: self.page.clone() });
            }
        }
    }
}
