//! A running engine of its own for a test, and a client that says exactly what it is told to.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use notekin_config::{Config, Environment};
use notekin_engine::{Engine, Quiet, SyncRequest};
use notekin_http::{Options, Running, Server};
use serde_json::Value;
use tempfile::TempDir;

/// An engine that runs until this is dropped.
pub(crate) struct TestEngine {
    pub(crate) folder: TempDir,
    pub(crate) running: Running,
    interrupted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A reply as it came.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

pub(crate) fn environment(folder: &Path) -> Environment {
    Environment::new([
        ("NOTEKIN_DATA_DIR", folder.join("data")),
        ("NOTEKIN_CONFIG", folder.join("config.toml")),
    ])
}

pub(crate) fn options(folder: &Path) -> Options {
    Options {
        environment: environment(folder),
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        beyond_this_machine: false,
        until_unused: false,
    }
}

/// Makes a vault with a few notes, known and read.
pub(crate) fn vault(folder: &Path) -> PathBuf {
    std::fs::write(folder.join("config.toml"), "model = \"fake\"\n").unwrap();
    let vault = folder.join("Notes");
    std::fs::create_dir_all(vault.join("tea")).unwrap();
    let write = |path: &str, text: &str| std::fs::write(vault.join(path), text).unwrap();
    write(
        "tea/green.md",
        "---\ntags: [drink]\n---\n# Green tea\n\nGreen tea is steamed. See [[coffee]].\n",
    );
    write("coffee.md", "# Coffee\n\nBeans are roasted, <b>never</b> steamed.\n");
    write("secret.md", "---\nprivate: true\n---\n# Secret\n\nA steamed secret.\n");
    let config = Config::load(&environment(folder)).unwrap();
    let known = config.register.keep(&vault.canonicalize().unwrap(), true).unwrap();
    let engine = Engine::open(config.engine(&known).unwrap());
    engine.sync(SyncRequest::default(), &Quiet, &AtomicBool::new(false)).unwrap();
    vault
}

impl TestEngine {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        vault(folder.path());
        Self::of(folder, |server| server)
    }

    pub(crate) fn of(folder: TempDir, with: impl FnOnce(Server) -> Server) -> Self {
        let server = with(Server::start(&options(folder.path())).unwrap());
        let running = server.running().clone();
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        let thread = std::thread::spawn(move || server.run(&flag).unwrap());
        Self { folder, running, interrupted, thread: Some(thread) }
    }

    pub(crate) fn vault(&self) -> &str {
        &self.running.vaults[0].id
    }

    /// Ends the engine.
    pub(crate) fn end(&mut self) {
        self.interrupted.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    /// Sends exactly this, and returns all that comes back.
    pub(crate) fn raw(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(&self.running.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut received = Vec::new();
        stream.read_to_end(&mut received).unwrap();
        let text = String::from_utf8_lossy(&received).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply { status, head: head.to_lowercase(), body: unchunked(head, body) }
    }

    /// Asks with some headers of one's own.
    pub(crate) fn with(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let host = ("Host", self.running.address.as_str());
        let host = (!headers.iter().any(|(name, _)| *name == "Host")).then_some(host);
        let lines = host.iter().chain(headers).map(|(name, value)| format!("{name}: {value}\r\n"));
        let lines: String = lines.collect();
        self.raw(&format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{lines}Content-Length: {}\r\n\r\n{body}", body.len()))
    }

    /// Asks as whoever has the token does.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Reply {
        let bearer = format!("Bearer {}", self.running.token);
        self.with(method, &format!("/api/v1{path}"), &[("Authorization", &bearer)], body)
    }

    pub(crate) fn of_vault(&self, method: &str, what: &str, body: &str) -> Reply {
        self.ask(method, &format!("/vaults/{}/{what}", self.vault()), body)
    }
}

impl Drop for TestEngine {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.end();
        }
    }
}

/// Returns a body without the lengths of its pieces.
fn unchunked(head: &str, body: &str) -> String {
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return body.to_owned();
    }
    let (mut rest, mut whole) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        whole += &after[..length];
        rest = after[length..].trim_start_matches("\r\n");
    }
    whole
}
