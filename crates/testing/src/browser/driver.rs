//! `ChromeDriver`: the program that drives a browser. It accepts commands as JSON over HTTP.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufReader};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use serde_json::{Value, json};

use crate::http::{Connection, request};
use crate::wait::{self, Deadline};

/// The ports that we choose from. The system itself gives higher ports to programs that take any free one.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// A driver that runs until it is dropped.
#[derive(Debug)]
pub(super) struct Driver {
    process: Child,
    address: SocketAddr,
}

impl Driver {
    /// Starts a driver, or says why it did not start.
    pub(super) fn start() -> Result<Driver, String> {
        let port = free_port();
        let mut command = Command::new("chromedriver");
        command.arg(format!("--port={port}")).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap_or_else(|error| {
            panic!("wanted Debian's packages chromium and chromium-driver, which ./test installs: {error}")
        });
        let said = BufReader::new(process.stdout.take().unwrap());
        let driver = Driver { process, address: (Ipv4Addr::LOCALHOST, port).into() };
        listens(said)?;
        driver.is_ready()?;
        Ok(driver)
    }

    /// Waits until it accepts commands.
    fn is_ready(&self) -> Result<(), String> {
        let deadline = Deadline::new();
        loop {
            let problem = match self.ask("GET", "/status", &json!({})) {
                Ok(status) if status["ready"] == true => return Ok(()),
                Ok(status) => status.to_string(),
                Err(problem) => problem,
            };
            if deadline.left().is_none() {
                return Err(problem);
            }
            wait::pause();
        }
    }

    /// Sends a command and returns the answer, or the driver's error.
    pub(super) fn ask(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let answer = self.exchange(method, path, &body).map_err(|error| error.to_string())?;
        let mut answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        match value.get("error") {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    fn exchange(&self, method: &str, path: &str, body: &str) -> io::Result<String> {
        let host = self.address.to_string();
        let headers = [("host", &*host), ("content-type", "application/json")];
        let request = request(method, path, &headers, body);
        Ok(Connection::open(self.address)?.ask(&request)?.body)
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

/// Waits until the driver prints that it listens. A request would not do: another driver with this port would answer it.
fn listens(said: impl io::BufRead + Send + 'static) -> Result<(), String> {
    let (send, lines) = mpsc::channel();
    // The thread reads on afterwards: a full pipe would stop the driver.
    std::thread::spawn(move || {
        said.lines().map_while(Result::ok).for_each(|line| drop(send.send(line)));
    });
    let deadline = Deadline::new();
    let mut all = String::new();
    while let Some(left) = deadline.left()
        && let Ok(line) = lines.recv_timeout(left)
    {
        if line.contains("started successfully") {
            return Ok(());
        }
        all += &line;
        all.push('\n');
    }
    Err(format!("it does not listen, and says:\n{all}"))
}

/// A port that is free for IPv4 and IPv6: `ChromeDriver` wants the same one for both, and gives up otherwise.
fn free_port() -> u16 {
    // Drivers that start at the same time begin to search at different ports.
    let start = PORTS.start + (RandomState::new().hash_one("port") % PORTS.len() as u64) as u16;
    let mut ports = (start..PORTS.end).chain(PORTS.start..start);
    ports.find(|port| is_free(*port)).expect("one of twelve thousand ports is free")
}

fn is_free(port: u16) -> bool {
    let old = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let new = TcpListener::bind((Ipv6Addr::LOCALHOST, port));
    // Some machines have no IPv6 at all.
    old.is_ok() && (new.is_ok() || TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_err())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_taken_for_one_kind_of_address_is_not_free() {
        let port = free_port();
        let addresses: [std::net::IpAddr; 2] =
            [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        for address in addresses {
            // A machine without IPv6 has nothing to test there.
            let Ok(_taken) = TcpListener::bind((address, port)) else { continue };
            assert!(!is_free(port), "{address}");
        }
        assert!(is_free(port));
    }
}
