//! The vaults that are served.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use notekin_config::Vault;
use notekin_engine::{Engine, Kind, Several};

use crate::refusal::Refusal;

/// A vault that is served.
#[derive(Debug)]
pub struct Served {
    vault: Vault,
    engine: Engine,
    /// Whether the whole vault was read when that was last asked for.
    is_read: AtomicBool,
}

impl Served {
    /// Returns a vault to be served by its engine.
    pub fn new(vault: Vault, engine: Engine) -> Self {
        Self { vault, engine, is_read: AtomicBool::new(false) }
    }

    /// Returns the vault's name.
    pub(crate) fn name(&self) -> &str {
        &self.vault.name
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the link that opens a note in Obsidian, if the vault is one of its own.
    pub(crate) fn obsidian_link(&self, path: &str, heading: Option<&str>) -> Option<String> {
        self.vault.is_obsidian().then(|| self.vault.link(path, heading))
    }

    /// Returns whether the whole vault was read by words at least once.
    pub(crate) fn is_read(&self) -> bool {
        if self.is_read.load(Ordering::Relaxed) {
            return true;
        }
        let is_read = self.engine.is_read();
        self.is_read.store(is_read, Ordering::Relaxed);
        is_read
    }
}

/// The vaults of a server; they are followed for as long as it lives.
#[derive(Debug)]
pub struct Library {
    served: Arc<Vec<Served>>,
    stop: Arc<AtomicBool>,
    followers: Vec<JoinHandle<()>>,
}

impl Library {
    /// Opens the vaults and begins to follow them.
    pub fn open(served: Vec<Served>) -> Self {
        let (served, stop) = (Arc::new(served), Arc::new(AtomicBool::new(false)));
        let follow = |at: usize| {
            let (served, stop) = (Arc::clone(&served), Arc::clone(&stop));
            std::thread::spawn(move || {
                if let Some(vault) = served.get(at) {
                    vault.engine.follow(&stop);
                }
            })
        };
        let followers = (0..served.len()).map(follow).collect();
        Self { served, stop, followers }
    }

    /// Returns the vaults.
    pub(crate) fn all(&self) -> &[Served] {
        &self.served
    }

    /// Returns the vault called `name`, by its name or its folder; all of them without a name.
    pub(crate) fn choose(&self, name: Option<&str>) -> Result<Vec<&Served>, Refusal> {
        if self.served.is_empty() {
            return Err(Refusal::new(Kind::Unconfigured, "there is no vault yet")
                .hint("the user can add one in a terminal: notekin index FOLDER"));
        }
        let Some(name) = name else { return Ok(self.served.iter().collect()) };
        let is_called = |served: &&Served| {
            served.name().to_lowercase() == name.to_lowercase()
                || served.vault.path.as_os_str() == name
        };
        match self.served.iter().find(is_called) {
            Some(served) => Ok(vec![served]),
            None => Err(Refusal::new(Kind::NotFound, format!("no vault `{name}` is served"))
                .near(self.served.iter().map(|served| served.name().to_owned()))),
        }
    }

    /// Returns the vault of this very name.
    pub(crate) fn named(&self, name: &str) -> Option<&Served> {
        self.served.iter().find(|served| served.name() == name)
    }
}

/// Returns vaults as one.
pub(crate) fn together<'a>(served: &[&'a Served]) -> Several<'a> {
    Several::new(served.iter().map(|served| &served.engine))
}

impl Drop for Library {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for follower in self.followers.drain(..) {
            if follower.join().is_err() {
                log::error!("a vault was no longer followed");
            }
        }
    }
}
