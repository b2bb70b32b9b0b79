//! The vector store: what is kept, for how long, and for whom.

use std::fs;
use std::path::Path;

use notekin_index::{Error, VectorKey, VectorStore};

use crate::vault::{DIMS, key, vector};

#[test]
fn vectors_are_kept_shared_and_swept() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = VectorStore::open(folder.path(), "ollama/some:1b", DIMS).unwrap();
    let mut other = VectorStore::open(folder.path(), "ollama/some:1b", DIMS).unwrap();
    let keys: Vec<VectorKey> = (0..6).map(|number| key(&format!("text {number}"))).collect();
    let parts = [vector("one"), vector("two")];
    store.put_many(&[(keys[0], &parts), (keys[1], &parts[..1])], 10).unwrap();
    other.put_many(&[(keys[2], &parts[1..])], 30).unwrap();
    let got = store.get_many(&keys[..4]).unwrap();
    let lengths: Vec<_> = got.iter().map(|parts| parts.as_ref().map(Vec::len)).collect();
    assert_eq!(lengths, [Some(2), Some(1), Some(1), None]);
    let first = &got[0].as_ref().unwrap()[1];
    assert!(first.iter().zip(vector("two")).all(|(a, b)| (a - b).abs() < 5e-4));

    store.touch(&keys[1..2], 40).unwrap();
    assert_eq!(store.sweep(20, u64::MAX).unwrap(), 1);
    let one = (DIMS * 2 + 4) as u64;
    assert_eq!(other.sweep(0, one).unwrap(), 1, "the longest unused goes first");
    assert!(store.get_many(&keys[1..3]).unwrap()[0].is_some());
    store.remove(&keys).unwrap();
    assert_eq!(other.get_many(&keys[1..2]).unwrap(), [None]);
    assert!(folder.path().join("ollama%2fsome%3a1b.db").exists());
}

#[test]
fn removed_vectors_are_not_left_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = VectorStore::open(folder.path(), "m", DIMS).unwrap();
    let secret = *b"a-secret-key-16b";
    store.put_many(&[(secret, &[vector("secret")])], 1).unwrap();
    store.remove(&[secret]).unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap().flatten() {
        let bytes = std::fs::read(entry.path()).unwrap();
        assert!(!bytes.windows(16).any(|window| window == secret), "{:?}", entry.path());
    }
}

#[test]
fn a_store_of_other_dimensions_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(VectorStore::open(folder.path(), "m", DIMS).unwrap());
    assert!(matches!(VectorStore::open(folder.path(), "m", 7), Err(Error::OtherModel { .. })));
}

#[test]
fn a_damaged_store_is_moved_aside() {
    let folder = tempfile::tempdir().unwrap();
    let noise = "no database, but text of some length, to be sure";
    std::fs::write(folder.path().join("m.db"), noise).unwrap();
    let mut store = VectorStore::open(folder.path(), "m", DIMS).unwrap();
    store.put_many(&[(key("k"), &[vector("v")])], 1).unwrap();
    let aside = std::fs::read_to_string(folder.path().join("m.db.aside-1")).unwrap();
    assert_eq!(aside, noise);
}

const PAGE: usize = 4096;

/// Stores vectors of one to five parts, so that some of them do not fit one page.
fn filled(folder: &Path) -> Vec<(VectorKey, Vec<Vec<f32>>)> {
    let parts = |number: usize| {
        let parts = if number.is_multiple_of(9) { 60 } else { 1 + number % 5 };
        (0..parts).map(|part| vector(&format!("{number} {part}"))).collect()
    };
    let key = |number: usize| {
        let spread = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut key = VectorKey::default();
        key[..8].copy_from_slice(&spread.to_be_bytes());
        key
    };
    let vectors: Vec<(VectorKey, Vec<Vec<f32>>)> =
        (0..400).map(|number| (key(number), parts(number))).collect();
    let rows: Vec<_> = vectors.iter().map(|(key, parts)| (*key, parts.as_slice())).collect();
    VectorStore::open(folder, "m", DIMS).unwrap().put_many(&rows, 10).unwrap();
    vectors
}

/// Uses a damaged store in every way; returns how many vectors it still had.
fn use_all(folder: &Path, vectors: &[(VectorKey, Vec<Vec<f32>>)], first: usize) -> usize {
    let mut store = VectorStore::open(folder, "m", DIMS).unwrap();
    let keys: Vec<VectorKey> = vectors.iter().map(|(key, _)| *key).collect();
    let new = (*b"a-new-vectors-16", vec![vector("new")]);
    let mut saved = 0;
    for step in 0..5 {
        match (first + step) % 5 {
            0 => {
                let got = store.get_many(&keys).unwrap();
                for (parts, (_, stored)) in got.iter().zip(vectors) {
                    let Some(parts) = parts else { continue };
                    let close = |(a, b): (&f32, &f32)| (a - b).abs() < 5e-4;
                    let same = parts.concat().iter().zip(&stored.concat()).all(close);
                    assert!(same && parts.len() == stored.len(), "only what was stored comes back");
                    saved += 1;
                }
            }
            1 => store.put_many(&[(new.0, &new.1)], 20).unwrap(),
            2 => store.touch(&keys, 30).unwrap(),
            3 => store.remove(&keys[..1]).unwrap(),
            _ => drop(store.sweep(5, u64::MAX).unwrap()),
        }
    }
    assert!(store.get_many(&[new.0]).unwrap()[0].is_some());
    drop(store);
    assert!(VectorStore::open(folder, "m", DIMS).unwrap().recovered().is_none());
    saved
}

#[test]
fn any_page_of_a_store_may_be_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = filled(folder.path());
    let whole = fs::read(folder.path().join("m.db")).unwrap();
    let pages = whole.len() / PAGE;
    assert!(pages > 40, "{pages}");
    let mut lost = Vec::new();
    for page in 0..pages {
        for (kind, byte) in [(page % 3, [0_u8, 0xff, 0x5a][page % 3])] {
            let place = tempfile::tempdir().unwrap();
            let mut bytes = whole.clone();
            for (at, spoilt) in bytes[page * PAGE..][..PAGE].iter_mut().enumerate() {
                *spoilt = if kind == 2 { spoilt.wrapping_add(at as u8) ^ byte } else { byte };
            }
            fs::write(place.path().join("m.db"), bytes).unwrap();
            let saved = use_all(place.path(), &vectors, page + kind);
            lost.push(vectors.len() - saved);
        }
    }
    let much = lost.iter().filter(|lost| **lost > vectors.len() / 10).count();
    assert!(much * 10 < lost.len(), "only pages that lead to many others: {lost:?}");
    lost.sort_unstable();
    assert!(lost[lost.len() / 2] < vectors.len() / 20, "{lost:?}");
}

#[test]
fn a_vector_that_is_not_what_was_stored_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = filled(folder.path());
    let sql = rusqlite::Connection::open(folder.path().join("m.db")).unwrap();
    sql.execute("UPDATE vector SET parts = zeroblob(length(parts)) WHERE key = ?1", [vectors[3].0])
        .unwrap();
    sql.execute("UPDATE vector SET key = x'77' WHERE key = ?1", [vectors[4].0]).unwrap();
    drop(sql);
    let mut store = VectorStore::open(folder.path(), "m", DIMS).unwrap();
    let keys: Vec<VectorKey> = vectors[2..6].iter().map(|(key, _)| *key).collect();
    let there: Vec<_> = store.get_many(&keys).unwrap().iter().map(Option::is_some).collect();
    assert_eq!(there, [true, false, false, true]);
}
