//! Our folders, and the disk they lie on.

use std::path::Path;

use notekin_config::Places;
use notekin_wire::Finding;

/// Bytes below which a disk is called nearly full: an index and its successor need room side by side.
const LITTLE: u64 = 500 << 20;

/// Returns whether our folders can be written and are nobody else's, and how much room there is. Settings and models may
/// lie elsewhere; they are told of only where something is wrong with them.
pub(super) fn findings(places: &Places) -> Vec<Finding> {
    let data = &places.data;
    let mut findings = Vec::new();
    if data.exists() {
        findings.push(match unwritable(data) {
            None => Finding::ok("data", format!("`{}` can be written", data.display())),
            Some(why) => not_writable("data", data, &why, "NOTEKIN_DATA_DIR"),
        });
        findings.push(private(data));
    } else {
        findings.push(absent(data));
    }
    let settings = places.config.parent().filter(|folder| folder.exists());
    if let Some((folder, why)) = settings.and_then(|it| Some((it, unwritable(it)?))) {
        findings.push(not_writable("settings", folder, &why, "NOTEKIN_CONFIG"));
    }
    let models = (!places.models.starts_with(data)).then_some(&places.models);
    if let Some(why) = models.filter(|it| it.exists()).and_then(|it| unwritable(it)) {
        findings.push(not_writable("model", &places.models, &why, "NOTEKIN_MODELS_DIR"));
    }
    findings.extend(room(existing(data)));
    findings
}

/// Returns the folder itself, or the nearest above it that is there.
fn existing(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| folder.exists()).unwrap_or(folder)
}

/// Returns whether a data folder that isn't there yet can be made.
fn absent(data: &Path) -> Finding {
    let above = existing(data);
    match unwritable(above) {
        None => Finding::ok("data", format!("`{}` isn't there yet", data.display())),
        Some(why) => not_writable("data", above, &why, "NOTEKIN_DATA_DIR"),
    }
}

/// Returns that a folder can't be written. Only the data folder must be: settings and models can be read all the same.
fn not_writable(what: &str, folder: &Path, why: &str, variable: &str) -> Finding {
    let shown = folder.display();
    let message = format!("nothing can be written into `{shown}`: {why}");
    let fix = format!("`chmod u+rwx '{shown}'` if it is yours, or set `{variable}`");
    if what == "data" {
        Finding::problem(what, message, fix)
    } else {
        Finding::note(what, message, fix)
    }
}

/// Returns why nothing can be written into a folder; nothing where it can. The system is asked, so that nothing is tried.
#[cfg(unix)]
pub(super) fn unwritable(folder: &Path) -> Option<String> {
    use rustix::fs::{Access, access};
    let needed = Access::WRITE_OK | Access::EXEC_OK;
    access(folder, needed).err().map(|error| std::io::Error::from(error).to_string())
}

/// Returns why nothing can be written into a folder, as far as that can be told without trying.
#[cfg(not(unix))]
pub(super) fn unwritable(folder: &Path) -> Option<String> {
    folder.metadata().err().map(|error| error.to_string())
}

/// Returns whether others on this machine can look into the data folder, which tells what is in the notes.
fn private(data: &Path) -> Finding {
    if !is_open(data) {
        return Finding::ok("data", "nobody else can look into it");
    }
    let shown = data.display();
    let message = format!("others on this machine can look into `{shown}`");
    Finding::note("data", message, format!("`chmod 700 '{shown}'` closes it"))
}

/// Returns what is wrong with a file that is for the user alone, if others can read it.
pub(super) fn open_file(what: &str, path: &Path) -> Option<Finding> {
    let shown = path.display();
    let found = || {
        let message = format!("others on this machine may read `{shown}`");
        Finding::problem(what, message, format!("`chmod 600 '{shown}'` closes it"))
    };
    is_open(path).then(found)
}

/// Returns whether others can read or enter something.
#[cfg(unix)]
fn is_open(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|it| it.permissions().mode() & 0o077 != 0)
}

/// What lies in the user's folders is the user's on other systems.
#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}

/// Returns how much room the disk has, where that can be told.
#[cfg(unix)]
fn room(folder: &Path) -> Option<Finding> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    Some(of_room(free))
}

/// Nothing is told of it.
#[cfg(not(unix))]
fn room(_: &Path) -> Option<Finding> {
    None
}

/// Returns whether so many bytes are enough.
#[cfg_attr(not(unix), expect(dead_code, reason = "other systems don't tell"))]
fn of_room(free: u64) -> Finding {
    let message = format!("{} MB free on the data folder's disk", free / 1_000_000);
    if free < LITTLE {
        Finding::problem("disk", message, "`notekin data` shows what is big; free some room")
    } else {
        Finding::ok("disk", message)
    }
}

#[cfg(test)]
mod tests {
    use notekin_wire::Level;

    use super::of_room;

    #[test]
    fn a_disk_that_is_nearly_full_is_a_problem() {
        assert_eq!(of_room(499 << 20).level, Level::Problem);
        let enough = of_room(2_000_000_000);
        assert_eq!(
            (enough.level, &*enough.message),
            (Level::Ok, "2000 MB free on the data folder's disk")
        );
    }
}
