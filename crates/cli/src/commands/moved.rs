//! Going on with the data of a vault that was moved.

use std::path::Path;

use notekin_config::{Config, Vault};
use notekin_engine::Engine;

use crate::consent::{self, Answer};
use crate::report::Failure;
use crate::talk;

/// Offers to go on with what is kept for a vault that is gone when `folder`, which isn't known, holds its notes.
pub(crate) fn offer(config: &Config, folder: &Path, yes: bool) -> Result<(), Failure> {
    let vaults = config.register.vaults()?;
    if vaults.iter().any(|vault| vault.path == folder) {
        return Ok(());
    }
    let gone = vaults.into_iter().filter(|vault| vault.registered && !vault.is_present());
    let Some(vault) = gone.into_iter().find(|vault| is_same(config, vault, folder)) else {
        return Ok(());
    };
    let found = format!(
        "most of these notes are known from the vault `{}` in `{}`, which is gone",
        vault.name,
        vault.path.display()
    );
    let answer = if yes {
        Answer::Yes
    } else {
        consent::ask(&format!("{}. Is this that vault, moved?", capitalised(&found)))
    };
    match answer {
        Answer::Yes => {
            config.register.relocate(&vault.path, folder)?;
            talk::tell(&format!("{found}; going on with what is kept for it"));
        }
        Answer::No => {}
        Answer::Unasked => talk::tell(&format!(
            "{found}; if it was moved, `notekin vault move` goes on with what is kept for it"
        )),
    }
    Ok(())
}

/// Returns whether the index of a vault knows most of the notes in `folder`; one that can't be asked knows none.
fn is_same(config: &Config, vault: &Vault, folder: &Path) -> bool {
    let engine = config.engine(vault).map(Engine::open);
    engine.is_ok_and(|engine| engine.recognises(folder).unwrap_or(false))
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
