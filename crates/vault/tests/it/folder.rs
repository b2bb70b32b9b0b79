//! A folder on disk that lasts as long as the test.

use std::fs;
use std::path::{Path, PathBuf};

use notekin_note::NotePath;
use notekin_vault::{PolicySettings, Scan, Vault};

pub(crate) struct Folder {
    place: tempfile::TempDir,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { place: tempfile::tempdir().unwrap() }
    }

    /// Makes a folder with these empty-worded notes.
    pub(crate) fn of(paths: &[&str]) -> Self {
        paths.iter().fold(Self::new(), |folder, path| folder.with(path, "text"))
    }

    pub(crate) fn with(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let file = self.at(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    #[cfg(unix)]
    pub(crate) fn with_link(self, path: &str, target: impl AsRef<Path>) -> Self {
        std::os::unix::fs::symlink(target, self.at(path)).unwrap();
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.place.path()
    }

    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.place.path().join(path)
    }

    pub(crate) fn vault(&self) -> Vault {
        self.vault_with(&PolicySettings::default())
    }

    pub(crate) fn vault_with(&self, settings: &PolicySettings) -> Vault {
        Vault::open(self.path(), settings).unwrap()
    }

    pub(crate) fn scan(&self) -> Scan {
        self.vault().scan().unwrap()
    }
}

pub(crate) fn path(text: &str) -> NotePath {
    NotePath::parse(text).unwrap()
}

/// Prints a scan line by line: readable notes, then `! path: kind`, then `- path: rule`.
pub(crate) fn show(scan: &Scan) -> Vec<String> {
    let notes = scan.notes.keys().map(ToString::to_string);
    let unreadable =
        scan.unreadable.iter().map(|one| format!("! {}: {}", one.path, one.kind.name()));
    let excluded = scan.excluded.iter().map(|one| format!("- {}: {}", one.path, one.rule.name()));
    notes.chain(unreadable).chain(excluded).collect()
}
