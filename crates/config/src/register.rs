//! The register of vaults: which folder has which id and name.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::private;
use crate::replace::replace;

/// A folder of notes we know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vault {
    /// The folder, absolute and with its links followed.
    pub path: PathBuf,
    /// The random name of its data folder.
    pub id: String,
    /// The name shown to people: the folder's own, with a number where that is taken.
    pub name: String,
    /// Globs of what is left out of this vault.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Whether the user made it known; false for one that only has an index.
    pub registered: bool,
    /// Whether the user was asked to fetch the model and said no.
    #[serde(default)]
    pub declined_model: bool,
}

impl Vault {
    /// Returns whether the folder belongs to Obsidian.
    pub fn is_obsidian(&self) -> bool {
        self.path.join(".obsidian").is_dir()
    }

    /// Returns whether the folder is there.
    pub fn is_present(&self) -> bool {
        self.path.is_dir()
    }
}

/// The shape of `vaults.json`.
#[derive(Default, Serialize, Deserialize)]
struct Contents {
    vaults: Vec<Vault>,
}

/// The file `vaults.json`; a damaged one is reported and never overwritten.
#[derive(Clone, Debug)]
pub struct Register {
    folder: PathBuf,
}

impl Register {
    /// Returns the register in the data folder `data`, which may not exist yet.
    pub fn new(data: &Path) -> Self {
        Self { folder: data.to_owned() }
    }

    /// Returns the register's file.
    pub fn path(&self) -> PathBuf {
        self.folder.join("vaults.json")
    }

    /// Returns every vault, also those that only have an index.
    pub fn vaults(&self) -> Result<Vec<Vault>, Error> {
        let path = self.path();
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            bytes => bytes.map_err(|source| Error::Unreadable { path: path.clone(), source })?,
        };
        let broken =
            |error: serde_json::Error| Error::BrokenRegister { path, reason: error.to_string() };
        serde_json::from_slice(&bytes).map(|contents: Contents| contents.vaults).map_err(broken)
    }

    /// Returns the vaults that the user made known.
    pub fn registered(&self) -> Result<Vec<Vault>, Error> {
        Ok(self.vaults()?.into_iter().filter(|vault| vault.registered).collect())
    }

    /// Returns the vault at `folder`; one that isn't known gets an id that nobody remembers until it is kept.
    pub fn at(&self, folder: &Path) -> Result<Vault, Error> {
        find_or_make(&self.vaults()?, folder)
    }

    /// Remembers the vault at `folder`, and that the user made it known when `registered`.
    pub fn keep(&self, folder: &Path, registered: bool) -> Result<Vault, Error> {
        let known = self.vaults()?.into_iter().find(|vault| vault.path == folder);
        match known {
            Some(vault) if vault.registered || !registered => Ok(vault),
            _ => self.change(folder, |vault| vault.registered |= registered),
        }
    }

    /// Changes what is remembered of the vault at `folder`, which becomes known if it wasn't.
    pub fn change(&self, folder: &Path, change: impl FnOnce(&mut Vault)) -> Result<Vault, Error> {
        self.edit(|vaults| {
            let mut vault = find_or_make(vaults, folder)?;
            change(&mut vault);
            vaults.retain(|other| other.path != folder);
            vaults.push(vault.clone());
            Ok(vault)
        })
    }

    /// Gives a vault that was moved its new folder and the name that goes with it; what is kept for it stays its own.
    ///
    /// Fails when its old folder is still there, or when the new one is a vault already.
    pub fn relocate(&self, from: &Path, to: &Path) -> Result<Vault, Error> {
        self.edit(|vaults| {
            if vaults.iter().any(|vault| vault.path == to) {
                return Err(Error::KnownVault(to.to_owned()));
            }
            let vault = take_gone(vaults, from)?;
            Ok(settle(vaults, vault, to))
        })
    }

    /// Does the same where the new folder is a vault already, whose entry goes. What was left out of either vault stays
    /// left out.
    pub fn replace(&self, from: &Path, to: &Path) -> Result<Vault, Error> {
        self.edit(|vaults| {
            let mut vault = take_gone(vaults, from)?;
            let replaced = vaults.extract_if(.., |vault| vault.path == to);
            for glob in replaced.flat_map(|vault| vault.exclude) {
                if !vault.exclude.contains(&glob) {
                    vault.exclude.push(glob);
                }
            }
            Ok(settle(vaults, vault, to))
        })
    }

    /// Returns the vault that was at `folder`; fails when it is still there.
    pub fn gone(&self, folder: &Path) -> Result<Vault, Error> {
        take_gone(&mut self.vaults()?, folder)
    }

    /// Forgets the vault at `folder` and returns what was known of it.
    pub fn forget(&self, folder: &Path) -> Result<Vault, Error> {
        self.edit(|vaults| {
            let place = vaults.iter().position(|vault| vault.path == folder);
            place
                .map(|place| vaults.remove(place))
                .ok_or_else(|| Error::UnknownVault(folder.to_owned()))
        })
    }

    /// Reads, changes and replaces the register while no other process does.
    fn edit<T>(&self, edit: impl FnOnce(&mut Vec<Vault>) -> Result<T, Error>) -> Result<T, Error> {
        // Held until this function returns.
        let _lock = self.lock()?;
        let mut vaults = self.vaults()?;
        let outcome = edit(&mut vaults)?;
        if let Some(vault) = vaults.iter().find(|vault| vault.path.to_str().is_none()) {
            return Err(Error::NotUtf8(vault.path.clone()));
        }
        let json = serde_json::to_string_pretty(&Contents { vaults })
            .map_err(|error| Error::Unwritable { path: self.path(), source: error.into() })?;
        replace(&self.path(), format!("{json}\n").as_bytes())?;
        Ok(outcome)
    }

    fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join("vaults.lock");
        let locked = private::create(&self.folder)
            .and_then(|()| File::options().create(true).truncate(false).write(true).open(&path))
            .and_then(|file| file.lock().map(|()| file));
        locked.map_err(|source| Error::Unwritable { path, source })
    }
}

/// Takes out the vault that was at `from`, which must not be there any more.
fn take_gone(vaults: &mut Vec<Vault>, from: &Path) -> Result<Vault, Error> {
    let place = vaults.iter().position(|vault| vault.path == from);
    let vault = vaults.remove(place.ok_or_else(|| Error::UnknownVault(from.to_owned()))?);
    if vault.is_present() { Err(Error::StillThere(vault.path)) } else { Ok(vault) }
}

/// Puts a vault in at its new folder, under the name that goes with it.
fn settle(vaults: &mut Vec<Vault>, mut vault: Vault, to: &Path) -> Vault {
    to.clone_into(&mut vault.path);
    vault.name = free_name(vaults, to);
    vaults.push(vault.clone());
    vault
}

fn find_or_make(vaults: &[Vault], folder: &Path) -> Result<Vault, Error> {
    match vaults.iter().find(|vault| vault.path == folder) {
        Some(vault) => Ok(vault.clone()),
        None => Ok(Vault {
            path: folder.to_owned(),
            id: random_id()?,
            name: free_name(vaults, folder),
            exclude: Vec::new(),
            registered: false,
            declined_model: false,
        }),
    }
}

fn free_name(vaults: &[Vault], folder: &Path) -> String {
    let own = folder
        .file_name()
        .map_or_else(|| "vault".to_owned(), |name| name.to_string_lossy().into_owned());
    let is_free = |name: &String| vaults.iter().all(|vault| vault.name != *name);
    let numbered = (2..).map(|number| format!("{own}-{number}"));
    std::iter::once(own.clone()).chain(numbered).find(is_free).unwrap_or(own)
}

fn random_id() -> Result<String, Error> {
    let number = getrandom::u64().map_err(|error| Error::NoRandom(error.to_string()))?;
    Ok(format!("{number:016x}"))
}

#[cfg(test)]
mod tests;
