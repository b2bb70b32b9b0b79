//! What all requests share.
//!
//! There is no state of a conversation or a page in it: two requests one after the other may come from anybody.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use notekin_config::{Config, Environment, Error, Shelf, Vault, Wanted, folder_of};
use tokio::sync::{Semaphore, watch};

use crate::events::Events;
use crate::guard::Guard;
use crate::lease::Leases;
use crate::problem::{Answer, Problem};
use crate::running::{Running, ServedVault};
use crate::token::Tokens;

/// How long a request may take; longer work is told of bit by bit.
const TIME: Duration = Duration::from_mins(1);

/// Vaults that were asked for although they aren't registered.
pub(crate) type Asked = Arc<Mutex<BTreeSet<PathBuf>>>;

/// What all requests share.
#[derive(Debug)]
pub(crate) struct State {
    /// What the user set is looked up in it again for each request that needs it.
    pub(crate) environment: Environment,
    /// The vaults, kept as the user wants them.
    pub(crate) shelf: Arc<Shelf>,
    /// Folders that are served because a client asked for them.
    pub(crate) asked: Asked,
    /// Which hosts and origins are answered.
    pub(crate) guard: Guard,
    /// Which tokens are good.
    pub(crate) tokens: Tokens,
    /// Tells what happens to those who listen.
    pub(crate) events: Events,
    /// Who needs the engine, for one that ends by itself.
    pub(crate) leases: Leases,
    /// What the state file said at the start.
    pub(crate) running: Running,
    /// Requests that are worked on at once; the others wait their turn.
    pub(crate) work: Arc<Semaphore>,
    /// The same of work that takes long, which must not keep the others waiting.
    pub(crate) long_work: Arc<Semaphore>,
    /// Whether the server is to end.
    pub(crate) ending: watch::Sender<bool>,
}

impl State {
    /// Returns what the user set, as it is now.
    pub(crate) fn config(&self) -> Answer<Config> {
        Ok(Config::load(&self.environment)?)
    }

    /// Returns the vaults as they stand now.
    pub(crate) fn vaults(&self) -> Vec<ServedVault> {
        let vault = |it: &Arc<notekin_config::Served>| ServedVault {
            id: it.vault().id.clone(),
            name: it.name().to_owned(),
            path: it.vault().path.clone(),
        };
        self.shelf.served().iter().map(vault).collect()
    }

    /// Runs something that takes its time, on a thread where that holds nobody up; not longer than a request may take. What
    /// asks an engine waits for its turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        asks_engine: bool,
        work: impl FnOnce() -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let turn = asks_engine.then(|| Arc::clone(&self.work));
        let done = tokio::time::timeout(TIME, async move {
            // It is held until the work is done, also where nobody waits for that any more.
            let permit = match turn {
                Some(turn) => turn.acquire_owned().await.ok(),
                None => None,
            };
            tokio::task::spawn_blocking(move || {
                let done = work();
                drop(permit);
                done
            })
            .await
        })
        .await;
        let late = |_| {
            let message = format!("it took more than {} seconds", TIME.as_secs());
            Problem::new(notekin_engine::Kind::Busy, message)
        };
        done.map_err(late)??
    }

    /// Serves a folder from now on although it may not be registered, and remembers that what is kept for it is its own. One
    /// that can't be a vault is refused before anything of it is remembered.
    pub(crate) fn serve(&self, config: &Config, folder: &Path) -> Answer<Vault> {
        let folder = folder_of(&config.register, folder)?;
        if config.places.is_too_wide(&folder) {
            return Err(Problem::invalid("this is more than a folder of notes"));
        }
        config.engine(&config.register.at(&folder)?)?;
        let vault = config.register.keep(&folder, false)?;
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(vault.path.clone());
        self.shelf.refresh().map_err(Problem::internal)?;
        Ok(vault)
    }

    /// Resolves when the server is to end.
    pub(crate) async fn ended(&self) {
        let mut ending = self.ending.subscribe();
        // It can't close while this state is there.
        drop(ending.wait_for(|is_ending| *is_ending).await);
    }

    /// Tells the server to end.
    pub(crate) fn end(&self) {
        self.ending.send_replace(true);
    }

    /// Takes note of an open stream until what is returned is dropped.
    pub(crate) fn open_stream(self: &Arc<Self>) -> OpenStream {
        self.leases.open();
        OpenStream(Arc::clone(self))
    }
}

/// A stream that is open.
#[derive(Debug)]
pub(crate) struct OpenStream(Arc<State>);

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.0.leases.close();
    }
}

/// Returns the vaults to be served: all that are registered, and those that were asked for.
pub(crate) fn wanted(environment: &Environment, asked: &Asked) -> Result<Vec<Wanted>, Error> {
    let config = Config::load(environment)?;
    let asked = asked.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let is_wanted = |vault: &Vault| vault.registered || asked.contains(&vault.path);
    let vaults = config.register.vaults()?.into_iter().filter(is_wanted);
    vaults.map(|vault| Ok(Wanted { settings: config.engine(&vault)?, vault })).collect()
}
