//! The engine over real folders, with the deterministic stand-in for a model.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod copies;
mod explain;
mod filters;
mod follow;
mod link;
mod measure;
mod naive;
mod read;
mod related;
mod search;
mod several;
mod sync;
mod vault;
mod words;
