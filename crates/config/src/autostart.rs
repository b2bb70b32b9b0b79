//! Starting the engine when the user logs in: one file of ours in the place that the system looks in.

mod written;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::assistant::{Entry, Folders, System};
use crate::environment::Environment;
use crate::error::Error;
use crate::replace::replace;

/// The file that starts the engine when the user logs in.
#[derive(Clone, Debug)]
pub struct Autostart {
    /// Whose file it is to be.
    system: System,
    /// Where the system looks.
    file: PathBuf,
    /// What it is to find there.
    text: String,
}

impl Autostart {
    /// Returns the file that starts `program`, with the variables that say where our files lie; nothing is written.
    ///
    /// Fails when the user's folders are unknown, or a path or value can't be written into such a file.
    pub fn of(folders: &Folders, program: &Path, environment: &Environment) -> Result<Self, Error> {
        let Entry { command, env, .. } = Entry::new(program, &[], environment)?;
        let system = folders.system();
        let file = match system {
            System::Linux => folders.settings()?.join("autostart/notekin.desktop"),
            System::Mac => folders.home()?.join("Library/LaunchAgents/notekin.engine.plist"),
            System::Windows => folders
                .settings()?
                .join("Microsoft/Windows/Start Menu/Programs/Startup/notekin.cmd"),
        };
        let text = written::text(system, &command, &env)
            .map_err(|value| Error::NoStart { file: file.clone(), value })?;
        Ok(Self { system, file, text })
    }

    /// Returns where the file lies, or would lie.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Returns what it says, or would say.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the engine is started when the user logs in, by this program or another of ours. A desktop's own
    /// settings may have switched it off.
    pub fn is_on(&self) -> bool {
        let is_active = |text: &String| {
            written::is_ours(self.system, text) && !written::is_switched_off(self.system, text)
        };
        self.there().is_ok_and(|text| text.as_ref().is_some_and(is_active))
    }

    /// Returns whether the file says what it would say now: the same program, by the same settings.
    pub fn is_current(&self) -> bool {
        self.there().is_ok_and(|there| there.is_some_and(|there| there == self.text))
    }

    /// Writes the file; returns whether that changed anything.
    ///
    /// Fails with [`Error::ForeignStart`] where a file of that name isn't ours.
    pub fn turn_on(&self) -> Result<bool, Error> {
        self.check_own()?;
        if self.is_current() {
            return Ok(false);
        }
        replace(&self.file, self.text.as_bytes())?;
        Ok(true)
    }

    /// Removes the file; returns whether there was one.
    ///
    /// Fails with [`Error::ForeignStart`] where a file of that name isn't ours.
    pub fn turn_off(&self) -> Result<bool, Error> {
        if !self.check_own()? {
            return Ok(false);
        }
        let unwritable = |source| Error::Unwritable { path: self.file.clone(), source };
        fs::remove_file(&self.file).map(|()| true).map_err(unwritable)
    }

    /// Returns whether a file of ours is there; fails where one is that isn't ours, or can't be read.
    fn check_own(&self) -> Result<bool, Error> {
        match self.there() {
            Ok(Some(text)) if written::is_ours(self.system, &text) => Ok(true),
            Ok(Some(_)) => Err(Error::ForeignStart(self.file.clone())),
            Ok(None) => Ok(false),
            Err(source) => Err(Error::Unreadable { path: self.file.clone(), source }),
        }
    }

    /// Returns what the file says now, if there is one.
    fn there(&self) -> io::Result<Option<String>> {
        match fs::read(&self.file) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests;
