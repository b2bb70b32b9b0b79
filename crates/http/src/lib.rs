//! The HTTP face: one running engine for everyone on this machine.
//!
//! **What it is.** A server on the loopback address that keeps the engines of all vaults warm and follows them; its API
//! with a table of routes that is also its OpenAPI; the page in the browser; a socket over which other faces join; and the
//! client with which the command line asks it.
//!
//! **What it deliberately is not.** It ranks nothing and computes nothing: a route parses, calls one function of the
//! engine, and hands the reply to `wire`. It is not for a network: whoever wants it from elsewhere must say so twice.
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use notekin_config::Environment;
//! use notekin_http::{Options, Server};
//!
//! let server = Server::start(&Options {
//!     environment: Environment::of_process(),
//!     address: "127.0.0.1:0".parse()?,
//!     beyond_this_machine: false,
//!     until_unused: false,
//! })?;
//! println!("http://{}", server.running().address);
//! // It answers until the flag is set.
//! server.run(&Arc::new(AtomicBool::new(false)))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A program that waits for its answers asks it so:
//!
//! ```no_run
//! use notekin_http::Client;
//! use notekin_wire::{EngineStatus, SearchReply, SearchRequest};
//!
//! let data = std::path::Path::new("/home/ann/.local/share/notekin");
//! if let Some(mut engine) = Client::connect(data)? {
//!     let status: EngineStatus = engine.get("/status")?;
//!     let asked = SearchRequest { query: "tea".to_owned(), ..SearchRequest::default() };
//!     for vault in status.vaults {
//!         let found: SearchReply = engine.post(&format!("/vaults/{}/search", vault.id), &asked)?;
//!         println!("{}: {} notes", vault.name, found.total);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Why it is shaped so.** A model takes half a second to load and a snapshot of an index some memory, so that one process
//! is to have them for all. What answers must be the same wherever it is asked, so that requests and replies are those of
//! `wire`, for the page as for the command line. Whoever can open a port on this machine is not therefore the user: every
//! request carries a token that only the user's own files tell.

pub mod ask;
mod call;
mod client;
pub mod doctor;
mod doors;
mod events;
mod failed;
mod guard;
mod lease;
mod lock;
mod log_file;
mod openapi;
mod page;
mod problem;
mod route;
mod routes;
mod running;
mod server;
mod session;
mod socket;
mod state;
mod streamed;
mod token;
mod twins;

pub use client::{Client, Failed as Unanswered};
pub use failed::Failed;
pub use lock::Lock;
pub use log_file::LogFile;
pub use openapi::document;
pub use problem::Problem;
pub use running::{Running, ServedVault};
pub use server::{Options, Server};
pub use socket::{Hello, Joined, Stream, Welcome};
pub use twins::{conversation, conversations, keys, setting};

/// The version of the API and of the line with which others join; it grows when an older client would misunderstand.
pub const PROTOCOL: u32 = 1;
