//! A vault with its engine, ready to be asked.

use std::io;
use std::path::{Path, PathBuf};

use notekin_config::{Config, Environment, Vault, choose};
use notekin_engine::Engine;

use crate::args::Global;
use crate::moved;
use crate::report::Failure;
use crate::talk;

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
}

/// Returns a path typed by the user as the vault knows it; anything else, such as a title, as it is.
pub(crate) fn within(vault: &Vault, typed: &str) -> String {
    inside(vault, typed).unwrap_or_else(|| typed.to_owned())
}

/// Returns a path that was typed as the vault knows it, if it leads into the vault from here; `""` to the vault itself.
fn inside(vault: &Vault, typed: &str) -> Option<String> {
    let path = std::path::absolute(typed).ok()?;
    // What may not be looked at may be there.
    let may_be_there = path
        .symlink_metadata()
        .map_or_else(|error| error.kind() == io::ErrorKind::PermissionDenied, |_| true);
    if !may_be_there && !Path::new(typed).is_absolute() {
        return None;
    }
    resolved(&path)?.strip_prefix(&vault.path).ok().map(slashed)
}

/// Returns a folder typed by the user as the first vault knows it that it leads into from here; else as it is, to be
/// looked for in each vault.
pub(crate) fn folder(vaults: &[&Vault], typed: &str) -> String {
    let inside = (!typed.trim().is_empty())
        .then(|| vaults.iter().find_map(|vault| inside(vault, typed)))
        .flatten();
    match inside {
        Some(root) if root.is_empty() => ".".to_owned(),
        Some(folder) => folder,
        None => typed.to_owned(),
    }
}

/// Returns where a path leads, but for its last part: a link is a file of the vault wherever it leads.
fn resolved(path: &Path) -> Option<PathBuf> {
    let Some(name) = path.file_name() else { return path.canonicalize().ok() };
    let above = path.parent()?;
    // A folder that may not be entered can't be resolved; the one above it may.
    let folder = above.canonicalize().ok().or_else(|| resolved(above))?;
    Some(folder.join(name))
}

fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// Reads what the user set.
pub(crate) fn config() -> Result<Config, Failure> {
    let config = Config::load(&Environment::of_process())?;
    log::debug!(
        "data in `{}`, settings in `{}`",
        config.places.data.display(),
        config.places.config.display()
    );
    Ok(config)
}

/// Returns the vaults a command is about.
pub(crate) fn vaults(config: &Config, global: &Global) -> Result<Vec<Vault>, Failure> {
    if let [vault] = global.vault.as_slice() {
        talk::named(vault);
    }
    Ok(choose(&config.register, &global.vault, &here()?)?)
}

/// Opens the engines of the vaults a command is about.
///
/// With `keep`, what they write is remembered as belonging to their folders; a folder that may be a vault that was moved
/// is not written for before that is clear.
pub(crate) fn all(config: &Config, global: &Global, keep: bool) -> Result<Vec<Opened>, Failure> {
    let open = |vault: Vault| {
        let vault = if keep { kept(config, &vault)? } else { vault };
        Opened::new(config, vault)
    };
    vaults(config, global)?.into_iter().map(open).collect()
}

/// Remembers a vault, so that what is written for it is known to be its own.
pub(crate) fn kept(config: &Config, vault: &Vault) -> Result<Vault, Failure> {
    moved::offer(config, &vault.path, false)?;
    Ok(config.register.keep(&vault.path, false)?)
}

/// Opens the engine of the one vault a command is about.
pub(crate) fn one(config: &Config, global: &Global, keep: bool) -> Result<Opened, Failure> {
    let mut opened = all(config, global, keep)?;
    match (opened.pop(), opened.is_empty()) {
        (Some(only), true) => Ok(only),
        _ => Err(one_is_needed()),
    }
}

/// What is asked for is asked of one vault.
pub(crate) fn one_is_needed() -> Failure {
    Failure::invalid("this takes one vault", Some("give `--vault` once"))
}

/// Returns the folder the user is in.
pub(crate) fn here() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::io("cannot tell which folder this is", &error))
}
