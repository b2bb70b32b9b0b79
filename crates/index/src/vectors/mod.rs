//! Finding by meaning: one byte a dimension, scanned whole.

mod kernel;
mod live;
mod map;
mod quantise;
mod scan;
mod segment;

pub(crate) use live::{Live, restored};
pub(crate) use map::SegmentMap;
pub use scan::VectorHit;
pub(crate) use scan::nearest;
pub(crate) use segment::{SegmentWriter, segment_files};
