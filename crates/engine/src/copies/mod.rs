//! Near-copies: notes that say the same, and how they differ.
//!
//! Notes are compared by their runs of letters; what many notes hold (a form, a footer, a licence) says nothing and is
//! left out. Needs neither a model nor links.

mod differs;
mod groups;
mod holders;
mod near;
mod request;
mod rule;
mod runs;
mod samples;
mod survey;
mod twins;

use std::sync::atomic::AtomicBool;

use notekin_index::{NoteRow, Reader};

use groups::Group;
pub(crate) use near::near;
pub use request::{Copied, CopiesReply, CopiesRequest, CopyGroup, Difference};
use survey::Survey;

use crate::Error;
use crate::audience::Audience;
use crate::engine::Engine;
use crate::filter::Narrowed;
use crate::progress::Progress;

impl Engine {
    /// Returns the notes that say the same, in groups. Reads all of the index; when cancelled, `Error::Cancelled` is
    /// returned.
    pub fn copies(
        &self,
        request: &CopiesRequest,
        audience: Audience,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<CopiesReply, Error> {
        let notices =
            if request.update { self.take_in_changes()? } else { self.behind_notices(audience) };
        let reader = self.reader()?;
        let Narrowed { among, in_vain } = request.filter.narrow(&reader, audience)?;
        crate::filter::check(&[in_vain])?;
        let mut notes = reader.notes()?;
        notes.retain(|note| audience.sees(note));
        let survey = Survey {
            reader: &reader,
            settings: self.settings.copies,
            notes: &notes,
            among: among.as_ref(),
            progress,
            cancel,
        };
        let found = survey.run()?;
        let is_among = |note: &&NoteRow| among.as_ref().is_none_or(|among| among.contains(note.id));
        let compared = notes.iter().filter(is_among).count();
        let groups = groups::groups(&found.pairs, |note| found.lengths[note])
            .iter()
            .map(|group| told(&reader, &notes, group))
            .collect::<Result<_, Error>>()?;
        Ok(CopiesReply { groups, compared, notices })
    }
}

/// Returns a group with names, and how its notes differ.
fn told(reader: &Reader, notes: &[NoteRow], group: &Group) -> Result<CopyGroup, Error> {
    let first = &notes[group.first];
    let text = differs::text(reader, first.id)?;
    let mut told = CopyGroup { notes: vec![copied(first, 1.0)], differs: Vec::new() };
    for (copy, coverage) in &group.copies {
        let note = &notes[*copy];
        let other = differs::text(reader, note.id)?;
        told.notes.push(copied(note, *coverage));
        told.differs.push(differs::differs(&text, &other, note.path.clone()));
    }
    Ok(told)
}

fn copied(note: &NoteRow, coverage: f32) -> Copied {
    Copied { path: note.path.clone(), title: note.title.clone(), coverage }
}
