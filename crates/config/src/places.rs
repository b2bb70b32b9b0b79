//! Where our files lie.

use std::fs::File;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::environment::Environment;
use crate::error::Error;
use crate::private;
use crate::register::Vault;

/// The files and folders that are ours; none of them lies in a vault.
#[derive(Clone, Debug)]
pub struct Places {
    /// The settings file; it may be absent.
    pub config: PathBuf,
    /// The data folder.
    pub data: PathBuf,
    /// The folder of installed models.
    pub models: PathBuf,
    /// The user's home folder, if the system tells.
    pub user: Option<PathBuf>,
}

impl Places {
    /// Finds the places: `NOTEKIN_CONFIG`, `NOTEKIN_DATA_DIR` and `NOTEKIN_MODELS_DIR`, else the platform's folders.
    pub fn find(environment: &Environment) -> Result<Self, Error> {
        let platform = etcetera::base_strategy::choose_native_strategy().ok();
        let set = |name| environment.get(name).map(|path| settled(Path::new(path)));
        let ours = |folder: Option<PathBuf>| {
            folder.map(|folder| folder.join("notekin")).ok_or(Error::NoHome)
        };
        let config = match set("NOTEKIN_CONFIG") {
            Some(file) => file,
            None => ours(platform.as_ref().map(BaseStrategy::config_dir))?.join("config.toml"),
        };
        let data = match set("NOTEKIN_DATA_DIR") {
            Some(folder) => folder,
            None => settled(&ours(platform.as_ref().map(BaseStrategy::data_dir))?),
        };
        let models = set("NOTEKIN_MODELS_DIR").unwrap_or_else(|| data.join("models"));
        Ok(Self { config, data, models, user: etcetera::home_dir().ok() })
    }

    /// Makes the data folder, which nobody else may enter; one that is there stays as it is.
    pub fn create_data(&self) -> Result<(), Error> {
        let created = private::create(&self.data);
        created.map_err(|source| Error::Unwritable { path: self.data.clone(), source })
    }

    /// Returns the folder of a vault's own data.
    pub fn home(&self, vault: &Vault) -> PathBuf {
        self.data.join("vaults").join(&vault.id)
    }

    /// Returns the folder of the vector stores that all vaults share.
    pub fn vectors(&self) -> PathBuf {
        self.data.join("vectors")
    }

    /// Returns the record of calls to servers.
    pub fn outbound(&self) -> PathBuf {
        self.data.join("outbound.jsonl")
    }

    /// Returns the file of keys.
    pub fn keys(&self) -> PathBuf {
        self.data.join("keys.toml")
    }

    /// Remembers that something is told, and returns whether this is the first time: a name is told once for good. What
    /// can't be remembered is never the first time, as it would be told again and again.
    pub fn is_first_time(&self, name: &str) -> bool {
        private::create(&self.data.join("told")).is_ok()
            && File::create_new(self.told(name)).is_ok()
    }

    /// Returns whether something was told before.
    pub fn was_told(&self, name: &str) -> bool {
        self.told(name).exists()
    }

    fn told(&self, name: &str) -> PathBuf {
        self.data.join("told").join(name)
    }

    /// Returns whether `folder` is the root of the disk, the user's home folder, or a folder above it.
    pub fn is_too_wide(&self, folder: &Path) -> bool {
        folder.parent().is_none() || self.user.as_ref().is_some_and(|user| user.starts_with(folder))
    }
}

/// Returns `path` absolute and with its links followed, as far as it exists.
fn settled(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for folder in absolute.ancestors() {
        if let (Ok(real), Ok(rest)) = (std::fs::canonicalize(folder), absolute.strip_prefix(folder))
        {
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    absolute
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Places;
    use crate::Environment;

    #[test]
    fn the_environment_names_the_places() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        let environment = Environment::new([
            ("NOTEKIN_CONFIG", folder.path().join("x.toml")),
            ("NOTEKIN_DATA_DIR", folder.path().join("data")),
        ]);
        let places = Places::find(&environment).unwrap();
        assert_eq!(places.config, real.join("x.toml"));
        assert_eq!(places.models, real.join("data/models"));
    }

    #[test]
    fn what_is_told_once_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let environment = Environment::new([("NOTEKIN_DATA_DIR", folder.path().join("data"))]);
        let places = Places::find(&environment).unwrap();
        assert!(places.is_first_time("offer") && !places.is_first_time("offer"));
        assert!(places.is_first_time("other"));
        let file = Places { data: folder.path().join("file"), ..places };
        std::fs::write(&file.data, "in the way").unwrap();
        assert!(!file.is_first_time("offer"));
    }

    #[test]
    fn the_home_folder_and_what_is_above_it_is_too_wide() {
        let user = Some(PathBuf::from("/home/ann"));
        let places = Places { config: "c".into(), data: "d".into(), models: "m".into(), user };
        assert!(places.is_too_wide(Path::new("/")));
        assert!(places.is_too_wide(Path::new("/home")));
        assert!(places.is_too_wide(Path::new("/home/ann")));
        assert!(!places.is_too_wide(Path::new("/home/ann/Notes")));
    }
}
