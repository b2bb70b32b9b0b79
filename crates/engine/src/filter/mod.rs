//! Which notes a filter lets through, and which of its names stand for nothing.
//!
//! "Nothing found" under a misspelt folder reads like "not in your notes", so a name that stands for nothing is an error.
//! What exists is judged by what the audience may find: a folder of private notes only is to an assistant as if it weren't
//! there. With several vaults a name need stand for something in one of them only, so each vault answers first, and what
//! it didn't know is compared afterwards.

mod condition;
mod query;

use std::collections::BTreeSet;

pub use condition::{Condition, Test};
use notekin_index::{Glob, NoteId, NoteSet, Reader};
pub(crate) use query::Query;

use crate::search::Filter;
use crate::{Audience, Error, likeness, names};

/// Names of each kind offered instead of one that stands for nothing.
const NEAR: usize = 5;

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

/// A name in a filter to which no note answers that the audience may find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InVain {
    kind: Kind,
    name: String,
    /// Names that notes do answer to.
    near: Vec<String>,
}

/// What a name in a filter is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Folder,
    Tag,
    Property,
    Note,
}

/// Fails when a name stands for nothing in any of several vaults; it may well stand for nothing in some.
pub(crate) fn check(in_vain: &[Vec<InVain>]) -> Result<(), Error> {
    let Some((first, rest)) = in_vain.split_first() else { return Ok(()) };
    for named in first {
        let same = |other: &&InVain| other.kind == named.kind && other.name == named.name;
        let others: Option<Vec<&InVain>> =
            rest.iter().map(|vault| vault.iter().find(same)).collect();
        if let Some(others) = others {
            let near = std::iter::once(named).chain(others).flat_map(|named| named.near.clone());
            let near: BTreeSet<String> = near.collect();
            return Err(named.error(near.into_iter().take(NEAR).collect()));
        }
    }
    Ok(())
}

impl InVain {
    fn error(&self, near: Vec<String>) -> Error {
        let name = self.name.clone();
        let what = match self.kind {
            Kind::Folder => "lies in a folder",
            Kind::Tag => "has a tag",
            Kind::Property => "has a property",
            Kind::Note => return Error::NoSuchNote { note: name, near },
        };
        Error::NothingNamed { what, name, near }
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
        let mut names = Names { reader, audience, in_vain: Vec::new() };
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

/// The names of a filter on their way to the index.
struct Names<'a> {
    reader: &'a Reader,
    audience: Audience,
    in_vain: Vec<InVain>,
}

impl Names<'_> {
    fn condition(&mut self, condition: &Condition) -> Result<notekin_index::Condition, Error> {
        use notekin_index::Test as Found;
        let test = match &condition.test {
            Test::Folder(names) => Found::Folder(self.folders(names)?),
            Test::Tag(name) => Found::Tag(self.tag(name)?),
            Test::Path(pattern) => Found::Path(Glob::parse(pattern)?),
            Test::Property { name, is } => {
                Found::Property { name: self.property(name)?, is: is.clone() }
            }
            Test::On(moment, days) => Found::On(*moment, *days),
            Test::LinksTo(name) => Found::LinksTo(self.note(name)?),
            Test::LinkedFrom(name) => Found::LinkedFrom(self.note(name)?),
        };
        Ok(notekin_index::Condition { negated: condition.negated, test })
    }

    fn folders(&mut self, names: &[String]) -> Result<Vec<String>, Error> {
        let mut folders = Vec::new();
        for name in names {
            let name = folder(name)?;
            let only = notekin_index::Filter { folders: vec![name.clone()], ..self.visible() };
            if self.is_in_vain(&only)? {
                let known = folders_of(self.reader, self.audience)?;
                self.in_vain(Kind::Folder, &name, &known);
            }
            folders.push(name);
        }
        Ok(folders)
    }

    fn tag(&mut self, name: &str) -> Result<String, Error> {
        let name = tag(name)?;
        let only = notekin_index::Filter { tags: vec![name.clone()], ..self.visible() };
        if self.is_in_vain(&only)? {
            let known = self.reader.tags(self.audience.visible(self.reader)?.as_ref())?;
            self.in_vain(Kind::Tag, &name, &known.into_iter().collect());
        }
        Ok(name)
    }

    fn property(&mut self, name: &str) -> Result<String, Error> {
        let name = name.trim().to_owned();
        let visible = self.audience.visible(self.reader)?;
        if !self.reader.has_property(&name, visible.as_ref())? {
            let known = self.reader.property_names(visible.as_ref())?;
            self.in_vain(Kind::Property, &name, &known.into_iter().collect());
        }
        Ok(name)
    }

    fn note(&mut self, name: &str) -> Result<Option<NoteId>, Error> {
        match names::find(self.reader, name, self.audience) {
            Ok(note) => Ok(Some(note.id)),
            Err(Error::NoSuchNote { note, near }) => {
                self.in_vain.push(InVain { kind: Kind::Note, name: note, near });
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the filter that everything passes which the audience may find.
    fn visible(&self) -> notekin_index::Filter {
        notekin_index::Filter {
            private: self.audience.sees_private(),
            ..notekin_index::Filter::default()
        }
    }

    fn is_in_vain(&self, filter: &notekin_index::Filter) -> Result<bool, Error> {
        Ok(self.reader.matching(filter)?.is_some_and(|notes| notes.is_empty()))
    }

    fn in_vain(&mut self, kind: Kind, name: &str, known: &BTreeSet<String>) {
        let near = likeness::nearest(name, pairs(known));
        self.in_vain.push(InVain { kind, name: name.to_owned(), near });
    }
}

/// Returns a folder as paths have it, `""` for the vault's own: `./a/`, `/a` and `a` are the same.
fn folder(name: &str) -> Result<String, Error> {
    if name.trim().is_empty() {
        return Err(Error::Invalid("the name of a folder is empty".to_owned()));
    }
    let parts: Vec<&str> =
        name.trim().split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    Ok(parts.join("/"))
}

/// Returns a tag without what may be written around it.
fn tag(name: &str) -> Result<String, Error> {
    let tag = name.trim().trim_start_matches('#').trim_matches('/');
    if tag.is_empty() {
        return Err(Error::Invalid("the name of a tag is empty".to_owned()));
    }
    Ok(tag.to_owned())
}

/// Returns all folders that hold notes which an audience may see, those above them too.
fn folders_of(reader: &Reader, audience: Audience) -> Result<BTreeSet<String>, Error> {
    let mut folders = BTreeSet::new();
    for note in reader.notes()?.iter().filter(|note| audience.sees(note)) {
        let mut folder = note.path.folder();
        while !folder.is_empty() && folders.insert(folder.to_owned()) {
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }
    Ok(folders)
}

/// Returns names that are called what they are.
fn pairs(names: &BTreeSet<String>) -> impl Iterator<Item = (&str, &str)> {
    names.iter().map(|name| (name.as_str(), name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_vain(name: &str, near: &str) -> InVain {
        InVain { kind: Kind::Tag, name: name.to_owned(), near: vec![near.to_owned()] }
    }

    #[test]
    fn a_name_must_stand_for_something_in_one_vault() {
        assert!(check(&[]).is_ok() && check(&[vec![]]).is_ok());
        assert!(check(&[vec![in_vain("a", "b")], vec![]]).is_ok());
        assert!(check(&[vec![in_vain("a", "b")], vec![in_vain("c", "d")]]).is_ok());
        let error = check(&[vec![in_vain("c", "b")], vec![in_vain("a", "x"), in_vain("c", "d")]])
            .unwrap_err();
        assert_eq!((error.to_string().as_str(), error.near().len()), ("no note has a tag `c`", 2));
    }

    #[test]
    fn names_may_be_written_in_several_ways() {
        for name in ["a/b", "./a/b", "/a/b/", " a//b ", "a/./b"] {
            assert_eq!(folder(name).unwrap(), "a/b");
        }
        assert_eq!((folder(".").unwrap(), folder("/").unwrap()), (String::new(), String::new()));
        assert_eq!((tag("#a/b/").unwrap(), tag(" a/b ").unwrap()), ("a/b".into(), "a/b".into()));
        assert!(["", " "].iter().all(|empty| folder(empty).is_err()));
        assert!(["", " ", "#", "/"].iter().all(|empty| tag(empty).is_err()));
    }
}
