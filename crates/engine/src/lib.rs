//! The engine: keeps an index true to a vault of notes, and answers from it.
//!
//! It is not a face. It knows no JSON, HTTP, command line, environment or home folder; whoever calls it gives places and
//! settings, and renders what comes back. It is synchronous: long work takes a [`Progress`] and a cancel flag. What it
//! composes lies below it: `vault` reads the notes, `note` understands them, `embed` turns passages into vectors, `index`
//! remembers it all, `answer` ties what is said to passages.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use notekin_engine::{Audience, Engine, Quiet, SearchRequest, Settings, SyncRequest};
//!
//! # fn settings() -> Settings { unimplemented!() }
//! let engine = Engine::open(settings());
//! engine.sync(SyncRequest::default(), &Quiet, &AtomicBool::new(false))?;
//! for hit in engine.search(&SearchRequest::new("when do tomatoes ripen?"), Audience::Owner)?.hits {
//!     println!("{}:{} {}", hit.path, hit.lines.start, hit.title);
//! }
//! # Ok::<(), notekin_engine::Error>(())
//! ```
//!
//! It is one crate because syncing, searching and relating share one thing: what a vault's snapshot means. Each of them
//! is a folder, and a request and a reply of plain data is all that crosses its border.

pub mod ask;
mod audience;
mod behind;
mod calibration;
mod consent;
mod copies;
mod cursor;
mod down;
mod engine;
mod error;
mod explain;
mod filter;
mod hexadecimal;
mod likeness;
mod link;
mod list;
mod measure;
pub mod models;
mod moved;
mod names;
mod notice;
pub mod outbound;
mod passage;
mod pause;
mod preview;
mod progress;
mod read;
mod related;
mod search;
mod settings;
mod several;
mod shared;
mod status;
mod sync;

/// How a writer introduces itself to others who find it busy.
const PROGRAM: &str = "notekin";

pub use audience::Audience;
pub use copies::{Copied, CopiesReply, CopiesRequest, CopyGroup, Difference};
pub use engine::Engine;
pub use error::{Error, Kind};
pub use explain::Explanation;
pub use filter::{Condition, Test};
pub use hexadecimal::hexadecimal;
pub use link::{LinkReply, LinkRequest, LinkStyle};
pub use list::{ListReply, ListRequest, Listed};
pub use measure::{
    Compared, Comparing, HubMeasure, HubPick, Interval, JudgedPair, KnownHubs, KnownPair,
    KnownQuery, LeftOut, LinkMeasure, MeasureRequest, Measurement, Measuring, Relation,
    ScoreSpread, SearchMeasure, Threshold, Unfit, Variant, VectorSpread,
};
pub use moved::recognise;
pub use notekin_index::{Is, Moment, Order, Quotes, quoted};
pub use notekin_note::blocks;
pub use notekin_note::{
    Day, Days, Edit, Format, Lines, LinkPlan, LinkSection, NotePath, Settings as PassageSettings,
    Span, estimate_tokens,
};
pub use notekin_vault::PolicySettings;
pub use notice::{NearNote, Notice};
pub use pause::Pause;
pub use preview::RulesPreview;
pub use progress::{Progress, Quiet, Stage};
pub use read::{NotePart, OutlineEntry, ReadReply, ReadRequest, ShownNote};
pub use related::{
    Hub, HubRow, HubsReply, HubsRequest, NearCopy, Related, RelatedReply, RelatedRequest, Scope,
    Show, Subject,
};
pub use search::{
    Also, Coverage, Filter, Hit, Mode, Part, SearchReply, SearchRequest, Snippet, Why,
};
pub use settings::{CopySettings, HubSettings, LinkSettings, Settings};
pub use several::Several;
pub use status::{NextModel, State, Status, Trouble, Unread};
pub use sync::{Cost, Follower, SyncRequest};
