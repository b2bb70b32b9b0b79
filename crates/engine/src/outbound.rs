//! The record of calls to servers: what was sent where, and when.

pub use notekin_embed::{CallEntry, CallRecord};

use crate::Error;

/// Returns the failure to read the record as one of the engine's.
pub fn failed(error: notekin_embed::CallError) -> Error {
    Error::Embed(error.into())
}
