//! Speed and quality runs, started as `cargo xtask bench RUN`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a run reports to the terminal it was started in"
)]

mod corpus;
mod dice;
mod machine;
mod parts;
mod perturbed;
mod quality;
mod rival;
mod row;
mod speed;
mod stage;
mod table;
mod timing;
mod vault;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};

use stage::Stage;

/// Whatever stops a run; it is shown once, at the end.
type Failure = Box<dyn Error + Send + Sync>;

const USAGE: &str = "\
usage: cargo xtask bench RUN

  speed [--quick|--long] [--keep] [SUBJECT..]
                   measure every bar of speed beside its rivals; subjects: scan words hybrid memory embedding
                   command-line serve parsing first; --long adds a million passages and embedding 2,000 notes
  quality [--quick] [--keep] [--fresh] [GROUP..]
                   score searches of the command line and plain BM25 on the shared sets, and quoted answers
  related [--keep] score links, hubs and near-copies on the shared and our own labelled pairs
  vault N          make a vault and an index of N notes from resampled text and perturbed vectors
  parts HOME QUERIES OUT
                   write what words and meaning say of each question, for sweeps of weights

  --quick only shows that everything works, in less than a minute; --keep writes to bench/runs";

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap_or(Path::new("."));
    let stage = Stage {
        root: root.to_path_buf(),
        work: root.join("target").join("bench"),
        quick: words.contains(&"--quick"),
        long: words.contains(&"--long"),
    };
    let flags = ["--quick", "--long", "--keep"];
    match words {
        ["vault", notes] => {
            let made = vault::make(&stage, vault::Size::of_notes(notes.parse()?))?;
            println!("{notes} notes in {}, data in {}", made.vault.display(), made.data.display());
            Ok(())
        }
        ["speed", rest @ ..] => {
            let names: Vec<&str> =
                rest.iter().copied().filter(|word| !flags.contains(word)).collect();
            speed::run(&stage, &names, rest.contains(&"--keep"))
        }
        // How `speed` starts a process for each of its subjects.
        ["subject", name, ..] => speed::alone(&stage, name),
        ["parts", home, queries, out] => {
            parts::run(&stage, Path::new(home), Path::new(queries), Path::new(out))
        }
        ["quality", rest @ ..] => quality::run(&stage, rest),
        ["related", rest @ ..] => quality::related(&stage, rest),
        _ => Err(USAGE.into()),
    }
}

/// Runs a command to its end.
fn succeed(command: &mut Command) -> Result<(), Failure> {
    let status = command.status()?;
    if status.success() { Ok(()) } else { Err(format!("`{command:?}` failed").into()) }
}
