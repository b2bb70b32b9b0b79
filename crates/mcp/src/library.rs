//! The vaults that are served.
//!
//! Which ones is decided when the server starts and stays so: a client that was told the names may rely on them. A vault
//! that the user adds later is served by the next server.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use notekin_config::Vault;
use notekin_engine::{Engine, Kind, Several};

use crate::refusal::Refusal;

/// A vault that is served, with the engine that answers for it. Names are unique among those that are served.
#[derive(Debug)]
pub struct Served {
    vault: Vault,
    engine: Engine,
    /// Whether the whole vault was found to be read; once it is, it stays so, and needn't be looked up again.
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

    /// Returns the engine, which is to be asked for [`AUDIENCE`](crate::call::AUDIENCE) alone.
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

/// The vaults of a server; they are followed for as long as it lives, each by a thread of its own.
///
/// Dropping it stops the threads and waits for them, so that none is in the middle of a commit when the process ends.
#[derive(Debug)]
pub struct Library {
    served: Arc<Vec<Served>>,
    stop: Arc<AtomicBool>,
    followers: Vec<JoinHandle<()>>,
}

impl Library {
    /// Opens the vaults and begins to follow them; those without an index are read right away. It waits for nothing.
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

    /// Returns the vault of this very name, as replies and URIs write it.
    pub(crate) fn named(&self, name: &str) -> Option<&Served> {
        self.served.iter().find(|served| served.name() == name)
    }
}

/// Returns vaults as one, to be asked with one call of the engine.
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
