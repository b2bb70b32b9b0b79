//! A server on this machine that speaks HTTP by hand, so that it can also speak it wrongly.
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A request as it came in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// What the server does with a request.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// Answers in full: a status, more headers, a body.
    Whole(u16, Vec<(&'static str, String)>, String),
    /// Promises a body and closes in the middle of it.
    Half(String),
    /// Answers with success in parts, one after another, and then ends.
    Parts(Vec<Vec<u8>>, End),
    /// Says nothing until the server ends.
    Silence,
    /// Closes without a word.
    Nothing,
}

/// How an answer in parts ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    /// As HTTP wants it.
    Proper,
    /// With the connection, in the middle.
    Cut,
    /// Not at all: it says nothing more until the other side goes.
    Silence,
}

impl Answer {
    /// Answers with a stream that is sent in one part.
    pub(crate) fn stream(text: &str) -> Self {
        Self::Parts(vec![text.as_bytes().to_vec()], End::Proper)
    }

    /// Answers with a stream that is sent byte by byte.
    pub(crate) fn bytes(text: &str, end: End) -> Self {
        Self::Parts(text.bytes().map(|byte| vec![byte]).collect(), end)
    }

    pub(crate) fn json(status: u16, body: impl Into<String>) -> Self {
        Self::Whole(status, Vec::new(), body.into())
    }
}

/// The running server; it ends when dropped.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    answer: Box<dyn Fn(&Request) -> Answer + Send + Sync>,
    requests: Mutex<Vec<Request>>,
    ended: AtomicBool,
    /// How many clients closed the connection before their answer ended.
    left: AtomicUsize,
}

impl Server {
    /// Starts a server that answers by `answer`.
    pub(crate) fn start(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").unwrap(), answer)
    }

    /// Starts a server at an address where another one may have been before.
    pub(crate) fn on(
        listener: TcpListener,
        answer: impl Fn(&Request) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        let (requests, ended, left) =
            (Mutex::default(), AtomicBool::new(false), AtomicUsize::new(0));
        let shared = Arc::new(Shared { answer: Box::new(answer), requests, ended, left });
        let accepted = Arc::clone(&shared);
        let accepting = Some(thread::spawn(move || accept(&listener, &accepted)));
        Self { address, shared, accepting }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns what came in so far.
    pub(crate) fn requests(&self) -> MutexGuard<'_, Vec<Request>> {
        self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a client has closed its connection in the middle of an answer; false after some seconds without.
    pub(crate) fn was_left(&self) -> bool {
        for _ in 0..2000 {
            if self.shared.left.load(Ordering::Relaxed) > 0 {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for a connection.
        drop(TcpStream::connect(self.address));
        if let Some(accepting) = self.accepting.take() {
            drop(accepting.join());
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming().flatten() {
        if shared.ended.load(Ordering::Relaxed) {
            return;
        }
        let shared = Arc::clone(shared);
        thread::spawn(move || serve(&stream, &shared));
    }
}

fn serve(stream: &TcpStream, shared: &Shared) {
    let mut reader = BufReader::new(stream);
    let Some(mut request) = read(&mut reader) else { return };
    if request.method == "CONNECT" {
        // As a proxy: whatever host is asked for, it is this one.
        let mut stream = stream;
        drop(stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n"));
        let Some(within) = read(&mut reader) else { return };
        request = within;
    }
    shared.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
    match (shared.answer)(&request) {
        Answer::Whole(status, headers, body) => write(stream, status, &headers, &body, body.len()),
        Answer::Half(body) => write(stream, 200, &[], &body, body.len() * 2),
        Answer::Parts(parts, end) => write_parts(stream, &parts, end, shared),
        Answer::Silence => {
            while !shared.ended.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(5));
            }
        }
        Answer::Nothing => {}
    }
}

fn read(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_ascii_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut request = Request { method, path, ..Request::default() };
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        request.headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = request.header("content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    request.body = String::from_utf8(body).ok()?;
    Some(request)
}

fn write(
    mut stream: &TcpStream,
    status: u16,
    headers: &[(&str, String)],
    body: &str,
    length: usize,
) {
    let headers = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
    let headers: String = headers.collect();
    let answer = format!(
        "HTTP/1.1 {status} x\r\ncontent-length: {length}\r\n{headers}connection: close\r\n\r\n{body}"
    );
    // Whoever asked may have gone.
    drop(stream.write_all(answer.as_bytes()));
}

fn write_parts(mut stream: &TcpStream, parts: &[Vec<u8>], end: End, shared: &Shared) {
    drop(stream.set_nodelay(true));
    let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";
    let mut is_there = stream.write_all(head.as_bytes()).is_ok();
    for part in parts {
        let mut chunk = format!("{:x}\r\n", part.len()).into_bytes();
        chunk.extend_from_slice(part);
        chunk.extend_from_slice(b"\r\n");
        is_there = is_there && stream.write_all(&chunk).is_ok();
    }
    match end {
        End::Proper => drop(stream.write_all(b"0\r\n\r\n")),
        End::Cut => {}
        End::Silence => {
            // Nothing more is expected, so what comes is the end.
            if !is_there || stream.read(&mut [0]).is_ok_and(|read| read == 0) {
                shared.left.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}
