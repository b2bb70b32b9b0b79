//! The front ends that run in a browser, the page and the Obsidian plugin: their types, and their tests with stand-ins and
//! with a real engine.

use crate::ci;
use crate::command::watched;
use crate::node::Node;
use crate::workspace::Workspace;

/// A package of scripts, and its checks.
pub(crate) struct FrontEnd {
    /// What it is, in a word.
    name: &'static str,
    /// Where it lies, from the root of the workspace.
    folder: &'static str,
    /// What npm fetches for it.
    packages: &'static str,
    /// What each check is about, and what the package calls it; in the order in which a fault is easiest to read.
    checks: &'static [(&'static str, &'static str)],
}

/// What `notekin open` shows.
pub(crate) const PAGE: FrontEnd = FrontEnd {
    name: "page",
    folder: "ui",
    packages: "the compiler of types, and what drives a browser (40 MB, kept)",
    checks: &[
        ("the types of the page", "check"),
        ("the page against its stand-in", "test"),
        ("the page and its engine", "live"),
    ],
};

/// Notekin in Obsidian.
pub(crate) const PLUGIN: FrontEnd = FrontEnd {
    name: "plugin",
    folder: "plugin",
    packages: "what builds and checks the plugin (180 MB, kept)",
    checks: &[
        ("the plugin as it is shipped", "build"),
        ("its types, and Obsidian's rules", "check"),
        ("the plugin with a stand-in for Obsidian and a real engine", "test"),
    ],
};

impl FrontEnd {
    /// Runs all checks with what was built, also after a failed one; returns what did not run.
    pub(crate) fn check(&self, workspace: &Workspace) -> Result<Vec<String>, String> {
        let folder = workspace.root.join(self.folder);
        let fetched = Node::fetch(workspace)
            .and_then(|node| node.install(&folder, self.packages).map(|()| node));
        let node = match fetched {
            Ok(node) => node,
            Err(why) => return Ok(vec![format!("whatever is about the {}: {why}", self.name)]),
        };
        let pictures = workspace.target.join(self.name);
        let (mut not_run, mut failed) = (Vec::new(), Vec::new());
        for (what, script) in self.checks {
            println!("\n-- {what} --");
            let mut command = node.run(script, &folder);
            command.env("NOTEKIN", workspace.notekin("debug"));
            let (passed, lines) = watched(command.env("NOTEKIN_PICTURES", &pictures))?;
            not_run.extend(ci::not_run(&lines));
            if !passed {
                failed.push(*what);
            }
        }
        not_run.dedup();
        if failed.is_empty() { Ok(not_run) } else { Err(failed.join("; ")) }
    }
}
