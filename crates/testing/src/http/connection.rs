//! Connections that stay open for several requests.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _};

use super::{Answer, connect};

/// A blocking connection.
#[derive(Debug)]
pub struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Connects to a server.
    pub fn open(address: SocketAddr) -> io::Result<Connection> {
        Ok(Connection(BufReader::new(connect(address)?)))
    }

    /// Sends a request and reads the answer, which must have a content length.
    pub fn ask(&mut self, request: &str) -> io::Result<Answer> {
        self.0.get_mut().write_all(request.as_bytes())?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") && self.0.read_until(b'\n', &mut head)? > 0 {}
        let answer = read_head(&head)?;
        let mut body = vec![0; answer.content_length().unwrap_or(0)];
        self.0.read_exact(&mut body)?;
        with_body(answer, body)
    }
}

/// An async connection, so that many can share a thread.
#[derive(Debug)]
pub struct AsyncConnection(tokio::io::BufReader<tokio::net::TcpStream>);

impl AsyncConnection {
    /// Connects to a server.
    pub async fn open(address: SocketAddr) -> io::Result<AsyncConnection> {
        let socket = tokio::net::TcpStream::connect(address).await?;
        socket.set_nodelay(true)?;
        Ok(AsyncConnection(tokio::io::BufReader::new(socket)))
    }

    /// Sends a request.
    pub async fn send(&mut self, request: &str) -> io::Result<()> {
        self.0.get_mut().write_all(request.as_bytes()).await
    }

    /// Reads the head of an answer, not its body.
    pub async fn head(&mut self) -> io::Result<Answer> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") && self.0.read_until(b'\n', &mut head).await? > 0 {}
        read_head(&head)
    }

    /// Sends a request and reads the answer, which must have a content length.
    pub async fn ask(&mut self, request: &str) -> io::Result<Answer> {
        self.send(request).await?;
        let answer = self.head().await?;
        let mut body = vec![0; answer.content_length().unwrap_or(0)];
        self.0.read_exact(&mut body).await?;
        with_body(answer, body)
    }

    /// Appends the next line of a body to these bytes. Cancel-safe.
    pub async fn read_line(&mut self, line: &mut Vec<u8>) -> io::Result<usize> {
        self.0.read_until(b'\n', line).await
    }
}

fn read_head(head: &[u8]) -> io::Result<Answer> {
    let head = str::from_utf8(head).map_err(io::Error::other)?;
    Answer::read(head).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

fn with_body(answer: Answer, body: Vec<u8>) -> io::Result<Answer> {
    Ok(Answer { body: String::from_utf8(body).map_err(io::Error::other)?, ..answer })
}
