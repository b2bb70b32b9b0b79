//! Which vault a command is about.

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::register::{Register, Vault};

/// Returns the vaults a command is about; nothing is registered.
///
/// They are those named; else the nearest folder from `here` upward that has `.obsidian` or is registered; else the
/// only registered vault. Fails when that leaves none, and says what was looked for.
pub fn choose(register: &Register, named: &[PathBuf], here: &Path) -> Result<Vec<Vault>, Error> {
    if !named.is_empty() {
        return Ok(distinct(
            named
                .iter()
                .map(|path| register.at(&folder_of(register, path)?))
                .collect::<Result<_, _>>()?,
        ));
    }
    let registered = register.registered()?;
    let is_vault = |folder: &Path| {
        folder.join(".obsidian").is_dir() || registered.iter().any(|vault| vault.path == folder)
    };
    if let Some(folder) = here.ancestors().find(|folder| is_vault(folder)) {
        return Ok(vec![register.at(folder)?]);
    }
    match <[Vault; 1]>::try_from(registered) {
        Ok(only) => Ok(only.into()),
        Err(vaults) => {
            let vaults = vaults.into_iter().map(|vault| vault.path).collect();
            Err(Error::NoVault { here: here.to_owned(), vaults })
        }
    }
}

/// Takes each vault once, and numbers those that would have the name of one before.
fn distinct(vaults: Vec<Vault>) -> Vec<Vault> {
    let mut distinct: Vec<Vault> = Vec::new();
    for mut vault in vaults {
        if distinct.iter().any(|before| before.path == vault.path) {
            continue;
        }
        let is_free = |name: &String| distinct.iter().all(|before| before.name != *name);
        let numbered = (2..).map(|number| format!("{}-{number}", vault.name));
        let name = std::iter::once(vault.name.clone()).chain(numbered).find(is_free);
        vault.name = name.unwrap_or_default();
        distinct.push(vault);
    }
    distinct
}

/// Returns the folder that `path` names, with its links followed; one that is gone must be known by its path or name.
pub fn folder_of(register: &Register, path: &Path) -> Result<PathBuf, Error> {
    match path.canonicalize() {
        Ok(folder) if folder.is_dir() => Ok(folder),
        _ => {
            let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
            let mut known = register.vaults()?.into_iter();
            known
                .find(|vault| vault.path == absolute || Path::new(&vault.name) == path)
                .map(|vault| vault.path)
                .ok_or(Error::NoFolder(absolute))
        }
    }
}

#[cfg(test)]
mod tests;
