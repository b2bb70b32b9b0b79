//! What is said of one path.

use notekin_vault::{PolicySettings, Verdict};

use crate::folder::Folder;

fn check(path: &str, expected: &str) {
    let folder =
        Folder::of(&["Note.md", "sub/Caf\u{e9}.md", "pic.png", "Diary/a.md", ".obsidian/app.json"])
            .with(".vaultignore", "sub/x*\n")
            .with("sub/x1.md", "")
            .with("big.md", "123456789");
    let exclude = vec!["diary/".to_owned()];
    let vault =
        folder.vault_with(&PolicySettings { exclude, max_bytes: 8, ..PolicySettings::default() });
    assert_eq!(vault.explain(path).to_string(), expected, "{path}");
}

#[test]
fn every_verdict_is_one_sentence() {
    check("Note.md", "a note of 4 bytes that is read");
    check("./Note.md", "a note of 4 bytes that is read");
    check("sub/", "a folder whose notes are read");
    check("pic.png", "not a note: notes end in `.md`, `.markdown` or `.canvas`");
    check("Diary/a.md", "left out: the exclude pattern `diary/` of the settings");
    check("Diary", "left out: the exclude pattern `diary/` of the settings");
    check("sub/x1.md", "left out: the pattern `sub/x*` in `.vaultignore`");
    check(".obsidian/app.json", "left out: files and folders that start with a dot are left out");
    check("big.md", "can't be read: 9 bytes, more than the limit of 8");
}

#[test]
fn what_is_not_there_is_missing() {
    for path in ["Nota.md", "Note", "x1.md", "Note.md/a.md", "../etc/passwd", ""] {
        check(path, "there is no such note");
    }
}

#[test]
fn an_absolute_path_inside_the_vault_will_do() {
    let folder = Folder::of(&["a.md"]);
    let vault = folder.vault();
    let absolute = vault.root().join("a.md");
    assert!(matches!(vault.explain(absolute.to_str().unwrap()), Verdict::Note(_)));
    assert_eq!(vault.relative(absolute.to_str().unwrap()), "a.md");
    assert_eq!(vault.explain("/a.md"), Verdict::Missing);
}

#[cfg(unix)]
#[test]
fn a_lost_link_is_unreadable() {
    let folder = Folder::new().with_link("lost.md", "nowhere");
    assert_eq!(folder.vault().explain("lost.md").to_string(), "can't be read: it isn't there");
}
