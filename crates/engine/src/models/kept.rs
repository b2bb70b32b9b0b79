//! What this machine has of each model: weights, vectors, and vaults that are read by it.

use std::path::{Path, PathBuf};

use notekin_embed::{Model, ModelEntry, Servers, install};
use notekin_index::{Layout, Reader, StoredModel};

use crate::Error;
use crate::sync::{SWITCH, Switch};

/// Where models and what they made are kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The folder of installed models.
    pub models: PathBuf,
    /// The folder of the vector stores.
    pub vectors: PathBuf,
    /// The names of all vaults, and the folders of their data.
    pub vaults: Vec<(String, PathBuf)>,
    /// The model of the settings.
    pub chosen: String,
    /// The servers of the settings.
    pub servers: Servers,
}

/// A model that this machine knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptModel {
    /// Its id.
    pub id: String,
    /// The length of its vectors, where it is known.
    pub dims: Option<usize>,
    /// Most tokens it reads at once, where that is known.
    pub token_limit: Option<usize>,
    /// The licence of its weights, where it is known.
    pub licence: Option<String>,
    /// How it is installed, if it can be.
    pub entry: Option<ModelEntry>,
    /// Where its weights lie, if they are on this machine.
    pub installed: Option<PathBuf>,
    /// Whether the settings name it.
    pub is_chosen: bool,
    /// Texts whose vectors are kept; `None` when they can't be read.
    pub texts: Option<usize>,
    /// The bytes of what is kept of its vectors.
    pub bytes: u64,
    /// The vaults that are read by it.
    pub used_by: Vec<String>,
}

impl KeptModel {
    /// Returns a model of which there is nothing but its name and what everybody knows of it.
    fn named(id: &str) -> Self {
        let model = notekin_embed::model(id);
        let known = |get: fn(&Model) -> usize| model.as_ref().map(get).filter(|&number| number > 0);
        let licence = model.as_ref().map(|model| model.licence.clone());
        Self {
            id: id.to_owned(),
            dims: known(|model| model.dims),
            token_limit: known(|model| model.token_limit),
            licence: licence.filter(|licence| licence != "unknown"),
            entry: notekin_embed::models().into_iter().find(|entry| entry.id == id),
            installed: None,
            is_chosen: false,
            texts: Some(0),
            bytes: 0,
            used_by: Vec::new(),
        }
    }

    /// Returns whether there is anything of it that could be deleted.
    pub fn is_kept(&self) -> bool {
        self.texts != Some(0) || self.installed.is_some()
    }

    /// Returns whether it is more than a name: installed, installable, chosen, used or with vectors.
    pub fn is_own(&self) -> bool {
        self.is_kept() || self.is_chosen || self.entry.is_some() || !self.used_by.is_empty()
    }
}

impl Kept {
    /// Returns every model that this machine knows: those that can be installed, those with vectors and those that are in
    /// use, then others that are usually to be had at servers. Asks no server.
    pub fn models(&self) -> Result<Vec<KeptModel>, Error> {
        let entries = notekin_embed::models();
        let mut models: Vec<KeptModel> =
            entries.iter().map(|entry| KeptModel::named(entry.id)).collect();
        for stored in notekin_index::stored_models(&self.vectors)? {
            if stored.texts != Some(0) {
                add_stored(at(&mut models, &stored.id), &stored);
            }
        }
        // It says how long its vectors are, where the settings do.
        let chosen = notekin_embed::model_at(&self.chosen, &self.servers);
        let chosen = chosen.map_or_else(|| self.chosen.clone(), |model| model.id);
        for (vault, home) in &self.vaults {
            for id in self.models_of(home, &chosen) {
                at(&mut models, &id).used_by.push(vault.clone());
            }
        }
        at(&mut models, &chosen).is_chosen = true;
        models[entries.len()..].sort_by(|one, other| one.id.cmp(&other.id));
        for usual in notekin_embed::usual_at_servers() {
            at(&mut models, &usual.id);
        }
        for model in models.iter_mut().filter(|model| model.entry.is_some()) {
            let installed = install::installed(&model.id, &self.models)?;
            model.installed = installed.map(|installed| installed.path);
        }
        Ok(models)
    }

    /// Returns what there is of one model; `None` of one that this machine doesn't know.
    pub fn model(&self, id: &str) -> Result<Option<KeptModel>, Error> {
        Ok(self.models()?.into_iter().find(|model| model.id == id))
    }

    /// Deletes what is kept of a model: its vectors, its weights, and what was found out about it at its server.
    ///
    /// A vault that is read by it goes on with what its index has, and needs the model again for what changes.
    pub fn remove(&self, model: &KeptModel) -> Result<(), Error> {
        notekin_index::forget_model(&self.vectors, &model.id)?;
        notekin_embed::forget_served(&model.id, &self.models, &self.servers)?;
        if model.installed.is_some() {
            install::remove(&model.id, &self.models)?;
        }
        Ok(())
    }

    /// Returns the model that a vault is read by, and the chosen one where it is on its way to take its place; an index that
    /// can't be read doesn't say.
    fn models_of(&self, home: &Path, chosen: &str) -> Vec<String> {
        let layout = Layout { folder: home.join("index"), vectors: self.vectors.clone() };
        let Ok(reader) = Reader::open(&layout) else { return Vec::new() };
        let next = Switch::kept(reader.meta(SWITCH).ok().flatten()).map(|switch| switch.model);
        let next = next.filter(|next| next == chosen && reader.model() != Some(next));
        reader.model().map(str::to_owned).into_iter().chain(next).collect()
    }
}

/// Returns the place of a model among others, which gets one if it has none.
fn at<'m>(models: &'m mut Vec<KeptModel>, id: &str) -> &'m mut KeptModel {
    let place = models.iter().position(|model| model.id == id).unwrap_or(models.len());
    if place == models.len() {
        models.push(KeptModel::named(id));
    }
    &mut models[place]
}

/// Adds what is stored of a model.
fn add_stored(model: &mut KeptModel, stored: &StoredModel) {
    model.dims = stored.dims.or(model.dims);
    model.texts = stored.texts;
    model.bytes = stored.bytes;
}
