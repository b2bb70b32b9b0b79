//! The keys that servers ask for: kept in a file that only the user may read, or given in the environment.
//!
//! The file is TOML of its own, apart from the settings: those are shown, copied and asked about, and no key is to be
//! among what a person shows to others. Why it is no keychain: `docs/decisions/017-keys-in-a-file.md`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use notekin_engine::models::Secret;
use toml_edit::DocumentMut;

use crate::environment::Environment;
use crate::error::Error;
use crate::private;
use crate::replace::{New, replace_as};

/// The store of keys; no output of it shows one.
///
/// A key belongs to a protocol and goes to the address that is set for it.
#[derive(Clone, Debug)]
pub struct Keys {
    /// The file.
    path: PathBuf,
    /// What the environment gives.
    given: BTreeMap<&'static str, Secret>,
}

/// Where a key comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// An environment variable.
    Environment,
    /// The file of keys.
    File,
}

impl Keys {
    /// The names a key can have: those of the protocols.
    pub const NAMES: [&str; 4] = ["anthropic", "gemini", "ollama", "openai"];

    /// Returns the store in a file, with the keys that the environment gives as `NOTEKIN_KEY_OPENAI` and the like.
    pub(crate) fn new(path: PathBuf, environment: &Environment) -> Self {
        let given = |name: &'static str| {
            let text = environment.get(&variable(name))?.to_str()?;
            Some((name, Secret::new(text)?))
        };
        let given = Self::NAMES.into_iter().filter_map(given).collect();
        Self { path, given }
    }

    /// Returns the key called `name`; the environment wins over the file.
    ///
    /// Fails with [`Error::OpenKeys`] when others may read the file.
    pub fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        if let Some(given) = self.given.get(name) {
            return Ok(Some(given.clone()));
        }
        let file = self.read()?;
        Ok(file.get(name).and_then(|item| item.as_str()).and_then(Secret::new))
    }

    /// Returns which keys there are, and from where.
    ///
    /// Fails, like [`Keys::get`], when others may read the file.
    pub fn list(&self) -> Result<Vec<(&'static str, KeySource)>, Error> {
        let file = self.read()?;
        let source = |name: &&'static str| {
            let in_file = file.contains_key(name).then_some(KeySource::File);
            Some(KeySource::Environment).filter(|_| self.given.contains_key(*name)).or(in_file)
        };
        let names = Self::NAMES.into_iter();
        Ok(names.filter_map(|name| Some((name, source(&name)?))).collect())
    }

    /// Keeps a key in the file, in place of an older one.
    ///
    /// Fails with [`Error::UnknownSecret`] when no protocol is called so.
    pub fn set(&self, name: &str, key: &Secret) -> Result<(), Error> {
        let name = known(name)?;
        let mut file = self.read()?;
        file[name] = toml_edit::value(key.reveal());
        self.write(&file)
    }

    /// Takes a key out of the file; returns whether it was there.
    ///
    /// One that the environment gives stays in force.
    pub fn remove(&self, name: &str) -> Result<bool, Error> {
        let name = known(name)?;
        let mut file = self.read()?;
        if file.remove(name).is_none() {
            return Ok(false);
        }
        self.write(&file)?;
        Ok(true)
    }

    /// Reads the file; one that isn't there is empty.
    fn read(&self) -> Result<DocumentMut, Error> {
        let failed = |source| Error::Unreadable { path: self.path.clone(), source };
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(DocumentMut::new()),
            text => text.map_err(failed)?,
        };
        if is_open(&self.path).map_err(failed)? {
            return Err(Error::OpenKeys(self.path.clone()));
        }
        // What the parser says may show a key.
        let reason = "it is not TOML".to_owned();
        text.parse().map_err(|_| Error::BrokenSettings { path: self.path.clone(), reason })
    }

    /// Replaces the file at once; nobody else may read it.
    fn write(&self, file: &DocumentMut) -> Result<(), Error> {
        if let Some(folder) = self.path.parent() {
            private::create(folder)
                .map_err(|source| Error::Unwritable { path: folder.to_owned(), source })?;
        }
        replace_as(&self.path, file.to_string().as_bytes(), New::Private)
    }
}

/// Returns the name as one of those a key can have.
fn known(name: &str) -> Result<&'static str, Error> {
    let found = Keys::NAMES.into_iter().find(|known| *known == name);
    found.ok_or_else(|| Error::UnknownSecret(name.to_owned()))
}

/// Returns the environment variable of a key.
fn variable(name: &str) -> String {
    format!("NOTEKIN_KEY_{}", name.to_uppercase())
}

/// Returns whether others than the user may read a file.
#[cfg(unix)]
fn is_open(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::metadata(path)?.permissions().mode() & 0o077 != 0)
}

/// Returns whether others than the user may read a file; where the system has no such thing, nobody is told apart.
#[cfg(not(unix))]
fn is_open(_path: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(text: &str) -> Secret {
        Secret::new(text).unwrap()
    }

    #[test]
    fn keys_are_kept_replaced_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::new(folder.path().join("data/keys.toml"), &Environment::default());
        assert_eq!(keys.get("openai").unwrap(), None);
        keys.set("openai", &secret("sk-1")).unwrap();
        keys.set("gemini", &secret("g\"2")).unwrap();
        keys.set("openai", &secret("sk-3")).unwrap();
        assert_eq!(keys.get("openai").unwrap(), Some(secret("sk-3")));
        assert_eq!(keys.get("gemini").unwrap(), Some(secret("g\"2")));
        let file = KeySource::File;
        assert_eq!(keys.list().unwrap(), [("gemini", file), ("openai", file)]);
        assert!(keys.remove("openai").unwrap() && !keys.remove("openai").unwrap());
        assert!(keys.set("openia", &secret("x")).is_err());
    }

    #[test]
    fn the_environment_wins_and_nothing_shows_a_key() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::new([("NOTEKIN_KEY_OPENAI", "sk-canary")]);
        let keys = Keys::new(folder.path().join("keys.toml"), &environment);
        keys.set("openai", &secret("sk-file")).unwrap();
        assert_eq!(keys.get("openai").unwrap(), Some(secret("sk-canary")));
        assert_eq!(keys.list().unwrap(), [("openai", KeySource::Environment)]);
        assert!(!format!("{keys:?}").contains("canary"));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_them_and_a_file_that_others_may_read_is_not_used() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::new(folder.path().join("keys.toml"), &Environment::default());
        keys.set("openai", &secret("sk-1")).unwrap();
        let path = folder.path().join("keys.toml");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(keys.get("openai"), Err(Error::OpenKeys(_))));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, "sk-1 sk-2").unwrap();
        let error = keys.get("openai").unwrap_err().to_string();
        assert!(!error.contains("sk-"), "{error}");
    }
}
