//! The assistants task: what assistants rely on in the MCP server, checked with the protocol's own tools.

mod conformance;
mod inspector;
mod script;
mod service;
mod stage;
mod toolbox;

use std::path::Path;

use crate::workspace::Workspace;
use stage::Stage;
use toolbox::Toolbox;

/// Where the pins, the scripts and the lists of expected failures lie, from the root of the workspace.
const FOLDER: &str = "xtask/assistants";

/// What a check finds: what it did not run, or why it failed.
type Finding = Result<Vec<String>, String>;

/// One check.
type Check = fn(&Stage<'_>) -> Finding;

/// All checks, in the order in which a fault is easiest to read.
const CHECKS: [(&str, Check); 5] = [
    ("the inspector reads the list of tools", inspector::check),
    ("the conformance suite", conformance::check),
    ("the official client", script::client),
    ("an assistant that searches and reads", script::reading),
    ("a thousand calls", script::soak),
];

/// Runs all checks with what was built, also after a failed one; returns what did not run.
pub(crate) fn check(workspace: &Workspace, models: Option<&Path>) -> Finding {
    let toolbox = match Toolbox::fetch(workspace) {
        Ok(toolbox) => toolbox,
        Err(why) => return Ok(vec![format!("whatever speaks to the MCP server: {why}")]),
    };
    let stage = Stage::set(workspace, &toolbox, models)?;
    let (mut not_run, mut failed) = (Vec::new(), Vec::new());
    for (what, check) in CHECKS {
        println!("\n-- {what} --");
        match check(&stage) {
            Ok(left) => not_run.extend(left),
            Err(why) => {
                println!("{why}");
                failed.push(what);
            }
        }
    }
    if failed.is_empty() { Ok(not_run) } else { Err(failed.join("; ")) }
}
