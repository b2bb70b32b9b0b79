//! Finding by words: how text is cut, how a query is read, how passages are found and shown.

mod emoji;
mod fold;
mod folder;
mod index;
mod query;
mod schema;
mod script;
mod search;
mod snippet;
mod spelling;
mod tokens;
mod vocabulary;

pub(crate) use index::{WordWriter, open_searcher, payload};
pub use query::WordQuery;
pub(crate) use search::{Found, rarities, search};
pub use search::{WordHit, WordHits};
pub use snippet::{Snippet, Wanted, highlights, said, snippet};
pub use vocabulary::Respelt;
pub(crate) use vocabulary::Vocabulary;
