//! Markdown bytes to a [`Note`]: its sections, chunks, links, tags and warnings.
//!
//! **What it is not.** It reads no files, resolves no links, knows no model and keeps nothing.
//! It also never fails: whatever the bytes are, a note comes back, with a [`Warning`] for each
//! thing that could not be understood.
//!
//! ```
//! use notekin_note::{Format, Settings, parse};
//!
//! let raw = b"---\ntags: [soup]\n---\n# Borscht\nBeet soup, see [[Dill#Fresh|fresh dill]].\n";
//! let note = parse(raw, Format::Markdown, &Settings::default());
//!
//! assert_eq!(note.heading_title.as_deref(), Some("Borscht"));
//! assert_eq!(note.chunks[0].text, "Beet soup, see fresh dill.");
//! assert_eq!(note.links[0].target, "Dill");
//! assert_eq!(note.tags[0].name, "soup");
//! ```
//!
//! **Why it is shaped so.** Bytes become a *source* (text with a way back to the raw bytes), the
//! source becomes a *draft* (readable text, again with a way back), and the draft is cut into
//! chunks. Each step keeps offsets in one direction only, so a citation is two look-ups, and every
//! step is one pass, so that time stays linear in the size of the note whatever it holds.

#![forbid(unsafe_code)]

mod block;
pub mod blocks;
mod callout;
mod canvas;
mod chunk;
mod comment;
mod data_uri;
mod day;
mod draft;
mod edit;
mod excalidraw;
mod fold;
mod format;
mod frontmatter;
mod grain;
mod html;
mod link;
mod link_plan;
mod nesting;
mod new_link;
mod note;
mod outline;
mod path;
mod prose;
mod reader;
mod sentence;
mod settings;
mod skipped;
mod source;
mod span;
mod stretch;
mod tag;
mod title;
mod tokens;
mod unbroken;
mod value;
mod warning;
mod yaml;

pub use block::{Block, BlockId};
pub use blocks::blocks;
pub use chunk::Chunk;
pub use day::{Day, Days};
pub use edit::Edit;
pub use fold::fold;
pub use format::Format;
pub use frontmatter::{Frontmatter, Property};
pub use link::{Link, LinkKind};
pub use link_plan::{LinkPlan, LinkSection, plan_link};
pub use new_link::NewLink;
pub use note::{Note, parse};
pub use outline::Section;
pub use path::{NotePath, PathError};
pub use sentence::{character_start, sentences};
pub use settings::Settings;
pub use span::{Lines, Span};
pub use stretch::{Stretch, StretchKind, stretches};
pub use tag::Tag;
pub use title::{TitleRule, Titles};
pub use tokens::estimate_tokens;
pub use unbroken::unbroken;
pub use value::Value;
pub use warning::Warning;
