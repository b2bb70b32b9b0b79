//! Consent: whether the owner agreed that texts of a vault go to a model elsewhere.
//!
//! It is given to a model and to the host that it is at, so that a server which is set to another address is asked about
//! anew, and it ends when another model reads the vault.

use std::sync::atomic::AtomicBool;

use notekin_embed::Embedder;
use notekin_index::{Reader, Writer};

use crate::engine::Engine;
use crate::{Error, PROGRAM};

/// The key under which is kept to which model, at which host, the owner agreed.
const AGREED: &str = "agreed";

impl Engine {
    /// Returns what the owner has to agree to; nothing where the model is at no server.
    fn addressee(&self) -> Option<(String, String)> {
        let host = notekin_embed::host(&self.settings.model, &self.settings.servers)?;
        Some((self.chosen_model()?, host))
    }

    /// Returns whether a note of consent is for the chosen model at its present address.
    fn is_meant(&self, kept: Option<&str>) -> bool {
        self.addressee().is_some_and(|(model, host)| kept == Some(&format!("{model} {host}")))
    }

    /// Returns the host that texts for the chosen model would be sent to, if that is another machine.
    pub(crate) fn host_elsewhere(&self) -> Option<String> {
        let (model, servers) = (&self.settings.model, &self.settings.servers);
        let host = notekin_embed::host(model, servers);
        // Of a model that only the server knows to be elsewhere, the server itself is here.
        host.filter(|_| notekin_embed::is_elsewhere(model, servers))
    }

    /// Returns whether texts for the chosen model leave this machine, as far as its name and its server's address tell.
    pub fn is_elsewhere(&self) -> bool {
        self.host_elsewhere().is_some()
    }

    /// Returns whether the owner agreed that texts go to the chosen model at its present address, by a snapshot.
    pub(crate) fn is_agreed(&self, reader: &Reader) -> Result<bool, Error> {
        Ok(self.is_meant(reader.meta(AGREED)?.as_deref()))
    }

    /// Returns the same by what the writer keeps.
    pub(crate) fn is_agreed_by(&self, writer: &Writer) -> Result<bool, Error> {
        Ok(self.is_meant(writer.meta(AGREED)?.as_deref()))
    }

    /// Keeps that the owner agreed to the chosen model or, where nothing leaves this machine, that no consent is left.
    pub(crate) fn keep_consent(&self, writer: &mut Writer, leaves: bool) -> Result<(), Error> {
        let agreed = self.addressee().filter(|_| leaves);
        let agreed = agreed.map(|(model, host)| format!("{model} {host}")).unwrap_or_default();
        if writer.meta(AGREED)?.unwrap_or_default() != agreed {
            writer.set_meta(AGREED, &agreed)?;
            writer.commit()?;
        }
        Ok(())
    }

    /// Keeps that the owner agreed that texts go to the chosen model at its present address, before any does.
    pub fn agree(&self) -> Result<(), Error> {
        let mut writer = Writer::open(&self.layout, PROGRAM)?;
        self.keep_consent(&mut writer, true)
    }

    /// Returns the failure of a run that nobody could be asked in.
    pub(crate) fn unagreed(&self) -> notekin_embed::Error {
        let (model, host) = self.addressee().unwrap_or_default();
        notekin_embed::Error::Unagreed { model, host }
    }

    /// Returns the chosen model, to be asked a question; fails where nobody agreed that anything is sent to it.
    pub(crate) fn model_to_ask(
        &self,
        reader: &Reader,
    ) -> Result<&dyn Embedder, notekin_embed::Error> {
        let is_agreed = || self.is_agreed(reader).unwrap_or(false);
        if self.host_elsewhere().is_some() && !is_agreed() {
            return Err(self.unagreed());
        }
        self.model()
    }

    /// Returns the chosen model for whoever must not send anything elsewhere: fails where it would have to be tried there.
    pub(crate) fn model_here(
        &self,
        cancel: &AtomicBool,
    ) -> Result<&dyn Embedder, notekin_embed::Error> {
        self.model_opened(|model, models, servers| {
            notekin_embed::open_here(model, models, servers, cancel)
        })
    }
}

/// Returns what is kept of consent, for an index that is made anew.
pub(crate) fn kept(reader: &Reader) -> Result<Option<String>, Error> {
    Ok(reader.meta(AGREED)?.filter(|kept| !kept.is_empty()))
}

/// Keeps it there.
pub(crate) fn keep(writer: &mut Writer, kept: Option<&str>) -> Result<(), Error> {
    if let Some(kept) = kept {
        writer.set_meta(AGREED, kept)?;
    }
    Ok(())
}
