//! Gemini File Search, over servers on this machine that speak the real protocol, also wrongly.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod breaks;
mod documents;
mod messages;
mod operations;
mod questions;
mod recorded;
mod secrets;
#[path = "../../../net/tests/it/server.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod server;
mod stand_in;
mod stores;
mod uploads;
