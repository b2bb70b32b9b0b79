//! What the faces say: requests, replies and problems as JSON.
//!
//! **What it is.** The only serialized twins of our own types. Every face prints these, so the same question gives the
//! same JSON everywhere. Names are snake_case, lines count from 1 and are inclusive, bytes count from 0 and are
//! half-open.
//!
//! **What it deliberately is not.** It holds no logic: nothing here ranks, filters, reads a file or knows a socket.
//!
//! ```
//! use notekin_wire::{Kind, Problem};
//!
//! let problem = Problem { kind: Kind(notekin_engine::Kind::NotFound), message: "no such note".into(), hint: None };
//! assert_eq!(problem.kind.exit_code(), 2);
//! assert_eq!(problem.kind.http_status(), 404);
//! ```
//!
//! **Why it is shaped so.** The engine's types may change with its insides; what scripts, assistants and the plugin
//! rely on may not. A twin with a plain conversion makes every change of the contract a visible edit of this crate.

mod ask;
mod assistant;
mod block;
mod comparison;
mod control;
mod conversation;
mod copies;
mod cost;
mod doctor;
mod event;
mod explain;
mod filter;
mod hubs;
mod inventory;
mod link;
mod measure;
mod model;
mod note;
mod notice;
mod number;
mod outbound;
mod problem;
mod related;
mod request;
mod search;
mod server;
mod setup;
mod status;
mod time;

pub use ask::{AnswerSentence, AskReply, GroundingChunk, GroundingSupport};
pub use assistant::{Assistant, Assistants, SetUp, SettingsChange};
pub use block::{Align, Block, Inline, ListItem, Resolve, TableRow};
pub use comparison::{Compared, Comparison};
pub use control::{
    Calibration, FilePath, IndexAction, Indexing, NewKey, NewValue, NoteName, Rest, Rules,
    RulesPreview,
};
pub use conversation::{
    Conversation, ConversationEntry, ConversationSource, ConversationTurn, Conversations,
};
pub use copies::{Copied, CopiesReply, CopyGroup, Difference};
pub use cost::{Cost, Price};
pub use doctor::{Doctor, Examination, Finding, Level};
pub use event::{ProgressEvent, TextEvent, VaultEvent, VaultsEvent};
pub use explain::Explanation;
pub use filter::Filter;
pub use hubs::{HubRow, HubsReply};
pub use inventory::{Place, Places, Removed, Setting, Settings, Vault, Vaults};
pub use link::{LinkReply, LinkRequest};
pub use measure::{
    CopiedPairLine, FoundLine, HubLine, HubPickLine, KnownQueryLine, Measurement, PairLine,
    ScoredPairLine,
};
pub use model::{Model, Models, Recipe, RemovedModel};
pub use note::{ListReply, Listed, NoteReply, OutlineEntry, ReadReply};
pub use notice::Notice;
pub use outbound::{Call, Key, Keys, Outbound, Tried};
pub use problem::{Failure, HttpProblem, Kind, Problem};
pub use related::{Hub, NearCopy, Related, RelatedReply};
pub use request::{AskRequest, Mode, NotesRequest, RelatedRequest, SearchRequest, Show};
pub use search::{
    Also, BatchQuery, BatchReply, Bytes, Coverage, Hit, Lines, Part, SearchReply, Snippet, Why,
};
pub use server::{
    Autostart, EnginePlace, EngineStatus, Greeting, Lease, OpenFolder, OpenedVault, PageAddress,
    PageKey, PageToken, RunningEngine, Stopped, VaultStatus,
};
pub use setup::{Server, Setup};
pub use status::{NextModel, Pause, Paused, Status, Trouble, Unread};
pub use time::written as moment;
