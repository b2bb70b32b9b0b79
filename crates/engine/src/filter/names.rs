//! The names of a filter as the index knows them.

use std::collections::BTreeSet;

use notekin_index::{Glob, NoteId, Reader};

use super::in_vain::{InVain, Kind};
use super::{Condition, Test};
use crate::{Audience, Error, likeness, names};

/// The names of a filter on their way to the index.
pub(super) struct Names<'a> {
    reader: &'a Reader,
    audience: Audience,
    /// Those that stand for nothing so far.
    pub(super) in_vain: Vec<InVain>,
}

impl<'a> Names<'a> {
    pub(super) fn new(reader: &'a Reader, audience: Audience) -> Self {
        Self { reader, audience, in_vain: Vec::new() }
    }

    pub(super) fn condition(
        &mut self,
        condition: &Condition,
    ) -> Result<notekin_index::Condition, Error> {
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

    pub(super) fn folders(&mut self, names: &[String]) -> Result<Vec<String>, Error> {
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

    pub(super) fn tag(&mut self, name: &str) -> Result<String, Error> {
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
