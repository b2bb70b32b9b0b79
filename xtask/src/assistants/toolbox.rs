//! The toolbox: Python with the official client, Node, the inspector and the conformance suite, all pinned.
//!
//! Everything is fetched once into `target/assistants` by pip and npm, from wherever those two are set up to fetch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::FOLDER;
use crate::fetched::{fault, read, write};
use crate::node::Node;
use crate::workspace::Workspace;

/// What the checks need from outside.
#[derive(Debug)]
pub(super) struct Toolbox {
    /// Where all of it lies.
    pub(super) folder: PathBuf,
    /// Python with the official client.
    pub(super) python: PathBuf,
    node: Node,
}

impl Toolbox {
    /// Fetches what is missing or no longer what the pins say.
    pub(super) fn fetch(workspace: &Workspace) -> Result<Self, String> {
        let node = Node::fetch(workspace)?;
        let folder = workspace.target.join("assistants");
        packages(&node, &workspace.root.join(FOLDER), &folder.join("npm"))?;
        Ok(Self { folder, python: node.python.clone(), node })
    }

    /// Returns Node with a program of one of the npm packages, by its path in `node_modules`.
    pub(super) fn node(&self, program: &str) -> Command {
        self.node.script(&self.folder.join("npm/node_modules").join(program))
    }
}

/// Installs the packages of the pins apart from these.
fn packages(node: &Node, pins: &Path, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| fault("make", folder, &error))?;
    for name in ["package.json", "package-lock.json"] {
        write(&folder.join(name), &read(&pins.join(name))?)?;
    }
    node.install(folder, "the inspector and the conformance suite (145 MB, kept)")
}
