//! Several vaults asked as one.
//!
//! Each vault has its own engine, and scores mean the same in all of them, so that what they found can be laid side by
//! side. A vault that can't answer is told of and left out; only when none can is that an error.

mod cursor;
mod list;
mod search;

use crate::audience::Audience;
use crate::engine::Engine;
use crate::filter::{self, Filtered};
use crate::notice::Notice;
use crate::{Error, Kind, names};

/// What vaults replied.
struct Asked<T> {
    /// The replies, each with its vault's place among the vaults.
    replies: Vec<(usize, T)>,
    /// Those that couldn't reply.
    notices: Vec<Notice>,
}

/// Vaults that are asked together, in an order that decides where nothing else does.
pub struct Several<'a> {
    engines: Vec<&'a Engine>,
}

impl<'a> Several<'a> {
    /// Returns the vaults of some engines as one.
    pub fn new(engines: impl IntoIterator<Item = &'a Engine>) -> Self {
        Self { engines: engines.into_iter().collect() }
    }

    /// Returns the engine of the vault that holds the note called `name`.
    ///
    /// Fails with what is like it when none has such a note, and with all of them when several have.
    pub fn holder(&self, name: &str, audience: Audience) -> Result<&'a Engine, Error> {
        let mut holders = Vec::new();
        let mut near = Vec::new();
        let mut failure = None;
        for engine in &self.engines {
            match engine.reader().and_then(|reader| names::find(&reader, name, audience)) {
                Ok(note) => holders.push((*engine, vec![note.path.as_str().to_owned()])),
                Err(Error::Ambiguous { paths, .. }) => holders.push((*engine, paths)),
                Err(Error::NoSuchNote { near: like, .. }) => near.extend(like),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        match (holders.as_slice(), failure) {
            ([(engine, _)], _) => Ok(engine),
            ([], Some(error)) if near.is_empty() => Err(error),
            ([], _) => Err(Error::NoSuchNote { note: name.to_owned(), near }),
            (several, _) => Err(Error::SeveralVaults {
                note: name.to_owned(),
                vaults: several.iter().map(|(engine, _)| engine.settings.name.clone()).collect(),
            }),
        }
    }

    /// Returns the vaults' engines, in their order.
    pub(crate) fn engines(&self) -> impl Iterator<Item = &'a Engine> {
        self.engines.iter().copied()
    }

    /// Returns the vaults' names, in their order.
    fn names(&self) -> Vec<&str> {
        self.engines.iter().map(|engine| engine.settings.name.as_str()).collect()
    }

    /// Asks every vault; those that fail become notices, unless all do. What the filter names must be somewhere.
    fn ask_each<T>(
        &self,
        mut ask: impl FnMut(usize, &Engine) -> Result<Filtered<T>, Error>,
    ) -> Result<Asked<T>, Error> {
        let mut replies = Vec::new();
        let mut in_vain = Vec::new();
        let mut notices = Vec::new();
        let mut failure = None;
        for (place, engine) in self.engines.iter().enumerate() {
            match ask(place, engine) {
                Ok(filtered) => {
                    replies.push((place, filtered.reply));
                    in_vain.push(filtered.in_vain);
                }
                Err(error) if is_of_request(&error) => return Err(error),
                Err(error) => {
                    let vault = engine.settings.name.clone();
                    notices.push(Notice::LeftOut { vault, reason: error.to_string() });
                    failure = failure.or(Some(error));
                }
            }
        }
        match failure {
            Some(error) if replies.is_empty() => Err(error),
            _ => {
                filter::check(&in_vain)?;
                Ok(Asked { replies, notices })
            }
        }
    }
}

/// Returns whether an error lies in what was asked, not in the vault that was asked.
///
/// What makes no sense makes no sense anywhere. A name that stands for several notes of one vault is of that kind too:
/// without that vault the answer would look whole, and only who asked can say which note was meant. What a vault or a
/// model itself calls invalid is its own matter, such as a folder that is now a file.
fn is_of_request(error: &Error) -> bool {
    match error {
        Error::Vault(_) | Error::Embed(_) => false,
        Error::Changed(_) => true,
        error => error.kind() == Kind::Invalid,
    }
}
