//! What the user set: settings, places and the register of vaults.
//!
//! **What it is.** Reads the environment and one TOML file against a table of keys, says where our data lies, keeps
//! `vaults.json` and the conversations with each vault, turns a chosen vault into what an engine is opened with, keeps the
//! engines of a process that runs on as the user wants them now, and edits our entry in the settings of programs whose
//! assistant asks our server.
//!
//! **What it deliberately is not.** It understands no note and no index: engines that it keeps open do. It prints nothing and asks nothing.
//!
//! ```
//! use notekin_config::{Config, Environment};
//!
//! let folder = tempfile::tempdir()?;
//! let vault = folder.path().join("Notes");
//! std::fs::create_dir(&vault)?;
//! let environment = Environment::new([
//!     ("NOTEKIN_DATA_DIR", folder.path().join("data")),
//!     ("NOTEKIN_CONFIG", folder.path().join("config.toml")),
//! ]);
//!
//! let config = Config::load(&environment)?;
//! let vault = config.register.keep(&vault, true)?;
//! assert_eq!(vault.name, "Notes");
//! assert!(config.engine(&vault)?.home.starts_with(&config.places.data));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Why it is shaped so.** Every setting is one row of one table, so that reading, checking, listing, editing and the
//! reference page cannot disagree; and the engine below stays free of environment, home folder and file formats.

mod assistant;
mod autostart;
mod choice;
mod conversations;
mod environment;
mod error;
mod file;
mod key;
mod keys;
mod link;
mod nearest;
mod places;
mod private;
mod register;
mod replace;
mod served;
mod settings;
mod shelf;
mod suitable;
mod watched;

use notekin_engine as engine;

pub use assistant::{Change, Client, Entry, Folders, Standing};
pub use autostart::Autostart;
pub use choice::{choose, folder_of};
pub use conversations::{Conversation, Conversations, KeptSource, KeptTurn};
pub use environment::Environment;
pub use error::Error;
pub use file::SettingsFile;
pub use key::{Key, Shape, Value};
pub use keys::{KeySource, Keys};
pub use places::Places;
pub use register::{Register, Vault};
pub use replace::replace_private;
pub use served::{Served, Told, Wanted};
pub use settings::{Origin, Setting, Settings};
pub use shelf::{Shelf, Source};
pub use watched::Watched;

/// Everything the user set, read once at the start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where our files lie.
    pub places: Places,
    /// The settings in force.
    pub settings: Settings,
    /// The vaults we know.
    pub register: Register,
    /// The keys that servers ask for.
    pub keys: Keys,
}

impl Config {
    /// Reads places and settings. The data folder is refused when it lies on a network or in a synced folder.
    pub fn load(environment: &Environment) -> Result<Self, Error> {
        let places = Places::find(environment)?;
        suitable::check(&places.data)?;
        let settings = Settings::load(&places.config, environment)?;
        let register = Register::new(&places.data);
        let keys = Keys::new(places.keys(), environment);
        Ok(Self { places, settings, register, keys })
    }

    /// Returns where models may be, and what calls are allowed; with the keys where `model` is at a server.
    pub fn servers(&self, model: &str) -> Result<engine::models::Servers, Error> {
        let mut servers = self.settings.servers();
        servers.net.record = Some(self.places.outbound());
        if engine::models::is_served(model) {
            servers.ollama.key = self.keys.get("ollama")?;
            servers.openai.key = self.keys.get("openai")?;
            servers.gemini.key = self.keys.get("gemini")?;
        }
        Ok(servers)
    }

    /// Returns the model that is to write answers, with its servers and their keys.
    ///
    /// Fails like [`Keys::get`]. Whether there is such a model, only its server knows.
    pub fn writer(&self, model: &str) -> Result<engine::ask::Writer, Error> {
        Ok(engine::ask::Writer { model: model.to_owned(), servers: self.writers()? })
    }

    /// Returns where models that write may be, and what calls are allowed, with their keys.
    pub fn writers(&self) -> Result<engine::ask::WriterServers, Error> {
        let mut servers = self.settings.writers();
        servers.net.record = Some(self.places.outbound());
        servers.ollama.key = self.keys.get("ollama")?;
        servers.openai.key = self.keys.get("openai")?;
        servers.gemini.key = self.keys.get("gemini")?;
        servers.anthropic.key = self.keys.get("anthropic")?;
        Ok(servers)
    }

    /// Returns what is kept of models on this machine.
    pub fn models(&self) -> Result<engine::models::Kept, Error> {
        let vaults = self.register.vaults()?.into_iter();
        Ok(engine::models::Kept {
            models: self.places.models.clone(),
            vectors: self.places.vectors(),
            vaults: vaults.map(|vault| (vault.name.clone(), self.places.home(&vault))).collect(),
            servers: self.servers("")?,
            chosen: self.settings.model().to_owned(),
        })
    }

    /// Returns the conversations with a vault.
    pub fn conversations(&self, vault: &Vault) -> Conversations {
        Conversations::new(&self.places.home(vault))
    }

    /// Returns what an engine for `vault` is opened with. A vault that holds our own data folder, or lies in it, is
    /// refused.
    pub fn engine(&self, vault: &Vault) -> Result<engine::Settings, Error> {
        let place = vault.path.display();
        let why = if self.places.data.starts_with(&vault.path) {
            Some(format!("lies inside the vault `{place}`"))
        } else if vault.path.starts_with(&self.places.data) {
            Some(format!("holds the vault `{place}`"))
        } else {
            None
        };
        if let Some(why) = why {
            return Err(Error::Unsuitable { path: self.places.data.clone(), why });
        }
        let mut settings = settings::built_in();
        settings.vault.clone_from(&vault.path);
        settings.name.clone_from(&vault.name);
        settings.home = self.places.home(vault);
        settings.vectors = self.places.vectors();
        let others = self.register.vaults()?.into_iter().filter(|other| other.id != vault.id);
        settings.neighbours = others.map(|other| self.places.home(&other)).collect();
        settings.models.clone_from(&self.places.models);
        self.settings.apply(&mut settings);
        settings.servers = self.servers(self.settings.model())?;
        settings.policy.exclude.extend(vault.exclude.iter().cloned());
        Ok(settings)
    }
}
