//! What is remembered of a vault: notes, links, chunks, vectors, words.
//!
//! **What it is.** A folder of three stores behind one [`Writer`] and any number of [`Reader`]s, in
//! any process: notes, links and the text of chunks; what is found by words; and the vectors that
//! are found by meaning. Beside it the [`VectorStore`], which keeps what a model made of a text for
//! all vaults.
//!
//! **What it is not.** It reads no vault and calls no model: what goes in was read and parsed by
//! others, and vectors are handed to it. It ranks within one way of finding, never across.
//! Everything in an index's folder can be derived again.
//!
//! ```
//! use notekin_index::{Layout, NoteDraft, Reader, Stamp, WordQuery, Writer};
//! use notekin_note::{Format, NotePath, Settings, TitleRule, parse};
//!
//! let home = tempfile::tempdir()?;
//! let layout = Layout { folder: home.path().join("index"), vectors: home.path().join("vectors") };
//!
//! let (path, raw) = (NotePath::parse("Soup.md")?, b"Boil the leek.");
//! let note = parse(raw, Format::Markdown, &Settings::default());
//! let titles = note.titles(&path, TitleRule::FileName);
//! let stamp = Stamp { size: raw.len() as u64, modified_ns: 0 };
//! let mut writer = Writer::open(&layout, "example")?;
//! let (hash, private, created_ns) = ([0; 16], false, None);
//! writer.put(&NoteDraft { path: &path, stamp, created_ns, hash, titles: &titles, raw, private, note: &note })?;
//! writer.commit()?;
//!
//! let reader = Reader::open(&layout)?;
//! let found = reader.words(&WordQuery::parse("leek"), None, 10)?;
//! assert_eq!(reader.chunk(found.hits[0].chunk)?.unwrap().text.trim(), "Boil the leek.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Why it is shaped so.** One store is the truth, the notes' database; the other two can be made
//! from it, so that a kill between their commits is mended at the next opening. A reader is a
//! snapshot: nothing moves under a search. SQL, files and mapped memory stay inside, so that
//! another implementation can take this one's place.

mod best;
mod comparison;
mod condition;
mod draft;
mod error;
mod filter;
mod fingerprint;
mod format;
mod glob;
mod heal;
mod ids;
mod layout;
mod lock;
mod matrix;
mod notes;
mod probe;
mod reader;
mod recovery;
mod regex;
mod removal;
mod renewal;
mod rows;
mod space;
mod stored_model;
mod vector_store;
mod vectors;
mod words;
mod writer;

pub use comparison::{Is, Order};
pub use condition::{Condition, Moment, Test};
pub use draft::{NoteDraft, Stamp};
pub use error::{Error, Kind, Result};
pub use filter::{Filter, NoteSet};
pub use glob::Glob;
pub use ids::{ChunkId, ContentHash, NoteId, Parts, VectorKey};
pub use layout::Layout;
pub use reader::Reader;
pub use recovery::Recovery;
pub use regex::{RegexHit, RegexHits};
pub use removal::remove;
pub use rows::{
    BlockRow, ChunkRow, Counts, Known, LinkRow, NoteDetail, NoteRow, PendingChunk, SectionRow,
    Skipped, Withheld,
};
pub use space::Space;
pub use stored_model::{StoredModel, forget_model, stored_models};
pub use vector_store::VectorStore;
pub use vectors::{Checked, KernelSpeed, VectorHit, kernel_speeds};
pub use words::{
    MAX_QUERY_BYTES, Quotes, Respelt, Sample, Snippet, Wanted, WordHit, WordHits, WordNote,
    WordQuery, highlights, quoted, said, snippet,
};
pub use writer::Writer;
