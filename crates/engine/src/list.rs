//! Listing notes: all that pass a filter, by path, page by page.

use notekin_index::{NoteRow, Reader};
use notekin_note::NotePath;

use crate::Error;
use crate::audience::Audience;
use crate::cursor::Mark;
use crate::engine::Engine;
use crate::filter::{Filtered, Narrowed};
use crate::notice::Notice;
use crate::search::Filter;

/// What the request is called where a cursor doesn't fit it.
pub(crate) const REQUEST: &str = "list";

/// A look at a list of notes.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// Which notes are listed.
    pub filter: Filter,
    /// The most notes on a page.
    pub limit: usize,
    /// Where the previous page ended.
    pub cursor: Option<String>,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
}

impl ListRequest {
    /// Returns the mark that the cursors of this list of some vaults carry.
    pub(crate) fn mark(&self, vaults: &[&str]) -> Mark {
        Mark::of(&(REQUEST, vaults, &self.filter))
    }
}

/// A page of notes, in the order of their paths.
#[derive(Clone, Debug)]
pub struct ListReply {
    /// The notes of this page.
    pub notes: Vec<Listed>,
    /// How many notes pass the filter, on all pages.
    pub total: usize,
    /// Where the next page begins, if there is one.
    pub next_cursor: Option<String>,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

/// A note in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The vault's name.
    pub vault: String,
    /// The note's path in the vault.
    pub path: NotePath,
    /// The note's title.
    pub title: String,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// When its file was changed, in seconds since 1970.
    pub modified: i64,
    /// Where a page begins that follows this note.
    pub after: String,
}

impl Engine {
    /// Returns the notes that pass a filter.
    ///
    /// A cursor is the path it follows: notes that come and go meanwhile never make another one show twice or not at all.
    pub fn list(&self, request: &ListRequest, audience: Audience) -> Result<ListReply, Error> {
        self.list_filtered(request, audience)?.checked()
    }

    /// Returns the same, whatever the filter names.
    pub(crate) fn list_filtered(
        &self,
        request: &ListRequest,
        audience: Audience,
    ) -> Result<Filtered<ListReply>, Error> {
        let mark = request.mark(&[&self.settings.name]);
        let cursor = request.cursor.as_deref().map(|cursor| mark.place(cursor, REQUEST));
        let cursor = cursor.transpose()?;
        let notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let Narrowed { among, in_vain } = request.filter.narrow(&reader, audience)?;
        let mut notes = reader.notes()?;
        notes.retain(|note| among.as_ref().is_none_or(|among| among.contains(note.id)));
        let total = notes.len();
        let is_ahead = |note: &&NoteRow| cursor.is_none_or(|cursor| note.path.as_str() > cursor);
        let mut ahead = notes.iter().filter(is_ahead);
        let page: Vec<Listed> = ahead
            .by_ref()
            .take(request.limit.max(1))
            .map(|note| self.listed(&reader, note, mark))
            .collect::<Result<_, Error>>()?;
        let more = ahead.next().is_some();
        let next_cursor = page.last().filter(|_| more).map(|note| note.after.clone());
        Ok(Filtered { reply: ListReply { notes: page, total, next_cursor, notices }, in_vain })
    }

    fn listed(&self, reader: &Reader, note: &NoteRow, mark: Mark) -> Result<Listed, Error> {
        Ok(Listed {
            vault: self.settings.name.clone(),
            path: note.path.clone(),
            title: note.title.clone(),
            tags: reader.detail(note.id)?.unwrap_or_default().tags,
            modified: note.stamp.modified_ns.div_euclid(1_000_000_000),
            after: mark.sign(note.path.as_str()),
        })
    }
}
