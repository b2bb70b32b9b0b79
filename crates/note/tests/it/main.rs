//! Tests of the crate from outside.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod behaviour;
mod blocks;
mod hostile;
mod laws;
mod link_plan;
mod vaults;
