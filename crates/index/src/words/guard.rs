//! Asking the words index, which trusts its files: where they are damaged it panics rather than fails.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::index::is_damaged;
use crate::error::{Error, Result};

/// Asks the words index in a folder.
///
/// An error is one of damage. So is a panic, if the files aren't what was written; over files that are whole it is a fault
/// of this program, for which no index need be made anew.
pub(crate) fn guarded<T>(folder: &Path, ask: impl FnOnce() -> tantivy::Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(found) => found.map_err(|error| Error::corrupt(folder, error.to_string())),
        Err(panic) if is_damaged(folder) => Err(Error::corrupt(folder, said(&*panic))),
        Err(panic) => Err(Error::store(folder, said(&*panic))),
    }
}

/// Returns what a panic says.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it panicked").to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::error::Kind;
    use crate::ids::{ChunkId, NoteId};
    use crate::notes::{Queued, Wording};
    use crate::words::WordWriter;

    fn panics(folder: &Path) -> Error {
        guarded(folder, || -> tantivy::Result<()> { panic!("no {}", "such place") }).unwrap_err()
    }

    #[test]
    fn a_panic_is_damage_only_where_files_are_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("words");
        let mut writer = WordWriter::open(&folder).unwrap();
        let wording = Wording { text: "slow tea".to_owned(), ..Wording::of(NoteId(1)) };
        let queued = Queued { seq: 1, chunk: ChunkId(1), fresh: true, wording: Some(wording) };
        writer.apply(&[queued]).unwrap();
        writer.commit("").unwrap();
        assert_eq!(guarded(&folder, || Ok(7)).unwrap(), 7);
        let error = panics(&folder);
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        assert_eq!((error.kind(), cause.as_deref()), (Kind::Internal, Some("no such place")));
        let is_of_terms =
            |path: &std::path::PathBuf| path.extension().is_some_and(|end| end == "term");
        let mut files = fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.path());
        let file = files.find(is_of_terms).unwrap();
        let mut bytes = fs::read(&file).unwrap();
        bytes[3] ^= 0x10;
        fs::write(&file, bytes).unwrap();
        let error = panics(&folder);
        assert_eq!(error.kind(), Kind::Corrupt);
        assert!(error.to_string().contains("no such place"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(panics(&folder).kind(), Kind::Corrupt);
    }

    #[test]
    fn an_error_is_damage() {
        let fails = || -> tantivy::Result<()> {
            Err(tantivy::TantivyError::InternalError("odd".to_owned()))
        };
        assert_eq!(guarded(Path::new("nowhere"), fails).unwrap_err().kind(), Kind::Corrupt);
    }
}
