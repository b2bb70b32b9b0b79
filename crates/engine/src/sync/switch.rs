//! Going over to another model without a gap: what the one before it made serves until the new one has read everything.
//!
//! Vectors made beforehand need no place in the index: the stores hold them by their text, as they hold all others. What
//! the index keeps is only how far the work is, so that whoever goes on doesn't ask for all of them again.

use notekin_embed::Model;
use notekin_index::{ChunkId, Reader, VectorStore, Writer};

use super::meaning::{self, keyed};
use crate::Error;
use crate::engine::{DIMS, Engine, space};

/// The key under which is kept how far the new model is.
pub(crate) const SWITCH: &str = "switch";

/// Passages given their vectors at once.
const BATCH: usize = 512;

/// How far a model is that is to take another one's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Switch {
    /// The model.
    pub(crate) model: String,
    /// The last passage it has read; the next has a higher id.
    pub(crate) after: ChunkId,
    /// Passages it has read.
    pub(crate) read: usize,
}

impl Switch {
    /// Reads what is kept; nothing where no other model is on its way.
    pub(crate) fn kept(meta: Option<String>) -> Option<Self> {
        let meta = meta?;
        let mut words = meta.splitn(3, ' ');
        let after = ChunkId(words.next()?.parse().ok()?);
        let read = words.next()?.parse().ok()?;
        Some(Self { model: words.next()?.to_owned(), after, read })
    }

    /// Returns how far a model is, which may have begun or not.
    pub(super) fn of(writer: &Writer, model: &str) -> Result<Self, Error> {
        let kept = Self::kept(writer.meta(SWITCH)?).filter(|kept| kept.model == model);
        Ok(kept.unwrap_or_else(|| Self { model: model.to_owned(), after: ChunkId(0), read: 0 }))
    }

    /// Writes it for the index to keep.
    pub(super) fn written(&self) -> String {
        format!("{} {} {}", self.after.0, self.read, self.model)
    }
}

impl Engine {
    /// Returns whether the vectors there are go on serving while another model reads all notes: where they are those of at
    /// least half of the passages. With fewer, what the new one has read so far soon serves better.
    pub(super) fn serves_on(&self, writer: &Writer, model: &str) -> Result<bool, Error> {
        let stored = self.reader().ok().and_then(|reader| reader.model().map(str::to_owned));
        let counts = writer.counts()?;
        let is_half = counts.embedded > 0 && counts.embedded * 2 >= counts.embeddable;
        Ok(is_half && stored.is_some_and(|stored| stored != model))
    }

    /// Returns whether a model has begun to read what another one's vectors serve for.
    pub(super) fn has_begun(writer: &Writer, model: &str) -> Result<bool, Error> {
        Ok(Switch::kept(writer.meta(SWITCH)?).is_some_and(|kept| kept.model == model))
    }

    /// Returns how far the chosen model is in taking the place of the one whose vectors serve.
    pub(crate) fn switch(&self, reader: &Reader) -> Result<Option<Switch>, Error> {
        let is_asked = |switch: &Switch| {
            reader.model() != Some(switch.model.as_str())
                && self.chosen_model().as_ref() == Some(&switch.model)
        };
        Ok(Switch::kept(reader.meta(SWITCH)?).filter(is_asked))
    }
}

/// Puts the vectors that a model made beforehand in the place of those that serve, all in one commit; returns how many
/// passages have one. The others wait. `leaves` says whether what the model reads leaves this machine.
pub(super) fn take_over(
    writer: &mut Writer,
    store: &mut VectorStore,
    (model, leaves): (&Model, bool),
) -> Result<usize, Error> {
    enter(writer, model, leaves)?;
    // Another model may manage what the one before couldn't.
    writer.release()?;
    let (mut after, mut taken) = (ChunkId(0), 0);
    loop {
        let mut page = writer.embeddable_after(after, BATCH)?;
        let Some(last) = page.last() else { break };
        after = last.chunk;
        page.retain(|chunk| !(leaves && chunk.private));
        let keyed = keyed(model, &page);
        let keys: Vec<_> = keyed.iter().map(|keyed| keyed.key).collect();
        let stored = store.get_many(&keys)?;
        let known = keyed.iter().zip(&stored);
        let rows: Vec<_> = known
            .filter_map(|(keyed, parts)| Some((keyed.chunk(), keyed.key, parts.as_deref()?)))
            .collect();
        writer.put_vectors(&rows)?;
        taken += rows.len();
    }
    writer.commit()?;
    Ok(taken)
}

/// Makes the vectors to come those of a model. Nothing is committed yet.
///
/// What must not leave this machine is set aside before anything could.
pub(super) fn enter(writer: &mut Writer, model: &Model, leaves: bool) -> Result<(), Error> {
    writer.set_space(&space(model))?;
    for (key, value) in [(DIMS, model.dims.to_string()), (SWITCH, String::new())] {
        if writer.meta(key)?.unwrap_or_default() != value {
            writer.set_meta(key, &value)?;
        }
    }
    Ok(writer.withhold_private(leaves)?)
}

impl meaning::Embedded {
    /// Joins what two pieces of work of one run did; the latter ended last.
    pub(super) fn then(self, next: Self) -> Self {
        Self {
            fresh: self.fresh + next.fresh,
            reused: self.reused + next.reused,
            finished: next.finished,
            oversized: self.oversized + next.oversized,
            failed: next.failed.or(self.failed),
            recovered: next.recovered.or(self.recovered),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChunkId, Switch};

    #[test]
    fn what_is_kept_is_read_again() {
        let switch = Switch { model: "ollama/a model".to_owned(), after: ChunkId(12), read: 7 };
        assert_eq!(Switch::kept(Some(switch.written())), Some(switch));
        for damaged in ["", "x", "1", "1 2", "-1 2 m", "1 x m"] {
            assert_eq!(Switch::kept(Some(damaged.to_owned())), None, "{damaged:?}");
        }
        assert_eq!(Switch::kept(None), None);
    }
}
