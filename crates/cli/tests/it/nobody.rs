//! A user who may not read everything: root may, so the tests of what is forbidden run the binary as `nobody`.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;

use crate::driver::{Reply, TestVault};

const NOBODY: u32 = 65_534;

/// A vault whose binary is run by a user to whom permissions apply.
pub(crate) struct Nobody<'a> {
    vault: &'a TestVault,
    is_other: bool,
}

impl<'a> Nobody<'a> {
    /// Hands everything of a vault to `nobody` if this is root; nothing when `nobody` can't run the binary.
    pub(crate) fn of(vault: &'a TestVault) -> Option<Self> {
        let probe = vault.beside("elsewhere/probe");
        fs::write(&probe, "").unwrap();
        set_mode(&probe, 0o000);
        let is_root = fs::read(&probe).is_ok();
        if is_root {
            give(&vault.beside(""));
        }
        let user = Self { vault, is_other: is_root };
        user.command(&["--version"]).output().is_ok().then_some(user)
    }

    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = self.vault.command(&self.vault.beside("elsewhere"), arguments);
        if self.is_other {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Runs the binary outside the vault, with `--vault`.
    pub(crate) fn run(&self, arguments: &[&str]) -> Reply {
        let vault = self.vault.at("");
        let named: Vec<_> =
            arguments.iter().copied().chain(["--vault", vault.to_str().unwrap()]).collect();
        self.vault.reply(&self.command(&named).output().unwrap())
    }
}

/// Gives a folder and all that is in it to `nobody`.
fn give(path: &Path) {
    chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            give(&entry.unwrap().path());
        }
    }
}

/// Sets who may do what with a file or folder.
pub(crate) fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Sets what may be done with the files and the folders of a folder.
pub(crate) fn set_modes(path: &Path, files: u32, folders: u32) {
    if !path.is_dir() {
        return set_mode(path, files);
    }
    for entry in fs::read_dir(path).unwrap() {
        set_modes(&entry.unwrap().path(), files, folders);
    }
    set_mode(path, folders);
}

/// Says on stderr that a test could not do its work, and fails where that isn't allowed.
#[expect(clippy::print_stderr, reason = "what did not run is told where the test log is read")]
pub(crate) fn not_run(what: &str, need: &str) {
    eprintln!("NOT RUN: {what} needs {need}");
    assert!(std::env::var_os("NOTEKIN_REQUIRE_ALL").is_none(), "{what} must run here");
}
