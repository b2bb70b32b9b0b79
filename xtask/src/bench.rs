//! The bench task: the benches run in release, from the root of the workspace.

use crate::command::{cargo, succeed};
use crate::workspace::Workspace;

/// Hands `arguments` to the `bench` crate's program.
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let workspace = Workspace::load()?;
    let mut command = cargo(&["run", "--release", "--locked", "--package", "notekin-bench", "--"]);
    succeed(command.args(arguments).current_dir(workspace.root))
}
