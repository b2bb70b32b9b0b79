//! The vaults and their indexes.

use notekin_config::{Config, Vault};
use notekin_engine::{Audience, Engine, Kind};
use notekin_wire::Finding;

use crate::problem::{Answer, Problem};

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
        Err(problem) if problem.kind == Kind::Unconfigured => {
            let fix = format!("`notekin index '{path}'` reads it");
            Finding::note("vault", format!("`{name}`: nothing is read yet"), fix)
        }
        Err(problem) => {
            let fix = format!("`notekin index '{path}'` mends what can be mended");
            let fix = problem.hint.clone().filter(|_| problem.kind != Kind::Corrupt).unwrap_or(fix);
            Finding::problem("vault", format!("`{name}`: {problem}"), fix)
        }
    }
}

/// Looks at all of an index; returns how many notes it has.
fn examined(config: &Config, vault: &Vault) -> Answer<String> {
    let engine = Engine::open(config.engine(vault)?);
    engine.check()?;
    let status = engine.status(Audience::Owner).map_err(Problem::from)?;
    let notes = if status.indexed == 1 { "note" } else { "notes" };
    let unread = match status.errored {
        0 => String::new(),
        errored => format!(", {errored} couldn't be read (`notekin status` names them)"),
    };
    Ok(format!("{} {notes} read{unread}; its index is whole", status.indexed))
}
