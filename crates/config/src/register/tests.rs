use std::path::Path;

use super::Register;
use crate::Error;

#[test]
fn a_vault_keeps_its_id_and_gets_a_free_name() {
    let data = tempfile::tempdir().unwrap();
    let register = Register::new(data.path());
    let first = register.keep(Path::new("/a/Notes"), true).unwrap();
    let second = register.keep(Path::new("/b/Notes"), true).unwrap();
    assert_eq!((first.name.as_str(), second.name.as_str()), ("Notes", "Notes-2"));
    assert_ne!(first.id, second.id);
    assert_eq!(register.keep(Path::new("/a/Notes"), true).unwrap(), first);
    assert_eq!(register.at(Path::new("/a/Notes")).unwrap(), first);
}

#[test]
fn a_vault_that_only_has_an_index_is_not_registered_until_asked() {
    let data = tempfile::tempdir().unwrap();
    let register = Register::new(data.path());
    let kept = register.keep(Path::new("/a"), false).unwrap();
    assert!(register.registered().unwrap().is_empty());
    let registered = register.keep(Path::new("/a"), true).unwrap();
    assert_eq!(registered.id, kept.id);
    assert!(register.keep(Path::new("/a"), false).unwrap().registered);
}

#[test]
fn looking_at_a_folder_writes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let register = Register::new(&data.path().join("none"));
    register.at(Path::new("/a")).unwrap();
    assert!(!data.path().join("none").exists());
}

#[test]
fn a_forgotten_vault_is_gone() {
    let data = tempfile::tempdir().unwrap();
    let register = Register::new(data.path());
    register.keep(Path::new("/a"), true).unwrap();
    register.forget(Path::new("/a")).unwrap();
    assert!(register.vaults().unwrap().is_empty());
    assert!(matches!(register.forget(Path::new("/a")), Err(Error::UnknownVault(_))));
}

#[test]
fn a_vault_that_moved_keeps_what_is_its_own() {
    let data = tempfile::tempdir().unwrap();
    let register = Register::new(data.path());
    let before = register.keep(Path::new("/gone/Notes"), true).unwrap();
    register.keep(Path::new("/b"), true).unwrap();
    let known = register.relocate(Path::new("/gone/Notes"), Path::new("/b"));
    assert!(matches!(known, Err(Error::KnownVault(_))));
    let after = register.relocate(Path::new("/gone/Notes"), Path::new("/new/Diary")).unwrap();
    assert_eq!((after.id, after.name.as_str()), (before.id, "Diary"));
    assert_eq!(register.vaults().unwrap().len(), 2);
    register.keep(data.path(), true).unwrap();
    let present = register.relocate(data.path(), Path::new("/c"));
    assert!(matches!(present, Err(Error::StillThere(_))));
    assert_eq!(register.vaults().unwrap().len(), 3, "what failed changed nothing");
}

#[test]
fn a_damaged_register_is_reported_and_left_as_it_is() {
    let data = tempfile::tempdir().unwrap();
    let register = Register::new(data.path());
    std::fs::write(register.path(), "{\"vaults\": [").unwrap();
    assert!(matches!(register.keep(Path::new("/a"), true), Err(Error::BrokenRegister { .. })));
    assert_eq!(std::fs::read_to_string(register.path()).unwrap(), "{\"vaults\": [");
}

#[test]
fn many_writers_at_once_lose_nothing() {
    let data = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let register = Register::new(data.path());
            scope.spawn(move || {
                register.keep(Path::new(&format!("/vault {number}")), true).unwrap()
            });
        }
    });
    assert_eq!(Register::new(data.path()).vaults().unwrap().len(), 8);
}
