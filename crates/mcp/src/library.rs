//! The vaults that are served, as they stand while one call is answered.

use std::sync::Arc;

use notekin_config::Served;
use notekin_engine::{Kind, Several};

use crate::refusal::Refusal;

/// The vaults a call may ask. The next call may see others, when the user added or removed one meanwhile. Their engines
/// are to be asked for [`AUDIENCE`](crate::call::AUDIENCE) alone.
#[derive(Debug)]
pub(crate) struct Library {
    served: Arc<[Arc<Served>]>,
}

impl Library {
    /// Returns a library of some vaults; their names are unique.
    pub(crate) fn new(served: Arc<[Arc<Served>]>) -> Self {
        Self { served }
    }

    /// Returns the vaults.
    pub(crate) fn all(&self) -> &[Arc<Served>] {
        &self.served
    }

    /// Returns the vault called `name`, by its name or its folder; all of them without a name.
    pub(crate) fn choose(&self, name: Option<&str>) -> Result<Vec<&Served>, Refusal> {
        if self.served.is_empty() {
            return Err(Refusal::new(Kind::Unconfigured, "there is no vault yet")
                .hint("the user can add one in a terminal: notekin index FOLDER"));
        }
        let mut served = self.served.iter().map(AsRef::as_ref);
        let Some(name) = name else { return Ok(served.collect()) };
        match served.find(|served: &&Served| is_called(served, name)) {
            Some(served) => Ok(vec![served]),
            None => Err(Refusal::new(Kind::NotFound, format!("no vault `{name}` is served"))
                .near(self.served.iter().map(|served| served.name().to_owned()))),
        }
    }

    /// Returns the vault of this very name, as replies and URIs write it.
    pub(crate) fn named(&self, name: &str) -> Option<&Served> {
        self.served.iter().map(AsRef::as_ref).find(|served: &&Served| served.name() == name)
    }
}

/// Returns whether an assistant means this vault: by its name in any case, or by its folder.
fn is_called(served: &Served, name: &str) -> bool {
    served.name().to_lowercase() == name.to_lowercase() || served.vault().path.as_os_str() == name
}

/// Returns the link that opens a note in Obsidian, if the vault is one of its own.
pub(crate) fn obsidian_link(served: &Served, path: &str, heading: Option<&str>) -> Option<String> {
    let vault = served.vault();
    vault.is_obsidian().then(|| vault.link(path, heading))
}

/// Returns vaults as one, to be asked with one call of the engine.
pub(crate) fn together<'a>(served: &[&'a Served]) -> Several<'a> {
    Several::new(served.iter().map(|served| served.engine()))
}
