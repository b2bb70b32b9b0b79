//! The ignore files of a vault, compiled once and again when they change.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::file::Stamp;
use crate::patterns::{Broken, Patterns};

/// The compiled ignore files by path; every read of a note asks for those above it.
#[derive(Debug, Default)]
pub(crate) struct IgnoreFiles {
    compiled: Mutex<HashMap<PathBuf, (Stamp, Arc<Patterns>)>>,
}

impl IgnoreFiles {
    /// Returns the patterns of the file, if it is there; what is wrong with it is logged.
    pub(crate) fn get(&self, path: &Path) -> Option<Arc<Patterns>> {
        let stamp = skip_errors(path, fs::metadata(path))?;
        let stamp = Stamp::of(&stamp);
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        match compiled.get(path) {
            Some((known, patterns)) if *known == stamp => Some(Arc::clone(patterns)),
            _ => {
                let patterns = Arc::new(read(path)?);
                compiled.insert(path.to_owned(), (stamp, Arc::clone(&patterns)));
                Some(patterns)
            }
        }
    }
}

fn read(path: &Path) -> Option<Patterns> {
    let bytes = skip_errors(path, fs::read(path))?;
    let (patterns, broken) = Patterns::of_file(&String::from_utf8_lossy(&bytes));
    for Broken { pattern, reason } in broken {
        log::warn!("a pattern of what is left out is skipped");
        log::debug!("`{}`: the pattern `{pattern}` is skipped: {reason}", path.display());
    }
    patterns
}

fn skip_errors<T>(path: &Path, result: io::Result<T>) -> Option<T> {
    let absent = |error: &io::Error| {
        matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
    };
    result
        .inspect_err(|error| {
            if !absent(error) {
                log::warn!("a file of what is left out is skipped: {error}");
                log::debug!("`{}` is skipped: {error}", path.display());
            }
        })
        .ok()
}
