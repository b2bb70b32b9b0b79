//! What is asked, and what is replied.

pub use notekin_answer::SupportLevel;
use notekin_answer::generate::Servers as WriterServers;
use notekin_note::{Lines, NotePath, Span};

use crate::notice::{NearNote, Notice};
use crate::{Coverage, Filter};

/// A question to the notes.
#[derive(Clone, Debug)]
pub struct AskRequest {
    /// The question.
    pub question: String,
    /// What was asked and answered before, oldest first.
    pub turns: Vec<Turn>,
    /// Which notes it may be answered from.
    pub filter: Filter,
    /// Who writes the answer; where nobody does, sentences of the notes are quoted.
    pub writer: Option<Writer>,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
    /// Something that nobody who writes a note can know: the marks around passages are made of it.
    pub randomness: u128,
}

impl AskRequest {
    /// Returns a question to all notes that is answered with their own sentences.
    pub fn new(question: impl Into<String>) -> Self {
        Self {
            question: question.into(),
            turns: Vec::new(),
            filter: Filter::default(),
            writer: None,
            update: true,
            randomness: 0,
        }
    }
}

/// A question that was asked before, with the answer that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The question.
    pub question: String,
    /// The answer; empty where the notes didn't answer.
    pub answer: String,
    /// Whether it was made from private notes: see [`AskReply::is_private`].
    pub is_private: bool,
    /// The paths of the notes that the answer comes from. One that nobody else may see any more is told to nobody else.
    pub notes: Vec<String>,
}

/// A model that writes answers, and where it is.
#[derive(Clone, Debug)]
pub struct Writer {
    /// Its id, such as `ollama/qwen3:4b`.
    pub model: String,
    /// Where servers are.
    pub servers: WriterServers,
}

/// An answer whose every sentence was checked.
#[derive(Clone, Debug)]
pub struct AskReply {
    /// The answer, in Markdown, without markers; empty when there is none. All offsets are UTF-8 bytes of it.
    pub answer: String,
    /// The same with the numbers of its sources, from 1, behind each sentence.
    pub marked: String,
    /// What came of the question.
    pub outcome: AskOutcome,
    /// The sentences that say something, in order.
    pub sentences: Vec<AnswerSentence>,
    /// The passages that are cited, in the order in which they are first cited.
    pub sources: Vec<Source>,
    /// What bears out the sentences that anything does, in order.
    pub supports: Vec<Support>,
    /// What was searched for: the question, with what it means by earlier ones.
    pub query: String,
    /// The notes that came nearest, where none of them answers.
    pub nearest: Vec<NearNote>,
    /// The model that wrote the answer, if one did.
    pub model: Option<String>,
    /// Whether private notes, or earlier turns made from such, were read for it. As a turn it is given to nobody then who
    /// may not see private notes.
    pub is_private: bool,
    /// The notes that the answer could be made from, cited or not. As a turn it is given to nobody then who may not see one
    /// of them any more.
    pub given: Vec<NotePath>,
    /// How much of the vault was searched.
    pub coverage: Coverage,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

impl AskReply {
    /// Returns the lines of a source from the first that is cited to the last; `at` is its place among the sources.
    pub fn cited_lines(&self, at: usize) -> Lines {
        let places = self.supports.iter().flat_map(|support| &support.places);
        let lines = places.filter(|place| place.source == at).map(|place| place.lines);
        let all = lines.reduce(|all, lines| Lines {
            start: all.start.min(lines.start),
            end: all.end.max(lines.end),
        });
        all.unwrap_or(self.sources[at].lines)
    }
}

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskOutcome {
    /// At least one sentence comes from the notes.
    Answered,
    /// The notes don't answer.
    NotInNotes,
    /// The notes that are read so far don't answer.
    PartialIndex,
}

impl AskOutcome {
    /// Returns the outcome's stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::NotInNotes => "not_in_notes",
            Self::PartialIndex => "partial_index",
        }
    }
}

/// A sentence, list item, row or block of code of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerSentence {
    /// Its bytes in the answer.
    pub span: Span,
    /// How well it is borne out.
    pub support: SupportLevel,
    /// The places in [`AskReply::sources`] of the passages it is tied to.
    pub sources: Vec<usize>,
}

/// A cited passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The vault's name.
    pub vault: String,
    /// The note.
    pub path: NotePath,
    /// The note's title.
    pub title: String,
    /// The headings it stands under, outermost first.
    pub heading: Vec<String>,
    /// Its lines in the file.
    pub lines: Lines,
    /// Its bytes in the file.
    pub bytes: Span,
    /// These bytes, as text.
    pub text: String,
    /// Their SHA-256 in hexadecimal digits, by which a later change shows.
    pub quote_hash: String,
}

/// A sentence with the places that bear it out.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// The sentence's bytes in the answer.
    pub span: Span,
    /// The places, the best first.
    pub places: Vec<Place>,
}

/// A place in a cited passage.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The place of the passage in [`AskReply::sources`].
    pub source: usize,
    /// The lines of the file that say it.
    pub lines: Lines,
    /// The bytes of the file that say it.
    pub bytes: Span,
    /// Whether the sentence stands there word for word.
    pub is_quote: bool,
    /// How much of the sentence it bears out, from 0 to 1; it orders, and is no probability.
    pub score: f32,
}
