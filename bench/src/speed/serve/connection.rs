//! A connection to the engine, kept open, which asks as any program may.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use crate::Failure;

/// An open connection.
pub(super) struct Connection {
    stream: BufReader<TcpStream>,
    /// What every request begins its path with, below the method.
    vault: String,
    /// What every request carries.
    headers: String,
}

impl Connection {
    /// Connects to an address, for requests about a vault with a token.
    pub(super) fn open(address: &str, token: &str, vault: &str) -> Result<Self, Failure> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: BufReader::new(stream),
            vault: format!("/api/v1/vaults/{vault}"),
            headers: format!("Host: {address}\r\nAuthorization: Bearer {token}"),
        })
    }

    /// Asks with a body, and returns the reply.
    pub(super) fn post(&mut self, action: &str, body: &Value) -> Result<Value, Failure> {
        self.ask("POST", action, &body.to_string())
    }

    /// Asks without one.
    pub(super) fn get(&mut self, action: &str) -> Result<Value, Failure> {
        self.ask("GET", action, "")
    }

    /// Sends one request at once, and reads its reply to the end.
    fn ask(&mut self, method: &str, action: &str, body: &str) -> Result<Value, Failure> {
        let Self { vault, headers, .. } = self;
        let length = body.len();
        let request = format!(
            "{method} {vault}/{action} HTTP/1.1\r\n{headers}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (status, length) = self.head()?;
        let mut reply = vec![0; length];
        self.stream.read_exact(&mut reply)?;
        if status != 200 {
            return Err(format!("{status}: {}", String::from_utf8_lossy(&reply)).into());
        }
        Ok(serde_json::from_slice(&reply)?)
    }

    /// Reads the head of a reply: its status, and the length of what follows, which the engine always tells.
    fn head(&mut self) -> Result<(u16, usize), Failure> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or("the connection was closed")?.parse()?;
        let mut length = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line)?;
            match line.trim_end().split_once(':') {
                None => break,
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = Some(value.trim().parse()?);
                }
                Some(_) => {}
            }
        }
        Ok((status, length.ok_or("a reply of unknown length")?))
    }
}
