//! Which notes a filter lets through, and which of its names stand for nothing.
//!
//! "Nothing found" under a misspelt folder reads like "not in your notes", so a name that stands for nothing is an error.
//! What exists is judged by what the audience may find: a folder of private notes only is to an assistant as if it weren't
//! there. With several vaults a name need stand for something in one of them only, so each vault answers first, and what
//! it didn't know is compared afterwards.

use std::collections::BTreeSet;

use notekin_index::{NoteSet, Reader};

use crate::search::Filter;
use crate::{Audience, Error, likeness};

/// Names of each kind offered instead of one that stands for nothing.
const NEAR: usize = 5;

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
        let what = match self.kind {
            Kind::Folder => "lies in a folder",
            Kind::Tag => "has a tag",
        };
        Error::NothingNamed { what, name: self.name.clone(), near }
    }
}

impl Filter {
    /// Returns the notes that pass and that an audience may find; all when nothing.
    pub(crate) fn among(
        &self,
        reader: &Reader,
        audience: Audience,
    ) -> Result<Option<NoteSet>, Error> {
        Ok(reader.matching(&self.cleaned(audience)?)?)
    }

    /// Returns the names that stand for nothing that an audience may find.
    pub(crate) fn in_vain(
        &self,
        reader: &Reader,
        audience: Audience,
    ) -> Result<Vec<InVain>, Error> {
        let notekin_index::Filter { folders, tags, private } = self.cleaned(audience)?;
        let all = notekin_index::Filter { private, ..notekin_index::Filter::default() };
        let is_in_vain = |filter: notekin_index::Filter| -> Result<bool, Error> {
            Ok(reader.matching(&filter)?.is_some_and(|notes| notes.is_empty()))
        };
        let mut in_vain = Vec::new();
        for name in folders {
            if is_in_vain(notekin_index::Filter { folders: vec![name.clone()], ..all.clone() })? {
                let near = likeness::nearest(&name, pairs(&folders_of(reader, audience)?));
                in_vain.push(InVain { kind: Kind::Folder, name, near });
            }
        }
        for name in tags {
            if is_in_vain(notekin_index::Filter { tags: vec![name.clone()], ..all.clone() })? {
                let tags = reader.tags(audience.visible(reader)?.as_ref())?;
                let near = likeness::nearest(&name, pairs(&tags.into_iter().collect()));
                in_vain.push(InVain { kind: Kind::Tag, name, near });
            }
        }
        Ok(in_vain)
    }

    /// Returns the filter as the index wants it.
    fn cleaned(&self, audience: Audience) -> Result<notekin_index::Filter, Error> {
        Ok(notekin_index::Filter {
            folders: self.folders.iter().map(|name| folder(name)).collect::<Result<_, _>>()?,
            tags: self.tags.iter().map(|name| tag(name)).collect::<Result<_, _>>()?,
            private: audience.sees_private(),
        })
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
        for empty in ["", " ", "#", "/"] {
            assert!(
                tag(empty).is_err() && (empty == "#" || empty == "/" || folder(empty).is_err())
            );
        }
    }
}
