//! The indexes a question is answered from, one of each vault.

use std::sync::Arc;

use notekin_answer::Passage;
use notekin_embed::Embedder;
use notekin_index::Reader;
use notekin_note::NotePath;

use crate::engine::Engine;
use crate::{Error, Several};

/// The indexes of some vaults, each opened once. A vault that can't be read has none; that the search has told.
pub(super) struct Indexes<'a>(Vec<(&'a Engine, Arc<Reader>)>);

impl<'a> Indexes<'a> {
    pub(super) fn of(vaults: &Several<'a>) -> Self {
        let opened = |engine: &'a Engine| Some((engine, engine.reader().ok()?));
        Self(vaults.engines().filter_map(opened).collect())
    }

    /// Returns the index of the vault of this name.
    pub(super) fn reader(&self, vault: &str) -> Option<&Reader> {
        let mut indexes = self.0.iter();
        indexes.find(|(engine, _)| engine.settings.name == vault).map(|(_, reader)| reader.as_ref())
    }

    /// Returns the model that tells how near texts are, the first that a vault has: it compares text with text and needs
    /// nothing of a vault.
    pub(super) fn embedder(&self) -> Option<&'a dyn Embedder> {
        let mut indexes = self.0.iter();
        indexes.find_map(|(engine, reader)| (*engine).serving_model(reader).ok())
    }

    /// Returns whether all of these notes are there and none is private.
    pub(super) fn show(&self, paths: &[String]) -> Result<bool, Error> {
        for path in paths {
            let Ok(path) = NotePath::parse(path) else { return Ok(false) };
            let mut found = Vec::new();
            for (_, reader) in &self.0 {
                found.extend(reader.note(&path)?);
            }
            if found.is_empty() || found.iter().any(|note| note.private) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether any of these passages is of a private note.
    pub(super) fn are_private(&self, passages: &[Passage]) -> Result<bool, Error> {
        for passage in passages {
            let path = NotePath::parse(&passage.path).ok();
            let note = match self.reader(&passage.vault).zip(path) {
                Some((reader, path)) => reader.note(&path)?,
                None => None,
            };
            // One that is gone meanwhile may have been.
            if note.is_none_or(|note| note.private) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
