//! Working out where the vault's links lead, after notes came, went or moved.

use std::collections::BTreeMap;

use notekin_index::{LinkRow, NoteId, Writer};
use notekin_note::NotePath;
use notekin_vault::Links;

use crate::Error;

/// Resolves every link anew and writes what changed. A note that comes or goes can turn the links of any other note, so
/// all are looked at; that is a few lookups in memory for each.
pub(super) fn resolve(writer: &mut Writer) -> Result<(), Error> {
    let known = writer.known()?;
    let ids: BTreeMap<&NotePath, NoteId> = known.iter().map(|note| (&note.path, note.id)).collect();
    let paths: BTreeMap<NoteId, &NotePath> =
        known.iter().map(|note| (note.id, &note.path)).collect();
    let places = Links::new(known.iter().map(|note| &note.path));
    let links = writer.links()?;
    for of_note in links.chunk_by(|a, b| a.from == b.from) {
        let Some((from, path)) =
            of_note.first().and_then(|link| paths.get(&link.from).map(|path| (link.from, path)))
        else {
            continue;
        };
        let target = |link: &LinkRow| {
            places.resolve(path, &link.target, link.kind).and_then(|to| ids.get(to)).copied()
        };
        let targets: Vec<Option<NoteId>> = of_note.iter().map(target).collect();
        if of_note.iter().map(|link| &link.to).ne(targets.iter()) {
            writer.set_links(from, &targets)?;
        }
    }
    Ok(())
}
