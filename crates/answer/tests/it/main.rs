//! Models that write, over servers on this machine that speak the real protocols.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod anthropic;
mod dialect;
mod faults;
mod gemini;
mod limits;
mod offered;
mod ollama;
mod openai;
mod place;
#[path = "../../../net/tests/it/server.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod server;
mod texts;
