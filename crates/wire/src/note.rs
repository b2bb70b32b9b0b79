//! A note's text, and lists of notes, as JSON.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::block::Block;
use crate::notice::Notice;
use crate::search::{Bytes, Lines};
use crate::time::written;

/// A note's text, or a part of it, with what is known of the note.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ReadReply {
    /// The vault's name.
    pub vault: String,
    /// The note's path in the vault.
    pub path: String,
    /// The note's title.
    pub title: String,
    /// The headings above the first line, outermost first.
    pub heading: Vec<String>,
    /// The text's lines in the file.
    pub lines: Lines,
    /// The text's bytes in the file.
    pub bytes: Bytes,
    /// The text.
    pub text: String,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// The note's headings.
    pub outline: Vec<OutlineEntry>,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its frontmatter's properties.
    pub properties: serde_json::Value,
    /// When its file was changed, as RFC 3339 writes it.
    pub modified: String,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

impl From<&engine::ReadReply> for ReadReply {
    fn from(reply: &engine::ReadReply) -> Self {
        Self {
            vault: reply.vault.clone(),
            path: reply.path.as_str().to_owned(),
            title: reply.title.clone(),
            heading: reply.heading.clone(),
            lines: Lines { start: reply.lines.start, end: reply.lines.end },
            bytes: Bytes { start: reply.bytes.start, end: reply.bytes.end },
            text: reply.text.clone(),
            next_cursor: reply.next_cursor.clone(),
            outline: reply.outline.iter().map(OutlineEntry::from).collect(),
            tags: reply.tags.clone(),
            aliases: reply.aliases.clone(),
            // The index keeps them as JSON; a note without any has none.
            properties: serde_json::from_str(&reply.properties).unwrap_or_default(),
            modified: written(reply.modified),
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}

/// A whole note, to be shown.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NoteReply {
    /// The vault's name.
    pub vault: String,
    /// The note's path in the vault.
    pub path: String,
    /// The note's title.
    pub title: String,
    /// The note's headings.
    pub outline: Vec<OutlineEntry>,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its frontmatter's properties.
    pub properties: serde_json::Value,
    /// When its file was changed, as RFC 3339 writes it.
    pub modified: String,
    /// What it says.
    pub blocks: Vec<Block>,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

impl From<&engine::ShownNote> for NoteReply {
    fn from(shown: &engine::ShownNote) -> Self {
        let leads_to = |target: &engine::blocks::LinkTarget| {
            shown.leads_to(target).map(|path| path.as_str().to_owned())
        };
        let note = ReadReply::from(&shown.note);
        Self {
            vault: note.vault,
            path: note.path,
            title: note.title,
            outline: note.outline,
            tags: note.tags,
            aliases: note.aliases,
            properties: note.properties,
            modified: note.modified,
            blocks: Block::each(&shown.blocks, &leads_to),
            notices: note.notices,
        }
    }
}

/// A heading of a note.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OutlineEntry {
    /// 1 to 6.
    pub level: u8,
    /// Its text.
    pub title: String,
    /// Its line in the file.
    pub line: u32,
}

impl From<&engine::OutlineEntry> for OutlineEntry {
    fn from(entry: &engine::OutlineEntry) -> Self {
        Self { level: entry.level, title: entry.title.clone(), line: entry.line }
    }
}

/// A page of a list of notes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListReply {
    /// The notes, by vault and path.
    pub notes: Vec<Listed>,
    /// How many notes there are on all pages.
    pub total: usize,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

impl From<&engine::ListReply> for ListReply {
    fn from(reply: &engine::ListReply) -> Self {
        Self {
            notes: reply.notes.iter().map(Listed::from).collect(),
            total: reply.total,
            next_cursor: reply.next_cursor.clone(),
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}

/// A note in a list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// The vault's name.
    pub vault: String,
    /// The note's path in the vault.
    pub path: String,
    /// The note's title.
    pub title: String,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// When its file was changed, as RFC 3339 writes it.
    pub modified: String,
}

impl From<&engine::Listed> for Listed {
    fn from(note: &engine::Listed) -> Self {
        Self {
            vault: note.vault.clone(),
            path: note.path.as_str().to_owned(),
            title: note.title.clone(),
            tags: note.tags.clone(),
            modified: written(note.modified),
        }
    }
}
