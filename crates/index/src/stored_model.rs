//! The models whose vectors are kept: what there is of each, and how all of it is deleted.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::error::{Error, Result};
use crate::vector_store::{VectorStore, file_name};

/// What a vector store is called behind its model's name.
const ENDING: &str = ".db";

/// What is kept of one model for all vaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredModel {
    /// The model's id.
    pub id: String,
    /// The length of its vectors; `None` when its store can't be read.
    pub dims: Option<usize>,
    /// How many texts have vectors; `None` when its store can't be read.
    pub texts: Option<usize>,
    /// The bytes of its store, and of damaged ones that were moved aside.
    pub bytes: u64,
}

/// Returns the models that have a store in the folder of all stores, by their ids. Changes nothing.
pub fn stored_models(folder: &Path) -> Result<Vec<StoredModel>> {
    let files = files(folder)?;
    let names = files.iter().filter_map(|file| file.file_name()?.to_str()?.strip_suffix(ENDING));
    let mut models: Vec<StoredModel> = names
        .filter_map(|name| Some((name, id(name)?)))
        .map(|(name, id)| {
            let store = folder.join(format!("{name}{ENDING}"));
            let found = look(&store).inspect_err(|error| log::debug!("`{id}`: {error}")).ok();
            let own = files.iter().filter(|file| belongs(file, name));
            let bytes = own.filter_map(|file| Some(fs::metadata(file).ok()?.len())).sum();
            StoredModel {
                id,
                dims: found.map(|(dims, _)| dims),
                texts: found.map(|(_, n)| n),
                bytes,
            }
        })
        .collect();
    models.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(models)
}

/// Deletes all vectors of a model and what is left of damaged stores of it.
///
/// The emptied store stays: a program that has it open would write into a file without a name, and take the place of a
/// new one with what it leaves behind.
pub fn forget_model(folder: &Path, id: &str) -> Result<()> {
    let name = file_name(id);
    let store = folder.join(format!("{name}{ENDING}"));
    let whole = look(&store).ok();
    if let Some((dims, _)) = whole {
        VectorStore::open(folder, id, dims)?.clear()?;
    }
    let aside = format!("{ENDING}.aside-");
    for file in files(folder)?.iter().filter(|file| belongs(file, &name)) {
        let rest = file.file_name().and_then(|file| file.to_str()?.strip_prefix(&name));
        if whole.is_none() || rest.is_some_and(|rest| rest.starts_with(&aside)) {
            remove(file)?;
        }
    }
    Ok(())
}

/// Returns the length of a store's vectors, and of how many texts it has some.
fn look(store: &Path) -> rusqlite::Result<(usize, usize)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sql = Connection::open_with_flags(store, flags)?;
    let dims = sql.query_row("SELECT dims FROM model", [], |row| row.get(0))?;
    let texts = sql.query_row("SELECT COUNT(*) FROM vector", [], |row| row.get(0))?;
    Ok((dims, texts))
}

/// Returns the files in a folder; none where there is no folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| Error::io(folder, error))?,
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    paths.collect::<std::io::Result<_>>().map_err(|error| Error::io(folder, error))
}

/// Returns whether a file is the store of a model's file name, or lies beside it. The store of another model may begin
/// like this one and what lies beside it, but alone ends as stores do.
fn belongs(file: &Path, name: &str) -> bool {
    let file = file.file_name().and_then(|file| file.to_str());
    let rest = file.and_then(|file| file.strip_prefix(name)?.strip_prefix(ENDING));
    rest.is_some_and(|rest| rest.is_empty() || !rest.ends_with(ENDING))
}

fn remove(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(file, error)),
        _ => Ok(()),
    }
}

/// Returns the id that a store's file name stands for; `None` when it stands for none.
fn id(name: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = name.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    let id = String::from_utf8(bytes).ok()?;
    (file_name(&id) == name).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GGUF: &str = "ollama/hf.co/a/B:Q4@256";

    fn store(folder: &Path, model: &str, texts: u8) {
        let mut store = VectorStore::open(folder, model, 2).unwrap();
        let vectors = [vec![0.6, 0.8]];
        let keys = (0..texts).map(|key| ([key; 16], &vectors[..]));
        store.put_many(&keys.collect::<Vec<_>>(), 1).unwrap();
    }

    #[test]
    fn every_store_is_found_by_the_id_of_its_model() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(stored_models(&folder.path().join("none")).unwrap(), []);
        store(folder.path(), GGUF, 3);
        store(folder.path(), "e5", 1);
        fs::write(folder.path().join("broken.db"), "no database at all").unwrap();
        fs::write(folder.path().join("%zz.db"), "of no model").unwrap();
        let found = stored_models(folder.path()).unwrap();
        let found: Vec<_> =
            found.iter().map(|model| (model.id.as_str(), model.dims, model.texts)).collect();
        let whole = |id, texts| (id, Some(2), Some(texts));
        assert_eq!(found, [("broken", None, None), whole("e5", 1), whole(GGUF, 3)]);
    }

    #[test]
    fn one_model_is_forgotten_and_another_of_a_like_name_is_not() {
        let folder = tempfile::tempdir().unwrap();
        for model in ["a", "a.db.aside-1", "b"] {
            store(folder.path(), model, 5);
        }
        let aside = folder.path().join("a.db.aside-2");
        fs::write(&aside, "damaged").unwrap();
        let open = VectorStore::open(folder.path(), "a", 2).unwrap();
        forget_model(folder.path(), "a").unwrap();
        drop(open);
        let found = stored_models(folder.path()).unwrap();
        let texts: Vec<_> = found.iter().map(|model| (model.id.as_str(), model.texts)).collect();
        assert_eq!(texts, [("a", Some(0)), ("a.db.aside-1", Some(5)), ("b", Some(5))]);
        assert!(!aside.exists());
        store(folder.path(), "a", 2);
        assert_eq!(stored_models(folder.path()).unwrap()[0].texts, Some(2));
    }

    #[test]
    fn what_is_no_store_any_more_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.db"), "no database at all").unwrap();
        forget_model(folder.path(), "a").unwrap();
        assert_eq!(stored_models(folder.path()).unwrap(), []);
        forget_model(folder.path(), "a").unwrap();
    }
}
