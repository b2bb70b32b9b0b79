//! What the protocol allows, checked before anything is sent: a refusal would cost a call, and tell less.
//!
//! Documented by Google: the size of a document, its metadata, display names. Told by users: the stores of a question.
//! Not known, and so not checked here: how long keys and values may be, and how many tokens a passage may have.
use crate::shapes::{ChunkingConfig, CustomMetadata, FileSearch, ImportRequest, UploadRequest};

/// The most bytes of a document.
pub const DOCUMENT_BYTES: u64 = 100 << 20;
/// The most bytes of a file that is to be imported.
pub const FILE_BYTES: u64 = 2 << 30;
/// The most entries of a document's metadata.
pub const METADATA_ENTRIES: usize = 20;
/// The most characters of a display name.
pub const DISPLAY_NAME: usize = 512;
/// The most stores that a question searches.
pub const STORES: usize = 5;

/// A request beyond what the protocol allows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// A document or file is too big.
    #[error("it has {bytes} bytes, and {most} are allowed")]
    Bytes {
        /// Its bytes.
        bytes: u64,
        /// The most there may be.
        most: u64,
    },
    /// A display name is too long.
    #[error("the display name has {0} characters, and {DISPLAY_NAME} are allowed")]
    DisplayName(usize),
    /// There are too many entries of metadata.
    #[error("there are {0} entries of metadata, and {METADATA_ENTRIES} are allowed")]
    Metadata(usize),
    /// An entry of metadata has no key, no value or more than one.
    #[error("the metadata `{0}` needs a key and exactly one value")]
    Value(String),
    /// Passages would share as many tokens as they have, or have none.
    #[error("passages of {tokens} tokens cannot share {overlap}")]
    Overlap {
        /// The most tokens of a passage.
        tokens: u32,
        /// Those that two in a row share.
        overlap: u32,
    },
    /// A kind of file isn't written as `text/markdown` is.
    #[error("`{0}` is no kind of file, which reads `text/markdown`")]
    Kind(String),
    /// A question names no store, or too many.
    #[error("a question searches 1 to {STORES} stores, not {0}")]
    Stores(usize),
    /// A question asks for no passage.
    #[error("a question needs at least one passage")]
    Passages,
}

/// Checks a display name.
pub(crate) fn display_name(name: &str) -> Result<(), Limit> {
    let characters = name.chars().count();
    if characters > DISPLAY_NAME { Err(Limit::DisplayName(characters)) } else { Ok(()) }
}

/// Checks the bytes of a document or file.
pub(crate) fn bytes(bytes: &[u8], most: u64) -> Result<(), Limit> {
    let bytes = bytes.len() as u64;
    if bytes > most { Err(Limit::Bytes { bytes, most }) } else { Ok(()) }
}

/// Checks what is said of a document that is sent.
pub(crate) fn upload(request: &UploadRequest) -> Result<(), Limit> {
    display_name(&request.display_name)?;
    kind(&request.mime_type)?;
    described(&request.custom_metadata, request.chunking_config.as_ref())
}

/// Checks what is said of a document that is imported.
pub(crate) fn import(request: &ImportRequest) -> Result<(), Limit> {
    described(&request.custom_metadata, request.chunking_config.as_ref())
}

/// Checks a kind of file, which also stands in a header.
pub(crate) fn kind(kind: &str) -> Result<(), Limit> {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic());
    let bare = kind.split(';').next().unwrap_or_default();
    let is_sound = bare.split_once('/').is_some_and(|(a, b)| is_word(a) && is_word(b))
        && kind.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    if is_sound { Ok(()) } else { Err(Limit::Kind(kind.to_owned())) }
}

/// Checks how stores are searched.
pub(crate) fn search(search: &FileSearch) -> Result<(), Limit> {
    let stores = search.file_search_store_names.len();
    if !(1..=STORES).contains(&stores) {
        return Err(Limit::Stores(stores));
    }
    if search.top_k == Some(0) { Err(Limit::Passages) } else { Ok(()) }
}

fn described(metadata: &[CustomMetadata], chunking: Option<&ChunkingConfig>) -> Result<(), Limit> {
    if metadata.len() > METADATA_ENTRIES {
        return Err(Limit::Metadata(metadata.len()));
    }
    let wrong = metadata.iter().find(|entry| entry.key.is_empty() || entry.values() != 1);
    if let Some(wrong) = wrong {
        return Err(Limit::Value(wrong.key.clone()));
    }
    let cut = chunking.and_then(|chunking| chunking.white_space_config.as_ref());
    match cut.map(|cut| (cut.max_tokens_per_chunk, cut.max_overlap_tokens.unwrap_or(0))) {
        Some((Some(tokens), overlap)) if overlap >= tokens => {
            Err(Limit::Overlap { tokens, overlap })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::StoreName;

    fn markdown() -> UploadRequest {
        UploadRequest { mime_type: "text/markdown".to_owned(), ..UploadRequest::default() }
    }

    #[test]
    fn a_request_may_go_up_to_each_limit_and_no_further() {
        let named = |length| UploadRequest { display_name: "é".repeat(length), ..markdown() };
        assert_eq!(upload(&named(512)), Ok(()));
        assert_eq!(upload(&named(513)), Err(Limit::DisplayName(513)));
        let entries = |count| UploadRequest {
            custom_metadata: vec![CustomMetadata::text("k", ""); count],
            ..markdown()
        };
        assert_eq!(upload(&entries(20)), Ok(()));
        assert_eq!(upload(&entries(21)), Err(Limit::Metadata(21)));
        assert_eq!(bytes(b"abc", 3), Ok(()));
        assert_eq!(bytes(b"abcd", 3), Err(Limit::Bytes { bytes: 4, most: 3 }));
        let cut = |tokens, overlap| UploadRequest {
            chunking_config: Some(ChunkingConfig::white_space(tokens, overlap)),
            ..markdown()
        };
        assert_eq!(upload(&cut(2, 1)), Ok(()));
        assert_eq!(upload(&cut(2, 2)), Err(Limit::Overlap { tokens: 2, overlap: 2 }));
    }

    #[test]
    fn metadata_has_one_value_each() {
        let none = CustomMetadata { key: "k".to_owned(), ..CustomMetadata::default() };
        let both =
            CustomMetadata { numeric_value: Some(1.into()), ..CustomMetadata::text("k", "v") };
        for entry in [none, both] {
            let request = UploadRequest { custom_metadata: vec![entry], ..markdown() };
            assert_eq!(upload(&request), Err(Limit::Value("k".to_owned())));
        }
    }

    #[test]
    fn a_kind_of_file_can_stand_in_a_header() {
        for sound in ["text/markdown", "text/plain; charset=utf-8"] {
            assert_eq!(kind(sound), Ok(()));
        }
        for wrong in ["", "markdown", "text/", "text/x\r\nX-Evil: 1", "text/mär", "a b/c"] {
            assert!(kind(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_question_searches_one_to_five_stores() {
        let of = |count| FileSearch::of(vec![StoreName::of("a").unwrap(); count]);
        assert_eq!(search(&of(0)), Err(Limit::Stores(0)));
        assert_eq!(search(&of(5)), Ok(()));
        assert_eq!(search(&of(6)), Err(Limit::Stores(6)));
        assert_eq!(search(&FileSearch { top_k: Some(0), ..of(1) }), Err(Limit::Passages));
    }
}
