//! How lists of vaults and places look.

use std::io::{self, Write};

use notekin_wire as wire;

use super::style::DIM;
use crate::talk::size;

/// Writes the vaults we know.
pub(crate) fn vaults(vaults: &wire::Vaults, out: &mut dyn Write) -> io::Result<()> {
    for vault in &vaults.vaults {
        let gone = if vault.present { "" } else { "  (not there now)" };
        writeln!(out, "{}  {DIM}{}{DIM:#}{gone}", vault.name, vault.path)?;
        for glob in &vault.exclude {
            writeln!(out, "  leaves out {glob}")?;
        }
    }
    Ok(())
}

/// Writes what lies where.
pub(crate) fn places(places: &wire::Places, out: &mut dyn Write) -> io::Result<()> {
    let width =
        places.places.iter().map(|place| place.what.chars().count()).max().unwrap_or_default();
    for place in &places.places {
        writeln!(
            out,
            "{:<width$}  {:>10}  {DIM}{}{DIM:#}",
            place.what,
            size(place.bytes),
            place.path
        )?;
    }
    writeln!(out, "{:<width$}  {:>10}", "together", size(places.bytes))
}

/// Writes what was removed and what was deleted.
pub(crate) fn removed(removed: &wire::Removed, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "forgot {}; the notes are untouched", removed.removed)?;
    match &removed.deleted {
        Some(folder) => writeln!(out, "deleted {folder}"),
        None => Ok(()),
    }
}
