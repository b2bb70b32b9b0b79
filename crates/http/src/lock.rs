//! The lock that says that an engine runs.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

/// How often it is tried to take the lock.
const TRIES: u32 = 5;

/// How long it is waited in between.
const BREATH: Duration = Duration::from_millis(20);

/// Held by the one engine of a data folder for as long as it runs.
///
/// The system lets go of it when the process ends, however it ends, so that it says what neither a state file nor a
/// process number can: whether the engine that wrote the state file is the one that runs now.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held open for its lock alone")] File);

impl Lock {
    /// Takes the lock of a data folder; none when an engine runs already.
    pub fn try_take(data: &Path) -> io::Result<Option<Self>> {
        let file = File::options().create(true).truncate(false).write(true).open(path(data))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self(file))),
                // Somebody may only look whether it is held.
                Err(TryLockError::WouldBlock) => std::thread::sleep(BREATH),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Returns whether the lock's file is still there. Whoever deletes it, or the folder it lies in, wants no engine: nobody
    /// could find this one any more.
    pub(crate) fn is_there(data: &Path) -> bool {
        path(data).exists()
    }

    /// Returns whether an engine holds the lock of a data folder. One that begins at this moment may find it taken by this
    /// look, which is why it tries more than once.
    pub fn is_held(data: &Path) -> bool {
        let Ok(file) = File::options().write(true).open(path(data)) else { return false };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

/// Returns the lock's place in a data folder; the file stays when the engine ends, as it says nothing by being there.
fn path(data: &Path) -> std::path::PathBuf {
    data.join("engine.lock")
}

#[cfg(test)]
mod tests {
    use super::Lock;

    #[test]
    fn there_is_one_at_a_time() {
        let data = tempfile::tempdir().unwrap();
        assert!(!Lock::is_held(data.path()));
        let first = Lock::try_take(data.path()).unwrap();
        assert!(first.is_some() && Lock::is_held(data.path()));
        assert!(Lock::try_take(data.path()).unwrap().is_none());
        drop(first);
        assert!(!Lock::is_held(data.path()));
        assert!(Lock::try_take(data.path()).unwrap().is_some());
    }
}
