//! How the outcome of setting up an assistant looks.

use std::io::{self, Write};

use notekin_wire as wire;

/// Writes which file was changed, and where the old one lies.
pub(crate) fn outcome(setup: &wire::Setup, out: &mut dyn Write) -> io::Result<()> {
    match (setup.changed, &setup.backup) {
        (false, _) => writeln!(out, "unchanged {}", setup.file),
        (true, None) => writeln!(out, "wrote {}", setup.file),
        (true, Some(backup)) => {
            writeln!(out, "wrote {}\nas it was: {backup}", setup.file)
        }
    }
}
