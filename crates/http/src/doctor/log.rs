//! The log of an engine in the background.

use std::path::Path;

use notekin_wire::Finding;

use super::disk;
use crate::log_file::LogFile;

/// Returns where the log is and how big; nothing where no engine has written one.
pub(super) fn finding(data: &Path) -> Option<Finding> {
    let path = LogFile::path(data);
    let bytes = path.metadata().ok()?.len();
    let shown = path.display();
    Some(
        disk::open_file("log", &path).unwrap_or_else(|| {
            Finding::ok("log", format!("`{shown}`, {} kB", bytes.div_ceil(1000)))
        }),
    )
}
