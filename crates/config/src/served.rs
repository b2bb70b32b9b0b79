//! One vault that a running process serves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use notekin_engine::models::SharedModels;
use notekin_engine::{Engine, Settings, Status};

use crate::Vault;

/// A vault that is to be served, and with what settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The vault; names are unique among those of a process.
    pub vault: Vault,
    /// What its engine is opened with.
    pub settings: Settings,
}

/// Hears how a vault stands whenever something of it was taken in.
pub type Told = Arc<dyn Fn(&Vault, &Status) + Send + Sync>;

/// A vault that is served, with the engine that answers for it and a thread that follows it.
///
/// Dropping it stops the thread and waits for it, so that it is in the middle of no commit when the process ends.
#[derive(Debug)]
pub struct Served {
    wanted: Wanted,
    engine: Arc<Engine>,
    /// Whether the whole vault was found to be read; once it is, it stays so, and needn't be looked up again.
    is_read: AtomicBool,
    stop: Arc<AtomicBool>,
    follower: Option<JoinHandle<()>>,
}

impl Served {
    /// Opens a vault and begins to follow it; one without an index is read right away. It waits for nothing.
    pub(crate) fn open(wanted: Wanted, models: &Arc<SharedModels>, told: &Told) -> Self {
        let engine = Engine::sharing(wanted.settings.clone(), Arc::clone(models));
        let engine = Arc::new(engine);
        let stop = Arc::new(AtomicBool::new(false));
        let follower = {
            let (engine, stop) = (Arc::clone(&engine), Arc::clone(&stop));
            let (vault, told) = (wanted.vault.clone(), Arc::clone(told));
            std::thread::spawn(move || engine.follow(&|status| told(&vault, status), &stop))
        };
        Self { wanted, engine, is_read: AtomicBool::new(false), stop, follower: Some(follower) }
    }

    /// Tells the thread that follows it to stop, also while somebody still asks the engine: what follows it from now on goes
    /// by other settings.
    pub(crate) fn retire(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether this is what is wanted.
    pub(crate) fn is(&self, wanted: &Wanted) -> bool {
        self.wanted == *wanted
    }

    /// Returns the vault.
    pub fn vault(&self) -> &Vault {
        &self.wanted.vault
    }

    /// Returns the vault's name.
    pub fn name(&self) -> &str {
        &self.wanted.vault.name
    }

    /// Returns the engine, which everyone who asks shares.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns whether the whole vault was read by words at least once.
    pub fn is_read(&self) -> bool {
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
        self.retire();
        if self.follower.take().is_some_and(|follower| follower.join().is_err()) {
            log::error!("`{}` was no longer followed", self.name());
        }
    }
}
