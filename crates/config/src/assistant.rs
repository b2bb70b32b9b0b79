//! Our entry in the settings of programs with an assistant: what it says, where it goes, how it gets there and out.
//!
//! Those files belong to other programs and to the user. Everything in them that isn't our entry stays as it is, a
//! copy is kept beside a file before it is changed, and nothing is written that wasn't planned and shown first.

mod backup;
mod change;
mod client;
mod entry;
mod folders;
mod json;
mod shape;
mod toml;

pub use change::Change;
pub use client::Client;
pub use entry::Entry;
pub use folders::Folders;
pub(crate) use folders::System;
pub use shape::Standing;
