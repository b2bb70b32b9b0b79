//! What was done about something damaged.

use std::fmt;
use std::path::PathBuf;

/// Why something unusable was moved aside, and where it lies now.
///
/// Nothing is deleted: what is wrong with it may be wrong with this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// What was wrong with it.
    pub reason: String,
    /// Where it lies now.
    pub moved_to: PathBuf,
}

impl fmt::Display for Recovery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, moved to `{}`", self.reason, self.moved_to.display())
    }
}
