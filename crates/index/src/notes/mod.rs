//! The notes database: the truth of an index, from which words and scanning rows can be made again.
//!
//! The functions of this module speak SQL to one connection; [`Database`] opens it and gives errors
//! their meaning.

mod database;
mod detail;
mod embedding;
mod matching;
mod property;
mod put;
mod read;
mod skipped;
mod text;
mod word_queue;
mod write_chunks;

pub(crate) use database::{Database, mark_damage, meaning};
pub(crate) use embedding::{
    SegmentRow, Served, add_segment, counts, counts_among, embeddable_after, embeddable_of,
    is_astray, live_rows, mark_stale, move_rows, pending, release, remove_segment, segments, serve,
    served, served_from, served_of, set_segment, silent, unembedded, unserve, vector_keys,
    vector_keys_of, withheld, withhold, withhold_private,
};
pub(crate) use matching::{matching, newest};
pub(crate) use property::{has_property, property_names};
pub(crate) use put::{doubt, put, relocate, remove, set_links, touch};
pub(crate) use read::{
    LinkEnd, Visit, chunk, chunks, detail, each_raw, heading_of, id_bound, is_chunk, known, links,
    note_at, note_by_id, notes, public, raw_prose, tags,
};
pub(crate) use skipped::{set_skipped, skipped};
pub(crate) use word_queue::{
    Queued, Wording, clear_queue, enqueue_all, has_queue, next_queued, words_generation,
};
