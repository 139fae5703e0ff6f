//! A player who knows only what the pages offer.

use testing::http::{Answer, Stream, request};
use testing::page::{Form, decisions, encode, forms};

use crate::client::Site;

/// A browser with a cookie, at one table.
pub(crate) struct Guest<'a> {
    pub(crate) site: &'a Site,
    pub(crate) cookie: String,
    /// The path of the table.
    pub(crate) path: String,
}

impl<'a> Guest<'a> {
    /// A new visitor at this table.
    pub(crate) fn at(site: &'a Site, path: &str) -> Guest<'a> {
        Guest { site, cookie: String::new(), path: path.to_owned() }
    }

    /// A new visitor who creates a table with this form.
    pub(crate) fn opens(site: &'a Site, to: &str, form: &str) -> Guest<'a> {
        let mut guest = Guest::at(site, "");
        let answer = guest.post(to, form);
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.header("location").unwrap().clone_into(&mut guest.path);
        guest
    }

    /// A new visitor who sits down with this name.
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

    /// Sends a form with this `Accept` header.
    pub(crate) fn post_as(&mut self, accept: &str, path: &str, form: &str) -> Answer {
        let answer = self.site.raw(&self.form_request(accept, path, form));
        self.keeps_cookie(&answer);
        answer
    }

    /// Keeps the cookies of an answer, as browsers do.
    pub(crate) fn keeps_cookie(&mut self, answer: &Answer) {
        for cookie in answer.cookies() {
            let (name, value) = cookie.split_once('=').unwrap();
            let known = self.cookie.split("; ").filter(|pair| !pair.is_empty());
            let others = known.filter(|pair| pair.split('=').next() != Some(name));
            let new = (!value.is_empty()).then_some(cookie);
            self.cookie = others.chain(new).collect::<Vec<_>>().join("; ");
        }
    }

    /// The request that sends a form.
    pub(crate) fn form_request(&self, accept: &str, path: &str, form: &str) -> String {
        let headers = [
            ("cookie", self.cookie.as_str()),
            ("sec-fetch-site", "same-origin"),
            ("accept", accept),
        ];
        request("POST", path, &headers, form)
    }

    /// The current page.
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

    /// The current decisions: forms with their buttons.
    pub(crate) fn decisions(&self) -> Vec<(Form, String)> {
        decisions(&self.page())
    }

    /// Presses the button of a decision.
    pub(crate) fn decides(&mut self, form: &Form, value: &str) -> Answer {
        self.post(&form.action, &form.body("action", value))
    }

    /// Presses the only button of the form for this command.
    pub(crate) fn presses(&mut self, command: &str) -> Answer {
        let wanted = format!("/{command}");
        let form = forms(&self.page()).into_iter().find(|form| form.action.ends_with(&wanted));
        let form = form.unwrap_or_else(|| panic!("no form for {command} on {}", self.path));
        self.post(&form.action, &form.body("", ""))
    }

    /// Opens the stream of the table.
    pub(crate) fn watches(&self) -> Stream {
        let mut stream = self.site.watch(&self.path, &self.cookie);
        assert_eq!(stream.head().status, 200);
        stream
    }

    /// Sends a chat line; `n_said` is the number of earlier ones.
    pub(crate) fn says(&mut self, n_said: usize, text: &str) {
        let body = format!("at={n_said}&text={}", encode(text));
        let answer = self.post_as("*/*", &format!("{}/say", self.path), &body);
        assert_eq!(answer.status, 204, "{}", answer.body);
    }
}
