//! The page task: its types, its tests against a stand-in for the engine, and the page as a real engine serves it.

use crate::ci;
use crate::command::watched;
use crate::node::Node;
use crate::workspace::Workspace;

/// Where the page lies, from the root of the workspace.
const FOLDER: &str = "ui";

/// What npm fetches.
const PACKAGES: &str = "the compiler of types, and what drives a browser (40 MB, kept)";

/// All checks, as the page's own package names them, in the order in which a fault is easiest to read.
const CHECKS: [(&str, &str); 3] = [
    ("the types of the page", "check"),
    ("the page against its stand-in", "test"),
    ("the page and its engine", "live"),
];

/// Runs all checks with what was built, also after a failed one; returns what did not run.
pub(crate) fn check(workspace: &Workspace) -> Result<Vec<String>, String> {
    let folder = workspace.root.join(FOLDER);
    let fetched =
        Node::fetch(workspace).and_then(|node| node.install(&folder, PACKAGES).map(|()| node));
    let node = match fetched {
        Ok(node) => node,
        Err(why) => return Ok(vec![format!("whatever is about the page: {why}")]),
    };
    let pictures = workspace.target.join("page");
    let (mut not_run, mut failed) = (Vec::new(), Vec::new());
    for (what, script) in CHECKS {
        println!("\n-- {what} --");
        let mut command = node.run(script, &folder);
        command.env("NOTEKIN", workspace.notekin("debug"));
        let (passed, lines) = watched(command.env("NOTEKIN_PICTURES", &pictures))?;
        not_run.extend(ci::not_run(&lines));
        if !passed {
            failed.push(what);
        }
    }
    not_run.dedup();
    if failed.is_empty() { Ok(not_run) } else { Err(failed.join("; ")) }
}
