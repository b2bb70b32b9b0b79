//! Settings of a vault that may change while a program runs with them.

use std::path::PathBuf;

use notekin_engine as engine;

use crate::Config;
use crate::environment::Environment;
use crate::error::Error;
use crate::register::Vault;

/// What the engine of a vault was opened with, to be compared with what the user set meanwhile.
#[derive(Clone, Debug)]
pub struct Watched {
    environment: Environment,
    folder: PathBuf,
    settings: engine::Settings,
}

impl Watched {
    /// Begins with what an engine was opened with, under an environment that stays.
    pub fn new(environment: Environment, vault: &Vault, settings: engine::Settings) -> Self {
        Self { environment, folder: vault.path.clone(), settings }
    }

    /// Returns the vault and what its engine is to be opened with now, if that is something else.
    ///
    /// Of a vault that isn't registered any more nothing is said. Fails as [`Config::load`] does, such as while the file of
    /// settings is half written.
    pub fn changed(&self) -> Result<Option<(Vault, engine::Settings)>, Error> {
        let config = Config::load(&self.environment)?;
        let vaults = config.register.vaults()?.into_iter();
        let Some(vault) = vaults.into_iter().find(|vault| vault.path == self.folder) else {
            return Ok(None);
        };
        let settings = config.engine(&vault)?;
        Ok((settings != self.settings).then_some((vault, settings)))
    }

    /// Returns whether settings differ only in which other vaults there are, so that nobody need be told.
    pub fn is_alike(&self, settings: &engine::Settings) -> bool {
        let neighbours = self.settings.neighbours.clone();
        engine::Settings { neighbours, ..settings.clone() } == self.settings
    }
}

#[cfg(test)]
mod tests {
    use super::Watched;
    use crate::{Config, Environment};

    #[test]
    fn what_is_set_meanwhile_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().canonicalize().unwrap().join(name);
        let notes = ["One", "Two"].map(at);
        for notes in &notes {
            std::fs::create_dir(notes).unwrap();
        }
        let environment = Environment::new([
            ("NOTEKIN_DATA_DIR", at("data")),
            ("NOTEKIN_CONFIG", at("config.toml")),
        ]);
        let config = Config::load(&environment).unwrap();
        let vault = config.register.keep(&notes[0], true).unwrap();
        let watched = Watched::new(environment, &vault, config.engine(&vault).unwrap());
        assert!(watched.changed().unwrap().is_none());

        config.register.keep(&notes[1], true).unwrap();
        let (_, settings) = watched.changed().unwrap().unwrap();
        assert!(watched.is_alike(&settings), "only a neighbour is new");
        std::fs::write(at("config.toml"), "offline = tr").unwrap();
        assert!(watched.changed().is_err());
        std::fs::write(at("config.toml"), "offline = true\n").unwrap();
        let (_, settings) = watched.changed().unwrap().unwrap();
        assert!(settings.servers.net.offline && !watched.is_alike(&settings));
        std::fs::write(at("config.toml"), "").unwrap();
        config.register.change(&notes[0], |vault| vault.exclude.push("x/**".to_owned())).unwrap();
        let (changed, settings) = watched.changed().unwrap().unwrap();
        assert_eq!(changed.exclude, ["x/**"]);
        assert!(settings.policy.exclude.contains(&"x/**".to_owned()));
    }
}
