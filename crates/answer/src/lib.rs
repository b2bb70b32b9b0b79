//! Question and passages to an answer whose every sentence is tied to its passages.
//!
//! **What it is.** [`choose()`] picks passages, [`Prompt`] asks a model to answer from them, and [`ground`] checks what comes
//! back against their text; [`generate`] is the way to such models. Without a model, [`extract()`] quotes the best
//! sentences.
//!
//! **What it deliberately is not.** It searches nothing, ranks no notes and knows no index: passages come from the
//! caller, and so does what tells how near two texts are in meaning.
//!
//! **Why it is shaped so.** A model's word for where it has something from is a claim. So markers are read, taken out and
//! weighed like everything else; what is cited in the end is what the text itself shows.

#![forbid(unsafe_code)]

mod choose;
mod complete;
mod extract;
mod follow_up;
mod function_words;
pub mod generate;
mod grounding;
mod literal;
mod markers;
mod moment;
mod number;
mod passage;
mod prompt;
mod quotation;
mod segment;
mod sentence_end;
mod similar;
mod source;
mod unit;
mod words;

pub use choose::{Budget, Candidate, choose};
pub use complete::complete;
pub use extract::{Extraction, extract};
pub use follow_up::standalone;
pub use grounding::{
    Bars, Change, Checks, Cited, Grounded, Outcome, Sentence, Support, SupportLevel, Tie, ground,
};
pub use markers::{Marker, Unmarked};
pub use passage::Passage;
pub use prompt::{Asking, Message, NOT_IN_NOTES, Prompt, Role, Turn};
pub use segment::{Segment, Segments};
pub use similar::Similar;
