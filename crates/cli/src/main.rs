//! The `notekin` command line: reads arguments, asks the engine, prints its reply.

mod args;
mod asked;
mod background;
mod bridge;
mod commands;
mod consent;
mod current;
mod interrupt;
mod jsonl;
mod logger;
mod moved;
mod offer;
mod opened;
mod opener;
mod output;
mod print;
mod priority;
mod report;
mod talk;

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Gives back what one thread no longer needs to the others and to the system; that of the system's library keeps it for
/// each thread (decision 080).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let arguments = match args::parse() {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    logger::start(arguments.global.verbose);
    if arguments.global.json {
        talk::fall_silent();
    }
    let mut output = output::Output::new(arguments.global.json);
    let outcome = commands::run(&arguments, &mut output)
        .and_then(|outcome| output.finish().map(|()| outcome));
    report::conclude(outcome, arguments.global.json)
}
