//! What a walk finds, and what it reports.

use std::fs;

use notekin_vault::{Kind, PolicySettings, Trouble, Vault};

use crate::folder::{Folder, path, show};

#[test]
fn notes_are_told_by_their_extension() {
    let folder = Folder::of(&[
        "a.md",
        "b.MARKDOWN",
        "c.Canvas",
        "d.excalidraw.md",
        "e.txt",
        "md",
        "sub/deep/f.md",
    ]);
    assert_eq!(
        show(&folder.scan()),
        ["a.md", "b.MARKDOWN", "c.Canvas", "d.excalidraw.md", "sub/deep/f.md"]
    );
}

#[test]
fn an_empty_folder_is_an_empty_vault() {
    assert_eq!(Folder::new().scan().found(), 0);
}

#[test]
fn strange_names_are_kept_as_they_are() {
    let names = [
        "emoji 🦊.md",
        "hash #1.md",
        "pipe|[x].md",
        "nfd e\u{301}.md",
        "nfc \u{e9}.md",
        " a:b?.md",
        "a\nb.md",
    ];
    let scan = Folder::of(&names).scan();
    let mut expected = names.map(path);
    expected.sort();
    assert_eq!(scan.notes.into_keys().collect::<Vec<_>>(), expected);
}

#[test]
fn twins_in_case_and_form_are_two_notes() {
    let folder = Folder::of(&["Note.md", "note.md", "e\u{301}.md", "\u{e9}.md"]);
    let on_disk = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(folder.scan().found(), on_disk);
}

#[test]
fn conflict_copies_are_ordinary_notes() {
    let copies = ["a (conflict 2024-01-01).md", "a.sync-conflict-20240101-120000-ABCDEF.md"];
    assert_eq!(show(&Folder::of(&copies).scan()), copies);
}

#[test]
fn an_oversized_note_is_reported() {
    let folder = Folder::new().with("big.md", "12345").with("fits.md", "1234");
    let vault = folder.vault_with(&PolicySettings { max_bytes: 4, ..PolicySettings::default() });
    let scan = vault.scan().unwrap();
    assert_eq!(show(&scan), ["fits.md", "! big.md: too_large"]);
    assert_eq!(scan.unreadable[0].reason, "5 bytes, more than the limit of 4");
    assert_eq!(vault.read(&path("big.md")).unwrap_err().kind, Trouble::TooLarge);
    assert_eq!(scan.found(), 2);
}

#[test]
fn a_note_that_is_still_in_the_cloud_is_reported_under_its_own_name() {
    let folder = Folder::of(&["sub/.Plan.md.icloud", "sub/.photo.jpg.icloud"]);
    assert_eq!(show(&folder.scan()), ["! sub/Plan.md: not_downloaded"]);
}

#[test]
fn a_folder_with_a_notes_name_is_a_folder() {
    assert_eq!(show(&Folder::of(&["day.md/inside.md"]).scan()), ["day.md/inside.md"]);
}

#[test]
fn a_folder_deeper_than_the_stack_is_walked() {
    let folder = Folder::new();
    let depth = 300;
    let deep = "d/".repeat(depth);
    let folder = folder.with(&format!("{deep}note.md"), "text");
    assert_eq!(show(&folder.scan()), [format!("{deep}note.md")]);
}

#[test]
fn the_stamp_tells_size_and_time() {
    let folder = Folder::new().with("a.md", "four");
    let time = std::time::UNIX_EPOCH + std::time::Duration::new(1_000_000_000, 500);
    fs::File::options().write(true).open(folder.at("a.md")).unwrap().set_modified(time).unwrap();
    let stamp = folder.scan().notes[&path("a.md")];
    assert_eq!((stamp.size, stamp.modified_ns), (4, 1_000_000_000_000_000_500));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8_are_reported() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::of(&["fine.md"]);
    fs::write(folder.path().join(OsStr::from_bytes(b"caf\xe9.md")), "x").unwrap();
    fs::write(folder.path().join(OsStr::from_bytes(b"caf\xe9.png")), "x").unwrap();
    fs::write(folder.path().join(OsStr::from_bytes(b".\xe9.md")), "x").unwrap();
    fs::create_dir(folder.path().join(OsStr::from_bytes(b"\xff\xfe"))).unwrap();
    fs::create_dir(folder.path().join(OsStr::from_bytes(b".\xff"))).unwrap();
    let expected = ["fine.md", "! caf\u{fffd}.md: name", "! \u{fffd}\u{fffd}: name"];
    assert_eq!(show(&folder.scan()), expected);
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::of(&["locked/a.md", "shut.md", "fine.md"]);
    let lock = |path: &str, mode| {
        fs::set_permissions(folder.at(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    lock("locked", 0o000);
    lock("shut.md", 0o000);
    if fs::read_dir(folder.at("locked")).is_ok() {
        return rerun_as_nobody("scan::what_may_not_be_read_is_reported");
    }
    let vault = folder.vault();
    assert_eq!(show(&vault.scan().unwrap()), ["fine.md", "shut.md", "! locked: denied"]);
    assert_eq!(vault.read(&path("shut.md")).unwrap_err().kind, Trouble::Denied);
    let error = Vault::open(&folder.at("locked"), &PolicySettings::default()).unwrap_err();
    assert_eq!(error.kind(), Kind::Denied);
    assert!(error.hint().is_some());
    lock("locked", 0o755);
}

/// Runs one test of this binary again as `nobody`: root may read everything, so it can't see what is forbidden.
#[cfg(unix)]
fn rerun_as_nobody(test: &str) {
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65_534;
    const MARK: &str = "NOTEKIN_TEST_AS_NOBODY";
    assert!(std::env::var_os(MARK).is_none(), "even `nobody` may read everything here");
    let binary = std::env::current_exe().unwrap();
    let mut again = std::process::Command::new(binary);
    again.args(["--exact", test]).uid(NOBODY).gid(NOBODY).current_dir("/").env(MARK, "1");
    match again.output() {
        Ok(output) => {
            let talk = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && talk.contains("1 passed"), "{talk}");
        }
        Err(_) => crate::vaults::not_run(
            "permissions",
            "a user who isn't root, or a test binary that `nobody` may run",
        ),
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_notes_name_is_never_opened() {
    let folder = Folder::new();
    let made = std::process::Command::new("mkfifo").arg(folder.at("pipe.md")).status();
    if !made.is_ok_and(|status| status.success()) {
        return crate::vaults::not_run("a pipe in the vault", "the program `mkfifo`");
    }
    assert_eq!(show(&folder.scan()), ["! pipe.md: not_a_note"]);
    assert_eq!(folder.vault().read(&path("pipe.md")).unwrap_err().kind, Trouble::NotANote);
}
