//! Talk on stderr: what a person should know beside the data.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::eprintln;
use notekin_wire::Notice;

use crate::print::style::{self, DIM};

/// Whether nobody listens.
static SILENT: AtomicBool = AtomicBool::new(false);

/// The one vault that was named by its path, which must be named again.
static NAMED: OnceLock<String> = OnceLock::new();

/// Remembers that a command is about a vault named by its path, so that commands that are advised name it too.
pub(crate) fn named(vault: &Path) {
    let path = vault.display().to_string();
    let is_plain =
        path.chars().all(|letter| letter.is_alphanumeric() || "/._-~\\:".contains(letter));
    NAMED.get_or_init(|| if is_plain { path } else { format!("\"{path}\"") });
}

/// Returns a command as it is typed, about the vault that this one is about.
pub(crate) fn command(words: &str) -> String {
    let vault = NAMED.get().map(|path| format!(" --vault {path}")).unwrap_or_default();
    format!("`notekin {words}{vault}`")
}

/// Keeps silent from now on: whoever reads JSON gets nothing else, neither talk, progress nor questions.
pub(crate) fn fall_silent() {
    SILENT.store(true, Ordering::Relaxed);
}

/// Returns whether all talk is kept back.
pub(crate) fn is_silent() -> bool {
    SILENT.load(Ordering::Relaxed)
}

/// Tells one thing, in a sentence without a period.
pub(crate) fn tell(text: &str) {
    if !is_silent() {
        eprintln!("{DIM}{text}{DIM:#}");
    }
}

/// Tells what limits a reply.
pub(crate) fn notices(notices: &[Notice]) {
    for notice in notices {
        tell(&in_words(notice));
    }
}

fn in_words(notice: &Notice) -> String {
    match notice {
        Notice::NoModel { .. } => {
            "nothing is found by meaning, as no model is installed; `notekin model install` adds that".to_owned()
        }
        Notice::ModelFailed { reason } => format!("nothing is found by meaning, as the model can't be used: {reason}"),
        Notice::Switching { model } => format!(
            "nothing is found by meaning until `{model}` has read all notes; {} goes on",
            command("index")
        ),
        Notice::Pending { notes, unseen } => {
            format!("{}; {} goes on", pending(*notes, *unseen), command("index"))
        }
        Notice::NothingRelevant { nearest } => {
            let names: Vec<_> = nearest.iter().map(|note| format!("`{}`", style::plain(&note.path))).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            format!("nothing in them is likely to answer; nearest {verb} {}; `--all` shows what there is", names.join(", "))
        }
        Notice::WordsCut { characters } => only_the_first(*characters, "words"),
        Notice::MeaningCut { characters } => only_the_first(*characters, "meaning"),
        Notice::BrokenOff { reason } => format!("the answer is not complete: {reason}"),
        Notice::Neighbours { heading } => format!(
            "`{}` is so short that it was read in one passage with its neighbours, which count as well",
            style::plain(heading)
        ),
        Notice::Respelt { typed, searched } => {
            format!("no note has `{typed}`; searched for `{}` instead", searched.join("`, `"))
        }
        Notice::Unread { changes } => {
            format!("{} not read yet; {} reads them", were(*changes, "change"), command("index"))
        }
        Notice::LeftOut { vault, reason } => format!("the vault `{vault}` is left out: {reason}"),
        Notice::Recovered { reason } => format!("damage was met and mended: {reason}"),
        Notice::VaultUnreachable { reason } => {
            format!("answered from what was read before, as the vault can't be looked at: {reason}")
        }
        Notice::Paused { vanished } => format!(
            "{} at once, so nothing was removed; {} removes them",
            vanished_notes(*vanished),
            command("index --accept-removals")
        ),
    }
}

/// Returns how many notes can't be found by meaning yet, and how many of them in part.
fn pending(notes: usize, unseen: usize) -> String {
    match notes - unseen {
        0 => format!("{} can't be found by meaning yet", count(notes, "note")),
        parts if unseen == 0 => {
            format!("{} can be found by meaning only in part yet", count(parts, "note"))
        }
        parts => format!(
            "{} can't be found by meaning yet, {} only in part",
            count(unseen, "note"),
            grouped(parts)
        ),
    }
}

fn only_the_first(characters: usize, part: &str) -> String {
    format!("only the first {} of the query are searched by {part}", count(characters, "character"))
}

fn were(number: usize, noun: &str) -> String {
    format!("{} {}", count(number, noun), if number == 1 { "was" } else { "were" })
}

/// Returns how many notes vanished, as the beginning of a sentence.
pub(crate) fn vanished_notes(number: usize) -> String {
    format!("{} vanished", count(number, "note"))
}

/// Returns that a filter lets nothing through.
pub(crate) fn none_passes(notes: usize) -> String {
    format!("the filter lets none of {} through", count(notes, "note"))
}

/// Returns a number with its noun: `1 note`, `1,200 notes`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Returns a number with commas between thousands.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a size as people write it: `71.6 MB`.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [(f64, &str); 3] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let bytes = bytes as f64;
    let unit = UNITS.iter().find(|(unit, _)| bytes >= *unit);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, name)| format!("{:.1} {name}", bytes / unit),
    )
}

/// Returns a time as people say it: `40 seconds`, `5 minutes`.
pub(crate) fn duration(seconds: f64) -> String {
    let seconds = seconds.max(1.0).round() as usize;
    match seconds {
        0..=90 => count(seconds, "second"),
        91..=5400 => count(seconds.div_ceil(60), "minute"),
        _ => count(seconds.div_ceil(3600), "hour"),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, duration, pending, size};

    #[test]
    fn what_waits_is_told_as_it_is() {
        assert_eq!(pending(2, 2), "2 notes can't be found by meaning yet");
        assert_eq!(pending(1, 0), "1 note can be found by meaning only in part yet");
        assert_eq!(pending(1200, 1), "1 note can't be found by meaning yet, 1,199 only in part");
    }

    #[test]
    fn times_read_well() {
        assert_eq!(duration(0.2), "1 second");
        assert_eq!(duration(240.0), "4 minutes");
        assert_eq!(duration(7200.0), "2 hours");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(1, "note"), "1 note");
        assert_eq!(count(0, "note"), "0 notes");
        assert_eq!(count(1_234_567, "note"), "1,234,567 notes");
        assert_eq!(count(999, "note"), "999 notes");
    }

    #[test]
    fn sizes_read_well() {
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(71_600_000), "71.6 MB");
        assert_eq!(size(2_500_000_000), "2.5 GB");
    }
}
