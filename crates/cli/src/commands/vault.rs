//! `notekin vault`: the vaults we know.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

use notekin_config::{Config, Error, Vault, folder_of};
use notekin_engine::PolicySettings;
use notekin_wire as wire;

use crate::args::{VaultAction, VaultArgs};
use crate::commands::index;
use crate::consent::{self, Answer};
use crate::moved;
use crate::opened::{self, Opened};
use crate::output::Output;
use crate::print;
use crate::report::{Failure, Outcome};
use crate::talk;

pub(crate) fn run(args: &VaultArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    match &args.action {
        VaultAction::List => list(&config, output),
        VaultAction::Add { path, exclude, no_exclude, yes } => {
            let folder = folder_of(&config.register, path)?;
            let globs = PolicySettings { exclude: exclude.clone(), ..PolicySettings::default() };
            globs.check().map_err(notekin_engine::Error::from)?;
            index::admit(&config, &folder, *yes)?;
            moved::offer(&config, &folder, *yes)?;
            add(&config, &folder, exclude, no_exclude, output)
        }
        VaultAction::Move { from, to, yes } => relocate(&config, from, to, *yes, output),
        VaultAction::Remove { path, purge, yes } => {
            remove(&config, &folder_of(&config.register, path)?, Purge::asked(*purge, *yes), output)
        }
    }
}

/// What becomes of the data kept for a vault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purge {
    /// It stays.
    Keep,
    /// It goes, if the user says yes.
    Ask,
    /// It goes.
    Delete,
}

impl Purge {
    fn asked(purge: bool, yes: bool) -> Self {
        match (purge, yes) {
            (false, _) => Self::Keep,
            (true, false) => Self::Ask,
            (true, true) => Self::Delete,
        }
    }
}

fn list(config: &Config, output: &mut Output) -> Result<Outcome, Failure> {
    let vaults = config.register.registered()?;
    let reply = wire::Vaults { vaults: vaults.iter().map(twin).collect() };
    output.reply(&reply, |out| print::inventory::vaults(&reply, out))?;
    if vaults.is_empty() && !output.is_json() {
        talk::tell("no vault is known yet; `notekin index PATH` reads a folder of notes");
    }
    Ok(Outcome::found(!vaults.is_empty()))
}

fn add(
    config: &Config,
    folder: &Path,
    exclude: &[String],
    no_exclude: &[String],
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let before = config.register.at(folder)?.exclude;
    if let Some(glob) = no_exclude.iter().find(|glob| !before.contains(glob)) {
        let message = format!("`{glob}` is none of the globs that this vault leaves out");
        return Err(Failure::invalid(message, Some("`notekin vault list` shows them")));
    }
    let vault = config.register.change(folder, |vault| {
        vault.registered = true;
        vault.exclude.retain(|glob| !no_exclude.contains(glob));
        for glob in exclude {
            if !vault.exclude.contains(glob) {
                vault.exclude.push(glob.clone());
            }
        }
    })?;
    let reply = wire::Vaults { vaults: vec![twin(&vault)] };
    output.reply(&reply, |out| print::inventory::vaults(&reply, out))?;
    Ok(Outcome::Found)
}

fn relocate(
    config: &Config,
    from: &Path,
    to: &Path,
    yes: bool,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let (from, to) = (folder_of(&config.register, from)?, folder_of(&config.register, to)?);
    config.register.gone(&from)?;
    if !to.is_dir() {
        return Err(Error::NoFolder(to).into());
    }
    index::admit(config, &to, yes)?;
    let taken = config.register.vaults()?.into_iter().find(|vault| vault.path == to);
    let vault = if let Some(taken) = taken {
        make_room(config, &taken, yes)?;
        config.register.replace(&from, &to)?
    } else {
        config.register.relocate(&from, &to)?
    };
    let reply = wire::Vaults { vaults: vec![twin(&vault)] };
    output.reply(&reply, |out| print::inventory::vaults(&reply, out))?;
    Ok(Outcome::Found)
}

/// Deletes what is kept for a vault in whose place another moves, if the user means it.
fn make_room(config: &Config, taken: &Vault, yes: bool) -> Result<(), Failure> {
    let question = format!(
        "`{}` is a vault of its own already. Delete what is kept for it and go on?",
        taken.path.display()
    );
    match if yes { Answer::Yes } else { consent::ask(&question) } {
        Answer::Yes => delete(config, taken, &config.places.home(taken)).map(|_| ()),
        Answer::No | Answer::Unasked => Err(Error::KnownVault(taken.path.clone()).into()),
    }
}

fn remove(
    config: &Config,
    folder: &Path,
    purge: Purge,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let vault = config.register.at(folder)?;
    let home = config.places.home(&vault);
    let purge = match purge {
        Purge::Ask => confirmed(&home)?,
        decided => decided,
    };
    if purge == Purge::Ask {
        return Ok(Outcome::Nothing);
    }
    // First, so that a server lets go of the vault; what is kept stays known by its path until it is gone.
    if vault.registered && purge == Purge::Delete {
        config.register.change(folder, |vault| vault.registered = false)?;
    }
    let deleted = if purge == Purge::Delete { delete(config, &vault, &home)? } else { None };
    let vault = if home.exists() {
        // What is kept stays known by its path, so that it can be deleted later.
        config.register.change(folder, |vault| vault.registered = false)?
    } else {
        config.register.forget(folder)?
    };
    let reply = wire::Removed {
        removed: vault.path.display().to_string(),
        deleted: deleted.map(|folder| folder.display().to_string()),
    };
    output.reply(&reply, |out| print::inventory::removed(&reply, out))?;
    Ok(Outcome::Found)
}

/// Returns whether the data goes; still `Ask` when the user said no.
fn confirmed(home: &Path) -> Result<Purge, Failure> {
    let question = format!(
        "This deletes `{}`: the index and everything else kept for this vault. Go on?",
        home.display()
    );
    match consent::ask(&question) {
        Answer::Yes => Ok(Purge::Delete),
        Answer::No => Ok(Purge::Ask),
        Answer::Unasked => {
            let message = format!("deleting `{}` needs your consent", home.display());
            Err(Failure::invalid(message, Some("add `--yes` to delete without asking")))
        }
    }
}

/// Deletes what is kept for a vault: the index under its writer's lock, then the folder it lay in.
fn delete(config: &Config, vault: &Vault, home: &Path) -> Result<Option<PathBuf>, Failure> {
    if !home.exists() {
        return Ok(None);
    }
    let mended = Opened::new(config, vault.clone())?.engine.forget()?;
    talk::notices(
        &mended.map(|reason| wire::Notice::Recovered { reason }).into_iter().collect::<Vec<_>>(),
    );
    remove_all(home)
        .map_err(|error| Failure::io(format!("cannot delete `{}`", home.display()), &error))?;
    Ok(Some(home.to_owned()))
}

/// How long a server that still follows a vault is given to see that it is no longer to.
const LETTING_GO: Duration = Duration::from_secs(5);

/// Deletes a folder, again while somebody writes to it.
fn remove_all(folder: &Path) -> io::Result<()> {
    let until = Instant::now() + LETTING_GO;
    loop {
        match fs::remove_dir_all(folder) {
            Err(error)
                if error.kind() == io::ErrorKind::DirectoryNotEmpty && Instant::now() < until =>
            {
                std::thread::sleep(LETTING_GO / 50);
            }
            removed => return removed,
        }
    }
}

fn twin(vault: &Vault) -> wire::Vault {
    wire::Vault {
        name: vault.name.clone(),
        path: vault.path.display().to_string(),
        exclude: vault.exclude.clone(),
        present: vault.is_present(),
    }
}
