use std::path::{Path, PathBuf};

use super::choose;
use crate::{Error, Register};

struct Place {
    folder: tempfile::TempDir,
    register: Register,
}

impl Place {
    fn new(folders: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for path in folders {
            std::fs::create_dir_all(folder.path().join(path)).unwrap();
        }
        let register = Register::new(&folder.path().join("data"));
        Self { folder, register }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    fn choose(&self, named: &[&str], here: &str) -> Result<Vec<PathBuf>, Error> {
        let named: Vec<_> = named.iter().map(|path| self.at(path)).collect();
        let vaults = choose(&self.register, &named, &self.at(here))?;
        Ok(vaults.into_iter().map(|vault| vault.path).collect())
    }
}

#[test]
fn named_vaults_come_first_and_are_not_registered() {
    let place = Place::new(&["a", "b/.obsidian"]);
    assert_eq!(place.choose(&["a", "b"], "b").unwrap(), [place.at("a"), place.at("b")]);
    assert!(place.register.vaults().unwrap().is_empty());
}

#[test]
fn vaults_of_the_same_name_are_told_apart_and_none_is_taken_twice() {
    let place = Place::new(&["a/notes", "b/notes"]);
    let named = ["a/notes", "b/notes", "a/notes"].map(|path| place.at(path));
    let vaults = choose(&place.register, &named, &place.at("a")).unwrap();
    let called: Vec<_> = vaults.iter().map(|vault| vault.name.as_str()).collect();
    assert_eq!(called, ["notes", "notes-2"]);
}

#[test]
fn the_nearest_vault_upward_is_taken() {
    let place = Place::new(&["a/.obsidian", "a/b/c"]);
    assert_eq!(place.choose(&[], "a/b/c").unwrap(), [place.at("a")]);
    place.register.keep(&place.at("a/b"), true).unwrap();
    assert_eq!(place.choose(&[], "a/b/c").unwrap(), [place.at("a/b")]);
}

#[test]
fn the_only_registered_vault_is_taken_from_anywhere() {
    let place = Place::new(&["a", "elsewhere"]);
    place.register.keep(&place.at("a"), true).unwrap();
    assert_eq!(place.choose(&[], "elsewhere").unwrap(), [place.at("a")]);
}

#[test]
fn without_a_vault_the_error_says_what_was_looked_for() {
    let place = Place::new(&["a", "b", "elsewhere"]);
    let message = |place: &Place| {
        let error = place.choose(&[], "elsewhere").unwrap_err();
        let text = format!("{error}\n{}", error.hint().unwrap());
        text.replace(&place.at("").display().to_string(), "…/")
    };
    insta::assert_snapshot!(message(&place), @"
    no vault here: looked for `.obsidian` or a known vault in `…/elsewhere` and the folders above; no vault is known yet
    `notekin index PATH` reads a folder of notes
    ");
    place.register.keep(&place.at("a"), true).unwrap();
    place.register.keep(&place.at("b"), true).unwrap();
    insta::assert_snapshot!(message(&place), @"
    no vault here: looked for `.obsidian` or a known vault in `…/elsewhere` and the folders above; known vaults: `…/a`, `…/b`
    name one with `--vault PATH`
    ");
}

#[test]
fn a_vanished_vault_is_found_by_its_path_and_name() {
    let place = Place::new(&[]);
    place.register.keep(&place.at("gone"), true).unwrap();
    assert_eq!(place.choose(&["gone"], "").unwrap(), [place.at("gone")]);
    let vaults = choose(&place.register, &[PathBuf::from("gone")], Path::new("/")).unwrap();
    assert_eq!(vaults[0].name, "gone");
    assert!(matches!(place.choose(&["never"], ""), Err(Error::NoFolder(_))));
}
