//! Documents: sent or imported so that each is there once, whatever breaks.
//!
//! A store takes the same document twice without a word, and then finds both. So when nobody knows whether one was made,
//! it is looked for before it is sent again.
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use notekin_net::served::tokens;
use notekin_net::{Effort, pause};

use crate::client::{Client, written};
use crate::documents::Likeness;
use crate::error::Error;
use crate::limits;
use crate::name::{DocumentName, StoreName};
use crate::session::{Ended, Made, Sent, Session};
use crate::shapes::{
    Document, File, FileReply, FileRequest, ImportRequest, NewFile, Operation, UploadRequest,
};

/// A document that is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Upload<'a> {
    /// What is said of it; its kind must be given.
    pub request: &'a UploadRequest,
    /// Its bytes; none are right, too.
    pub bytes: &'a [u8],
    /// Documents that look the same, but were there before.
    pub others: &'a [DocumentName],
}

/// A file that is to become a document.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// What is said of it.
    pub request: &'a ImportRequest,
    /// The file's display name, which the document takes over.
    pub display_name: &'a str,
    /// Documents that look the same, but were there before.
    pub others: &'a [DocumentName],
}

/// How a document is sent, and how it is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Care {
    /// How hard each call is tried, and the whole of it.
    pub effort: Effort,
    /// About how many bytes go at once; the server may want more.
    pub stretch: usize,
    /// How often a document is looked for that may have been made, since lists lag behind. Each look reads the whole list;
    /// 0 leaves looking and sending again to the caller, who is told with [`Error::Unsure`].
    pub looks: u32,
    /// The wait between two looks; it doubles from look to look.
    pub between: Duration,
}

impl Care {
    /// For bulk work: a document is looked for during half a minute.
    pub const BULK: Self =
        Self { effort: Effort::BULK, stretch: 8 << 20, looks: 5, between: Duration::from_secs(2) };
}

/// What came of a document that was sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Uploaded {
    /// The server has it, and reads it; [`Client::finished`] waits for that.
    Begun(Operation),
    /// The server has it, which showed only in the list of its documents.
    Found(Document),
}

impl<'a> Upload<'a> {
    /// Returns what the document is known by.
    pub fn likeness(&self) -> Likeness<'a> {
        let (display_name, metadata) = (&self.request.display_name, &self.request.custom_metadata);
        Likeness { display_name, metadata, others: self.others }
    }
}

impl<'a> Import<'a> {
    /// Returns what the document is known by.
    pub fn likeness(&self) -> Likeness<'a> {
        let (display_name, metadata) = (self.display_name, &self.request.custom_metadata);
        Likeness { display_name, metadata, others: self.others }
    }
}

impl Client {
    /// Sends a document to a store.
    ///
    /// An upload that breaks is gone on with where it broke; one that is lost is begun anew, but where it may have made a
    /// document, only after the list of documents doesn't show it. Fails with [`Error::Unsure`] when in the end nobody
    /// knows: the server says that it has the document and doesn't show it, the list can't be read, or it was tried often
    /// enough. When cancelled, what was sent may still become a document.
    pub fn upload(
        &self,
        store: &StoreName,
        upload: &Upload<'_>,
        care: Care,
        cancel: &AtomicBool,
    ) -> Result<Uploaded, Error> {
        limits::upload(upload.request)?;
        limits::bytes(upload.bytes, limits::DOCUMENT_BYTES)?;
        let (path, request) =
            (format!("{store}:uploadToFileSearchStore"), written(upload.request)?);
        let sent = sent(upload.bytes, &upload.request.mime_type, "upload a document", care);
        let mut is_in_doubt = false;
        for tried in 1.. {
            let session = Session::start(self, &path, &request, sent, cancel);
            let ended = session.and_then(|session| session.run(cancel));
            let (error, made) = match ended.map_err(|error| doubted(error, is_in_doubt))? {
                Ended::Done(said) => match begun(&said) {
                    Some(operation) => return Ok(Uploaded::Begun(operation)),
                    None => return self.shown(store, &upload.likeness(), care, cancel),
                },
                Ended::Lost(error, made) => (error, made),
            };
            is_in_doubt |= made == Made::Maybe;
            if is_in_doubt
                && let Some(found) = self.sought(store, &upload.likeness(), care, cancel)?
            {
                return Ok(Uploaded::Found(found));
            }
            let is_seen_to = is_in_doubt && care.looks == 0;
            if is_seen_to || !self.rest(care.effort.patience, tried, &error, cancel)? {
                return Err(doubted(error, is_in_doubt));
            }
        }
        Err(Error::BrokenOff)
    }

    /// Makes a document of a file.
    ///
    /// Like [`Client::upload`], it is asked for again only after the list of documents doesn't show it.
    pub fn import(
        &self,
        store: &StoreName,
        import: &Import<'_>,
        care: Care,
        cancel: &AtomicBool,
    ) -> Result<Uploaded, Error> {
        limits::import(import.request)?;
        let (path, how) = (format!("{store}:importFile"), ("import a file", care.effort));
        for tried in 1.. {
            let error = match self.post_once(&path, import.request, how, cancel) {
                Ok(operation) => return Ok(Uploaded::Begun(operation)),
                Err(error) if error.is_unsure() => error,
                Err(error) => return Err(doubted(error, tried > 1)),
            };
            if let Some(found) = self.sought(store, &import.likeness(), care, cancel)? {
                return Ok(Uploaded::Found(found));
            }
            if care.looks == 0 || !self.rest(care.effort.patience, tried, &error, cancel)? {
                return Err(doubted(error, true));
            }
        }
        Err(Error::BrokenOff)
    }

    /// Sends a file that is to be imported. One that is sent twice does no harm: it is in no store, and goes after 48
    /// hours.
    pub fn upload_file(
        &self,
        bytes: &[u8],
        file: &NewFile,
        care: Care,
        cancel: &AtomicBool,
    ) -> Result<File, Error> {
        limits::display_name(&file.display_name)?;
        limits::kind(&file.mime_type)?;
        limits::bytes(bytes, limits::FILE_BYTES)?;
        let request = written(&FileRequest { file: file.clone() })?;
        let sent = sent(bytes, &file.mime_type, "upload a file", care);
        for tried in 1.. {
            let error = match Session::start(self, "files", &request, sent, cancel)?.run(cancel)? {
                Ended::Done(said) => match serde_json::from_slice::<FileReply>(&said) {
                    Ok(reply) => return Ok(reply.file),
                    Err(error) => self.hushed(Error::Shape(error.to_string())),
                },
                Ended::Lost(error, _) => error,
            };
            if !self.rest(care.effort.patience, tried, &error, cancel)? {
                return Err(error);
            }
        }
        Err(Error::BrokenOff)
    }

    /// Looks for a document that may have been made, as often as lists lag behind.
    fn sought(
        &self,
        store: &StoreName,
        likeness: &Likeness<'_>,
        care: Care,
        cancel: &AtomicBool,
    ) -> Result<Option<Document>, Error> {
        let mut between = care.between;
        for look in 0..care.looks {
            if look > 0 {
                pause(between, cancel).map_err(Error::Net)?;
                between = between.saturating_mul(2);
            }
            match self.find_document(store, likeness, care.effort, cancel) {
                Ok(None) => {}
                Ok(found) => return Ok(found),
                Err(error) if error.is_cancelled() => return Err(error),
                // Without the list nobody may send it again.
                Err(error) => return Err(error.unsure("the document")),
            }
        }
        Ok(None)
    }

    /// Looks for a document that the server says it has; it must not be sent again even if it doesn't show.
    fn shown(
        &self,
        store: &StoreName,
        likeness: &Likeness<'_>,
        care: Care,
        cancel: &AtomicBool,
    ) -> Result<Uploaded, Error> {
        let found = self.sought(store, likeness, care, cancel)?;
        let silent = || Error::Shape("the upload ended without naming what it made".to_owned());
        found.map(Uploaded::Found).ok_or_else(|| silent().unsure("the document"))
    }
}

/// Returns an error as one that leaves in doubt whether there is a document, where that is so.
fn doubted(error: Error, is_in_doubt: bool) -> Error {
    if is_in_doubt && !error.is_cancelled() { error.unsure("the document") } else { error }
}

/// Returns what is sent, and how.
fn sent<'a>(bytes: &'a [u8], kind: &'a str, purpose: &'static str, care: Care) -> Sent<'a> {
    let tokens = match std::str::from_utf8(bytes) {
        Ok(text) => tokens::at_most(text),
        // As many as of a text in which every letter is Latin.
        Err(_) => bytes.len() / 3,
    };
    let Care { stretch, effort, .. } = care;
    Sent { bytes, kind, stretch, purpose, tokens: tokens as u64, effort }
}

/// Reads the operation that an upload began; `None` where none is named.
fn begun(said: &[u8]) -> Option<Operation> {
    let operation: Operation = serde_json::from_slice(said).ok()?;
    (!operation.name.is_empty()).then_some(operation)
}
