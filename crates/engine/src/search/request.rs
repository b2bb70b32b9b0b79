//! What a search is asked for, and what it replies.

use notekin_note::{Lines, NotePath, Span};

use crate::Condition;
use crate::cursor::Mark;
use crate::notice::Notice;

/// What the request is called where a cursor doesn't fit it.
pub(crate) const REQUEST: &str = "search";

/// How a query is matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// By words and by meaning.
    #[default]
    Hybrid,
    /// By meaning alone.
    Semantic,
    /// By words alone.
    Keyword,
    /// By a regular expression over each line, in linear time.
    Regex,
}

impl Mode {
    /// Returns the mode's stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hybrid => "hybrid",
            Self::Semantic => "semantic",
            Self::Keyword => "keyword",
            Self::Regex => "regex",
        }
    }
}

/// Which notes may be found; every condition must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Folders, with everything below them; a note lies in one of them.
    pub folders: Vec<String>,
    /// Tags, with the tags nested below them; a note has all of them.
    pub tags: Vec<String>,
    /// What else must hold.
    pub conditions: Vec<Condition>,
}

/// A search.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, off or on")]
pub struct SearchRequest {
    /// The question, words, or pattern; but for a pattern there may be conditions among the words, such as `tag:food`.
    pub query: String,
    /// Whether a query whose conditions can't be read, or name nothing, is searched as it stands instead of failing.
    pub lenient: bool,
    /// How it is matched.
    pub mode: Mode,
    /// Which notes may be found.
    pub filter: Filter,
    /// The most passages returned.
    pub limit: usize,
    /// The most passages returned of one note.
    pub per_note: usize,
    /// Where the previous page ended.
    pub cursor: Option<String>,
    /// Whether passages are returned too that hardly have to do with the query.
    pub everything: bool,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
    /// Whether the last word may be unfinished, so that words are found that begin like it.
    pub typing: bool,
}

impl SearchRequest {
    /// Returns a hybrid search over all notes with the usual limits.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            lenient: false,
            mode: Mode::Hybrid,
            filter: Filter::default(),
            limit: 10,
            per_note: 2,
            cursor: None,
            everything: false,
            update: true,
            typing: false,
        }
    }

    /// Returns the mark that the cursors of this search in some vaults carry.
    pub(crate) fn mark(&self, vaults: &[&str]) -> Mark {
        let Self { query, mode, filter, per_note, lenient, everything, typing, .. } = self;
        let how = (mode, per_note, lenient, everything, typing);
        Mark::of(&(REQUEST, vaults, query, filter, how))
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchReply {
    /// The query as asked.
    pub query: String,
    /// The mode that was used; words alone when meaning isn't there.
    pub mode: Mode,
    /// The index's generation that answered.
    pub generation: u64,
    /// How much of the vault was searched.
    pub coverage: Coverage,
    /// Passages, best first.
    pub hits: Vec<Hit>,
    /// How many notes match, and are relevant.
    pub total: usize,
    /// Whether anything that was found is likely to answer.
    pub relevant: bool,
    /// Where the next page begins, if there is one.
    pub next_cursor: Option<String>,
    /// Whether the index moved since the page before.
    pub changed: bool,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

/// How many notes a search could look at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Notes searched in the way the mode asks for.
    pub searched: usize,
    /// Notes in the vault that could be searched.
    pub total: usize,
    /// Notes not searchable in that way yet.
    pub pending: usize,
    /// Notes that couldn't be read.
    pub errored: usize,
    /// Of the notes searched those that the filter lets through, if there is one.
    pub scope: Option<usize>,
}

/// A passage that was found.
#[derive(Clone, Debug)]
pub struct Hit {
    /// The vault's name.
    pub vault: String,
    /// The note.
    pub path: NotePath,
    /// The note's title.
    pub title: String,
    /// The headings the passage stands under, outermost first.
    pub heading: Vec<String>,
    /// The passage's lines in the file.
    pub lines: Lines,
    /// The passage's bytes in the file.
    pub bytes: Span,
    /// The estimated chance that the passage answers.
    pub score: f32,
    /// The part of the passage that shows why it was found.
    pub snippet: Snippet,
    /// What each part of the ranking says of it.
    pub why: Why,
    /// The passages that say nearly the same and come after it.
    pub also: Also,
    /// Where a page begins that follows this hit.
    pub after: String,
}

/// Passages left out of a reply because one like them is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Also {
    /// How many there are.
    pub passages: usize,
    /// The first few of the notes they stand in, but for the note of the passage shown.
    pub paths: Vec<NotePath>,
}

/// A short text with the places that match the query's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snippet {
    /// The text.
    pub text: String,
    /// Byte ranges in `text`, in order.
    pub highlights: Vec<(usize, usize)>,
}

/// The parts of a ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Why {
    /// By words in the passage.
    pub words: Option<Part>,
    /// By meaning.
    pub meaning: Option<Part>,
    /// By words in the title.
    pub title: Option<Part>,
    /// By links.
    pub links: Option<Part>,
}

/// One part's opinion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The place it gives, from 1.
    pub rank: usize,
    /// How much it adds, from 0 to 1.
    pub score: f32,
}
