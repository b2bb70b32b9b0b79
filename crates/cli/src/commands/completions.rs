//! `notekin completions`: a script for a shell.

use clap::CommandFactory;

use crate::args::{Arguments, CompletionsArgs};
use crate::output::Output;
use crate::report::{Failure, Outcome};

pub(crate) fn run(args: &CompletionsArgs, output: &mut Output) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "notekin", &mut script);
    output.text(|out| out.write_all(&script))?;
    Ok(Outcome::Found)
}
