//! What applies to one path of a vault, and why.

use notekin_index::NoteRow;
use notekin_note::NotePath;
use notekin_vault::Verdict;

use crate::{Audience, Engine, Error};

/// The answer to "what about this path?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The path asked about.
    pub path: String,
    /// What the policy says, as one stable word: `indexed`, `folder`, `excluded`, `unreadable`, `not_a_note`, `missing`.
    pub verdict: String,
    /// The rule or trouble, in a sentence.
    pub reason: String,
    /// Whether the note is marked `private: true`.
    pub private: bool,
    /// How many passages the index holds of it.
    pub passages: usize,
    /// How many of those are searchable by meaning.
    pub embedded: usize,
    /// What its text was taken for with a warning, as sentences.
    pub warnings: Vec<String>,
    /// Paths that look like the one asked about, when it is missing.
    pub near: Vec<String>,
}

impl Engine {
    /// Returns what the policy and the index say of a path in the vault. An audience that may not know what is left out
    /// hears of no path that it can't find.
    pub fn explain(&self, path: &str, audience: Audience) -> Result<Explanation, Error> {
        let note = self.indexed(path)?.filter(|note| audience.sees(note));
        if note.is_none() && !audience.sees_excluded() {
            return Err(Error::NoSuchNote { note: path.to_owned(), near: Vec::new() });
        }
        let mut explanation = Explanation::new(path, &self.vault()?.explain(path));
        if let Some(note) = note {
            self.add_index(&mut explanation, &note)?;
        } else if let Some(skipped) = self.skipped_reason(path)? {
            "excluded".clone_into(&mut explanation.verdict);
            explanation.reason = skipped;
        }
        Ok(explanation)
    }

    fn indexed(&self, path: &str) -> Result<Option<NoteRow>, Error> {
        let (Ok(path), Ok(reader)) = (NotePath::parse(path), self.reader()) else {
            return Ok(None);
        };
        Ok(reader.note(&path)?)
    }

    /// Returns why a note was left out when it was last read, for reasons that stand in the note itself.
    fn skipped_reason(&self, path: &str) -> Result<Option<String>, Error> {
        let Ok(reader) = self.reader() else { return Ok(None) };
        let by_itself = reader
            .skipped()?
            .into_iter()
            .find(|skipped| skipped.path == path && skipped.stamp.is_some());
        Ok(by_itself.map(|skipped| skipped.reason))
    }

    fn add_index(&self, explanation: &mut Explanation, note: &NoteRow) -> Result<(), Error> {
        let reader = self.reader()?;
        let chunks = reader.chunks(note.id)?;
        explanation.private = note.private;
        explanation.passages = chunks.len();
        explanation.embedded = chunks.iter().filter(|chunk| chunk.embedded).count();
        explanation.warnings =
            reader.detail(note.id)?.map(|detail| detail.warnings).unwrap_or_default();
        Ok(())
    }
}

impl Explanation {
    fn new(path: &str, verdict: &Verdict) -> Self {
        let near = match verdict {
            Verdict::Missing { near } => near.iter().map(|path| path.as_str().to_owned()).collect(),
            _ => Vec::new(),
        };
        Self {
            path: path.to_owned(),
            verdict: name(verdict).to_owned(),
            reason: verdict.to_string(),
            private: false,
            passages: 0,
            embedded: 0,
            warnings: Vec::new(),
            near,
        }
    }
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Note(_) => "indexed",
        Verdict::Folder => "folder",
        Verdict::Excluded(_) => "excluded",
        Verdict::Unreadable(_) => "unreadable",
        Verdict::NotANote => "not_a_note",
        Verdict::Missing { .. } => "missing",
    }
}
