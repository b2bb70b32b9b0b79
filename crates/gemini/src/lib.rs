//! The Gemini protocol: its shapes, and a client that speaks it.
//!
//! **What it is.** The part of Google's Generative Language API that Notekin uses: embedding texts, and generating them.
//!
//! **What it deliberately is not.** It opens no socket: [`notekin_net`] does, with its time-outs, its offline switch and
//! its record. It knows nothing of notes.
//!
//! ```
//! use notekin_gemini::{Client, Text};
//! use notekin_net::{Effort, Net, Secret, Settings};
//! use std::sync::{Arc, atomic::AtomicBool};
//!
//! let net = Arc::new(Net::new(Settings { offline: true, ..Settings::default() }));
//! let client = Client::new(net, notekin_gemini::GOOGLE, Secret::new("a-key").unwrap());
//! let text = Text { text: "Let it rise.", task: None, dimensions: None };
//! let refused = client.embed("gemini-embedding-001", &[text], Effort::WAITING, &AtomicBool::new(false));
//! assert!(refused.is_err(), "nothing leaves this machine");
//! ```
//!
//! **Why it is shaped so.** One crate has the shapes, because two rooms speak the protocol from one side and one from
//! the other.
mod client;
mod documents;
mod embed;
mod error;
mod files;
mod gathered;
mod generate;
pub mod limits;
mod name;
mod operations;
mod pages;
mod question;
mod session;
pub mod shapes;
mod stores;
mod upload;

pub use client::{Client, GOOGLE};
pub use documents::Likeness;
pub use embed::{Embedded, Task, Text};
pub use error::{Error, Kind};
pub use generate::{Finish, Generated, Prompt, Speaker, Turn};
pub use limits::Limit;
pub use name::{DocumentName, FileName, ModelName, NameError, OperationName, StoreName};
pub use operations::Waiting;
pub use stores::Deletion;
pub use upload::{Care, Import, Upload, Uploaded};
