//! Speed and quality runs, started as `cargo xtask bench RUN`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a run reports to the terminal it was started in"
)]

mod corpus;
mod dice;
mod parts;
mod quality;
mod speed;
mod vault;

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Whatever stops a run; it is shown once, at the end.
type Failure = Box<dyn Error + Send + Sync>;

const USAGE: &str = "\
usage: cargo xtask bench RUN

  vault N          make a vault and an index of N notes from resampled text and perturbed vectors
  speed [N]        time words, meaning and whole searches on such a vault (13000 notes unless told)
  parts HOME QUERIES OUT
                   write what words and meaning say of each question, for sweeps of weights
  quality [SET..]  score the command line on the shared sets: hand auto crosslingual xquad scifact";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match dispatch(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(words: &[&str]) -> Result<(), Failure> {
    match words {
        ["vault", notes] => {
            let made = vault::make(&work(), notes.parse()?)?;
            println!(
                "{} notes in {}, index in {}",
                notes,
                made.vault.display(),
                made.home.display()
            );
            Ok(())
        }
        ["speed"] => speed::run(&work(), 13_000),
        ["speed", notes] => speed::run(&work(), notes.parse()?),
        ["parts", home, queries, out] => {
            parts::run(Path::new(home), Path::new(queries), Path::new(out))
        }
        ["quality", sets @ ..] => quality::run(&root(), sets),
        _ => Err(USAGE.into()),
    }
}

/// Returns the root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap_or(Path::new(".")).to_path_buf()
}

/// Returns the folder where runs keep what they make.
fn work() -> PathBuf {
    root().join("target").join("bench")
}
