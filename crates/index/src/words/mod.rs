//! Finding by words: how text is cut, how a query is read, how passages are found and shown.

mod fold;
mod folder;
mod index;
mod query;
mod schema;
mod script;
mod search;
mod snippet;
mod tokens;

pub(crate) use fold::fold_word;
pub(crate) use index::{WordWriter, open_searcher, payload};
pub use query::{WordQuery, quoted};
pub(crate) use search::{Found, search};
pub use search::{WordHit, WordHits};
pub use snippet::{Snippet, highlights, snippet};
