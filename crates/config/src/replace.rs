//! Replacing a file at once: readers see the old text or the new, never half of one.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;

/// Who may read a file that wasn't there before; one that was stays as it is.
#[derive(Clone, Debug)]
pub(crate) enum New {
    /// Whoever may read what this user makes.
    Usual,
    /// The user alone, where the system knows of such a thing.
    Private,
    /// Those who may read another file.
    Like(Permissions),
}

impl New {
    /// Returns the permissions to set, if any.
    fn permissions(self) -> Option<Permissions> {
        match self {
            Self::Usual => None,
            Self::Private => private(),
            Self::Like(permissions) => Some(permissions),
        }
    }
}

/// The drafts that this process has begun.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// Writes `bytes` beside `path`, makes sure they are on disk, and moves them into its place.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace_as(path, bytes, New::Usual)
}

/// Replaces a file at once; where it is new, it is for the user alone to read.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace_as(path, bytes, New::Private)
}

/// Replaces a file as `replace` does, and decides who may read it if it is new.
///
/// A link is followed, so that a settings file kept elsewhere stays a link.
pub(crate) fn replace_as(path: &Path, bytes: &[u8], new: New) -> Result<(), Error> {
    let target = followed(path);
    let kept = fs::metadata(&target).ok().map(|file| file.permissions());
    let permissions = kept.or_else(|| new.permissions());
    let temporary = beside(&target);
    let done = write(&temporary, bytes, permissions).and_then(|()| fs::rename(&temporary, &target));
    done.map_err(|source| {
        // The failure is what matters; a leftover is overwritten by the next try.
        drop(fs::remove_file(&temporary));
        Error::Unwritable { path: target, source }
    })
}

/// Returns where a path leads, also when nothing is there yet.
fn followed(path: &Path) -> PathBuf {
    if let Ok(target) = fs::canonicalize(path) {
        return target;
    }
    match (fs::read_link(path), path.parent()) {
        (Ok(target), Some(folder)) => folder.join(target),
        _ => path.to_owned(),
    }
}

/// A hidden name in the same folder, since a rename cannot leave its disk; the process id and a number keep
/// two programs, and two threads of one, from writing to one draft.
fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()))
}

fn write(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = draft(permissions.is_some()).open(path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Returns how a draft is opened: by nobody else before it has the permissions it shall have.
#[cfg(unix)]
fn draft(is_private: bool) -> fs::OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = File::options();
    options.write(true).create(true).truncate(true).mode(if is_private { 0o600 } else { 0o666 });
    options
}

/// Returns how a draft is opened.
#[cfg(not(unix))]
fn draft(_: bool) -> fs::OpenOptions {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    options
}

/// Returns the permissions of what the user alone may read.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such permissions")]
fn private() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o600))
}

/// Returns no permissions: what lies in the user's folders is the user's already.
#[cfg(not(unix))]
fn private() -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::{New, replace, replace_as};

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

    #[cfg(unix)]
    #[test]
    fn a_link_to_what_is_not_there_yet_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("config.toml");
        std::os::unix::fs::symlink("kept/dotfile", &link).unwrap();
        replace(&link, b"one").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(folder.path().join("kept/dotfile")).unwrap(), b"one");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_those_of_a_new_file_chosen() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        replace_as(&path, b"one", New::Private).unwrap();
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(mode(), 0o640);
    }
}
