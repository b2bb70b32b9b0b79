//! One request under way: the vaults it is about, and what is in its path.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notekin_config::{Served, Vault};
use notekin_engine::{Kind, Several};

use crate::problem::{Answer, Problem};
use crate::state::State;

/// A request under way. It is made by whoever sits before this machine: page, plugin and command line are the owner's.
pub(crate) struct Call {
    /// What all requests share.
    pub(crate) state: Arc<State>,
    /// The vaults in its path, in the order they were named; none where it is about none.
    vaults: Vec<Arc<Served>>,
    /// What stands in its path, by the names in the route.
    parameters: Vec<(String, String)>,
    /// Set when nobody waits for the reply any more.
    pub(crate) cancel: Arc<AtomicBool>,
}

impl Call {
    /// Returns the call of a path with some parameters. Vaults are looked up by their ids, of which there may be several
    /// with commas.
    pub(crate) fn new(state: Arc<State>, parameters: Vec<(String, String)>) -> Answer<Self> {
        let served = state.shelf.served();
        let mut vaults = Vec::new();
        if let Some((_, ids)) = parameters.iter().find(|(name, _)| name == "vaults") {
            for id in ids.split(',') {
                vaults.push(find(&served, id)?);
            }
        }
        Ok(Self { state, vaults, parameters, cancel: Arc::default() })
    }

    /// Returns a parameter of the path.
    pub(crate) fn parameter(&self, name: &str) -> &str {
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    /// Returns the vaults as one.
    pub(crate) fn several(&self) -> Several<'_> {
        Several::new(self.vaults.iter().map(|it| it.engine()))
    }

    /// Returns whether it asks any engine.
    pub(crate) fn asks_engine(&self) -> bool {
        !self.vaults.is_empty()
    }

    /// Returns which vaults they are.
    pub(crate) fn vaults(&self) -> Vec<&Vault> {
        self.vaults.iter().map(|it| it.vault()).collect()
    }

    /// Returns the one vault that the call is about.
    pub(crate) fn served(&self) -> Answer<&Served> {
        match self.vaults.as_slice() {
            [served] => Ok(served),
            _ => Err(Problem::invalid("this takes the id of one vault")),
        }
    }

    /// Returns what cancels the call when it is dropped.
    pub(crate) fn canceller(&self) -> Canceller {
        Canceller(Arc::clone(&self.cancel))
    }
}

/// Cancels a call when it is dropped, as it is when the client goes away.
pub(crate) struct Canceller(Arc<AtomicBool>);

impl Drop for Canceller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns the vault with an id, if it is served. What can be no id is told apart from what is none.
fn find(served: &[Arc<Served>], id: &str) -> Answer<Arc<Served>> {
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Problem::invalid("a vault's id is made of the digits 0 to 9 and a to f"));
    }
    let found = served.iter().find(|it| it.vault().id == id).map(Arc::clone);
    found.ok_or_else(|| {
        Problem::new(Kind::NotFound, "no vault with this id is served")
            .hint("`/api/v1/status` lists the vaults with their ids")
    })
}

/// Returns a note's name as it was given, unless it is a path that leads out of the vault or begins at the root of a disk.
/// It is never joined to anything: the index is asked for it.
pub(crate) fn note(name: &str) -> Answer<&str> {
    let mut parts = name.split(['/', '\\']);
    if name.starts_with(['/', '\\']) || name.contains('\0') || parts.any(|part| part == "..") {
        return Err(Problem::invalid("a note is named by its path in the vault, without `..`"));
    }
    Ok(name)
}
