//! What one walk over the folder found.

use std::collections::BTreeMap;

use notekin_note::NotePath;

use crate::file::Stamp;
use crate::rule::Rule;
use crate::unreadable::Unreadable;

/// Everything that one walk over a vault found; every list is sorted by path.
///
/// What lies in hidden folders, `node_modules` and our own data isn't looked at, so it appears in no list.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The notes that can be read, with the marks that show whether they changed.
    pub notes: BTreeMap<NotePath, Stamp>,
    /// The notes, and folders, that can't be read.
    pub unreadable: Vec<Unreadable>,
    /// The notes that a rule of the user's keeps out.
    pub excluded: Vec<Excluded>,
}

/// A note that the policy keeps out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excluded {
    /// The path relative to the vault's root.
    pub path: String,
    /// The rule that keeps it out.
    pub rule: Rule,
}

impl Scan {
    /// Returns how many notes were found: readable, unreadable and excluded.
    pub fn found(&self) -> usize {
        self.notes.len() + self.unreadable.len() + self.excluded.len()
    }

    /// Returns how many notes each rule keeps out, by the rule's name.
    pub fn excluded_by(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for excluded in &self.excluded {
            *counts.entry(excluded.rule.name()).or_default() += 1;
        }
        counts
    }
}
