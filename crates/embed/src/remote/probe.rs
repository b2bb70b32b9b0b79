//! What a model at a server turned out to be when it was tried, kept so that nobody has to try it again.
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use serde::{Deserialize, Serialize};

use super::Asking;
use super::known::Known;
use super::name::Name;
use super::provider::{Provider, Role};
use super::settings::Servers;
use crate::error::Error;

/// Tokens a model is taken to read where neither its name nor its server tells.
const USUAL: usize = 512;

/// Texts that have nothing in common.
const TRIALS: [&str; 3] = ["notes", "a lamp in a far window", "1848: seven boats"];

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Probed {
    /// The server that was asked.
    server: String,
    /// The length that vectors were asked to have, if any was.
    asked: Option<usize>,
    /// The length of its vectors.
    pub(super) dims: usize,
    /// Most tokens it reads at once.
    pub(super) token_limit: usize,
    /// Whether it cuts off what is longer without a word.
    pub(super) cuts: bool,
    /// Whether its server refuses to give shorter vectors, so that the model's own are shortened here.
    #[serde(default)]
    pub(super) refuses_length: bool,
}

impl Probed {
    /// Reads what was found out about a model before; `None` when that was another server, or is unknown.
    pub(super) fn kept(models: &Path, name: &Name, server: &str) -> Option<Self> {
        let text = fs::read_to_string(place(models, name)).ok()?;
        let probed: Self = serde_json::from_str(&text).ok()?;
        let is_same = probed.server == server && probed.asked == name.dimensions;
        (is_same && probed.dims > 0).then_some(probed)
    }

    /// Tries the model: asks what the server says of it, what a vector looks like, and whether it cuts off long texts.
    ///
    /// Fails with [`Error::Untried`] where that would send a text to another machine and must not.
    pub(super) fn find(
        provider: &mut dyn Provider,
        (name, known): (&Name, &Known),
        servers: &Servers,
        server: &str,
        asking: Asking<'_>,
    ) -> Result<Self, Error> {
        let cancel = asking.cancel;
        let told = provider.ask(cancel)?;
        if told.elsewhere && !asking.may_leave {
            return Err(Error::Untried { model: name.to_string() });
        }
        let window = told.window;
        let limit = servers.token_limit.or(match (known.token_limit, window) {
            (Some(known), Some(window)) => Some(known.min(window)),
            (known, window) => known.or(window.map(|window| window.min(8192))),
        });
        let limit = limit.unwrap_or(USUAL);
        provider.set_window(limit);
        let (vector, refuses_length) = first(provider, (name, known), cancel)?;
        let dims = name.dimensions.or(known.dims).unwrap_or(vector.len());
        let can_be_cut = known.can_be_shortened || name.dimensions.is_none();
        if vector.len() < dims || vector.len() > dims && !can_be_cut {
            return Err(Error::Dimensions { asked: dims, given: vector.len() });
        }
        let (token_limit, cuts) = match cut_at(provider, limit, cancel) {
            Some(read) => (read.min(limit), true),
            None => (limit, false),
        };
        let (server, asked) = (server.to_owned(), name.dimensions);
        Ok(Self { server, asked, dims, token_limit, cuts, refuses_length })
    }

    /// Forgets what was found out, so that the model is tried anew.
    pub(super) fn forget(models: &Path, name: &Name) -> Result<(), Error> {
        let path = place(models, name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            removed => removed.map_err(Error::at(&path)),
        }
    }

    /// Keeps what was found out.
    pub(super) fn keep(&self, models: &Path, name: &Name) -> Result<(), Error> {
        let path = place(models, name);
        let folder = path.parent().unwrap_or(models);
        fs::create_dir_all(folder).map_err(Error::at(folder))?;
        let text = serde_json::to_string(self).unwrap_or_default();
        fs::write(&path, text).map_err(Error::at(&path))
    }
}

/// Returns a first vector, and whether the server refused to give it the length that was asked for, though the model has
/// it: not every server knows of that.
fn first(
    provider: &mut dyn Provider,
    (name, known): (&Name, &Known),
    cancel: &AtomicBool,
) -> Result<(Vec<f32>, bool), Error> {
    match telling(provider, cancel) {
        Err(Error::Input { .. }) if name.dimensions.is_some() && known.can_be_shortened => {
            log::info!("no vectors of another length are to be had");
            provider.ask_for_whole();
            Ok((telling(provider, cancel)?, true))
        }
        made => Ok((made?, false)),
    }
}

/// Returns the vector of a first text, after comparing those of several that have nothing in common: a model that wasn't
/// made for embedding may give the same for all.
fn telling(provider: &dyn Provider, cancel: &AtomicBool) -> Result<Vec<f32>, Error> {
    let texts = TRIALS.map(str::to_owned);
    let batch = provider.embed(&texts, Role::Passage, Effort::BULK, cancel)?;
    let (given, asked) = (batch.vectors.len(), texts.len());
    if given != asked || batch.vectors.iter().any(Vec::is_empty) {
        return Err(Error::Input { reason: format!("{given} vectors came for {asked} texts") });
    }
    let mut vectors = batch.vectors.into_iter();
    let first = vectors.next().unwrap_or_default();
    if vectors.all(|other| is_same(&first, &other)) {
        return Err(Error::Constant);
    }
    Ok(first)
}

/// Returns whether two vectors point the same way.
fn is_same(one: &[f32], other: &[f32]) -> bool {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (dot(one, one) * dot(other, other)).sqrt();
    one.len() == other.len() && (lengths == 0.0 || dot(one, other) >= 0.9999 * lengths)
}

/// Returns the vector of one text as the server gives it, and its count of tokens.
fn one(
    provider: &dyn Provider,
    text: &str,
    effort: Effort,
    cancel: &AtomicBool,
) -> Result<(Vec<f32>, Option<u64>), Error> {
    let mut batch = provider.embed(&[text.to_owned()], Role::Passage, effort, cancel)?;
    let vector = batch.vectors.pop().filter(|vector| !vector.is_empty());
    let vector = vector.ok_or_else(|| Error::Input { reason: "there is no vector".to_owned() })?;
    Ok((vector, batch.tokens))
}

/// Returns after how many tokens the server cuts off a text that is longer than the limit, as far as it can be told: a
/// text of more words than that must be refused, or counted as at least so many tokens.
fn cut_at(provider: &dyn Provider, limit: usize, cancel: &AtomicBool) -> Option<usize> {
    if !provider.may_cut() {
        return None;
    }
    let words = limit + limit / 4;
    match one(provider, &"word ".repeat(words), Effort::BULK, cancel) {
        Ok((_, Some(counted))) if (counted as usize) < words => Some(counted as usize),
        Ok(_) => None,
        Err(_) => {
            log::debug!("a text of {words} words was refused");
            None
        }
    }
}

/// Returns the file that is kept of a model.
fn place(models: &Path, name: &Name) -> PathBuf {
    let safe = |letter: char| {
        if letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.') { letter } else { '_' }
    };
    let file: String = name.to_string().chars().map(safe).collect();
    models.join("servers").join(format!("{file}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_out_is_kept_for_its_server() {
        let folder = tempfile::tempdir().unwrap();
        let name = Name::parse("ollama/hf.co/a/b:c").unwrap();
        let probed = Probed {
            server: "s".to_owned(),
            asked: None,
            dims: 3,
            token_limit: 8,
            cuts: false,
            refuses_length: false,
        };
        probed.keep(folder.path(), &name).unwrap();
        assert_eq!(Probed::kept(folder.path(), &name, "s"), Some(probed));
        assert_eq!(Probed::kept(folder.path(), &name, "other"), None);
        let shorter = Name { dimensions: Some(2), ..name };
        assert_eq!(Probed::kept(folder.path(), &shorter, "s"), None);
        let name = Name { dimensions: None, ..shorter };
        Probed::forget(folder.path(), &name).unwrap();
        assert_eq!(Probed::kept(folder.path(), &name, "s"), None);
        Probed::forget(folder.path(), &name).unwrap();
    }
}
