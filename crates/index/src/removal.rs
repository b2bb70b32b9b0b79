//! The removal of an index.

use std::io::ErrorKind;

use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::lock::Lock;

/// Removes an index, if there is one; the vectors shared with other vaults stay.
///
/// Fails with [`Error::Busy`] while somebody writes it.
pub fn remove(layout: &Layout, program: &str) -> Result<()> {
    let _lock = Lock::take(layout, program)?;
    match std::fs::remove_dir_all(&layout.folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(&layout.folder, error)),
        _ => Ok(()),
    }
}
