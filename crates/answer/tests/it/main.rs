//! Tests of the crate from outside.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod printed;
