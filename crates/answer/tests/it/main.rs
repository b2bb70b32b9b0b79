//! Models that write, over servers on this machine that speak the real protocols; and answers tied to their passages.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod anthropic;
mod dialect;
mod faults;
mod gemini;
mod limits;
mod offered;
mod ollama;
mod openai;
mod place;
mod printed;
#[path = "../../../net/tests/it/server.rs"]
#[expect(dead_code, reason = "the tests of other rooms use the rest of it")]
mod server;
mod texts;
