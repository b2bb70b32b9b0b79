//! What was done about something damaged.

use std::fmt;
use std::path::PathBuf;

/// Why something was unusable, and where it lies now.
///
/// What cannot be derived at once is moved aside and not deleted: what is wrong with it may be wrong
/// with this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// What was wrong with it.
    pub reason: String,
    /// Where it lies now; nothing where vectors have only to be taken from their store again.
    pub moved_to: Option<PathBuf>,
}

impl fmt::Display for Recovery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.moved_to {
            Some(place) => write!(formatter, "{}, moved to `{}`", self.reason, place.display()),
            None => write!(formatter, "{}; it is made again from the stored vectors", self.reason),
        }
    }
}
