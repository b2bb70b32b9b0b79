//! Reading a note's bytes.

use std::fs;

use notekin_vault::{ContentHash, PolicySettings, Trouble};

use crate::folder::{Folder, path};

#[test]
fn bytes_come_back_as_they_are() {
    for bytes in [&b""[..], b"\xef\xbb\xbfa\r\nb\r\n", b"\xff\xfe\0\0", "é e\u{301} 🦊".as_bytes()]
    {
        let folder = Folder::new().with("sub/a.md", bytes);
        let vault = folder.vault();
        let file = vault.read(&path("sub/a.md")).unwrap();
        assert_eq!(file.bytes, bytes);
        assert_eq!(file.hash, ContentHash::of(bytes));
        assert_eq!(file.stamp, vault.scan().unwrap().notes[&path("sub/a.md")]);
    }
}

#[test]
fn what_is_not_there_or_not_a_note_is_refused() {
    let folder = Folder::of(&["a.md", "b.txt", "dir.md/c.md"]);
    let kind = |name: &str| folder.vault().read(&path(name)).unwrap_err().kind;
    assert_eq!(kind("gone.md"), Trouble::Gone);
    assert_eq!(kind("b.txt"), Trouble::NotANote);
    assert_eq!(kind("dir.md"), Trouble::NotANote);
}

#[test]
fn an_excluded_note_is_refused_with_its_rule() {
    let folder = Folder::of(&["Diary/a.md"]);
    let settings =
        PolicySettings { exclude: vec!["diary".to_owned()], ..PolicySettings::default() };
    let error = folder.vault_with(&settings).read(&path("Diary/a.md")).unwrap_err();
    assert_eq!(error.to_string(), "`Diary/a.md`: the exclude pattern `diary` of the settings");
    assert_eq!(error.kind, Trouble::Excluded);
}

#[test]
fn a_new_ignore_file_holds_for_the_next_read() {
    let folder = Folder::of(&["a.md"]);
    let vault = folder.vault();
    assert!(vault.read(&path("a.md")).is_ok());
    fs::write(folder.at(".vaultignore"), "a.md").unwrap();
    assert_eq!(vault.read(&path("a.md")).unwrap_err().kind, Trouble::Excluded);
    fs::write(folder.at(".vaultignore"), "b*.md").unwrap();
    assert!(vault.read(&path("a.md")).is_ok());
}
