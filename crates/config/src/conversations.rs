//! Conversations: what was asked of a vault's notes and what was answered, kept beside its index.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notekin_engine::Lines;
use notekin_engine::ask::{AskReply, Turn};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::private;
use crate::replace::{New, replace_as};

/// Questions that were asked one after the other, with their answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversation {
    /// Its number; the name of its file.
    #[serde(skip)]
    pub id: u32,
    /// What was asked and answered, oldest first.
    pub turns: Vec<KeptTurn>,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptTurn {
    /// The question.
    pub question: String,
    /// The answer; empty where the notes didn't answer.
    pub answer: String,
    /// Whether it was made from private notes, so that it must not leave this machine.
    pub private: bool,
    /// Where the answer comes from.
    pub sources: Vec<KeptSource>,
    /// The paths of all notes that it could be made from, cited or not; what was kept by earlier versions has none.
    #[serde(default)]
    pub given: Vec<String>,
}

impl Conversation {
    /// Returns what was asked and answered, as the next question goes on from it.
    pub fn asked(&self) -> Vec<Turn> {
        let turn = |turn: &KeptTurn| Turn {
            question: turn.question.clone(),
            answer: turn.answer.clone(),
            is_private: turn.private,
            notes: turn.notes(),
        };
        self.turns.iter().map(turn).collect()
    }
}

impl KeptTurn {
    /// Returns the paths of all notes that went into the answer, as far as they are known.
    fn notes(&self) -> Vec<String> {
        let cited = self.sources.iter().map(|source| &source.path);
        self.given.iter().chain(cited).cloned().collect()
    }

    /// Returns a question with its answer, as they are kept.
    pub fn new(question: &str, reply: &AskReply) -> Self {
        let source = |at: usize| {
            let Lines { start, end } = reply.cited_lines(at);
            KeptSource { path: reply.sources[at].path.as_str().to_owned(), start, end }
        };
        Self {
            question: question.to_owned(),
            answer: reply.answer.clone(),
            private: reply.is_private,
            sources: (0..reply.sources.len()).map(source).collect(),
            given: reply.given.iter().map(|path| path.as_str().to_owned()).collect(),
        }
    }
}

/// Lines of a note, as they were when the question was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSource {
    /// The note's path.
    pub path: String,
    /// The first line, from 1.
    pub start: u32,
    /// The last line.
    pub end: u32,
}

/// The conversations with one vault, a file each: `conversations/3.json`.
///
/// They are the user's own words, which nothing could make anew. So they lie beside the index and not in it, where no
/// repair and no newer format moves them aside, and go only with all that is kept for the vault.
#[derive(Clone, Debug)]
pub struct Conversations {
    folder: PathBuf,
}

impl Conversations {
    /// Returns the conversations with the vault whose own data lies in `home`.
    pub fn new(home: &Path) -> Self {
        Self { folder: home.join("conversations") }
    }

    /// Returns all of them, the one that was gone on with last first. A damaged one is an error that names it.
    pub fn list(&self) -> Result<Vec<Conversation>, Error> {
        self.latest_first()?.into_iter().map(|id| self.get(id)).collect()
    }

    /// Returns the one that was gone on with last.
    pub fn latest(&self) -> Result<Option<Conversation>, Error> {
        self.latest_first()?.first().map(|&id| self.get(id)).transpose()
    }

    /// Returns the one with this number.
    pub fn get(&self, id: u32) -> Result<Conversation, Error> {
        let path = self.path(id);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::UnknownConversation(id));
            }
            bytes => bytes.map_err(|source| Error::Unreadable { path: path.clone(), source })?,
        };
        let broken = |error: serde_json::Error| {
            let reason = error.to_string();
            Error::BrokenConversation { path, reason }
        };
        let read: Conversation = serde_json::from_slice(&bytes).map_err(broken)?;
        Ok(Conversation { id, ..read })
    }

    /// Adds a turn to the conversation with this number, or begins a new one; returns its number.
    pub fn keep(&self, id: Option<u32>, turn: KeptTurn) -> Result<u32, Error> {
        // Held until this function returns, so that no turn of another process is lost.
        let _lock = self.lock()?;
        let mut conversation = match id {
            Some(id) => self.get(id)?,
            None => Conversation { id: self.next()?, ..Conversation::default() },
        };
        conversation.turns.push(turn);
        let path = self.path(conversation.id);
        let json = serde_json::to_string_pretty(&conversation)
            .map_err(|error| Error::Unwritable { path: path.clone(), source: error.into() })?;
        replace_as(&path, format!("{json}\n").as_bytes(), New::Private)?;
        Ok(conversation.id)
    }

    /// Deletes the one with this number.
    pub fn remove(&self, id: u32) -> Result<(), Error> {
        let path = self.path(id);
        match fs::remove_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(Error::UnknownConversation(id))
            }
            removed => removed.map_err(|source| Error::Unwritable { path, source }),
        }
    }

    fn path(&self, id: u32) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    fn next(&self) -> Result<u32, Error> {
        Ok(self.ids()?.into_iter().map(|(_, id)| id).max().unwrap_or(0) + 1)
    }

    fn latest_first(&self) -> Result<Vec<u32>, Error> {
        let mut ids = self.ids()?;
        ids.sort_unstable();
        Ok(ids.into_iter().rev().map(|(_, id)| id).collect())
    }

    /// Returns the numbers that are taken, each with the time of its last turn.
    fn ids(&self) -> Result<Vec<(SystemTime, u32)>, Error> {
        let unreadable = |source| Error::Unreadable { path: self.folder.clone(), source };
        let files = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            files => files.map_err(unreadable)?,
        };
        let mut ids = Vec::new();
        for file in files {
            let file = file.map_err(unreadable)?;
            let name = file.file_name();
            let id = name.to_str().and_then(|name| name.strip_suffix(".json")?.parse().ok());
            let time = file.metadata().and_then(|file| file.modified());
            ids.extend(id.map(|id| (time.unwrap_or(SystemTime::UNIX_EPOCH), id)));
        }
        Ok(ids)
    }

    fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join("lock");
        let locked = private::create(&self.folder)
            .and_then(|()| File::options().create(true).truncate(false).write(true).open(&path))
            .and_then(|file| file.lock().map(|()| file));
        locked.map_err(|source| Error::Unwritable { path, source })
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::time::{Duration, SystemTime};

    use notekin_engine::Kind;

    use super::{Conversations, KeptSource, KeptTurn};

    fn turn(question: &str) -> KeptTurn {
        let sources = vec![KeptSource { path: "tea.md".to_owned(), start: 3, end: 4 }];
        KeptTurn {
            question: question.to_owned(),
            answer: "Yes.".to_owned(),
            private: false,
            sources,
            given: vec!["tea.md".to_owned()],
        }
    }

    #[test]
    fn turns_are_kept_one_after_the_other() {
        let home = tempfile::tempdir().unwrap();
        let kept = Conversations::new(home.path());
        assert_eq!((kept.list().unwrap(), kept.latest().unwrap()), (vec![], None));
        let first = kept.keep(None, turn("Tea?")).unwrap();
        let second = kept.keep(None, turn("Soup?")).unwrap();
        assert_eq!((first, second), (1, 2));
        assert_eq!(kept.keep(Some(first), turn("And green?")).unwrap(), first);
        assert_eq!(kept.get(first).unwrap().turns, [turn("Tea?"), turn("And green?")]);
        kept.remove(first).unwrap();
        assert_eq!(kept.get(first).unwrap_err().kind(), Kind::NotFound);
        assert_eq!(kept.remove(first).unwrap_err().kind(), Kind::NotFound);
        assert_eq!(kept.keep(Some(first), turn("Tea?")).unwrap_err().kind(), Kind::NotFound);
        assert_eq!(kept.list().unwrap().len(), 1);
    }

    #[test]
    fn the_last_one_is_the_one_that_was_gone_on_with_last() {
        let home = tempfile::tempdir().unwrap();
        let kept = Conversations::new(home.path());
        for question in ["Tea?", "Soup?", "Bread?"] {
            kept.keep(None, turn(question)).unwrap();
        }
        for (id, age) in [(1, 3), (2, 9), (3, 5)] {
            let file = File::options().write(true).open(kept.path(id)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(age)).unwrap();
        }
        assert_eq!(kept.latest().unwrap().unwrap().id, 2);
        let ids: Vec<u32> = kept.list().unwrap().iter().map(|it| it.id).collect();
        assert_eq!(ids, [2, 3, 1]);
    }

    #[test]
    fn a_damaged_one_is_named_and_left_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let kept = Conversations::new(home.path());
        let id = kept.keep(None, turn("Tea?")).unwrap();
        fs::write(kept.path(id), "{\"turns\":").unwrap();
        assert_eq!(kept.get(id).unwrap_err().kind(), Kind::Corrupt);
        assert_eq!(kept.keep(Some(id), turn("Soup?")).unwrap_err().kind(), Kind::Corrupt);
        assert_eq!(fs::read_to_string(kept.path(id)).unwrap(), "{\"turns\":");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_them() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let kept = Conversations::new(home.path());
        let id = kept.keep(None, turn("Tea?")).unwrap();
        assert_eq!(fs::metadata(kept.path(id)).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
