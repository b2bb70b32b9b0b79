//! The bench task: the benches run in release, beside the command line that they measure.

use std::path::PathBuf;
use std::process::Command;

use crate::command::{cargo, succeed};
use crate::python::environment;
use crate::workspace::Workspace;

/// Where the rivals' scripts and pins lie, from the root of the workspace.
const RIVALS: &str = "bench/rivals";

/// What pip fetches for them.
const PACKAGES: &str = "the rivals: FAISS, NumKong and ONNX Runtime (350 MB, kept)";

/// Builds the command line and the `bench` crate's program, and hands `arguments` to the latter.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let workspace = Workspace::load()?;
    let build = [
        "build",
        "--release",
        "--locked",
        "--package",
        "notekin-bench",
        "--package",
        "notekin-cli",
    ];
    succeed(cargo(&build).current_dir(&workspace.root))?;
    let program = format!("notekin-bench{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(workspace.notekin("release").with_file_name(program));
    if arguments.first() == Some(&"speed") {
        match rivals(&workspace) {
            Ok(python) => _ = command.env("NOTEKIN_BENCH_PYTHON", python),
            Err(why) => println!("NOT RUN: the rivals of the speed runs: {why}"),
        }
    }
    succeed(command.args(arguments).current_dir(workspace.root))
}

/// Returns the Python that the rivals run in.
fn rivals(workspace: &Workspace) -> Result<PathBuf, String> {
    let requirements = workspace.root.join(RIVALS).join("requirements.txt");
    environment(&workspace.target.join("bench/venv"), &requirements, PACKAGES)
}
