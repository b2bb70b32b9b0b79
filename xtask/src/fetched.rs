//! What is fetched once and kept: a stamp beside it says from which pins it was made, written when all of it is there.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::exit_code;

/// Runs a step of an installation to its end, or says what is missing without it.
pub(crate) fn done(command: &mut Command, what: &str) -> Result<(), String> {
    match exit_code(command.stdin(Stdio::null()))? {
        0 => Ok(()),
        code => Err(format!("cannot fetch {what}: it ended with {code}, see above")),
    }
}

/// Returns whether a stamp says that what lies beside it was made to its end, and from these pins.
pub(crate) fn holds(stamp: &Path, pins: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|made_from| made_from == pins)
}

/// Reads a file of pins.
pub(crate) fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| fault("read", file, &error))
}

/// Writes a stamp, or a file that an installer is to find.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| fault("write", file, &error))
}

/// Says what could not be done with a place.
pub(crate) fn fault(verb: &str, place: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} `{}`: {error}", place.display())
}
