//! Tests of the crate from outside.

mod behaviour;
mod hostile;
mod laws;
mod vaults;
