//! Several processes on one vault.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::driver::TestVault;

fn many(number: usize) -> TestVault {
    (0..number).fold(TestVault::new(), |vault, number| {
        let text = format!("# Note {number}\n\nThis is about item{number} and steamed leaves.\n\n")
            .repeat(20);
        vault.note(&format!("folder {}/note {number}.md", number % 7), text)
    })
}

#[test]
fn searching_goes_on_while_another_process_reads() {
    let vault = many(300);
    let folder = vault.beside("elsewhere");
    let path = vault.at("");
    let arguments = ["index", "--vault", path.to_str().unwrap(), "--json"];
    let mut writer = vault
        .command(&folder, &arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut searches = 0;
    while writer.try_wait().unwrap().is_none() {
        let reply = vault.run(&["search", "steamed", "--mode", "keyword", "--no-update", "--json"]);
        // Before the first words are in, there is nothing to find yet.
        assert!(reply.exit <= 1 || reply.stderr.contains("unconfigured"), "{reply}");
        searches += 1;
    }
    let done = vault.reply(&writer.wait_with_output().unwrap());
    assert!(done.exit == 0 && done.stdout.contains("\"indexed\":300"), "{done}");
    assert!(searches > 0);
    let reply = vault.run(&["search", "item299", "--mode", "keyword"]);
    assert!(reply.stdout.contains("note 299.md"), "{reply}");
}

#[test]
fn a_second_writer_is_told_who_is_at_work() {
    let vault = many(300);
    let folder = vault.beside("elsewhere");
    let path = vault.at("");
    let start = || {
        let mut command = vault.command(&folder, &["index", "--vault", path.to_str().unwrap()]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let writers = [start(), start(), start()];
    let replies = writers.map(|writer| vault.reply(&writer.wait_with_output().unwrap()));
    assert!(replies.iter().any(|reply| reply.exit == 0), "{}", replies[0]);
    for reply in replies.iter().filter(|reply| reply.exit != 0) {
        assert!(reply.stderr.contains("another") || reply.stderr.contains("process"), "{reply}");
    }
    let status = vault.run(&["index"]);
    assert!(status.exit == 0 && status.stdout.contains("300 read"), "{status}");
}

/// What is written, moved or deleted while `--watch` runs is taken in by itself, and said on a line.
#[test]
fn a_watched_vault_is_kept_true() {
    let vault = TestVault::new().note("tea.md", "# Tea\n\nSteamed.\n");
    let (folder, path) = (vault.beside("elsewhere"), vault.at(""));
    let arguments = ["index", "--vault", path.to_str().unwrap(), "--watch", "--json"];
    let mut command = vault.command(&folder, &arguments);
    let mut watcher = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(watcher.stdout.take().unwrap()).lines();
    let mut indexed = || {
        let line: serde_json::Value =
            serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        line["indexed"].as_u64().unwrap()
    };
    assert_eq!(indexed(), 1);
    assert_steps_back(watcher.id());
    vault.write("new/water.md", "# Water\n\nBoils.\n");
    assert_eq!(indexed(), 2);
    let found = vault.run(&["search", "boils", "--no-update"]);
    assert!(found.stdout.contains("water.md"), "{found}");
    std::fs::remove_file(vault.at("new/water.md")).unwrap();
    assert_eq!(indexed(), 1);
    watcher.kill().unwrap();
    watcher.wait().unwrap();
}

/// Checks that a process lets others go first, as Linux tells it: by its nice value, the 19th of its numbers.
fn assert_steps_back(process: u32) {
    let nice = |process: &str| {
        let numbers = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        numbers.rsplit_once(')')?.1.split_whitespace().nth(16)?.parse::<i32>().ok()
    };
    let own = nice("self");
    assert_eq!(nice(&process.to_string()), own.map(|own| (own + 10).min(19)));
}

/// Whenever it is stopped, the next run goes on from there.
#[cfg(unix)]
#[test]
fn an_interrupted_run_is_taken_up_again() {
    let vault = many(100);
    let (folder, path) = (vault.beside("elsewhere"), vault.at(""));
    for _ in 0..3 {
        let mut command = vault.command(&folder, &["index", "--vault", path.to_str().unwrap()]);
        let writer = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A look takes about as long as the run needs to get somewhere, and takes no lock.
        vault.run(&["status"]);
        let sent = std::process::Command::new("kill")
            .args(["-INT", &writer.id().to_string()])
            .status()
            .unwrap();
        let reply = vault.reply(&writer.wait_with_output().unwrap());
        assert!(!sent.success() || reply.exit != 2 || reply.stderr.contains("kept"), "{reply}");
    }
    let reply = vault.run(&["index"]);
    assert!(reply.exit == 0 && reply.stdout.contains("100 read"), "{reply}");
    assert!(reply.stdout.contains("ready by words and by meaning"), "{reply}");
}
