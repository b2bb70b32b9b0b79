//! Opening a folder, and what is said when that fails.

use notekin_note::TitleRule;
use notekin_vault::{Error, Flavor, Kind, PolicySettings, Vault};

use crate::folder::Folder;

fn fail(folder: &Folder, path: &str, settings: &PolicySettings) -> Error {
    Vault::open(&folder.at(path), settings).unwrap_err()
}

#[test]
fn obsidians_settings_make_an_obsidian_vault() {
    let obsidian = Folder::new().with(".obsidian/app.json", "{}").vault();
    assert_eq!((obsidian.flavor(), obsidian.title_rule()), (Flavor::Obsidian, TitleRule::FileName));
    let plain = Folder::of(&["a.md"]).vault();
    assert_eq!((plain.flavor(), plain.title_rule()), (Flavor::Plain, TitleRule::Heading));
}

#[test]
fn a_vault_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&Folder::new().vault());
}

#[test]
fn the_root_is_canonical() {
    let folder = Folder::of(&["sub/a.md"]);
    let vault = Vault::open(&folder.at("sub/../sub/."), &PolicySettings::default()).unwrap();
    assert_eq!(vault.root(), folder.path().canonicalize().unwrap().join("sub"));
}

#[test]
fn a_missing_folder_is_named() {
    let folder = Folder::new();
    let error = fail(&folder, "nowhere", &PolicySettings::default());
    assert_eq!(error.kind(), Kind::NotFound);
    assert_eq!(
        error.to_string(),
        format!("there is no folder `{}`", folder.at("nowhere").display())
    );
    assert!(error.hint().unwrap().contains("spelling"));
}

#[test]
fn a_file_is_no_vault() {
    let folder = Folder::of(&["a.md"]);
    for path in ["a.md", "a.md/below"] {
        let error = fail(&folder, path, &PolicySettings::default());
        assert_eq!(error.kind(), Kind::Invalid, "{path}");
        assert!(error.to_string().ends_with("is not a folder"), "{error}");
        assert!(error.hint().is_some());
    }
}

#[test]
fn a_broken_pattern_is_named() {
    let folder = Folder::new();
    for pattern in ["Note [draft", "{a,b", "", " ", "!", "/", "[z-a]"] {
        for exclude in [true, false] {
            let patterns = vec!["fine".to_owned(), pattern.to_owned()];
            let mut settings = PolicySettings::default();
            *(if exclude { &mut settings.exclude } else { &mut settings.include }) = patterns;
            let error = fail(&folder, "", &settings);
            assert_eq!(error.kind(), Kind::Invalid, "{pattern}");
            assert!(
                error.to_string().starts_with(&format!("the pattern `{pattern}` is broken: ")),
                "{error}"
            );
        }
    }
}

#[test]
fn a_vault_that_vanishes_is_told_from_one_that_never_was() {
    let folder = Folder::of(&["vault/a.md"]);
    let vault = Vault::open(&folder.at("vault"), &PolicySettings::default()).unwrap();
    std::fs::remove_dir_all(folder.at("vault")).unwrap();
    let error = vault.scan().unwrap_err();
    assert!(matches!(error, Error::Vanished { .. }), "{error}");
    assert_eq!(error.kind(), Kind::NotFound);
    std::fs::write(folder.at("vault"), "a file in its place").unwrap();
    assert!(matches!(vault.scan().unwrap_err(), Error::Vanished { .. }));
}
