//! The placeholders that cloud drives leave where a file isn't downloaded yet.

use std::fs::Metadata;

/// Returns the name of the file that the iCloud placeholder `.<name>.icloud` stands for.
pub(crate) fn stands_for(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.strip_suffix(".icloud")
}

/// Tells whether reading the file would first fetch it from a cloud drive.
#[cfg(target_os = "macos")]
pub(crate) fn is_dataless(metadata: &Metadata) -> bool {
    use std::os::macos::fs::MetadataExt;
    const SF_DATALESS: u32 = 0x4000_0000;
    metadata.st_flags() & SF_DATALESS != 0
}

/// Tells whether reading the file would first fetch it from a cloud drive.
#[cfg(windows)]
pub(crate) fn is_dataless(metadata: &Metadata) -> bool {
    use std::os::windows::fs::MetadataExt;
    const FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS: u32 = 0x0040_0000;
    metadata.file_attributes() & FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS != 0
}

/// Tells whether reading the file would first fetch it from a cloud drive.
///
/// Other systems have no mark for it. A file without blocks is none: small files may live in their inode.
#[cfg(not(any(target_os = "macos", windows)))]
pub(crate) fn is_dataless(_: &Metadata) -> bool {
    false
}
