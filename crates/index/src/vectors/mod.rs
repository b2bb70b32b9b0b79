//! Finding by meaning: one byte a dimension, scanned whole.

mod checked;
mod kernel;
mod live;
mod map;
mod measure;
mod quantise;
mod scan;
mod segment;
mod sums;

pub use checked::Checked;
pub(crate) use live::{Live, restored};
pub(crate) use map::SegmentMap;
pub use measure::{KernelSpeed, kernel_speeds};
pub use scan::VectorHit;
pub(crate) use scan::nearest;
pub(crate) use segment::{SegmentWriter, segment_files};
pub(crate) use sums::Sums;
