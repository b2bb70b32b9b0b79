//! One file for each command: it parses, calls the engine once, prints.

mod ask;
mod autostart;
mod batch;
mod completions;
mod config;
mod conversations;
mod copies;
mod cost;
mod data;
mod doctor;
mod explain;
mod fetch;
mod hubs;
mod index;
mod key;
mod mcp;
mod measure;
mod model;
mod open;
mod outbound;
mod overview;
mod pause;
mod related;
mod retry;
mod search;
mod serve;
mod setup;
mod status;
mod vault;

use crate::args::{Arguments, Command};
use crate::output::Output;
use crate::report::{Failure, Outcome};

/// Runs what was typed.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<Outcome, Failure> {
    let global = &arguments.global;
    match &arguments.command {
        None => overview::run(global, output),
        Some(Command::Index(args)) => index::run(args, global, output),
        Some(Command::Search(args)) => search::run(args, global, output),
        Some(Command::Ask(args)) => ask::run(args, global, output),
        Some(Command::Conversations(args)) => conversations::run(args, global, output),
        Some(Command::Related(args)) => related::run(args, global, output),
        Some(Command::Hubs(args)) => hubs::run(args, global, output),
        Some(Command::Copies(args)) => copies::run(args, global, output),
        Some(Command::Measure(args)) => measure::run(args, global, output),
        Some(Command::Status(_)) => status::run(global, output),
        Some(Command::Explain(args)) => explain::run(args, global, output),
        Some(Command::Serve(args)) => serve::run(args, global, output),
        Some(Command::Open(args)) => open::run(args, output),
        Some(Command::Mcp(args)) => mcp::run(args, global),
        Some(Command::Model(args)) => model::run(args, output),
        Some(Command::Retry(_)) => retry::run(global, output),
        Some(Command::Pause(args)) => pause::pause(args, global, output),
        Some(Command::Resume(_)) => pause::resume(global, output),
        Some(Command::Key(args)) => key::run(args, output),
        Some(Command::Outbound(args)) => outbound::run(args, output),
        Some(Command::Vault(args)) => vault::run(args, output),
        Some(Command::Setup(args)) => setup::run(args, global, output),
        Some(Command::Config(args)) => config::run(args, output),
        Some(Command::Doctor(args)) => doctor::run(args, output),
        Some(Command::Data(_)) => data::run(output),
        Some(Command::Completions(args)) => completions::run(args, output),
    }
}
