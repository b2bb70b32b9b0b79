//! The identities an index gives out; they grow and are never used twice.

/// A note of one index, the same as long as the note's path or its move is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoteId(pub u32);

/// A chunk of a note, the same as long as its text and headings stay.
///
/// Ids come from a counter of the database that never goes back, so that a left-over entry in the
/// words index or in a vector file can never be taken for another chunk. Of two equal hits the one
/// of the lesser id, which is older, comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkId(pub u64);

/// The first 16 bytes of the hash of a note's file.
pub type ContentHash = [u8; 16];

/// The hash of a model's id and the exact text it embedded.
pub type VectorKey = [u8; 16];

/// The unit vectors of one passage: one, or one per part where it is too long for the model.
pub type Parts = Vec<Vec<f32>>;
