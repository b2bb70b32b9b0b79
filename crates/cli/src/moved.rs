//! Going on with the data of a vault that was moved.
//!
//! A vault's own rules on what is left out go with it. So a folder that may be such a vault is neither registered nor read
//! before the user has said what it is.

use std::path::Path;

use notekin_config::{Config, Vault};
use notekin_engine::{Engine, Settings, recognise};

use crate::consent::{self, Answer};
use crate::report::Failure;
use crate::talk;

/// Offers to go on with what is kept for a vault that is gone when `folder`, which isn't known, holds its notes.
///
/// Fails when it may be one of several, and when nobody is there to be asked.
pub(crate) fn offer(config: &Config, folder: &Path, yes: bool) -> Result<(), Failure> {
    let vaults = config.register.vaults()?;
    if vaults.iter().any(|vault| vault.path == folder) {
        return Ok(());
    }
    let gone = vaults.iter().filter(|vault| vault.registered && !vault.is_present());
    let open = |vault: &Vault| config.engine(vault).ok().map(Engine::open);
    let gone: Vec<Engine> = gone.filter_map(open).collect();
    match recognise(folder, &gone).as_slice() {
        [] => Ok(()),
        [vault] => offer_one(config, vault.settings(), folder, yes),
        several => Err(one_of(several, folder)),
    }
}

fn offer_one(config: &Config, vault: &Settings, folder: &Path, yes: bool) -> Result<(), Failure> {
    let found =
        format!("most of these notes are known from the vault {}, which is gone", place(vault));
    let answer = if yes {
        Answer::Yes
    } else {
        consent::ask(&format!("{}. Is this that vault, moved?", capitalised(&found)))
    };
    match answer {
        Answer::Yes => {
            config.register.relocate(&vault.vault, folder)?;
            talk::tell(&format!("{found}; going on with what is kept for it"));
            Ok(())
        }
        Answer::No => Ok(()),
        Answer::Unasked => Err(unasked(found, vault, folder)),
    }
}

fn unasked(found: String, vault: &Settings, folder: &Path) -> Failure {
    let (old, new) = (vault.vault.display(), folder.display());
    let hint = format!(
        "`notekin vault move \"{old}\" \"{new}\"`, or `--yes` with `index`, goes on as that vault; if it is another, `notekin vault remove \"{old}\"` first"
    );
    Failure::invalid(found, Some(&hint))
}

fn one_of(vaults: &[&Engine], folder: &Path) -> Failure {
    let places: Vec<_> = vaults.iter().map(|vault| place(vault.settings())).collect();
    let message = format!(
        "most of these notes are known from several vaults that are gone: {}",
        places.join(", ")
    );
    let hint = format!(
        "`notekin vault move OLD \"{}\"` says which it is, `notekin vault remove OLD` which it is not",
        folder.display()
    );
    Failure::invalid(message, Some(&hint))
}

fn place(vault: &Settings) -> String {
    format!("`{}` in `{}`", vault.name, vault.vault.display())
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
