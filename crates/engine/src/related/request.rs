//! What a look at related notes is asked for, and what it replies.

use notekin_index::NoteSet;
use notekin_note::NotePath;

use crate::notice::Notice;
use crate::search::{Filter, Why};

/// Which related notes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// Those the note has no link to or from.
    #[default]
    Unlinked,
    /// Those it has a link to or from.
    Linked,
    /// Both.
    All,
}

/// What related notes are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A note: its path, or its name, title or alias where that is unique. Where no note is called so, what follows the last
    /// `#` is a heading, and its section is meant; names and links are those of its note.
    Note(String),
    /// A text that stands nowhere yet.
    Text(String),
}

/// A look at what belongs with a note.
#[derive(Clone, Debug)]
pub struct RelatedRequest {
    /// What it is looked for.
    pub of: Subject,
    /// Which notes are shown.
    pub show: Show,
    /// Which notes are looked at.
    pub filter: Filter,
    /// Whether only notes of other folders are shown.
    pub elsewhere: bool,
    /// Whether notes are shown too that are hardly related.
    pub everything: bool,
    /// The most related notes returned.
    pub limit: usize,
    /// Whether changed notes are taken in by words first, for as long as that is quick.
    pub update: bool,
}

impl RelatedRequest {
    /// Returns a look with the usual choices.
    pub fn new(of: Subject) -> Self {
        Self {
            of,
            show: Show::default(),
            filter: Filter::default(),
            elsewhere: false,
            everything: false,
            limit: 10,
            update: true,
        }
    }
}

/// What belongs with a note; a note is in at most one of the three parts.
#[derive(Clone, Debug)]
pub struct RelatedReply {
    /// The note looked at; none for a text.
    pub path: Option<NotePath>,
    /// The hub the note belongs under, when it links to none.
    pub belongs_under: Option<Hub>,
    /// Related notes, nearest first.
    pub related: Vec<Related>,
    /// Notes that say the same.
    pub near_copies: Vec<NearCopy>,
    /// The score from which a note is called related.
    pub least: f32,
    /// What the filter lets through, if there is one.
    pub scope: Option<Scope>,
    /// What the reader should know to judge the reply.
    pub notices: Vec<Notice>,
}

/// What a filter lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The notes that pass.
    pub passing: usize,
    /// The notes there are.
    pub total: usize,
}

impl Scope {
    /// Returns what a filter lets through, unless it is none; `among` are the notes that pass.
    pub(super) fn of(filter: &Filter, among: Option<&NoteSet>, total: usize) -> Option<Self> {
        let passing = among.map_or(total, NoteSet::len);
        (!filter.is_empty()).then_some(Self { passing, total })
    }
}

/// A note that gathers others.
#[derive(Clone, Debug, PartialEq)]
pub struct Hub {
    /// The note.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// The estimated chance that an author would link the two, if half of all such pairs were linked.
    pub score: f32,
}

/// A related note.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// The note.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// The estimated chance that an author would link the two, if half of all such pairs were linked.
    pub score: f32,
    /// Whether a link joins the two already.
    pub linked: bool,
    /// The section of the note looked at that is nearest.
    pub from: String,
    /// The section of the related note that is nearest.
    pub to: String,
    /// What each part of the ranking says of it.
    pub why: Why,
}

/// A note that says the same.
#[derive(Clone, Debug, PartialEq)]
pub struct NearCopy {
    /// The note.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// The share of both notes' text that stands in the other too, from 0 to 1.
    pub coverage: f32,
}
