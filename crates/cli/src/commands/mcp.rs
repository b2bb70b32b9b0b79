//! `notekin mcp`: vaults for an assistant, on standard input and output.

use notekin_config::Config;
use notekin_mcp::{Library, Served, Service, serve_stdio};

use crate::args::{Global, McpArgs};
use crate::opened::{self, Opened};
use crate::report::{Failure, Outcome};

pub(crate) fn run(args: &McpArgs, global: &Global) -> Result<Outcome, Failure> {
    let config = opened::config()?;
    let served = vaults(&config, global)?
        .into_iter()
        .map(|opened| Served::new(opened.vault, opened.engine))
        .collect();
    let profiles: Vec<_> = args.profile.iter().map(|profile| (*profile).into()).collect();
    serve_stdio(Service::new(Library::open(served), &profiles))
        .map_err(|error| Failure::io("cannot speak to the assistant", &error))?;
    Ok(Outcome::Found)
}

/// Returns the vaults named, else all registered ones: an assistant starts programs from any folder.
fn vaults(config: &Config, global: &Global) -> Result<Vec<Opened>, Failure> {
    if !global.vault.is_empty() {
        return opened::all(config, global, true);
    }
    let registered = config.register.registered()?;
    registered.into_iter().map(|vault| Opened::new(config, vault)).collect()
}
