//! The rows: what a reader gives back of notes, chunks and links.

use notekin_note::{Day, Format, Lines, LinkKind, NotePath, Span};

use crate::draft::Stamp;
use crate::ids::{ChunkId, ContentHash, NoteId};

/// What the index knows of a note's file, to find what changed.
///
/// The stamp tells cheaply that nothing changed, the hash surely; the hash also finds a note again
/// that was moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The note.
    pub id: NoteId,
    /// Its path in the vault.
    pub path: NotePath,
    /// Size and time of its file when it was read.
    pub stamp: Stamp,
    /// Hash of its file.
    pub hash: ContentHash,
}

/// A note, without its contents.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteRow {
    /// The note.
    pub id: NoteId,
    /// Its path in the vault.
    pub path: NotePath,
    /// How its file is written.
    pub format: Format,
    /// Size and time of its file when it was read.
    pub stamp: Stamp,
    /// The title shown.
    pub title: String,
    /// Whether it must never leave for a remote model, store or assistant.
    pub private: bool,
    /// The day that it names as what it is about, in a property or in its name; none where only its file has one.
    pub day: Option<Day>,
}

/// What is less often asked of a note.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NoteDetail {
    /// Its other titles.
    pub other_titles: Vec<String>,
    /// The aliases of its frontmatter.
    pub aliases: Vec<String>,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Its frontmatter properties as a JSON object.
    pub properties: String,
    /// What could not be understood in it.
    pub warnings: Vec<String>,
    /// The text of the file before its body: its frontmatter, as it is written.
    pub head: String,
    /// Its headings, in order.
    pub sections: Vec<SectionRow>,
    /// Its block ids, without `^`.
    pub blocks: Vec<BlockRow>,
}

/// A heading of a note, for links to it.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionRow {
    /// 1 to 6, or 0 for the text before the first heading.
    pub level: u8,
    /// Its text.
    pub title: String,
    /// The bytes of the section in the file.
    pub span: Span,
    /// The lines of the section in the file.
    pub lines: Lines,
}

/// A block id of a note, for links to it.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockRow {
    /// The id, without `^`.
    pub id: String,
    /// The bytes of the id in the file.
    pub span: Span,
}

/// A chunk with its texts.
#[derive(Clone, Debug)]
pub struct ChunkRow {
    /// The chunk.
    pub id: ChunkId,
    /// The note it belongs to.
    pub note: NoteId,
    /// Its place in the note, from 0.
    pub ordinal: u32,
    /// Its bytes in the file.
    pub span: Span,
    /// Its lines in the file.
    pub lines: Lines,
    /// The headings above it, outermost first.
    pub heading: Vec<String>,
    /// The estimated tokens of `text`.
    pub tokens: u32,
    /// Whether it lies in a listing section (related, references), which is never embedded.
    pub listing: bool,
    /// Whether a vector serves it, fresh or stale.
    pub embedded: bool,
    /// The exact bytes of its span.
    pub raw: Vec<u8>,
    /// The readable text that is embedded.
    pub text: String,
    /// What is found by words only.
    pub aside: String,
}

/// A link as written in a note, and where it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkRow {
    /// The note it stands in.
    pub from: NoteId,
    /// Its place among the links of that note, from 0.
    pub ordinal: u32,
    /// The note it leads to; none while it dangles.
    pub to: Option<NoteId>,
    /// How it is written.
    pub kind: LinkKind,
    /// Whether it embeds its target.
    pub embed: bool,
    /// The note part of its target, decoded; empty for the note itself.
    pub target: String,
    /// The heading part of its target.
    pub heading: Option<String>,
    /// The block part of its target.
    pub block: Option<String>,
    /// The text shown.
    pub display: String,
    /// Its bytes in the file.
    pub span: Span,
}

/// A chunk that waits for its vector.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingChunk {
    /// The chunk.
    pub chunk: ChunkId,
    /// The note it belongs to.
    pub note: NoteId,
    /// The note's path in the vault.
    pub path: NotePath,
    /// The note's shown title.
    pub title: String,
    /// The note's other titles.
    pub other_titles: Vec<String>,
    /// Whether the note must never leave for a remote model.
    pub private: bool,
    /// The headings above it, outermost first.
    pub heading: Vec<String>,
    /// The text to embed; empty for a note that is only a title.
    pub text: String,
}

/// A note that was found in the vault but not taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// Its path in the vault, as far as it can be written.
    pub path: String,
    /// The name of the rule that leaves it out; none when it couldn't be read.
    pub rule: Option<String>,
    /// A stable word for the kind of trouble.
    pub kind: String,
    /// The rule or the trouble in a few words.
    pub reason: String,
    /// Its file's stamp when the reason was found in the note itself, so that it need not be read
    /// again.
    pub stamp: Option<Stamp>,
}

/// A note of which some chunks are not to be embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withheld {
    /// The note.
    pub note: NoteId,
    /// Where it lies.
    pub path: NotePath,
    /// Why, or nothing when it is because the note is private.
    pub reason: Option<String>,
    /// How many of its chunks.
    pub chunks: usize,
}

/// How much there is, and how much of it is embedded.
///
/// Always `stale <= embedded <= embeddable <= chunks` and `notes_ready <= notes`. Every note counts
/// in `embeddable`: one that says nothing has a chunk for its title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All notes.
    pub notes: usize,
    /// Notes whose every embeddable chunk is served by a vector.
    pub notes_ready: usize,
    /// Notes of which no chunk is served by a vector yet, though some are to be.
    pub notes_unserved: usize,
    /// All chunks.
    pub chunks: usize,
    /// Chunks that are to have a vector.
    pub embeddable: usize,
    /// Chunks served by a vector, fresh or stale.
    pub embedded: usize,
    /// Chunks served by a vector of an earlier title.
    pub stale: usize,
}
