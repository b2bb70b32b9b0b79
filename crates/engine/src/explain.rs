//! What applies to one path of a vault, and why.

use notekin_index::NoteRow;
use notekin_note::{Format, NotePath, parse};
use notekin_vault::{File, Vault, Verdict};

use crate::sync::{OPTED_OUT, identity, vault_stamp};
use crate::{Audience, Engine, Error, likeness, names};

/// The answer to "what about this path?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The path asked about.
    pub path: String,
    /// What is done with it, as one stable word: `indexed`, `waiting` (for the next update to read it), `folder`,
    /// `excluded`, `unreadable`, `not_a_note`, `missing`.
    pub verdict: String,
    /// The rule or trouble, in a sentence.
    pub reason: String,
    /// Whether the note is marked `private: true`, or a link leads out of the vault to it.
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
    /// Returns what is done with a path of the vault, by the rules and by what the note says now, and what the index holds
    /// of it.
    ///
    /// An audience that may not know what is left out hears of no path that it can't find, or won't after the next update.
    pub fn explain(&self, path: &str, audience: Audience) -> Result<Explanation, Error> {
        let vault = self.vault()?;
        let inside = vault.relative(path);
        let indexed = self.indexed(inside)?.filter(|note| audience.sees(note));
        if indexed.is_none() && !audience.sees_excluded() {
            return Err(self.no_such_note(path, audience)?);
        }
        let mut explanation = match vault.explain(inside) {
            Verdict::Note(file) => self.of_note(inside, &file, indexed.as_ref())?,
            verdict => Explanation::of(&verdict),
        };
        if explanation.is_kept_from(audience) {
            return Err(self.no_such_note(path, audience)?);
        }
        path.clone_into(&mut explanation.path);
        if let Some(note) = indexed {
            self.add_index(&mut explanation, &note)?;
        } else if explanation.verdict == "missing" {
            explanation.near = self.near(&vault, inside)?;
        }
        Ok(explanation)
    }

    /// Returns the note that the index knows at a path.
    fn indexed(&self, path: &str) -> Result<Option<NoteRow>, Error> {
        let (Ok(path), Ok(reader)) = (NotePath::parse(path), self.reader()) else {
            return Ok(None);
        };
        Ok(reader.note(&path)?)
    }

    /// Returns the error that there is no such note, with those like it that the audience may see.
    fn no_such_note(&self, path: &str, audience: Audience) -> Result<Error, Error> {
        let near = match self.reader() {
            Ok(reader) => names::near(&reader, path, audience)?,
            Err(_) => Vec::new(),
        };
        Ok(Error::NoSuchNote { note: path.to_owned(), near })
    }

    /// Returns the readable notes that are called much like a path, by their names and by the titles that are known.
    fn near(&self, vault: &Vault, path: &str) -> Result<Vec<String>, Error> {
        let scan = vault.scan()?;
        let known = self.reader().and_then(|reader| Ok(reader.notes()?)).unwrap_or_default();
        let names = scan.notes.keys().map(|note| (note.as_str(), note.stem()));
        let rows = known.iter().filter(|note| scan.notes.contains_key(&note.path));
        let titles = rows.map(|note| (note.path.as_str(), note.title.as_str()));
        Ok(likeness::nearest(path, names.chain(titles)))
    }

    /// Returns what is done with a note that could be read, by what it says.
    fn of_note(
        &self,
        path: &str,
        file: &File,
        indexed: Option<&NoteRow>,
    ) -> Result<Explanation, Error> {
        let format = NotePath::parse(path).ok().and_then(|path| Format::of(&path));
        let format = format.unwrap_or(Format::Markdown);
        let note = parse(&file.bytes, format, &self.settings.passages);
        let size = file.stamp.size;
        let (verdict, reason) = match indexed {
            _ if !note.frontmatter.index => ("excluded", format!("left out: {OPTED_OUT}")),
            None => ("waiting", format!("a note of {size} bytes that is not read yet")),
            Some(row) if self.is_as_read(row, file)? => {
                ("indexed", format!("a note of {size} bytes that is read"))
            }
            Some(_) => {
                ("indexed", format!("a note of {size} bytes that has changed since it was read"))
            }
        };
        Ok(Explanation {
            private: note.frontmatter.private || file.outside,
            warnings: note.warnings.iter().map(ToString::to_string).collect(),
            ..Explanation::new(verdict, reason)
        })
    }

    /// Returns whether a file's contents are those that the index knows.
    fn is_as_read(&self, row: &NoteRow, file: &File) -> Result<bool, Error> {
        if vault_stamp(row.stamp) == file.stamp {
            return Ok(true);
        }
        let known = self.reader()?.known()?;
        Ok(known.iter().any(|known| known.id == row.id && known.hash == identity(file)))
    }

    /// Adds how much of the note is findable as it was read, which may be other than it stands now.
    fn add_index(&self, explanation: &mut Explanation, note: &NoteRow) -> Result<(), Error> {
        let chunks = self.reader()?.chunks(note.id)?;
        explanation.passages = chunks.len();
        explanation.embedded = chunks.iter().filter(|chunk| chunk.embedded).count();
        match explanation.verdict.as_str() {
            "indexed" => {}
            "unreadable" => explanation.reason += "; what was read before stays findable",
            _ => explanation.reason += "; what was read before is findable until the next update",
        }
        explanation.private |= note.private && explanation.verdict != "indexed";
        Ok(())
    }
}

impl Explanation {
    fn new(verdict: &str, reason: String) -> Self {
        Self {
            path: String::new(),
            verdict: verdict.to_owned(),
            reason,
            private: false,
            passages: 0,
            embedded: 0,
            warnings: Vec::new(),
            near: Vec::new(),
        }
    }

    fn of(verdict: &Verdict) -> Self {
        Self::new(name(verdict), verdict.to_string())
    }

    /// Returns whether an audience must not hear of what would become of the path.
    fn is_kept_from(&self, audience: Audience) -> bool {
        let is_left_out = self.verdict == "excluded" && !audience.sees_excluded();
        is_left_out || (self.private && !audience.sees_private())
    }
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Note(_) => "indexed",
        Verdict::Folder => "folder",
        Verdict::Excluded(_) => "excluded",
        Verdict::Unreadable(_) => "unreadable",
        Verdict::NotANote => "not_a_note",
        Verdict::Missing => "missing",
    }
}
