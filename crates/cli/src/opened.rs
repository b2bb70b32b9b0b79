//! A vault with its engine, ready to be asked.

use std::path::{Path, PathBuf};

use notekin_config::{Config, Environment, Vault, choose};
use notekin_engine::Engine;

use crate::args::Global;
use crate::moved;
use crate::report::Failure;

/// A vault and the engine that answers from it.
pub(crate) struct Opened {
    pub(crate) vault: Vault,
    pub(crate) engine: Engine,
}

impl Opened {
    /// Opens the engine of a vault.
    pub(crate) fn new(config: &Config, vault: Vault) -> Result<Self, Failure> {
        let engine = Engine::open(config.engine(&vault)?);
        Ok(Self { vault, engine })
    }

    /// Returns a path typed by the user as the vault knows it; anything else, such as a title, as it is.
    pub(crate) fn within(&self, typed: &str) -> String {
        let here = std::path::absolute(typed)
            .ok()
            .filter(|path| path.exists() || Path::new(typed).is_absolute());
        let inside = here.and_then(|path| {
            // The last part is not followed: a link is a file of the vault wherever it leads.
            let folder = path.parent()?.canonicalize().ok()?;
            let path = folder.join(path.file_name()?);
            path.strip_prefix(&self.vault.path).ok().map(slashed)
        });
        inside.unwrap_or_else(|| typed.to_owned())
    }
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Reads what the user set.
pub(crate) fn config() -> Result<Config, Failure> {
    let config = Config::load(&Environment::of_process())?;
    log::info!(
        "data in `{}`, settings in `{}`",
        config.places.data.display(),
        config.places.config.display()
    );
    Ok(config)
}

/// Returns the vaults a command is about.
pub(crate) fn vaults(config: &Config, global: &Global) -> Result<Vec<Vault>, Failure> {
    Ok(choose(&config.register, &global.vault, &here()?)?)
}

/// Opens the engines of the vaults a command is about.
///
/// With `keep`, what they write is remembered as belonging to their folders; a folder that may be a vault that was moved
/// is not written for before that is clear.
pub(crate) fn all(config: &Config, global: &Global, keep: bool) -> Result<Vec<Opened>, Failure> {
    let open = |vault: Vault| {
        if !keep {
            return Opened::new(config, vault);
        }
        moved::offer(config, &vault.path, false)?;
        let vault = config.register.keep(&vault.path, false)?;
        Opened::new(config, vault)
    };
    vaults(config, global)?.into_iter().map(open).collect()
}

/// Opens the engine of the one vault a command is about.
pub(crate) fn one(config: &Config, global: &Global, keep: bool) -> Result<Opened, Failure> {
    let mut opened = all(config, global, keep)?;
    match (opened.pop(), opened.is_empty()) {
        (Some(only), true) => Ok(only),
        _ => Err(Failure::invalid("this takes one vault", Some("give `--vault` once"))),
    }
}

/// Returns the folder the user is in.
pub(crate) fn here() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::io("cannot tell which folder this is", &error))
}
