//! The stage of the checks: notekin with data of its own, and the vaults that are asked about.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::toolbox::Toolbox;
use crate::command::succeed;
use crate::workspace::Workspace;

/// The vault of most checks, from the root of the workspace.
const SAMPLE: &str = "fixtures/vaults/sample";

/// What every check needs.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    /// The programs from outside.
    pub(super) toolbox: &'a Toolbox,
    workspace: &'a Workspace,
    models: PathBuf,
}

impl<'a> Stage<'a> {
    /// Sets the stage and indexes the sample vault; without `models` nothing is found by meaning.
    pub(super) fn set(
        workspace: &'a Workspace,
        toolbox: &'a Toolbox,
        models: Option<&Path>,
    ) -> Result<Self, String> {
        let none = toolbox.folder.join("no-models");
        let models = models.map_or(none, Path::to_path_buf);
        let stage = Self { toolbox, workspace, models };
        stage.index(&stage.sample())?;
        Ok(stage)
    }

    /// Returns the root of the workspace.
    pub(super) fn root(&self) -> &Path {
        &self.workspace.root
    }

    /// Returns the vault of most checks.
    pub(super) fn sample(&self) -> PathBuf {
        self.root().join(SAMPLE)
    }

    /// Brings the index of a vault up to date.
    pub(super) fn index(&self, vault: &Path) -> Result<(), String> {
        let mut command = Command::new(self.notekin());
        succeed(self.placed(&mut command).arg("index").arg(vault).stdin(Stdio::null()))
    }

    /// Returns the words that start a server of the vaults on stdio.
    pub(super) fn server(&self, vaults: &[PathBuf]) -> Vec<OsString> {
        let given = vaults.iter().flat_map(|vault| [OsString::from("--vault"), vault.into()]);
        [self.notekin().into(), OsString::from("mcp")].into_iter().chain(given).collect()
    }

    /// Returns the example that serves the same over HTTP, without a token.
    pub(super) fn over_http(&self) -> PathBuf {
        let name = format!("over_http{}", std::env::consts::EXE_SUFFIX);
        self.notekin().with_file_name("examples").join(name)
    }

    /// Gives a command the places of these checks instead of the user's.
    pub(super) fn placed<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        let data = self.toolbox.folder.join("data");
        command.env("NOTEKIN_CONFIG", data.join("config.toml")).env("NOTEKIN_DATA_DIR", data);
        command.env("NOTEKIN_MODELS_DIR", &self.models).current_dir(self.root())
    }

    fn notekin(&self) -> PathBuf {
        self.workspace.notekin("debug")
    }
}
