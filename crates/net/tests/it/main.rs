//! Calls to servers on this machine that speak HTTP by hand, so that every fault can be shown.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

mod company;
mod faults;
mod limits;
mod server;
mod streams;
