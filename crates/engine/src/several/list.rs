//! One list of the notes of several vaults.

use super::Several;
use crate::Error;
use crate::audience::Audience;
use crate::list::{ListReply, ListRequest, REQUEST};

/// What stands between a vault's place and its own cursor; a number can't hold it.
const BETWEEN: char = ':';

impl Several<'_> {
    /// Returns the notes of all the vaults that pass a filter, one vault after the other.
    pub fn list(&self, request: &ListRequest, audience: Audience) -> Result<ListReply, Error> {
        if let [engine] = self.engines.as_slice() {
            return engine.list(request, audience);
        }
        let mark = request.mark(&self.names());
        let cursor = request.cursor.as_deref().map(|cursor| mark.place(cursor, REQUEST));
        let (first, start) = parse(cursor.transpose()?, self.engines.len())?;
        let mut joined =
            ListReply { notes: Vec::new(), total: 0, next_cursor: None, notices: Vec::new() };
        let mut more = false;
        let asked = self.ask_each(|at, engine| {
            let cursor = start.clone().filter(|_| at == first);
            engine.list_filtered(&ListRequest { cursor, ..request.clone() }, audience)
        })?;
        for (at, mut reply) in asked.replies {
            joined.total += reply.total;
            joined.notices.append(&mut reply.notices);
            if at < first {
                continue;
            }
            let room = request.limit.max(1) - joined.notes.len();
            more |= reply.notes.len() > room || reply.next_cursor.is_some();
            for mut note in reply.notes.into_iter().take(room) {
                note.after = mark.sign(&format!("{at}{BETWEEN}{}", note.after));
                joined.notes.push(note);
            }
        }
        joined.notices.extend(asked.notices);
        joined.next_cursor = joined.notes.last().filter(|_| more).map(|note| note.after.clone());
        Ok(joined)
    }
}

/// Reads the place of the vault that the page begins in, and that vault's own cursor.
fn parse(cursor: Option<&str>, vaults: usize) -> Result<(usize, Option<String>), Error> {
    let Some(cursor) = cursor else { return Ok((0, None)) };
    let (at, own) = cursor.split_once(BETWEEN).unwrap_or_default();
    match at.parse() {
        Ok(at) if at < vaults => Ok((at, Some(own.to_owned()))),
        _ => Err(Error::Invalid(format!("`{cursor}` is not a cursor of these vaults"))),
    }
}
