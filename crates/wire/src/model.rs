//! Models: which there are, what is kept of them, and what goes, as JSON.

use notekin_engine::models::{self, KeptModel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The models that this machine knows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Models {
    /// One entry a model: first those with something here, then others that are usually to be had at servers.
    pub models: Vec<Model>,
}

/// A model that this machine knows.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Model {
    /// Its id.
    pub id: String,
    /// What it is, in a few words; left out of one at a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Numbers in each of its vectors, where that is known.
    pub dims: Option<usize>,
    /// Most tokens it reads at once, where that is known.
    pub token_limit: Option<usize>,
    /// The licence of its weights, where it is known.
    pub licence: Option<String>,
    /// Bytes to fetch; left out of one at a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_bytes: Option<u64>,
    /// Bytes it takes on disk; left out of one at a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_bytes: Option<u64>,
    /// Where its weights lie, if they are on this machine.
    pub installed: Option<String>,
    /// Whether the settings name it.
    pub chosen: bool,
    /// Passages whose vectors are kept; null when they can't be read.
    pub vectors: Option<usize>,
    /// Bytes of these vectors.
    pub vector_bytes: u64,
    /// The vaults that are read by it.
    pub used_by: Vec<String>,
}

impl From<&KeptModel> for Model {
    fn from(model: &KeptModel) -> Self {
        Self {
            id: model.id.clone(),
            description: model.entry.map(|entry| entry.description.to_owned()),
            dims: model.dims,
            token_limit: model.token_limit,
            licence: model.licence.clone(),
            download_bytes: model.entry.map(|entry| entry.download),
            disk_bytes: model.entry.map(|entry| entry.size),
            installed: model.installed.as_ref().map(|path| path.display().to_string()),
            chosen: model.is_chosen,
            vectors: model.texts,
            vector_bytes: model.bytes,
            used_by: model.used_by.clone(),
        }
    }
}

/// What goes, or would go, when a model is removed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RemovedModel {
    /// What there was of it.
    pub model: Model,
    /// Whether it is gone; false when it was only asked what would go.
    pub removed: bool,
}

/// How a model is set up at an Ollama.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Recipe {
    /// The model it is made of, as Ollama calls it.
    pub from: String,
    /// What it is called then, here.
    pub model: String,
    /// What stands in the Modelfile.
    pub modelfile: String,
    /// What is typed, in order, in the folder of the Modelfile.
    pub commands: Vec<String>,
    /// Where the same model is to be had if Ollama's library doesn't have it.
    pub elsewhere: Option<String>,
    /// Whether `embedding.dimensions` can shorten its vectors.
    pub can_be_shortened: bool,
}

impl From<&models::Recipe> for Recipe {
    fn from(recipe: &models::Recipe) -> Self {
        Self {
            from: recipe.from.clone(),
            model: recipe.id.clone(),
            modelfile: recipe.modelfile.clone(),
            commands: recipe.commands.clone(),
            elsewhere: recipe.elsewhere.map(str::to_owned),
            can_be_shortened: recipe.can_be_shortened,
        }
    }
}
