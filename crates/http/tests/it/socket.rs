//! Joining over the socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;

use notekin_config::Config;
use notekin_http::{Hello, Joined, PROTOCOL, Welcome};

use crate::engine::{TestEngine, environment, vault};

/// An engine that tells those who join which vaults they named.
fn engine() -> TestEngine {
    let folder = tempfile::tempdir().unwrap();
    vault(folder.path());
    TestEngine::of(folder, |server| {
        server.host(|joined: Joined| async move {
            let mut stream = joined.stream;
            let said = format!("{:?}\n", joined.only.map(|ids| ids.len()));
            let written = tokio::io::AsyncWriteExt::write_all(&mut stream, said.as_bytes()).await;
            assert!(written.is_ok());
        })
    })
}

fn hello(engine: &TestEngine) -> Hello {
    let config = Config::load(&environment(engine.folder.path())).unwrap();
    Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        token: engine.running.token.clone(),
        audience: "assistant".to_owned(),
        vaults: Vec::new(),
        settings: config.settings.fingerprint(),
        profiles: Vec::new(),
    }
}

/// Returns why one may not join, or what is said to who may.
fn join(engine: &TestEngine, first: &str) -> Result<String, String> {
    let mut stream = UnixStream::connect(engine.running.socket.as_ref().unwrap()).unwrap();
    stream.write_all(format!("{first}\n").as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let welcome: Welcome = serde_json::from_str(&line).unwrap();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    welcome.error.map_or(Ok(rest), |problem| Err(problem.message))
}

#[test]
fn whoever_has_the_token_joins() {
    let engine = engine();
    let said = |hello: &Hello| join(&engine, &serde_json::to_string(hello).unwrap());
    assert_eq!(said(&hello(&engine)).unwrap(), "None\n");
    let folder = engine.folder.path().canonicalize().unwrap().join("Notes");
    assert_eq!(said(&Hello { vaults: vec![folder], ..hello(&engine) }).unwrap(), "Some(1)\n");
    for (wrong, why) in [
        (Hello { token: "x".to_owned(), ..hello(&engine) }, "token"),
        (Hello { version: "0.0.0".to_owned(), ..hello(&engine) }, "version"),
        (Hello { protocol: 0, ..hello(&engine) }, "version"),
        (Hello { settings: "x".to_owned(), ..hello(&engine) }, "settings"),
        (Hello { audience: "owner".to_owned(), ..hello(&engine) }, "assistants"),
        (Hello { vaults: vec!["/nowhere".into()], ..hello(&engine) }, "nowhere"),
    ] {
        let refused = said(&wrong).unwrap_err();
        assert!(refused.contains(why), "{why}: {refused}");
    }
    assert!(join(&engine, "GET / HTTP/1.1").is_err());
    assert!(join(&engine, "").is_err());
}

#[test]
fn nobody_else_can_reach_the_socket_and_it_goes_with_the_engine() {
    let mut engine = engine();
    let socket = engine.running.socket.clone().unwrap();
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    // It is there once somebody could be let in.
    assert!(join(&engine, "").is_err());
    assert_eq!((mode(&socket), mode(socket.parent().unwrap())), (0o600, 0o700));
    engine.end();
    assert!(!socket.parent().unwrap().exists());
}
