//! Damaged, foreign and busy indexes: what is said, and what becomes of them.

use std::fs;
use std::path::Path;

use notekin_index::{Error, Kind, Reader, Writer};

use crate::vault::{Vault, embed, found, path, put, space, vector};

fn filled() -> Vault {
    let vault = Vault::new();
    let mut writer = vault.writer();
    for number in 0..40 {
        put(
            &mut writer,
            &format!("{number}.md"),
            &format!("note {number} about apples {}", "and pears ".repeat(number)),
        );
    }
    embed(&mut writer);
    writer.commit().unwrap();
    fs::write(vault.layout().folder.with_file_name("mirror.db"), "the user's").unwrap();
    vault
}

/// Uses everything a damaged file could spoil; reports the first error.
fn use_all(vault: &Vault) -> Result<(), Error> {
    let reader = Reader::open(&vault.layout())?;
    for note in reader.notes()? {
        reader.detail(note.id)?;
        reader.chunks(note.id)?;
    }
    reader.links()?;
    reader.counts()?;
    reader.words(&notekin_index::WordQuery::parse("apples pears \"note 7\" 12"), None, 9)?;
    reader.nearest(&space(), &vector("x"), None, 9)?;
    Ok(())
}

/// Whatever was done to the index: it is usable again after at most one use and one opening, and
/// nothing panics.
fn check_recovers(vault: &Vault, what: &str) {
    if let Err(error) = use_all(vault) {
        let expected = matches!(error.kind(), Kind::Corrupt | Kind::Unconfigured);
        assert!(expected, "{what}: {error:?}");
    }
    let mut writer =
        Writer::open(&vault.layout(), "test").unwrap_or_else(|error| panic!("{what}: {error:?}"));
    put(&mut writer, "new.md", "quince");
    embed(&mut writer);
    writer.commit().unwrap_or_else(|error| panic!("{what}: {error:?}"));
    drop(writer);
    let reader = vault.reader();
    assert_eq!(found(&reader, "quince"), ["new.md"], "{what}");
    assert_eq!(reader.counts().unwrap().notes_ready, reader.counts().unwrap().notes, "{what}");
    use_all(vault).unwrap_or_else(|error| panic!("{what}: {error:?}"));
    assert_eq!(fs::read(vault.layout().folder.with_file_name("mirror.db")).unwrap(), b"the user's");
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            files.extend(self::files(&entry.path()));
        } else {
            files.push(entry.path());
        }
    }
    files.sort();
    files
}

/// Does something to each file of an index in turn.
fn spoil_each(spoil: impl Fn(&Path)) {
    let count = files(&filled().layout().folder).len();
    for at in 0..count {
        let vault = filled();
        let file = files(&vault.layout().folder)[at].clone();
        spoil(&file);
        check_recovers(&vault, &file.display().to_string());
    }
}

#[test]
fn every_file_may_be_cut_in_half() {
    spoil_each(|file| {
        let half = fs::metadata(file).unwrap().len() / 2;
        fs::OpenOptions::new().write(true).open(file).unwrap().set_len(half).unwrap();
    });
}

#[test]
fn every_file_may_be_overwritten_with_noise() {
    spoil_each(|file| {
        let length = fs::metadata(file).unwrap().len() as usize;
        let mut state = 9_u64;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        });
        fs::write(file, noise.take(length.max(1)).collect::<Vec<u8>>()).unwrap();
    });
}

#[test]
fn every_file_may_be_gone() {
    spoil_each(|file| fs::remove_file(file).unwrap());
}

/// Changes one byte of a file.
fn flip(file: &Path, at: usize) {
    let mut bytes = fs::read(file).unwrap();
    bytes[at] ^= 0x10;
    fs::write(file, bytes).unwrap();
}

fn nearest(reader: &Reader) -> Result<Vec<u64>, Error> {
    let hits = reader.nearest(&space(), &vector("x"), None, 40)?;
    Ok(hits.iter().map(|hit| hit.chunk.0).collect())
}

#[test]
fn no_damaged_vector_is_ever_compared() {
    let vault = filled();
    let note = vault.reader().notes().unwrap()[0].id;
    for name in ["1.rows", "1.columns"] {
        let file = vault.layout().folder.join("vectors").join(name);
        for at in (0..fs::metadata(&file).unwrap().len() as usize).step_by(11) {
            flip(&file, at);
            let reader = Reader::open(&vault.layout());
            let found = reader.as_ref().map(nearest);
            let refused = |kind| matches!(kind, Kind::Corrupt);
            match (&reader, found) {
                (Err(error), _) => assert!(refused(error.kind()), "{name} at {at}: {error}"),
                (_, Ok(Err(error))) => assert!(refused(error.kind()), "{name} at {at}: {error}"),
                (_, found) => panic!("{name} at {at}: {found:?}"),
            }
            assert!(reader.is_err() || reader.unwrap().vectors(&space(), note).is_err());
            flip(&file, at);
            drop(fs::remove_file(vault.layout().folder.join("damaged")));
        }
    }
    assert_eq!(nearest(&vault.reader()).unwrap().len(), 40);
}

#[test]
fn damaged_vectors_are_stored_again() {
    let vault = filled();
    let before = nearest(&vault.reader()).unwrap();
    flip(&vault.layout().folder.join("vectors/1.rows"), 1000);
    let mut writer = vault.writer();
    let told = writer.recovered().unwrap().to_string();
    assert!(told.contains("its checksum is wrong; it is made again"), "{told}");
    assert_eq!(embed(&mut writer), 40);
    writer.commit().unwrap();
    assert_eq!(nearest(&vault.reader()).unwrap(), before);
    drop(writer);
    assert_eq!(vault.writer().recovered(), None);
}

#[test]
fn what_one_reader_has_checked_another_does_not_check_again() {
    let vault = filled();
    let checked = std::sync::Arc::default();
    nearest(&Reader::open_checked(&vault.layout(), &checked).unwrap()).unwrap();
    flip(&vault.layout().folder.join("vectors/1.rows"), 1000);
    nearest(&Reader::open_checked(&vault.layout(), &checked).unwrap()).unwrap();
    assert!(nearest(&vault.reader()).is_err());
}

#[test]
fn a_foreign_folder_is_moved_aside() {
    let vault = Vault::new();
    let folder = vault.layout().folder;
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("holiday.jpg"), "not ours").unwrap();
    let error = Reader::open(&vault.layout()).err().unwrap();
    assert_eq!(
        error.to_string(),
        format!("`{}` cannot be used: it is not an index folder", folder.display())
    );
    assert_eq!(
        error.hint().unwrap(),
        "index the vault again: the damaged index is moved aside and rebuilt"
    );
    let writer = vault.writer();
    let recovery = writer.recovered().unwrap();
    let moved_to = recovery.moved_to.clone().unwrap();
    assert_eq!(moved_to, folder.with_file_name("index.aside-1"));
    assert_eq!(recovery.reason, error.to_string());
    assert_eq!(fs::read(moved_to.join("holiday.jpg")).unwrap(), b"not ours");
    drop(writer);
    assert_eq!(vault.reader().generation(), 0);
    assert_eq!(vault.writer().recovered(), None);
}

#[test]
fn a_foreign_database_is_moved_aside() {
    let vault = filled();
    fs::remove_dir_all(&vault.layout().folder).unwrap();
    drop(vault.writer());
    let database = vault.layout().folder.join("notes.db");
    for file in files(&vault.layout().folder)
        .iter()
        .filter(|file| file.display().to_string().contains("notes.db"))
    {
        fs::remove_file(file).unwrap();
    }
    let sql = rusqlite::Connection::open(&database).unwrap();
    sql.execute_batch("CREATE TABLE note (id); PRAGMA application_id = 77").unwrap();
    drop(sql);
    let error = Reader::open(&vault.layout()).err().unwrap();
    let message =
        format!("`{}` cannot be used: it is another program's database", database.display());
    assert_eq!(error.to_string(), message);
    assert!(vault.writer().recovered().is_some());
}

#[test]
fn a_newer_format_is_left_alone() {
    let vault = filled();
    fs::write(vault.layout().folder.join("format"), "notekin-index 99\n").unwrap();
    for error in [
        Reader::open(&vault.layout()).err().unwrap(),
        Writer::open(&vault.layout(), "x").err().unwrap(),
    ] {
        assert_eq!(error.kind(), Kind::Unsupported);
        let folder = vault.layout().folder;
        let message = format!(
            "the index in `{}` has format 99, this program knows up to 7",
            folder.display()
        );
        assert_eq!(error.to_string(), message);
    }
    assert!(!vault.layout().folder.with_file_name("index.aside-1").exists());
}

#[test]
fn there_is_one_writer_at_a_time() {
    let vault = filled();
    let first = Writer::open(&vault.layout(), "notekin index").unwrap();
    let error = Writer::open(&vault.layout(), "other").err().unwrap();
    let owner = format!("notekin index (process {})", std::process::id());
    let folder = vault.layout().folder;
    assert_eq!(
        error.to_string(),
        format!("the index in `{}` is being written by {owner}", folder.display())
    );
    assert_eq!(error.kind(), Kind::Busy);
    drop(first);
    let second = Writer::open(&vault.layout(), "other").unwrap();
    assert_eq!(second.recovered(), None);
    assert!(vault.reader().note(&path("7.md")).unwrap().is_some());
}
