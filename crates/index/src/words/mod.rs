//! Finding by words: how text is cut, how a query is read, how passages are found and shown.

mod exact;
mod fold;
mod folder;
mod forms;
mod index;
mod lengths;
mod query;
mod quotes;
mod schema;
mod scores;
mod script;
mod search;
mod snippet;
mod tokens;

pub(crate) use fold::fold_word;
pub(crate) use index::{WordWriter, open_searcher, payload};
pub(crate) use lengths::Lengths;
pub use query::{MAX_QUERY_BYTES, WordQuery};
pub use quotes::{Quotes, quoted};
pub(crate) use search::{Found, exact, search};
pub use search::{WordHit, WordHits, WordNote};
pub use snippet::{Snippet, highlights, snippet};
