//! The engine over real folders, with the deterministic stand-in for a model.

mod related;
mod search;
mod sync;
mod vault;
