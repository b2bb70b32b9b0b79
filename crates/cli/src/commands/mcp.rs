//! `notekin mcp`: vaults for an assistant, on standard input and output.

use std::path::PathBuf;
use std::sync::Arc;

use notekin_config::{Config, Shelf, Vault, Wanted, choose};
use notekin_engine::ask::Writer;
use notekin_mcp::{Profile, Service, serve_stdio};

use crate::args::{self, Global, McpArgs};
use crate::report::{Failure, Outcome};
use crate::{bridge, opened};

pub(crate) fn run(args: &McpArgs, global: &Global) -> Result<Outcome, Failure> {
    // What is wrong at the start is told as every command tells it.
    wanted(&global.vault)?;
    let others: Vec<String> =
        args.profile.iter().map(|profile| args::Profile::name(*profile)).collect();
    let profiles: Vec<_> = args.profile.iter().map(|profile| (*profile).into()).collect();
    let named = global.vault.clone();
    let alone = move || service(shelf(named)?, &profiles);
    if bridge::cross(&global.vault, &others, alone.clone())? {
        return Ok(Outcome::Found);
    }
    serve_stdio(alone()?).map_err(|error| Failure::io("cannot speak to the assistant", &error))?;
    Ok(Outcome::Found)
}

/// Returns the vaults, followed from now on.
fn shelf(named: Vec<PathBuf>) -> Result<Arc<Shelf>, Failure> {
    let source = move || wanted(&named).map_err(|failure| failure.message());
    let shelf = Shelf::open(Box::new(source), Arc::new(|_, _| {}));
    Ok(Arc::new(shelf.map_err(|reason| Failure::invalid(reason, None))?))
}

/// Returns the service of some vaults, which lists the tool that asks where the user lets assistants do so.
pub(super) fn service(shelf: Arc<Shelf>, profiles: &[Profile]) -> Result<Service, Failure> {
    let is_listed = opened::config()?.settings.answers_assistants();
    let writer = || writer().map_err(|failure| failure.message());
    Ok(Service::new(shelf, profiles).answering(is_listed, Box::new(writer)))
}

/// Returns the model that may write for assistants now. The list of tools stays as it was at the start, but what the user
/// takes back holds at once.
fn writer() -> Result<Option<Writer>, Failure> {
    let config = opened::config()?;
    let model = config.settings.answer_model();
    let model = model.filter(|_| config.settings.answers_assistants());
    Ok(model.map(|model| config.writer(model)).transpose()?)
}

/// Returns what is to be served: the vaults named, else all registered ones, as an assistant starts programs from any
/// folder.
fn wanted(named: &[PathBuf]) -> Result<Vec<Wanted>, Failure> {
    let config = opened::config()?;
    let vaults = if named.is_empty() {
        config.register.registered()?
    } else {
        let chosen = choose(&config.register, named, &opened::here()?)?;
        chosen.iter().map(|vault| opened::kept(&config, vault)).collect::<Result<_, _>>()?
    };
    vaults.into_iter().map(|vault| with_settings(&config, vault)).collect()
}

fn with_settings(config: &Config, vault: Vault) -> Result<Wanted, Failure> {
    Ok(Wanted { settings: config.engine(&vault)?, vault })
}
