//! The MCP face: vaults for assistants, over any stream of bytes.
//!
//! **What it is.** A server of the Model Context Protocol with a few tools that read: find passages, read a note, see
//! what belongs with it, list notes, how the vaults stand, and where the user wants it an answer that is tied to them. It speaks all versions of the protocol from 2024-11-05 to
//! 2026-07-28, and follows its vaults while it lives.
//!
//! **What it deliberately is not.** It writes nothing, ranks nothing and keeps no state of a conversation. Whatever it
//! says is said to an assistant: private and excluded notes don't exist here, not in counts and not in errors.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use notekin_config::{Shelf, Wanted};
//! use notekin_mcp::{Service, serve_stdio};
//!
//! # fn wanted() -> Result<Vec<Wanted>, String> { Ok(Vec::new()) }
//! let shelf = Shelf::open(Box::new(wanted), Arc::new(|_, _| {}))?;
//! serve_stdio(Service::new(Arc::new(shelf), &[]))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Why it is shaped so.** An assistant is a reader that can be talked into things by what it reads, and that pays for
//! every word. So passages and texts of notes are marked as quoted between boundaries nobody can guess, invisible
//! characters are taken out of everything, every reply has a budget, and whatever an assistant can mend comes back as a
//! result that says how.

mod answers;
mod arguments;
mod budget;
mod call;
mod clean;
mod commas;
mod library;
mod over_http;
mod patient;
mod quoted;
mod refusal;
mod resources;
mod rows;
mod schema;
mod service;
mod stdio;
mod tool;
mod tools;
mod uri;

pub use answers::WriterSource;
pub use over_http::{OverHttp, over_http};
pub use service::Service;
#[cfg(unix)]
pub use stdio::serve_socket;
pub use stdio::{serve_stdio, serve_stream};
pub use tools::Profile;
