//! The Gemini protocol: its shapes, and a client that speaks it.
//!
//! **What it is.** The part of Google's Generative Language API that Notekin uses: embedding texts and generating them,
//! and File Search: stores, their documents, uploads that can be taken up again, operations, and answers that rest on
//! documents. [`shapes`] has the messages, names such as [`StoreName`] are checked before they become part of an
//! address, and [`limits`] says what is not even sent.
//!
//! **What it deliberately is not.** It opens no socket: [`notekin_net`] does, with its time-outs, its offline switch and
//! its record. It knows nothing of notes, and remembers nothing: which document is which note's is its caller's.
//!
//! ```
//! use notekin_gemini::shapes::{CustomMetadata, UploadRequest};
//! use notekin_gemini::{Care, Client, StoreName, Upload};
//! use notekin_net::{Net, Secret, Settings};
//! use std::sync::{Arc, atomic::AtomicBool};
//!
//! let net = Arc::new(Net::new(Settings { offline: true, ..Settings::default() }));
//! let client = Client::new(net, notekin_gemini::GOOGLE, Secret::new("a-key").unwrap());
//! let store = StoreName::parse("fileSearchStores/vault-0a1b2c").unwrap();
//! let request = UploadRequest {
//!     display_name: "Bread.md".to_owned(),
//!     mime_type: "text/markdown".to_owned(),
//!     custom_metadata: vec![CustomMetadata::text("hash", "5d41402a")],
//!     ..UploadRequest::default()
//! };
//! let upload = Upload { request: &request, bytes: b"Let it rise.", others: &[] };
//! let refused = client.upload(&store, &upload, Care::BULK, &AtomicBool::new(false));
//! assert!(refused.is_err(), "nothing leaves this machine");
//! ```
//!
//! **Why it is shaped so.** One crate has the shapes, because two rooms speak the protocol from one side and one from
//! the other. A document that is sent twice is found twice, so whatever makes something is never simply tried again.
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
