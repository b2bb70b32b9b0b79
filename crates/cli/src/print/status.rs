//! How the state of a vault looks.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use notekin_engine::{Explanation, Pause, State, Status, models};

use super::style::{BOLD, DIM, plain};
use crate::opened::Opened;
use crate::talk::{count, duration, grouped, vanished_notes};

/// How many unreadable notes are listed.
const LISTED: usize = 10;

/// Writes how much of a vault is read.
pub(crate) fn whole(opened: &Opened, status: &Status, out: &mut dyn Write) -> io::Result<()> {
    let vault = &opened.vault;
    line(out, "vault", &format!("{} ({})", plain(&vault.name), vault.path.display()))?;
    if status.state != State::Absent {
        line(out, "notes", &notes(status))?;
        line(out, "passages", &grouped(status.passages))?;
    }
    line(out, "model", &model(opened, status))?;
    if let Some(next) = &status.next_model {
        let (read, all) = (grouped(next.read), count(next.passages, "passage"));
        line(out, "next", &format!("{}, which has read {read} of {all}", plain(&next.model)))?;
    }
    line(out, "state", &state(opened, status))?;
    warnings(status, out)
}

/// Writes what an index run did.
pub(crate) fn run(opened: &Opened, status: &Status, out: &mut dyn Write) -> io::Result<()> {
    whole(opened, status, out)?;
    for recovered in &status.recovered {
        line(out, "mended", &plain(recovered))?;
    }
    let read =
        (status.embedded > 0).then(|| format!("{} by meaning", count(status.embedded, "passage")));
    let known = (status.reused > 0)
        .then(|| format!("{} known from before", count(status.reused, "passage")));
    let parts: Vec<_> = read.into_iter().chain(known).collect();
    if parts.is_empty() { Ok(()) } else { line(out, "now read", &parts.join(", ")) }
}

/// Writes how things stand after changes were taken in, on one line.
pub(crate) fn change(status: &Status, out: &mut dyn Write) -> io::Result<()> {
    let notes = count(status.indexed, "note");
    let read = count(status.embedded + status.reused, "passage");
    let waits = match status.pending {
        0 => String::new(),
        pending => format!("; {} still to be read", count(pending, "note")),
    };
    writeln!(out, "{notes}, now read {read} by meaning{waits}")
}

/// Writes that reading by meaning rests from now on.
pub(crate) fn paused(opened: &Opened, pause: Pause, out: &mut dyn Write) -> io::Result<()> {
    let vault = plain(&opened.vault.name);
    writeln!(out, "{vault}: nothing is read by meaning {}; words go on", how_long(pause))
}

/// Writes that reading by meaning goes on.
pub(crate) fn resumed(opened: &Opened, was_paused: bool, out: &mut dyn Write) -> io::Result<()> {
    let vault = plain(&opened.vault.name);
    let done = if was_paused { "reading by meaning goes on" } else { "it was not paused" };
    writeln!(out, "{vault}: {done}")
}

/// Says how long a pause lasts, from when it is looked at.
fn how_long(pause: Pause) -> String {
    let Some(until) = pause.until else { return "until `notekin resume`".to_owned() };
    let until = UNIX_EPOCH + Duration::from_secs(until.unsigned_abs());
    let left = until.duration_since(SystemTime::now()).unwrap_or_default();
    format!("for {}, or until `notekin resume`", duration(left.as_secs_f64()))
}

/// Writes the next useful command.
pub(crate) fn next(opened: &Opened, status: &Status, out: &mut dyn Write) -> io::Result<()> {
    let (command, purpose) = match status.state {
        State::Absent => ("notekin index", "reads the notes"),
        State::Paused => {
            ("notekin index --accept-removals", "removes the vanished notes, if you removed them")
        }
        _ if status.indexed == 0 => ("notekin index", "reads the notes, once there are some"),
        State::Words | State::Partial if status.pause.is_some() => {
            ("notekin resume", "goes on reading by meaning")
        }
        State::Words if !opened.engine.has_model() => {
            ("notekin model install", "adds finding by meaning")
        }
        State::Partial if status.pending == 0 => {
            ("notekin index", "reads the rest anew by meaning")
        }
        State::Words | State::Partial => ("notekin index", "reads the rest by meaning"),
        State::Ready if status.next_model.is_some() => {
            ("notekin index", "goes on reading by the next model")
        }
        State::Ready if status.unread_changes > 0 => ("notekin index", "reads what changed"),
        State::Ready => ("notekin search \"a question\"", "finds passages"),
    };
    writeln!(out, "\nnext: {BOLD}{command}{BOLD:#} {purpose}")
}

/// Writes what to do where no vault is.
pub(crate) fn no_vault(here: &Path, vaults: &[PathBuf], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Notekin finds passages in a folder of Markdown notes, and shows which notes belong together.\n"
    )?;
    line(out, "vault", "none here")?;
    line(
        out,
        "looked",
        &format!("for `.obsidian` or a known vault in `{}` and the folders above", here.display()),
    )?;
    for vault in vaults {
        line(out, "known", &vault.display().to_string())?;
    }
    if vaults.is_empty() {
        writeln!(out, "\nnext: {BOLD}notekin index PATH{BOLD:#} reads the folder of notes at PATH")
    } else {
        writeln!(
            out,
            "\nnext: {BOLD}notekin --vault PATH{BOLD:#} shows one of them; `--vault` goes with every command"
        )
    }
}

/// Writes what applies to one path.
pub(crate) fn explanation(explanation: &Explanation, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", plain(&explanation.path), plain(&explanation.reason))?;
    if explanation.verdict == "indexed" || explanation.passages > 0 {
        let meaning = format!("{} of them by meaning", grouped(explanation.embedded));
        line(out, "passages", &format!("{}, {meaning}", grouped(explanation.passages)))?;
    }
    if explanation.private {
        line(out, "private", "yes: only you find it; it is never sent anywhere")?;
    }
    for warning in &explanation.warnings {
        line(out, "warning", &plain(warning))?;
    }
    for near in &explanation.near {
        line(out, "like it", &plain(near))?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{DIM}{label:<9}{DIM:#} {text}")
}

fn notes(status: &Status) -> String {
    let mut parts = vec![format!("{} read", grouped(status.indexed))];
    if status.errored > 0 {
        parts.push(format!("{} couldn't be read", grouped(status.errored)));
    }
    if let Some(excluded @ 1..) = status.excluded {
        let rules: Vec<_> =
            status.excluded_by.iter().map(|(rule, notes)| format!("{rule} {notes}")).collect();
        parts.push(format!("{} left out ({})", grouped(excluded), rules.join(", ")));
    }
    parts.join(", ")
}

fn model(opened: &Opened, status: &Status) -> String {
    match &status.model {
        Some(model) => model.clone(),
        None if models::is_served(&opened.engine.settings().model) => {
            format!("{}, not used yet", opened.engine.settings().model)
        }
        None if opened.engine.has_model() => "installed, not used yet".to_owned(),
        None => "none; `notekin model install` adds finding by meaning".to_owned(),
    }
}

fn state(opened: &Opened, status: &Status) -> String {
    match status.state {
        _ if !opened.vault.is_present() => {
            "the folder is not there; what was read of it can be searched".to_owned()
        }
        State::Absent => "nothing is read yet".to_owned(),
        _ if status.indexed == 0 && status.vanished == 0 => {
            "ready; there are no notes yet".to_owned()
        }
        State::Words => "ready by words; nothing is read by meaning".to_owned(),
        State::Partial if status.pending == 0 => {
            "ready by words and by meaning; some passages are still to be read anew".to_owned()
        }
        State::Partial => {
            format!("ready by words; {} still to be read by meaning", count(status.pending, "note"))
        }
        State::Ready => "ready by words and by meaning".to_owned(),
        State::Paused => {
            format!("paused: {} at once; what was read is kept", vanished_notes(status.vanished))
        }
    }
}

/// Writes what the model didn't or mustn't read.
fn unembedded(status: &Status, out: &mut dyn Write) -> io::Result<()> {
    if let Some(trouble) = &status.trouble {
        let hint = trouble.hint.as_deref().map(|hint| format!("; {hint}")).unwrap_or_default();
        line(out, "trouble", &format!("{}{}", plain(&trouble.reason), plain(&hint)))?;
    }
    if let Some(private @ 1..) = status.by_words_only {
        let notes = count(private, "private note");
        line(
            out,
            "private",
            &format!("{notes} found by words only, as the model isn't on this machine"),
        )?;
    }
    if status.oversized > 0 {
        line(
            out,
            "parts",
            &format!("{} longer than the model reads at once", count(status.oversized, "text")),
        )?;
    }
    for note in status.unembedded.iter().take(LISTED) {
        line(out, "refused", &format!("{}: {}", plain(&note.path), plain(&note.reason)))?;
    }
    match status.unembedded.len() {
        0 => Ok(()),
        _ => line(out, "refused", "they are found by words; `notekin retry` tries them again"),
    }
}

fn warnings(status: &Status, out: &mut dyn Write) -> io::Result<()> {
    if let Some(pause) = status.pause {
        line(out, "paused", &format!("by you: nothing is read by meaning {}", how_long(pause)))?;
    }
    unembedded(status, out)?;
    if status.unread_changes > 0 {
        line(out, "changes", &format!("{} not read yet", grouped(status.unread_changes)))?;
    }
    for unread in status.errors.iter().take(LISTED) {
        line(out, "unread", &format!("{}: {}", plain(&unread.path), plain(&unread.reason)))?;
    }
    match status.errors.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => line(
            out,
            "unread",
            &format!("… and {} more (`notekin status --json` lists all)", grouped(more)),
        ),
    }
}
