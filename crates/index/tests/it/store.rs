//! The vector store: what is kept, for how long, and for whom.

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
    let one = (DIMS * 2) as u64;
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
