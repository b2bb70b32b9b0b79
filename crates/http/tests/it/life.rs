//! How an engine comes, goes, and is found.

use std::time::{Duration, Instant};

use notekin_config::Config;
use notekin_http::{Client, Failed, Lock, Options, Running, Server};
use serde_json::Value;

use crate::engine::{TestEngine, environment, options};

#[test]
fn a_second_engine_is_refused_and_the_first_found() {
    let mut engine = TestEngine::start();
    let data = engine.folder.path().join("data");
    let second = Server::start(&options(engine.folder.path()));
    assert!(matches!(second, Err(Failed::Running)));
    assert_eq!(Running::find(&data).unwrap().unwrap().token, engine.running.token);
    let mut client = Client::connect(&data).unwrap().unwrap();
    let hello: Value = client.get("/hello").unwrap();
    assert_eq!(hello["vaults"][0], engine.vault());
    engine.end();
    assert!(!Lock::is_held(&data) && Running::find(&data).unwrap().is_none());
    assert!(!Running::path(&data).exists(), "its state file goes with it");
    assert!(client.get::<Value>("/hello").is_err());
}

#[cfg(unix)]
#[test]
fn the_state_file_is_the_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    let engine = TestEngine::start();
    let file = Running::path(&engine.folder.path().join("data"));
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn an_engine_that_others_could_reach_must_be_meant() {
    let folder = tempfile::tempdir().unwrap();
    let exposed = || Options { address: "0.0.0.0:0".parse().unwrap(), ..options(folder.path()) };
    assert!(matches!(Server::start(&exposed()), Err(Failed::Exposed(_))));
    assert!(Server::start(&Options { beyond_this_machine: true, ..exposed() }).is_ok());
}

#[test]
fn vaults_come_and_go_while_it_runs() {
    let engine = TestEngine::start();
    let config = Config::load(&environment(engine.folder.path())).unwrap();
    let other = engine.folder.path().canonicalize().unwrap().join("Other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("a.md"), "# A\n\nA quince.\n").unwrap();
    config.register.keep(&other, true).unwrap();
    let served = || -> Vec<String> {
        let vaults = engine.ask("GET", "/status", "").json()["vaults"].clone();
        vaults
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let until = |names: &[&str]| {
        let began = Instant::now();
        while served() != names {
            assert!(began.elapsed() < Duration::from_secs(20), "{:?}", served());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    until(&["Notes", "Other"]);
    // Both at once, with their ids parted by commas.
    let ids: Vec<_> = config.register.registered().unwrap().into_iter().map(|it| it.id).collect();
    let began = Instant::now();
    loop {
        let path = format!("/vaults/{}/search", ids.join(","));
        let reply = engine.ask("POST", &path, "{\"query\":\"quince steamed\"}").body;
        if reply.contains("\"Other\"") && reply.contains("\"Notes\"") {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{reply}");
    }
    config.register.forget(&other).unwrap();
    until(&["Notes"]);
}

#[test]
fn a_folder_is_served_when_it_is_asked_for() {
    let engine = TestEngine::start();
    let other = engine.folder.path().canonicalize().unwrap().join("Other");
    std::fs::create_dir(&other).unwrap();
    let asked = |path: &str| engine.ask("POST", "/vaults", &format!("{{\"path\":{path:?}}}"));
    let opened = asked(other.to_str().unwrap()).json();
    let status =
        engine.ask("GET", &format!("/vaults/{}/status", opened["id"].as_str().unwrap()), "");
    assert_eq!(status.status, 200, "{}", status.body);
    assert_eq!(asked("relative").status, 400);
    assert_eq!(asked("/").status, 400);
    let data = engine.folder.path().canonicalize().unwrap().join("data");
    assert_eq!(asked(data.to_str().unwrap()).status, 409, "our own data are no vault");
}
