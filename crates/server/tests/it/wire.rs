//! A stream as it comes by the wire, chunks and all.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use crate::client::{Site, request};

/// A stream that somebody reads byte by byte, or not at all.
pub(crate) struct Wire(TcpStream);

impl Wire {
    /// Opens the stream of a table.
    pub(crate) fn open(site: &Site, path: &str, cookie: &str) -> Wire {
        let mut socket = TcpStream::connect(site.address).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = request("GET", &format!("{path}/live"), &[("cookie", cookie)], "");
        socket.write_all(request.as_bytes()).unwrap();
        Wire(socket)
    }

    /// Everything up to the end of the message that has this in it.
    pub(crate) fn until(&mut self, wanted: &str) -> String {
        let (mut all, mut some) = (Vec::new(), [0; 16_384]);
        loop {
            let n_bytes = self.0.read(&mut some).unwrap();
            assert_ne!(n_bytes, 0, "a stream ended before {wanted}");
            all.extend(&some[..n_bytes]);
            if all.ends_with(b"\n\n\r\n") {
                let text = String::from_utf8_lossy(&all);
                assert!(!text.ends_with("\r\n:\n\n\r\n"), "nothing comes, wanted {wanted}");
                if text.contains(wanted) {
                    return text.into_owned();
                }
            }
        }
    }

    /// Everything until the server ends the stream.
    pub(crate) fn rest(&mut self) -> String {
        let mut all = Vec::new();
        self.0.read_to_end(&mut all).unwrap();
        String::from_utf8(all).unwrap()
    }
}

/// How many messages these bytes hold.
pub(crate) fn n_messages(bytes: &str) -> usize {
    bytes.matches("\nevent: ").count()
}
