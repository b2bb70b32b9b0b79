//! Who is asking: one policy decides by it what may be found, shown, counted or sent.

use notekin_index::{Filter, NoteRow, NoteSet, Reader};

use crate::Error;

/// The party a reply is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The person whose notes these are: command line, page and plugin.
    Owner,
    /// An assistant program working for the owner.
    Assistant,
    /// A model or store that isn't on this machine.
    Remote,
}

impl Audience {
    /// Returns the notes the audience may find; all when nothing.
    pub(crate) fn visible(self, reader: &Reader) -> Result<Option<NoteSet>, Error> {
        Ok(reader.matching(&Filter { private: self.sees_private(), ..Filter::default() })?)
    }

    /// Returns whether notes marked `private: true` may be found, shown or counted.
    pub fn sees_private(self) -> bool {
        self == Self::Owner
    }

    /// Returns whether this note may be found, shown or counted.
    pub(crate) fn sees(self, note: &NoteRow) -> bool {
        self.sees_private() || !note.private
    }

    /// Returns whether the reply may say what the policy left out.
    pub fn sees_excluded(self) -> bool {
        self == Self::Owner
    }
}
