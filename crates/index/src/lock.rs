//! The writer's lock: one writer at a time, and who it is.
//!
//! What counts is the system's lock on the file, not that the file is there or what it says. The file
//! stays when the writer ends, and its text is only for the message others get.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};

use crate::error::{Error, Result};
use crate::layout::{Layout, create_folder};

/// Holds the lock as long as it lives; the system frees it when the process ends, however it ends.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock, or tells who has it.
    pub(crate) fn take(layout: &Layout, program: &str) -> Result<Self> {
        let path = layout.lock();
        if let Some(parent) = path.parent() {
            create_folder(parent)?;
        }
        let io = |source| Error::io(&path, source);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Busy { folder: layout.folder.clone(), owner: owner(&mut file) });
            }
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        introduce(&mut file, program).map_err(io)?;
        Ok(Self { _file: file })
    }
}

fn introduce(file: &mut File, program: &str) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "{program} (process {})", std::process::id())
}

/// Who holds the lock, as far as it can be read.
///
/// Where a lock keeps others from reading, too, the owner stays unnamed.
fn owner(file: &mut File) -> String {
    let mut owner = String::new();
    match file.take(200).read_to_string(&mut owner) {
        Ok(length) if length > 0 => owner,
        _ => "another program".to_owned(),
    }
}
