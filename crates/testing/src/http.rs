//! An HTTP client that shows the bytes of an answer as they arrive.

mod connection;
mod stream;

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use crate::wait::PATIENCE;

pub use connection::{AsyncConnection, Connection};
pub use stream::{Stream, StreamEvent, n_messages};

/// A request as a browser writes it. A given header replaces the usual one of the same name.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let usual =
        [("host", "nekoza.test"), ("accept", "text/html,*/*;q=0.8"), ("connection", "close")];
    let form = "application/x-www-form-urlencoded";
    let length = body.len().to_string();
    let of_body = [("content-type", form), ("content-length", &length)];
    let of_body = if method == "POST" { &of_body[..] } else { &[] };
    let missing = |(name, _): &&(&str, &str)| !headers.iter().any(|(given, _)| given == name);
    let mut request = format!("{method} {path} HTTP/1.1\r\n");
    for (name, value) in usual.iter().chain(of_body).filter(missing).chain(headers) {
        request.extend([name, ": ", value, "\r\n"]);
    }
    request + "\r\n" + body
}

/// A client of one server, with a new connection for each request.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// The address of the server.
    pub address: SocketAddr,
}

impl Client {
    /// A client of the server at this address.
    pub fn new(address: SocketAddr) -> Client {
        Client { address }
    }

    /// Gets a path.
    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    /// Sends a form from a page of the same site.
    pub fn post(&self, path: &str, form: &str) -> Answer {
        self.ask("POST", path, &[("sec-fetch-site", "same-origin")], form)
    }

    /// Sends a request with these headers.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        self.raw(&request(method, path, headers, body))
    }

    /// Sends these bytes and reads the answer.
    pub fn raw(&self, request: &str) -> Answer {
        Answer::read(&self.bytes(request).unwrap()).unwrap()
    }

    /// Sends these bytes and reads to the end of the connection.
    pub fn bytes(&self, request: &str) -> io::Result<String> {
        let mut socket = connect(self.address)?;
        socket.write_all(request.as_bytes())?;
        let mut all = Vec::new();
        socket.read_to_end(&mut all)?;
        Ok(String::from_utf8(all).unwrap())
    }

    /// Sends these bytes, and returns the answer as a stream.
    pub fn stream(&self, request: &str) -> Stream {
        let mut socket = connect(self.address).unwrap();
        socket.write_all(request.as_bytes()).unwrap();
        Stream::new(socket)
    }
}

fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpStream::connect(address)?;
    socket.set_nodelay(true)?;
    socket.set_read_timeout(Some(PATIENCE))?;
    Ok(socket)
}

/// The answer of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The status code, such as 200.
    pub status: u16,
    /// The names and values of the headers, in order.
    pub headers: Vec<(String, String)>,
    /// The body, or the part of it that was read.
    pub body: String,
}

impl Answer {
    /// Reads an answer. `None` if it ends before its body.
    pub fn read(text: &str) -> Option<Answer> {
        let (head, body) = text.split_once("\r\n\r\n")?;
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok())?;
        // ChromeDriver writes some headers without a space after the colon.
        let headers = lines.filter_map(|line| line.split_once(':'));
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.trim().to_owned());
        Some(Answer { status, headers: headers.map(owned).collect(), body: body.to_owned() })
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The length of the body, if the answer names it.
    pub fn content_length(&self) -> Option<usize> {
        self.header("content-length")?.parse().ok()
    }

    /// The cookie that a browser keeps of this answer and sends from now on, if it is one.
    pub fn cookie(&self) -> Option<&str> {
        self.cookies().next()
    }

    /// The cookies of this answer, `name=value`. An empty value forgets a cookie.
    pub fn cookies(&self) -> impl Iterator<Item = &str> {
        let set = self.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        set.filter_map(|(_, cookie)| cookie.split(';').next())
    }

    /// Every value of an attribute on the page.
    pub fn attributes(&self, name: &str) -> Vec<&str> {
        let parts = self.body.split(&format!(" {name}=\"")).skip(1).collect::<Vec<_>>();
        parts.into_iter().filter_map(|part| part.split('"').next()).collect()
    }
}
