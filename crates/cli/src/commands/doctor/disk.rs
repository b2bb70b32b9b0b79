//! The data folder, and the disk it lies on.

use std::fs;
use std::path::Path;

use notekin_config::Places;
use notekin_wire::Finding;

use crate::talk;

/// Bytes below which a disk is called nearly full: an index and its successor need room side by side.
const LITTLE: u64 = 500 << 20;

pub(super) fn findings(places: &Places) -> Vec<Finding> {
    let (data, shown) = (&places.data, places.data.display());
    if !data.exists() {
        return vec![Finding::ok("data", format!("`{shown}` isn't there yet"))];
    }
    let mut findings = vec![writable(data), private(data)];
    findings.extend(room(data));
    findings
}

/// Returns whether something can be written into the data folder, by writing it.
fn writable(data: &Path) -> Finding {
    let probe = data.join(format!(".doctor.{}", std::process::id()));
    let written = fs::write(&probe, b"").and_then(|()| fs::remove_file(&probe));
    let shown = data.display();
    match written {
        Ok(()) => Finding::ok("data", format!("`{shown}` can be written")),
        Err(error) => Finding::problem(
            "data",
            format!("`{shown}` can't be written: {error}"),
            "give yourself the right to write there, or set `NOTEKIN_DATA_DIR`",
        ),
    }
}

/// Returns whether others on this machine can look into the data folder, which tells what is in the notes.
#[cfg(unix)]
fn private(data: &Path) -> Finding {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(data).map(|folder| folder.permissions().mode()).unwrap_or_default();
    let shown = data.display();
    let for_others = mode & 0o077;
    if for_others == 0 {
        Finding::ok("data", "nobody else can look into it")
    } else {
        let message = format!("others on this machine can look into `{shown}`");
        Finding::note("data", message, format!("chmod 700 '{shown}'"))
    }
}

/// The user's folders are the user's on other systems.
#[cfg(not(unix))]
fn private(_: &Path) -> Finding {
    Finding::ok("data", "it lies in your own folder")
}

/// Returns how much room the disk has, where that can be told.
#[cfg(unix)]
fn room(data: &Path) -> Option<Finding> {
    let disk = rustix::fs::statvfs(data).ok()?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let message = format!("{} free on the data folder's disk", talk::size(free));
    Some(if free < LITTLE {
        Finding::problem("disk", message, "`notekin data` shows what is big; free some room")
    } else {
        Finding::ok("disk", message)
    })
}

/// Nothing is told of it.
#[cfg(not(unix))]
fn room(_: &Path) -> Option<Finding> {
    None
}
