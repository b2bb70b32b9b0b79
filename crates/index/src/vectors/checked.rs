//! What a program has compared with its checksums so far.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::map::SegmentMap;
use crate::error::Result;

/// How far the vectors of an index were compared with their checksums.
///
/// Readers that share it do the work once, at the first search by meaning, not at every one.
#[derive(Debug, Default)]
pub struct Checked(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The random name of the index.
    instance: String,
    /// The rows of each segment that were right.
    rows: BTreeMap<u32, u32>,
}

impl Checked {
    /// Compares what was not compared before; a row that is not what was written is damage.
    pub(crate) fn check(&self, instance: &str, segments: &[(u32, SegmentMap)]) -> Result<()> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.instance != instance {
            *state = State { instance: instance.to_owned(), rows: BTreeMap::new() };
        }
        for (id, segment) in segments {
            let checked = state.rows.entry(*id).or_default();
            if *checked < segment.len() {
                segment.verify(*checked)?;
                *checked = segment.len();
            }
        }
        Ok(())
    }
}
