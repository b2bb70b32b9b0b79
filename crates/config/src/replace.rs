//! Replacing a file at once: readers see the old text or the new, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Writes `bytes` beside `path`, makes sure they are on disk, and moves them into its place.
///
/// A link is followed, so that a settings file kept elsewhere stays a link.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target);
    let done = write(&temporary, bytes).and_then(|()| fs::rename(&temporary, &target));
    done.map_err(|source| {
        // The failure is what matters; a leftover is overwritten by the next try.
        drop(fs::remove_file(&temporary));
        Error::Unwritable { path: target, source }
    })
}

/// A hidden name in the same folder, since a rename cannot leave its disk; the process id keeps two
/// programs from writing to one draft.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::replace;

    #[test]
    fn a_file_is_made_with_its_folder_and_then_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.json");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("dotfile"), folder.path().join("config.toml"));
        std::fs::write(&target, "one").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        replace(&link, b"two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&target).unwrap(), b"two");
    }
}
