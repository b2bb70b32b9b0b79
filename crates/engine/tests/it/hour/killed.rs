//! A follower that is killed at any moment, while the folder changes under it.
//!
//! The follower is this very test binary, run again as a child with a variable that names the folder. It takes one turn
//! after the other without resting, and says on its output when it has taken one.

use std::io::{BufRead, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use notekin_engine::{Engine, Follower, Settings};

use super::{ELSEWHERE, Hour, servers};
use crate::vault::TestVault;

const FOLDER: &str = "NOTEKIN_TEST_KILLED_FOLLOWER";
const SERVER: &str = "NOTEKIN_TEST_KILLED_FOLLOWERS_SERVER";
const KILLS: usize = 16;

/// Runs in the child only: follows without end until it is killed.
#[test]
fn killed_follower() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let url = std::env::var(SERVER).unwrap();
    let folder = PathBuf::from(folder);
    let data = folder.join("data");
    let engine = Engine::open(Settings {
        vault: folder.join("vault"),
        home: data.join("vaults/1"),
        vectors: data.join("vectors"),
        models: data.join("models"),
        ..TestVault::new().served(ELSEWHERE, servers(&url)).settings()
    });
    let mut now = Instant::now();
    let mut follower = Follower::new(&engine, now);
    loop {
        let done = follower.turn(now, &AtomicBool::new(false));
        // Through the test harness to the parent: print! would be captured.
        let said =
            done.map_or_else(|error| format!("failed: {error:?}\n"), |_| "turn\n".to_owned());
        std::io::stderr().write_all(said.as_bytes()).unwrap();
        now += Duration::from_hours(1);
    }
}

/// The child, and what it says.
struct Running {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

impl Running {
    fn start(hour: &Hour) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["hour::killed::killed_follower", "--exact", "--nocapture"])
            .env(FOLDER, hour.vault.data().parent().unwrap())
            .env(SERVER, hour.server.url())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, lines }
    }

    fn await_turn(&mut self, log: &[String]) {
        let line = self.lines.next().unwrap().unwrap();
        assert_eq!(line, "turn", "after {log:#?}");
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_vault_survives_being_followed_by_one_that_is_killed() {
    let seed = 31;
    let mut hour = Hour::new(seed, 200, ELSEWHERE);
    hour.vault.sync();
    for _ in 0..KILLS {
        let mut running = Running::start(&hour);
        let (turns, events) = (hour.author.dice().below(3), 1 + hour.author.dice().below(4));
        for _ in 0..turns {
            hour.act();
            running.await_turn(&hour.log);
        }
        (0..events).for_each(|_| hour.act());
        let spin = hour.author.dice().below(60_000);
        std::thread::sleep(Duration::from_micros(spin as u64));
        running.kill();
    }
    hour.settle(&hour.vault.engine(), seed);
    assert!(!hour.server.has_seen("canary"), "{:#?}", hour.log);
}
