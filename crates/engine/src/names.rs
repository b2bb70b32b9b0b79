//! Finding a note by what a person calls it.

use notekin_index::{Condition, Filter, Is, NoteRow, NoteSet, Reader, Test};
use notekin_note::{NotePath, fold};

use crate::{Audience, Error, likeness};

/// The properties in which a note says what else it is called.
const ALIASES: [&str; 2] = ["aliases", "alias"];

/// Returns the note called `name`: its path, else its path without extension, file name, title or alias, where that is
/// unique.
///
/// It may stand in the brackets of a link. Case and Unicode form don't matter. An audience finds only what it may see.
pub(crate) fn find(reader: &Reader, name: &str, audience: Audience) -> Result<NoteRow, Error> {
    let name = linked_by(name).trim().trim_start_matches("./");
    if let Some(note) =
        NotePath::parse(name).ok().map(|path| reader.note(&path)).transpose()?.flatten()
        && audience.sees(&note)
    {
        return Ok(note);
    }
    let mut notes = reader.notes()?;
    notes.retain(|note| audience.sees(note));
    let wanted = fold(name);
    for is_called in [by_path, by_name, by_title] {
        let called: Vec<&NoteRow> = notes.iter().filter(|note| is_called(note, &wanted)).collect();
        if let Some(note) = only(name, &called)? {
            return Ok(note);
        }
    }
    let called = by_alias(reader, &notes, &wanted)?;
    if let Some(note) = only(name, &called)? {
        return Ok(note);
    }
    Err(Error::NoSuchNote { note: name.to_owned(), near: likest(&notes, name) })
}

/// Returns where a link leads, if a name is written as one: `[[Tea|the tea]]` leads to `Tea`.
pub(crate) fn linked_by(name: &str) -> &str {
    let link = name.trim().trim_start_matches('!');
    let inside = link.strip_prefix("[[").and_then(|link| link.strip_suffix("]]"));
    inside.map_or(name, |inside| inside.split_once('|').map_or(inside, |(target, _)| target))
}

/// Returns the path of the one note at `path`, exactly so or else but for case and Unicode form. Other names don't count.
pub(crate) fn at(reader: &Reader, path: &str, audience: Audience) -> Result<NotePath, Error> {
    let absent = || Error::NoSuchNote { note: path.to_owned(), near: Vec::new() };
    let wanted = NotePath::parse(path).map_err(|_| absent())?;
    if let Some(note) = reader.note(&wanted)?
        && audience.sees(&note)
    {
        return Ok(note.path);
    }
    let key = wanted.lookup_key();
    let notes = reader.notes()?;
    let is_it = |note: &&NoteRow| audience.sees(note) && note.path.lookup_key() == key;
    let called: Vec<&NoteRow> = notes.iter().filter(is_it).collect();
    match called.as_slice() {
        [] => Err(absent()),
        [note] => Ok(note.path.clone()),
        several => Err(ambiguous(path, several)),
    }
}

fn by_path(note: &NoteRow, wanted: &str) -> bool {
    let key = note.path.lookup_key();
    let extension = note.path.extension().len() + 1;
    key == wanted || key.get(..key.len().saturating_sub(extension)) == Some(wanted)
}

fn by_name(note: &NoteRow, wanted: &str) -> bool {
    fold(note.path.file_name()) == wanted || fold(note.path.stem()) == wanted
}

fn by_title(note: &NoteRow, wanted: &str) -> bool {
    fold(&note.title) == wanted
}

/// Returns the notes that say in their properties that they are called so.
///
/// Aliases are no column of their own, so that notes are asked for them one by one, but only those that have any.
fn by_alias<'a>(
    reader: &Reader,
    notes: &'a [NoteRow],
    wanted: &str,
) -> Result<Vec<&'a NoteRow>, Error> {
    let mut having = Vec::new();
    for property in ALIASES {
        having.extend(having_property(reader, property)?);
    }
    let mut called = Vec::new();
    for note in notes.iter().filter(|note| having.iter().any(|set| set.contains(note.id))) {
        let aliases = reader.detail(note.id)?.unwrap_or_default().aliases;
        if aliases.iter().any(|alias| fold(alias) == wanted) {
            called.push(note);
        }
    }
    Ok(called)
}

fn having_property(reader: &Reader, name: &str) -> Result<Option<NoteSet>, Error> {
    let test = Test::Property { name: name.to_owned(), is: Is::There };
    let conditions = vec![Condition { negated: false, test }];
    Ok(reader.matching(&Filter { conditions, private: true, ..Filter::default() })?)
}

/// Returns the one note that is called so, if any is; fails when several are.
fn only(name: &str, called: &[&NoteRow]) -> Result<Option<NoteRow>, Error> {
    match called {
        [] => Ok(None),
        [note] => Ok(Some((*note).clone())),
        several => Err(ambiguous(name, several)),
    }
}

fn ambiguous(name: &str, notes: &[&NoteRow]) -> Error {
    let paths = notes.iter().map(|note| note.path.as_str().to_owned()).collect();
    Error::Ambiguous { note: name.to_owned(), paths }
}

/// Returns the notes that are called much like `name` and that an audience may see, the likest first.
pub(crate) fn near(reader: &Reader, name: &str, audience: Audience) -> Result<Vec<String>, Error> {
    let mut notes = reader.notes()?;
    notes.retain(|note| audience.sees(note));
    Ok(likest(&notes, name))
}

fn likest(notes: &[NoteRow], name: &str) -> Vec<String> {
    let named = notes
        .iter()
        .flat_map(|note| [note.path.stem(), &note.title].map(|name| (note.path.as_str(), name)));
    likeness::nearest(name, named)
}
