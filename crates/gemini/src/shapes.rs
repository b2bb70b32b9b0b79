//! The protocol's messages, as they stand in JSON; a client writes what a server reads, and the other way round.
//!
//! Keys are in camelCase; what is empty, zero or false is left out, as Google does. Integers of 64 bits are texts, those
//! of 32 bits are numbers, and both are read from either. What a message holds besides is kept in its `rest` and written
//! again, so that nothing is lost on the way through: Google adds fields without notice.
//!
//! [`read`] takes a message from a client that spells keys in snake_case, as Google's Python SDK does in part.
mod chunking;
mod content;
mod document;
mod file;
mod grounding;
pub(crate) mod integer;
mod metadata;
mod operation;
mod reply;
mod spelling;
mod status;
mod store;
mod time;
mod upload;

use serde_json::{Map, Value};

pub use chunking::{ChunkingConfig, WhiteSpaceConfig};
pub use content::{Content, FileSearch, GenerateRequest, GenerationConfig, Part, Tool};
pub use document::{Document, DocumentList, DocumentState};
pub use file::{File, FileList, FileReply, FileRequest, FileState, NewFile};
pub use grounding::{
    GroundingChunk, GroundingMetadata, GroundingSupport, RetrievedContext, Segment,
};
pub use metadata::{CustomMetadata, StringList};
pub use operation::Operation;
pub use reply::{Candidate, GenerateReply, PromptFeedback, Usage};
pub use spelling::read;
pub use status::{Detail, FieldViolation, Link, Problem, QuotaViolation, Status};
pub use store::{NewStore, Store, StoreList};
pub use time::Timestamp;
pub use upload::{ImportRequest, UploadRequest};

/// What a message holds besides the fields we know, as it came.
pub type Rest = Map<String, Value>;
