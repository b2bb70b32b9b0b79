//! The stored vectors: made for one vault, used by all that hold the same text.

mod others;

use std::collections::BTreeSet;

use notekin_embed::Model;
use notekin_index::{Layout, Reader, VectorKey, VectorStore};

pub(crate) use others::{Other, Pages, pages, pages_written};

use crate::measure::link_free;
use crate::{Error, Settings};

/// Deletes vectors that a vault has no more use for, but not those that its neighbours use; returns what damage was met
/// and mended.
pub(crate) fn remove(
    settings: &Settings,
    model: &Model,
    mut keys: Vec<VectorKey>,
) -> Result<Option<String>, Error> {
    let used = used_by_neighbours(settings, &model.id);
    keys.retain(|key| !used.contains(key));
    let mut store = VectorStore::open(&settings.vectors, &model.id, model.dims)?;
    store.remove(&keys)?;
    Ok(store.recovered().map(ToString::to_string))
}

/// Returns the vectors of a model that other vaults use, also to be measured; an index that can't be read doesn't say
/// which those are.
fn used_by_neighbours(settings: &Settings, model: &str) -> BTreeSet<VectorKey> {
    let keys = |home: &std::path::PathBuf| {
        let layout = Layout { folder: home.join("index"), vectors: settings.vectors.clone() };
        Reader::open(&layout).and_then(|reader| reader.vector_keys()).unwrap_or_default()
    };
    let measured = |home: &std::path::PathBuf| link_free::measured_vectors(home, model);
    settings
        .neighbours
        .iter()
        .flat_map(|home| keys(home).into_iter().chain(measured(home)))
        .collect()
}
