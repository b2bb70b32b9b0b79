//! The engine over real folders, with the deterministic stand-in for a model.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod related;
mod search;
mod sync;
mod vault;
