//! `notekin mcp`: vaults for an assistant, on standard input and output.

use std::path::PathBuf;

use notekin_config::{Config, Vault, choose};
use notekin_engine::ask::Writer;
use notekin_mcp::{Service, Shelf, Wanted, serve_stdio};

use crate::args::{Global, McpArgs};
use crate::opened;
use crate::report::{Failure, Outcome};

pub(crate) fn run(args: &McpArgs, global: &Global) -> Result<Outcome, Failure> {
    // What is wrong at the start is told as every command tells it.
    wanted(&global.vault)?;
    let named = global.vault.clone();
    let source = move || wanted(&named).map_err(|failure| failure.message());
    let shelf = Shelf::open(Box::new(source)).map_err(|reason| Failure::invalid(reason, None))?;
    let profiles: Vec<_> = args.profile.iter().map(|profile| (*profile).into()).collect();
    let is_listed = opened::config()?.settings.answers_assistants();
    let writer = || writer().map_err(|failure| failure.message());
    serve_stdio(Service::new(shelf, &profiles).answering(is_listed, Box::new(writer)))
        .map_err(|error| Failure::io("cannot speak to the assistant", &error))?;
    Ok(Outcome::Found)
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
