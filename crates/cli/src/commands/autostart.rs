//! `notekin serve --autostart`: whether the engine is started when the user logs in.

use std::path::PathBuf;

use anstream::eprintln;
use notekin_config::{Autostart, Environment, Folders};
use notekin_wire as wire;

use crate::args::Switch;
use crate::consent::{self, Answer};
use crate::output::Output;
use crate::report::{Failure, Outcome};
use crate::talk;

/// Turns it on, after showing the file and asking, or off.
pub(crate) fn run(switch: Switch, yes: bool, output: &mut Output) -> Result<Outcome, Failure> {
    let start = found()?;
    let file = start.file().display();
    if switch == Switch::On && !start.is_current() && !agreed(&start, yes)? {
        return Ok(Outcome::Nothing);
    }
    let changed = match switch {
        Switch::On => start.turn_on()?,
        Switch::Off => start.turn_off()?,
    };
    let reply =
        wire::Autostart { autostart: start.is_on(), file: start.file().to_owned(), changed };
    output.reply(&reply, |out| match (switch, changed) {
        (Switch::On, true) => writeln!(
            out,
            "the engine starts when you log in, by `{file}`; `notekin serve --autostart off` takes that back"
        ),
        (Switch::On, false) => writeln!(out, "it is on already, by `{file}`"),
        (Switch::Off, true) => writeln!(out, "the engine starts no longer; `{file}` is removed"),
        (Switch::Off, false) => writeln!(out, "it was not on"),
    })?;
    Ok(Outcome::Found)
}

/// Returns the file by which the engine starts when the user logs in, if it does.
pub(crate) fn file() -> Option<PathBuf> {
    let start = found().ok()?;
    start.is_on().then(|| start.file().to_owned())
}

fn found() -> Result<Autostart, Failure> {
    let environment = Environment::of_process();
    let program = std::env::current_exe()
        .map_err(|error| Failure::io("cannot tell where this program lies", &error))?;
    Ok(Autostart::of(&Folders::find(&environment), &program, &environment)?)
}

/// Shows what is to be written, and asks unless that is agreed.
fn agreed(start: &Autostart, yes: bool) -> Result<bool, Failure> {
    let file = start.file().display();
    if !talk::is_silent() {
        eprintln!("`{file}` will say:\n\n{}", start.text());
    }
    if yes {
        return Ok(true);
    }
    match consent::ask("Start the engine when you log in?") {
        Answer::Yes => Ok(true),
        Answer::No => Ok(false),
        Answer::Unasked => {
            let message = format!("writing `{file}` needs your consent");
            Err(Failure::invalid(message, Some("add `--yes`")))
        }
    }
}
