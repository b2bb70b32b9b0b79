//! Finding by words: how text is cut, how a query is read, how passages are found and shown.

mod dampings;
mod emoji;
mod exact;
mod fold;
mod folder;
mod forms;
mod guard;
mod index;
mod lists;
mod mentions;
mod more_like;
mod query;
mod quotes;
mod schema;
mod scores;
mod script;
mod search;
mod snippet;
mod spelling;
mod tokens;
mod vocabulary;

pub(crate) use dampings::Dampings;
pub(crate) use fold::fold_word;
pub(crate) use guard::guarded;
pub(crate) use index::{WordWriter, open_searcher, payload};
pub(crate) use mentions::Mentions;
pub use more_like::Sample;
pub(crate) use more_like::more_like;
pub use query::{MAX_QUERY_BYTES, WordQuery};
pub use quotes::{Quotes, quoted};
pub(crate) use scores::rarities;
pub(crate) use search::{Found, exact, search};
pub use search::{WordHit, WordHits, WordNote};
pub use snippet::{Snippet, Wanted, highlights, said, snippet};
pub use vocabulary::Respelt;
pub(crate) use vocabulary::Vocabulary;
