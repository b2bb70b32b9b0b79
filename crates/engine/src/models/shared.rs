//! The models that several engines of a process use together.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use notekin_embed::Embedder;

/// Models that are loaded, so that a process with many vaults has one model, and keeps it while a vault's settings change.
///
/// Only those whose weights are on this machine are shared; one at a server costs nothing to open.
#[derive(Default)]
pub struct SharedModels(Mutex<Vec<Loaded>>);

/// A model that is loaded.
struct Loaded {
    id: String,
    /// The folder that its weights lie below.
    models: PathBuf,
    model: Arc<dyn Embedder>,
}

impl SharedModels {
    /// Returns a model, loaded by `open` unless it is already. Others wait meanwhile, as they would for the same weights.
    ///
    /// Those that nobody uses any more are let go of when another is loaded.
    pub(crate) fn get(
        &self,
        id: &str,
        models: &Path,
        open: impl FnOnce() -> Result<Box<dyn Embedder>, notekin_embed::Error>,
    ) -> Result<Arc<dyn Embedder>, notekin_embed::Error> {
        if notekin_embed::is_served(id) {
            return open().map(Arc::from);
        }
        let mut loaded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = loaded.iter().find(|it| it.id == id && it.models == models) {
            return Ok(Arc::clone(&known.model));
        }
        loaded.retain(|it| Arc::strong_count(&it.model) > 1);
        let model: Arc<dyn Embedder> = open()?.into();
        let (id, models) = (id.to_owned(), models.to_owned());
        loaded.push(Loaded { id, models, model: Arc::clone(&model) });
        Ok(model)
    }
}

impl std::fmt::Debug for SharedModels {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let loaded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        out.debug_list().entries(loaded.iter().map(|it| &it.id)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_loaded_once_and_let_go_of_when_nobody_uses_it() {
        let shared = SharedModels::default();
        let mut loads = 0;
        let mut get = |models: &str| {
            let open = || {
                loads += 1;
                notekin_embed::open("fake", Path::new(models))
            };
            shared.get("fake", Path::new(models), open).unwrap()
        };
        let first = get("here");
        assert!(Arc::ptr_eq(&first, &get("here")));
        drop(first);
        assert!(Arc::strong_count(&get("here")) == 2, "it is kept for the next");
        get("there");
        assert_eq!(loads, 2);
        assert_eq!(format!("{shared:?}"), r#"["fake"]"#, "the other is let go of");
    }
}
