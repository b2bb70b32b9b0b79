//! Tests of the crate from outside.

mod behaviour;
mod hostile;
mod laws;
mod link_plan;
mod vaults;
