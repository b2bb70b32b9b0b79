//! The only socket out: every call to another program, on this machine or elsewhere, passes through here.
//!
//! **What it is.** A blocking client for small requests, with replies that are small or come bit by bit: it keeps
//! time-outs, tries again where that can help, honours the offline switch and the budget, stops when it is told to, and
//! writes down each call.
//!
//! **What it deliberately is not.** It knows no protocol above HTTP: what a request says and what a reply means is its
//! caller's, but for what all servers with models have in common, which stands apart in [`served`]. It follows no redirect, so that a key goes nowhere but to the host it is meant for, and it keeps neither
//! what was sent nor what came back.
//!
//! ```
//! use notekin_net::{Call, Net, Settings};
//! use std::sync::atomic::AtomicBool;
//!
//! let net = Net::new(Settings { offline: true, ..Settings::default() });
//! let call = Call::get("https://example.org/models", "list models");
//! let error = net.send(&call, &AtomicBool::new(false)).unwrap_err();
//! assert_eq!(error.kind(), notekin_net::Kind::Denied);
//! ```
//!
//! **Why it is shaped so.** One place where all calls pass is what makes the offline switch, the budget and the record
//! things that can't be forgotten. It blocks because the engine does; a call runs on a thread of its own, so that
//! whoever waits for it can be told to stop at any moment.
mod address;
mod budget;
mod call;
mod certificates;
mod date;
mod error;
mod net;
mod patience;
mod pieces;
mod record;
mod secret;
pub mod served;
mod transport;

pub use address::Address;
pub use call::{Advice, Call, Credential, Effort, Reply};
pub use error::{Error, Kind};
pub use net::{Net, Settings, pause};
pub use patience::Patience;
pub use pieces::{Framing, HandOn, Piece};
pub use record::{Entry, Record};
pub use secret::Secret;
