//! What changed between the notes that are remembered and those that are there.

use std::collections::HashSet;

use notekin_note::NotePath;

use crate::file::Stamp;
use crate::scan::Scan;

/// How far a file system's clock may lag behind or be rounded (FAT counts in steps of two seconds).
const TICK_NS: i64 = 2_000_000_000;

/// A note as it was remembered when it was last read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Where it was.
    pub path: NotePath,
    /// Its stamp when it was read.
    pub stamp: Stamp,
}

/// The difference between what is remembered and what a scan found; every list is sorted by path.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// New notes, and those that may have changed: to be read and compared by hash.
    pub touched: Vec<NotePath>,
    /// Remembered notes that aren't there any more.
    pub gone: Vec<NotePath>,
    /// Remembered notes that the policy keeps out now; that's a wish and no loss.
    pub withdrawn: Vec<NotePath>,
    /// Remembered notes that can't be read now, themselves or by a folder above; that says nothing of their contents.
    pub unreadable: Vec<NotePath>,
}

/// Compares what is remembered with what a scan found.
///
/// An equal stamp means an unchanged note, with one exception: a file written within the same tick of the clock in
/// which it was read keeps its stamp. So notes modified later than two seconds before `scanned_ns`, the time at which
/// the scan behind `known` began (nanoseconds since 1970), are touched in any case. With 0 every note is.
pub fn changes(known: &[Known], scan: &Scan, scanned_ns: i64) -> Changes {
    let settled = |stamp: &Stamp| stamp.modified_ns < scanned_ns.saturating_sub(TICK_NS);
    let unchanged: HashSet<&NotePath> = known
        .iter()
        .filter(|known| scan.notes.get(&known.path) == Some(&known.stamp) && settled(&known.stamp))
        .map(|known| &known.path)
        .collect();
    let touched = scan.notes.keys().filter(|path| !unchanged.contains(path)).cloned().collect();
    Changes { touched, ..missing(known, scan) }
}

/// Sorts the remembered notes that the scan didn't find by the reason why.
fn missing(known: &[Known], scan: &Scan) -> Changes {
    let excluded: HashSet<&str> =
        scan.excluded.iter().map(|excluded| excluded.path.as_str()).collect();
    let unreadable: HashSet<&str> =
        scan.unreadable.iter().map(|unreadable| unreadable.path.as_str()).collect();
    let mut missing: Vec<&NotePath> = known
        .iter()
        .map(|known| &known.path)
        .filter(|path| !scan.notes.contains_key(path))
        .collect();
    missing.sort();
    let mut changes = Changes::default();
    for path in missing {
        let list = if excluded.contains(path.as_str()) {
            &mut changes.withdrawn
        } else if with_folders(path).any(|path| unreadable.contains(path)) {
            &mut changes.unreadable
        } else {
            &mut changes.gone
        };
        list.push(path.clone());
    }
    changes
}

/// Returns the path and those of all folders above it, the root's `""` included.
fn with_folders(path: &NotePath) -> impl Iterator<Item = &str> {
    let path = path.as_str();
    let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
    [path, ""].into_iter().chain(folders)
}

/// Tells whether so many notes are gone that a lost disk is likelier than a tidy user.
///
/// That is more than a third of at least six notes, or all of at least three: someone who deletes one note of two
/// shouldn't be asked.
pub fn mass_disappearance(known: usize, gone: usize) -> bool {
    let third = known >= 6 && gone.saturating_mul(3) > known;
    let all = known >= 3 && gone >= known;
    third || all
}
