//! Models at servers: how they are named, what opens their servers, and what it means when one refuses.
//!
//! Two rooms use such models, one to embed and one to write, and neither may know the other. What they have in common
//! is here, just above the calls: a [`Name`] says which protocol is spoken, a [`Line`] speaks JSON with one server, and
//! a [`Fault`] says what became of it. What requests and replies look like is theirs.
mod fault;
mod line;
mod name;
mod refusal;
mod server;
mod shown;
pub mod tokens;

pub use fault::{Fault, Refusal};
pub use line::{How, Line};
pub use name::{Name, Service};
pub use refusal::{Cause, cause, told};
pub use server::Server;
pub use shown::Shown;
