//! The vaults and their indexes.

use notekin_config::{Config, Vault};
use notekin_engine::{Audience, Kind};
use notekin_wire::Finding;

use crate::opened::Opened;
use crate::report::Failure;
use crate::talk;

pub(super) fn findings(config: &Config) -> Vec<Finding> {
    match config.register.vaults() {
        Ok(vaults) if vaults.is_empty() => {
            vec![Finding::note(
                "vault",
                "none is known",
                "`notekin index PATH` reads a folder of notes",
            )]
        }
        Ok(vaults) => vaults.iter().map(|vault| of_vault(config, vault)).collect(),
        Err(error) => vec![super::of_error("vault", error)],
    }
}

fn of_vault(config: &Config, vault: &Vault) -> Finding {
    let path = vault.path.display();
    let name = &vault.name;
    if !vault.is_present() {
        let fix = format!("`notekin vault move '{path}' NEW`, or `notekin vault remove '{path}'`");
        return Finding::problem("vault", format!("`{name}`: `{path}` is not there"), fix);
    }
    match examined(config, vault) {
        Ok(message) => Finding::ok("vault", format!("`{name}`: {message}")),
        Err((Some(Kind::Unconfigured), _)) => {
            let fix = format!("`notekin index '{path}'` reads it");
            Finding::note("vault", format!("`{name}`: nothing is read yet"), fix)
        }
        Err((_, message)) => {
            let fix = format!("`notekin index '{path}'` mends what can be mended");
            Finding::problem("vault", format!("`{name}`: {message}"), fix)
        }
    }
}

/// Looks at every page of an index; returns how many notes it has, or what is wrong with it.
fn examined(config: &Config, vault: &Vault) -> Result<String, (Option<Kind>, String)> {
    let wrong = |failure: Failure| (failure.kind(), failure.message());
    let opened = Opened::new(config, vault.clone()).map_err(wrong)?;
    opened.engine.check().map_err(|error| wrong(error.into()))?;
    let status = opened.engine.status(Audience::Owner).map_err(|error| wrong(error.into()))?;
    let unread = match status.errored {
        0 => String::new(),
        errored => format!(", {} couldn't be read", talk::grouped(errored)),
    };
    Ok(format!("{} read{unread}; its index is whole", talk::count(status.indexed, "note")))
}
