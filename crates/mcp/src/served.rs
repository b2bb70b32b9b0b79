//! One vault that is served.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use notekin_config::Vault;
use notekin_engine::{Engine, Settings};

/// A vault that a server is to serve, and with what settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The vault; names are unique among those of a server.
    pub vault: Vault,
    /// What its engine is opened with.
    pub settings: Settings,
}

/// A vault that is served, with the engine that answers for it and a thread that follows it.
///
/// Dropping it stops the thread and waits for it, so that it is in the middle of no commit when the process ends.
#[derive(Debug)]
pub(crate) struct Served {
    wanted: Wanted,
    engine: Arc<Engine>,
    /// Whether the whole vault was found to be read; once it is, it stays so, and needn't be looked up again.
    is_read: AtomicBool,
    stop: Arc<AtomicBool>,
    follower: Option<JoinHandle<()>>,
}

impl Served {
    /// Opens a vault and begins to follow it; one without an index is read right away. It waits for nothing.
    pub(crate) fn open(wanted: Wanted) -> Self {
        let engine = Arc::new(Engine::open(wanted.settings.clone()));
        let stop = Arc::new(AtomicBool::new(false));
        let follower = {
            let (engine, stop) = (Arc::clone(&engine), Arc::clone(&stop));
            std::thread::spawn(move || engine.follow(&|_| {}, &stop))
        };
        Self { wanted, engine, is_read: AtomicBool::new(false), stop, follower: Some(follower) }
    }

    /// Returns whether this is what is wanted.
    pub(crate) fn is(&self, wanted: &Wanted) -> bool {
        self.wanted == *wanted
    }

    /// Returns the vault's name.
    pub(crate) fn name(&self) -> &str {
        &self.wanted.vault.name
    }

    /// Returns whether an assistant means this vault: by its name in any case, or by its folder.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name().to_lowercase() == name.to_lowercase()
            || self.wanted.vault.path.as_os_str() == name
    }

    /// Returns the engine, which is to be asked for [`AUDIENCE`](crate::call::AUDIENCE) alone.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the link that opens a note in Obsidian, if the vault is one of its own.
    pub(crate) fn obsidian_link(&self, path: &str, heading: Option<&str>) -> Option<String> {
        let vault = &self.wanted.vault;
        vault.is_obsidian().then(|| vault.link(path, heading))
    }

    /// Returns whether the vault's folder is there.
    pub(crate) fn is_present(&self) -> bool {
        self.wanted.vault.is_present()
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

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if self.follower.take().is_some_and(|follower| follower.join().is_err()) {
            log::error!("`{}` was no longer followed", self.name());
        }
    }
}
