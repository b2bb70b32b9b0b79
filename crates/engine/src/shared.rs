//! The stored vectors: made for one vault, used by all that hold the same text, and deleted when none does.

use std::collections::BTreeSet;
use std::path::Path;

use notekin_embed::{Model, Servers};
use notekin_index::{ChunkId, Layout, PendingChunk, Reader, StoredModel, VectorKey, VectorStore};

use crate::measure::link_free;
use crate::sync::keyed;
use crate::{Error, Settings};

/// Passages read at once.
const PAGE: usize = 512;

/// Returns the passages of an index that come after one of them, not all at once; none when there are no more.
pub(crate) type Pages<'p> = dyn Fn(ChunkId) -> Result<Vec<PendingChunk>, Error> + 'p;

/// Vectors of one model that may be of no more use.
///
/// An index knows the keys of the vectors that serve it and no others. But a key is made of the text, so those of any model
/// can be told as long as the text is there.
pub(crate) struct Unneeded {
    id: String,
    dims: usize,
    /// The model with the words that settings put around texts, and with its own: either may have been used.
    models: Vec<Model>,
    keys: BTreeSet<VectorKey>,
}

/// Deletes vectors of the model that serves a vault, but not those that its neighbours use; returns what damage was met and
/// mended.
pub(crate) fn remove(
    settings: &Settings,
    model: &Model,
    keys: Vec<VectorKey>,
) -> Result<Option<String>, Error> {
    let models = models(&model.id, &settings.servers);
    let keys = keys.into_iter().collect();
    Unneeded { id: model.id.clone(), dims: model.dims, models, keys }.remove(settings, None)
}

impl Unneeded {
    /// Returns all models with stored vectors but the one whose vectors serve, without any vectors yet.
    pub(crate) fn of_others(
        settings: &Settings,
        serving: Option<&str>,
    ) -> Result<Vec<Self>, Error> {
        let stored = notekin_index::stored_models(&settings.vectors)?;
        let others = stored.iter().filter(|stored| {
            stored.texts != Some(0) && serving.is_none_or(|serving| serving != stored.id)
        });
        Ok(others.filter_map(|stored| Self::of(stored, &settings.servers)).collect())
    }

    /// Returns a stored model; nothing where the length of its vectors can't be told.
    fn of(stored: &StoredModel, servers: &Servers) -> Option<Self> {
        let id = stored.id.clone();
        let models = models(&id, servers);
        let known = models.first().map(|model| model.dims).filter(|&dims| dims > 0);
        Some(Self { id, dims: stored.dims.or(known)?, models, keys: BTreeSet::new() })
    }

    /// Adds the vectors of passages, whether it has them or not.
    pub(crate) fn add(&mut self, passages: &[PendingChunk]) {
        self.keys.extend(self.keys_of(passages));
    }

    /// Adds those that were made for measuring a vault, given the vault's own folder.
    pub(crate) fn add_measured(&mut self, home: &Path) {
        self.keys.extend(link_free::measured_vectors(home, &self.id));
    }

    /// Deletes what was added, but not what passages of `own` or of neighbours have as well; returns what damage was met
    /// and mended.
    pub(crate) fn remove(
        mut self,
        settings: &Settings,
        own: Option<&Pages<'_>>,
    ) -> Result<Option<String>, Error> {
        if self.keys.is_empty() {
            return Ok(None);
        }
        let mut store = match VectorStore::open(&settings.vectors, &self.id, self.dims) {
            // The file is of another model, as somebody's copy is, or of its successor under the same name.
            Err(notekin_index::Error::OtherModel { .. }) => {
                return Ok(None);
            }
            store => store?,
        };
        let keys: Vec<VectorKey> = self.keys.iter().copied().collect();
        // Mostly it has none of them, and then no passage need be read.
        if store.get_many(&keys)?.iter().any(Option::is_some) {
            if let Some(own) = own {
                self.spare(own)?;
            }
            self.spare_neighbours(settings);
        }
        store.remove(&self.keys.into_iter().collect::<Vec<_>>())?;
        Ok(store.recovered().map(ToString::to_string))
    }

    /// Takes off what passages have.
    fn spare(&mut self, pages: &Pages<'_>) -> Result<(), Error> {
        let mut after = ChunkId(0);
        while !self.keys.is_empty() {
            let page = pages(after)?;
            let Some(last) = page.last() else { break };
            after = last.chunk;
            self.take_off(self.keys_of(&page));
        }
        Ok(())
    }

    /// Takes off what other vaults have, also to be measured; an index that can't be read doesn't say what that is.
    fn spare_neighbours(&mut self, settings: &Settings) {
        for home in &settings.neighbours {
            let layout = Layout { folder: home.join("index"), vectors: settings.vectors.clone() };
            self.take_off(link_free::measured_vectors(home, &self.id));
            let read = Reader::open(&layout).map_err(Error::from);
            if let Err(error) = read.and_then(|reader| self.spare_used(&reader)) {
                log::info!("the index of another vault can't be read: {:?}", error.kind());
                log::debug!("`{}` can't be read: {error}", layout.folder.display());
            }
        }
    }

    /// Takes off what a snapshot uses or, where another model serves it, could use again.
    fn spare_used(&mut self, reader: &Reader) -> Result<(), Error> {
        if reader.model() == Some(self.id.as_str()) {
            self.take_off(reader.vector_keys()?);
            return Ok(());
        }
        self.spare(&pages(reader))
    }

    fn take_off(&mut self, used: Vec<VectorKey>) {
        for key in used {
            self.keys.remove(&key);
        }
    }

    fn keys_of(&self, passages: &[PendingChunk]) -> Vec<VectorKey> {
        let keys = self.models.iter().flat_map(|model| keyed(model, passages));
        keys.map(|keyed| keyed.key).collect()
    }
}

/// Returns the model of an id, in all ways in which it may have put texts into words.
fn models(id: &str, servers: &Servers) -> Vec<Model> {
    // The id says the length of vectors, if any was asked for.
    let servers = Servers { dimensions: None, ..servers.clone() };
    let models = [notekin_embed::model_at(id, &servers), notekin_embed::model(id)];
    models.into_iter().flatten().collect()
}

/// Returns the passages of a snapshot.
pub(crate) fn pages(reader: &Reader) -> impl Fn(ChunkId) -> Result<Vec<PendingChunk>, Error> {
    |after| Ok(reader.embeddable_after(after, PAGE)?)
}

/// Returns the passages of an index that is being written.
pub(crate) fn pages_written(
    writer: &notekin_index::Writer,
) -> impl Fn(ChunkId) -> Result<Vec<PendingChunk>, Error> {
    |after| Ok(writer.embeddable_after(after, PAGE)?)
}
