//! The engine: one vault, its index, and the model.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use notekin_embed::{Embedder, Servers};
use notekin_index::{Checked, ChunkId, Layout, Reader, Space};
use notekin_note::NotePath;
use notekin_vault::Vault;

use crate::behind::Behind;
use crate::down::Down;
use crate::models::SharedModels;
use crate::notice::Notice;
use crate::related::LinkContextCache;
use crate::shared::Unneeded;
use crate::sync::{Looks, SCANNED};
use crate::{Audience, Error, Settings, names, shared};

/// Keeps the index of one vault true to it and answers from it.
pub struct Engine {
    pub(crate) settings: Settings,
    pub(crate) layout: Layout,
    model: OnceLock<Arc<dyn Embedder>>,
    /// The model before it, whose vectors serve until it has read everything.
    former: OnceLock<Arc<dyn Embedder>>,
    /// Where both are looked for before they are loaded.
    shared: Arc<SharedModels>,
    /// What is known of changes that aren't taken in.
    pub(crate) behind: Behind,
    /// The looks at the folder that searches share while it is followed.
    pub(crate) looks: Looks,
    /// Whether the model could be used lately.
    pub(crate) down: Down,
    /// What readers of this process have found undamaged.
    checked: Arc<Checked>,
    /// The last snapshot that was asked for.
    kept: Mutex<Option<Arc<Reader>>>,
    /// What was last found out of links.
    pub(crate) link_context: LinkContextCache,
}

impl Engine {
    /// Returns an engine for the vault of `settings`. Touches nothing yet: neither vault, index nor model need exist.
    pub fn open(settings: Settings) -> Self {
        Self::sharing(settings, Arc::default())
    }

    /// Returns the same, which uses a model together with other engines of the process.
    pub fn sharing(settings: Settings, shared: Arc<SharedModels>) -> Self {
        let layout =
            Layout { folder: settings.home.join("index"), vectors: settings.vectors.clone() };
        let down = Down::at(settings.home.join("down"));
        let (behind, looks, checked) = (Behind::default(), Looks::default(), Arc::default());
        let (kept, link_context) = (Mutex::default(), LinkContextCache::default());
        let (model, former) = (OnceLock::new(), OnceLock::new());
        Self {
            settings,
            layout,
            model,
            former,
            shared,
            behind,
            looks,
            down,
            checked,
            kept,
            link_context,
        }
    }

    /// Returns the settings it was opened with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns whether the model's weights are installed, without loading them, or lie at a server, without asking it.
    pub fn has_model(&self) -> bool {
        notekin_embed::is_there(&self.settings.model, &self.settings.models)
    }

    /// Returns whether the whole vault was read by words at least once, and is found by them.
    ///
    /// Notes are committed a moment before their words; in between they are known but not found.
    pub fn is_read(&self) -> bool {
        let is_read =
            |reader: Arc<Reader>| Ok(reader.words_behind() == 0 && reader.meta(SCANNED)?.is_some());
        self.reader().and_then(is_read).unwrap_or(false)
    }

    /// Looks at all of the index, which takes as long as reading it; fails when something is damaged. The next run mends it.
    pub fn check(&self) -> Result<(), Error> {
        Ok(self.reader()?.check()?)
    }

    /// Returns the path of the note at `path`, whatever its case and Unicode form, if an audience may see it.
    pub fn path_of(&self, path: &str, audience: Audience) -> Result<NotePath, Error> {
        names::at(&*self.reader()?, path, audience)
    }

    /// Deletes what was derived from the vault, the stored vectors of its passages too, of whichever model; the user's own
    /// files stay, and so do vectors that its neighbours use. Returns what damage was met and mended.
    pub fn forget(self) -> Result<Option<String>, Error> {
        let mended_before = self.forget_measurement()?;
        // An index that can't be read doesn't say which vectors are its own.
        let mended = self.reader().ok().map(|reader| self.forget_vectors(&reader)).transpose()?;
        self.let_go();
        notekin_index::remove(&self.layout, crate::PROGRAM)?;
        Ok(mended_before.or(mended.flatten()))
    }

    /// Deletes all stored vectors of a snapshot's passages but those that its neighbours use.
    fn forget_vectors(&self, reader: &Reader) -> Result<Option<String>, Error> {
        let mut others = Unneeded::of_others(&self.settings, reader.model())?;
        let (pages, mut after) = (shared::pages(reader), Some(ChunkId(0)));
        while let Some(from) = after.filter(|_| !others.is_empty()) {
            let page = pages(from)?;
            for other in &mut others {
                other.add(&page);
            }
            after = page.last().map(|last| last.chunk);
        }
        let mut mended = None;
        if let Some(model) = model_of(reader) {
            mended = shared::remove(&self.settings, &model, reader.vector_keys()?)?;
        }
        for other in others {
            mended = mended.or(other.remove(&self.settings, None)?);
        }
        Ok(mended)
    }

    /// Remembers that the model failed, where that is its server's doing and may pass.
    pub(crate) fn note_failure(&self, error: &notekin_embed::Error) {
        let is_unagreed = matches!(error, notekin_embed::Error::Unagreed { .. });
        if notekin_embed::is_served(&self.settings.model) && !error.is_of_input() && !is_unagreed {
            self.down.fail(&error.to_string(), error.is_of_waiting());
        }
    }

    /// Returns what the reader of a reply should know of changes that aren't taken in.
    pub(crate) fn behind_notices(&self, audience: Audience) -> Vec<Notice> {
        self.behind.notices(audience, !self.is_read())
    }

    pub(crate) fn vault(&self) -> Result<Vault, Error> {
        Ok(Vault::open(&self.settings.vault, &self.settings.policy)?)
    }

    /// Returns a snapshot of the last commit; the same one again until there is another.
    ///
    /// Whoever asks often, such as a server, then has the vectors' place and the words' files ready.
    pub(crate) fn reader(&self) -> Result<Arc<Reader>, Error> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reader) = kept.as_ref().filter(|reader| reader.is_current()) {
            return Ok(Arc::clone(reader));
        }
        // Let go first: what is outdated keeps the log from being cleared.
        *kept = None;
        let opened = Reader::open_checked(&self.layout, &self.checked);
        let reader = Arc::new(opened.map_err(|error| match error {
            notekin_index::Error::Absent { .. } => Error::NoIndex(self.settings.vault.clone()),
            other => other.into(),
        })?);
        *kept = Some(Arc::clone(&reader));
        Ok(reader)
    }

    /// Lets go of the snapshot, before the index is deleted or made anew.
    pub(crate) fn let_go(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the model, loading it at the first call that finds it installed, or asking its server what it is like.
    pub(crate) fn model(&self) -> Result<&dyn Embedder, notekin_embed::Error> {
        self.model_unless(&AtomicBool::new(false))
    }

    /// Returns the same; setting `cancel` stops asking.
    pub(crate) fn model_unless(
        &self,
        cancel: &AtomicBool,
    ) -> Result<&dyn Embedder, notekin_embed::Error> {
        self.model_opened(|model, models, servers| {
            notekin_embed::open_with(model, models, servers, cancel)
        })
    }

    /// Returns the model, opened in one way or another at the first call.
    pub(crate) fn model_opened(
        &self,
        open: impl FnOnce(&str, &Path, &Servers) -> Result<Box<dyn Embedder>, notekin_embed::Error>,
    ) -> Result<&dyn Embedder, notekin_embed::Error> {
        if let Some(model) = self.model.get() {
            return Ok(model.as_ref());
        }
        let Settings { model, models, servers, .. } = &self.settings;
        let opened = self.shared.get(model, models, || open(model, models, servers))?;
        Ok(self.model.get_or_init(|| opened).as_ref())
    }
}

impl Engine {
    /// Returns the id of the model that is chosen, without opening it.
    pub(crate) fn chosen_model(&self) -> Option<String> {
        notekin_embed::model_at(&self.settings.model, &self.settings.servers).map(|model| model.id)
    }

    /// Returns the model that made the vectors of a snapshot, or is to make them: the one that is chosen or, until that one
    /// has read everything, the one before it.
    pub(crate) fn serving_model(
        &self,
        reader: &Reader,
    ) -> Result<&dyn Embedder, notekin_embed::Error> {
        self.former_model(reader.model()).map_or_else(|| self.model_to_ask(reader), Ok)
    }

    /// Returns the model of stored vectors, if it isn't the one that is chosen and is on this machine: from a server
    /// elsewhere that is no longer chosen nothing is asked.
    pub(crate) fn former_model(&self, stored: Option<&str>) -> Option<&dyn Embedder> {
        let stored = stored.filter(|stored| self.chosen_model().as_deref() != Some(stored))?;
        let former = if let Some(former) = self.former.get() {
            former
        } else {
            let Settings { models, servers, .. } = &self.settings;
            let cancel = AtomicBool::new(false);
            let open = || notekin_embed::open_here(stored, models, servers, &cancel);
            let opened = self.shared.get(stored, models, open).ok()?;
            self.former.get_or_init(|| opened)
        };
        let is_here = former.model().id == stored
            && !former.leaves_the_machine(&AtomicBool::new(false)).unwrap_or(true);
        is_here.then_some(former.as_ref())
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Engine({})", self.settings.vault.display())
    }
}

/// The key under which the length of the vectors is kept.
pub(crate) const DIMS: &str = "dims";

/// Returns what is known of the model that an index has vectors of, without its weights or its server.
pub(crate) fn model_of(reader: &Reader) -> Option<notekin_embed::Model> {
    let model = notekin_embed::model(reader.model()?)?;
    if model.dims > 0 {
        return Some(model);
    }
    let dims = reader.meta(DIMS).ok()??.parse().ok()?;
    Some(model.with_dims(dims))
}

/// Returns the space of a model's vectors, as the index wants it.
pub(crate) fn space(model: &notekin_embed::Model) -> Space {
    Space {
        model: model.id.clone(),
        dims: model.dims,
        mean: model.mean.clone(),
        basis: model.subspace.basis.clone(),
        factor: model.subspace.factor,
    }
}
