//! Where programs keep their settings, on each operating system.

use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::error::Error;

/// An operating system, as far as the places of settings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    /// Linux, and whatever else lays out a home folder like it.
    Linux,
    /// macOS.
    Mac,
    /// Windows.
    Windows,
}

impl System {
    const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::Mac
    } else {
        Self::Linux
    };

    /// Returns the variable that names the user's home folder.
    const fn home_variable(self) -> &'static str {
        match self {
            Self::Windows => "USERPROFILE",
            Self::Linux | Self::Mac => "HOME",
        }
    }
}

/// The folders in which the user's programs keep their settings.
#[derive(Clone, Debug)]
pub struct Folders {
    system: System,
    environment: Environment,
    home: Option<PathBuf>,
}

impl Folders {
    /// Finds the folders on this machine, by the environment and else by what the system knows of the user.
    pub fn find(environment: &Environment) -> Self {
        let mut folders = Self::on(System::HERE, environment);
        folders.home = folders.home.or_else(|| etcetera::home_dir().ok());
        folders
    }

    /// Returns the folders on a system of which only the environment is known.
    pub(crate) fn on(system: System, environment: &Environment) -> Self {
        let home = environment.get(system.home_variable()).map(PathBuf::from);
        Self { system, environment: environment.clone(), home }
    }

    /// Returns the system these folders are laid out for.
    pub(crate) fn system(&self) -> System {
        self.system
    }

    /// Returns the user's home folder.
    pub(crate) fn home(&self) -> Result<&Path, Error> {
        self.home.as_deref().ok_or(Error::UnknownFolder(self.system.home_variable()))
    }

    /// Returns the folder that a variable names; a relative one would mean another folder to another program.
    pub(crate) fn named(&self, variable: &str) -> Option<PathBuf> {
        self.environment.get(variable).map(PathBuf::from).filter(|folder| folder.has_root())
    }

    /// Returns the folder of settings that follow the user; Electron, under three of the clients, calls it `appData`.
    pub(crate) fn settings(&self) -> Result<PathBuf, Error> {
        let (variable, usual) = match self.system {
            System::Linux => (Some("XDG_CONFIG_HOME"), ".config"),
            System::Mac => (None, "Library/Application Support"),
            System::Windows => (Some("APPDATA"), "AppData/Roaming"),
        };
        match variable.and_then(|variable| self.named(variable)) {
            Some(folder) => Ok(folder),
            None => Ok(self.home()?.join(usual)),
        }
    }

    /// Returns the folder of what stays on this machine, on Windows.
    pub(crate) fn local(&self) -> Result<PathBuf, Error> {
        match self.named("LOCALAPPDATA") {
            Some(folder) => Ok(folder),
            None => Ok(self.home()?.join("AppData/Local")),
        }
    }
}
