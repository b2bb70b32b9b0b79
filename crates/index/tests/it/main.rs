//! The index from outside: what readers see of what the writer did.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, in its helpers too"
)]

mod damage;
mod full;
mod kill;
mod nearest;
mod roundtrip;
mod store;
mod vault;
mod words;
