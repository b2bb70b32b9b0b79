//! Other programs, run where the person can see them.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;

/// Returns the cargo that started this task, with `arguments`.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Runs a command to its end, its output going straight to the terminal.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    match exit_code(command)? {
        0 => Ok(()),
        code => Err(format!("`{}` ended with {code}", spelled(command))),
    }
}

/// Runs a command to its end and returns its exit code; a kill by a signal counts as -1.
pub(crate) fn exit_code(command: &mut Command) -> Result<i32, String> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    Ok(status.code().unwrap_or(-1))
}

/// Runs a command silently and returns what it wrote to stdout, if it succeeded.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("`{}` ended with {}", spelled(command), output.status.code().unwrap_or(-1)))
    }
}

/// What a command said and how it ended.
#[derive(Debug)]
pub(crate) struct Heard {
    /// Whether it ended with 0.
    pub(crate) succeeded: bool,
    /// All of its stdout.
    pub(crate) stdout: String,
    /// All of its stderr.
    pub(crate) stderr: String,
}

/// Runs a command silently and returns all that it said, however it ended.
pub(crate) fn heard(command: &mut Command) -> Result<Heard, String> {
    let output = command.output().map_err(|error| cannot_start(command, &error))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Heard {
        succeeded: output.status.success(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    })
}

/// Runs a command, showing every line of both its streams at once, and returns the lines with whether it succeeded.
pub(crate) fn watched(command: &mut Command) -> Result<(bool, Vec<String>), String> {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| cannot_start(command, &error))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let talk =
        thread::spawn(move || stderr.map(|stream| shown(stream, |line| eprintln!("{line}"))));
    let mut lines =
        stdout.map(|stream| shown(stream, |line| println!("{line}"))).unwrap_or_default();
    lines.extend(talk.join().ok().flatten().unwrap_or_default());
    let status = child.wait().map_err(|error| cannot_start(command, &error))?;
    Ok((status.success(), lines))
}

fn shown(stream: impl Read, show: impl Fn(&str)) -> Vec<String> {
    let mut lines = Vec::new();
    for bytes in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        show(&line);
        lines.push(line);
    }
    lines
}

/// Spells a command as a person would type it, without the folder of its program.
pub(crate) fn spelled(command: &Command) -> String {
    let program = command.get_program().to_string_lossy();
    let name = program.rsplit(['/', '\\']).next().unwrap_or(&program).to_owned();
    let words = command.get_args().map(|argument| quoted(&argument.to_string_lossy()));
    std::iter::once(name).chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=:,+@".contains(c));
    if plain { word.to_owned() } else { format!("\"{word}\"") }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot run `{}`: {error}", spelled(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_spelled_as_one_types_it() {
        let mut command = Command::new("target/release/notekin");
        command.args(["search", "late blight?", "--vault", "fixtures/vaults/sample"]);
        assert_eq!(
            spelled(&command),
            "notekin search \"late blight?\" --vault fixtures/vaults/sample"
        );
    }

    #[test]
    fn watched_returns_both_streams_and_the_verdict() {
        let (passed, lines) = watched(&mut cargo(&["no-such-subcommand"])).unwrap();
        assert!(!passed);
        assert!(lines.iter().any(|line| line.contains("no-such-subcommand")), "{lines:?}");
    }

    #[test]
    fn both_streams_of_a_failure_are_heard() {
        let heard = heard(&mut cargo(&["no-such-subcommand"])).unwrap();
        assert!(!heard.succeeded && heard.stderr.contains("no-such-subcommand"), "{heard:?}");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = succeed(&mut Command::new("no-such-program")).unwrap_err();
        assert!(error.starts_with("cannot run `no-such-program`"), "{error}");
    }
}
