//! The notes of a vault without the text of their links, for as long as a measurement lasts.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use notekin_index::VectorKey;

use crate::engine::Engine;
use crate::hexadecimal::hexadecimal;
use crate::progress::Progress;
use crate::sync::SyncRequest;
use crate::{Error, Settings};

/// A second index of a vault, of its notes without the text of their links. It goes when this does; the vectors that were
/// made for it stay in the store, so that the next measurement need not make them again, and are listed in a file.
pub(super) struct LinkFree {
    engine: Engine,
    folder: PathBuf,
    /// Held as long as this lives; the system frees it when the process ends, however it ends.
    _lock: File,
}

impl LinkFree {
    /// Reads a vault by words. Fails with `Busy` while another measurement of it is under way.
    pub(super) fn read(
        engine: &Engine,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<Self, Error> {
        let folder = folder(&engine.settings.home);
        let lock = locked(&folder)?;
        let link_free = Self { engine: link_free(engine), folder, _lock: lock };
        let request =
            SyncRequest { words_only: true, accept_removals: true, ..SyncRequest::default() };
        link_free.engine.sync(request, progress, cancel)?;
        Ok(link_free)
    }

    /// Returns the engine that knows the notes so.
    pub(super) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Has another model read the notes from now on; what the one before made stays in the store and is listed.
    pub(super) fn hand_over(&mut self, to: &Engine) -> Result<(), Error> {
        self.list_vectors()?;
        self.engine.let_go();
        self.engine = link_free(to);
        Ok(())
    }

    /// Adds the vectors of this index to those that are listed.
    fn list_vectors(&self) -> Result<(), Error> {
        let reader = self.engine.reader()?;
        let Some(model) = reader.model() else { return Ok(()) };
        let mut lines: BTreeSet<String> = lines(&self.folder).into_iter().collect();
        lines.extend(
            reader.vector_keys()?.iter().map(|key| format!("{model} {}", hexadecimal(key))),
        );
        let text: String = lines.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect();
        let file = list(&self.folder);
        fs::write(&file, text).map_err(|error| Error::file(&file, error))
    }
}

impl Drop for LinkFree {
    fn drop(&mut self) {
        let listed = self.list_vectors();
        self.engine.let_go();
        let removed = notekin_index::remove(&self.engine.layout, crate::PROGRAM);
        if let Err(error) = listed.and(removed.map_err(Into::into)) {
            log::warn!("what was read for measuring is still there: {:?}", error.kind());
            log::debug!("what was read for measuring is still there: {error}");
        }
    }
}

/// Returns the engine of the same notes that leaves the text of links out.
fn link_free(engine: &Engine) -> Engine {
    let usual = &engine.settings;
    let mut settings = Settings { home: folder(&usual.home), ..usual.clone() };
    settings.passages.without_links = true;
    settings.neighbours.push(usual.home.clone());
    Engine::open(settings)
}

/// Returns the vectors of a model that were made for measuring a vault, given the vault's own folder.
pub(crate) fn measured_vectors(home: &Path, model: &str) -> Vec<VectorKey> {
    let lines = lines(&folder(home));
    let keys = lines.iter().filter_map(|line| line.strip_prefix(model)?.strip_prefix(' '));
    keys.filter_map(key).collect()
}

/// Deletes what is left of measuring a vault but its vectors, given the vault's own folder.
pub(crate) fn forget(home: &Path) -> Result<(), Error> {
    let folder = folder(home);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::file(&folder, error)),
        _ => Ok(()),
    }
}

fn folder(home: &Path) -> PathBuf {
    home.join("measure")
}

fn list(folder: &Path) -> PathBuf {
    folder.join("vectors")
}

/// Returns the lines of the list of vectors: a model and a key each. One that can't be read has none.
fn lines(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(list(folder)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn locked(folder: &Path) -> Result<File, Error> {
    let path = folder.join("lock");
    let opened = fs::create_dir_all(folder).and_then(|()| File::create(&path));
    let file = opened.map_err(|error| Error::file(&path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let owner = "another measurement".to_owned();
            Err(notekin_index::Error::Busy { folder: folder.to_owned(), owner }.into())
        }
        Err(TryLockError::Error(error)) => Err(Error::file(&path, error)),
    }
}

fn key(hexadecimal: &str) -> Option<VectorKey> {
    let mut key = VectorKey::default();
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hexadecimal.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    (hexadecimal.len() == 2 * key.len()).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::key;
    use crate::hexadecimal::hexadecimal;

    #[test]
    fn keys_are_read_as_they_are_written() {
        let own = std::array::from_fn(|at| at as u8 * 17);
        assert_eq!(key(&hexadecimal(&own)), Some(own));
        for wrong in ["", "00", "zz", "é0", &"0".repeat(31), &"0".repeat(33)] {
            assert_eq!(key(wrong), None, "{wrong}");
        }
    }
}
