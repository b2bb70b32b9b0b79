//! Which notes a filter lets through, and which of its names stand for nothing.
//!
//! "Nothing found" under a misspelt folder reads like "not in your notes", so a name that stands for nothing is an error.
//! What exists is judged by what the audience may find: a folder of private notes only is to an assistant as if it weren't
//! there. With several vaults a name need stand for something in one of them only, so each vault answers first, and what
//! it didn't know is compared afterwards.

mod condition;
mod in_vain;
mod names;
mod query;

pub use condition::{Condition, Test};
pub(crate) use in_vain::{InVain, check};
use names::Names;
use notekin_index::{NoteSet, Reader};
pub(crate) use query::Query;

use crate::search::Filter;
use crate::{Audience, Error};

/// More conditions than this are refused: each is looked up by itself.
const MAX_CONDITIONS: usize = 64;

/// A reply, with the names in its filter that stand for nothing in the vault that gave it.
pub(crate) struct Filtered<T> {
    pub(crate) reply: T,
    pub(crate) in_vain: Vec<InVain>,
}

impl<T> Filtered<T> {
    /// Returns the reply, unless a name of its filter stands for nothing.
    pub(crate) fn checked(self) -> Result<T, Error> {
        check(&[self.in_vain])?;
        Ok(self.reply)
    }
}

/// What a filter comes to in one vault.
#[derive(Debug)]
pub(crate) struct Narrowed {
    /// The notes that pass and that the audience may find; all when nothing.
    pub(crate) among: Option<NoteSet>,
    /// The names that stand for nothing that the audience may find.
    pub(crate) in_vain: Vec<InVain>,
}

impl Filter {
    /// Returns whether every note passes.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty() && self.tags.is_empty() && self.conditions.is_empty()
    }

    /// Adds conditions that must hold too.
    #[must_use]
    pub fn with(mut self, conditions: Vec<Condition>) -> Self {
        self.conditions.extend(conditions);
        self
    }

    /// Finds out which notes pass, of those that an audience may find.
    pub(crate) fn narrow(&self, reader: &Reader, audience: Audience) -> Result<Narrowed, Error> {
        let count = self.folders.len() + self.tags.len() + self.conditions.len();
        if count > MAX_CONDITIONS {
            return Err(Error::Invalid(format!(
                "a filter has at most {MAX_CONDITIONS} conditions, not {count}"
            )));
        }
        let mut names = Names::new(reader, audience);
        let (folders, others) = self.parts();
        let filter = notekin_index::Filter {
            folders: names.folders(&folders)?,
            tags: self.tags.iter().map(|name| names.tag(name)).collect::<Result<_, _>>()?,
            conditions: others
                .into_iter()
                .map(|condition| names.condition(condition))
                .collect::<Result<_, _>>()?,
            private: audience.sees_private(),
        };
        Ok(Narrowed { among: reader.matching(&filter)?, in_vain: names.in_vain })
    }

    /// Returns the folders of which one is enough, wherever they are asked for, and the other conditions: a note lies in
    /// one folder only, so that no note would be in each of several.
    fn parts(&self) -> (Vec<String>, Vec<&Condition>) {
        let mut folders = self.folders.clone();
        let mut others = Vec::new();
        for condition in &self.conditions {
            match condition {
                Condition { negated: false, test: Test::Folder(more) } => {
                    folders.extend_from_slice(more);
                }
                other => others.push(other),
            }
        }
        (folders, others)
    }
}
