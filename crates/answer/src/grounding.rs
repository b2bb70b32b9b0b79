//! Grounding: what of an answer its passages bear out, whatever the model says of it.

mod claim;
mod compare;
mod frame;
mod judge;
mod limit;

use std::ops::Range;

use notekin_note::StretchKind;

use self::claim::Claims;
use self::judge::{Judge, Verdict};
use crate::prompt::NOT_IN_NOTES;
use crate::{Passage, Segments, Similar, Unmarked};

/// How well a sentence is borne out by the passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SupportLevel {
    /// It says something that the passages don't.
    Unsupported,
    /// The passages speak of it, but not all of it stands there.
    Weak,
    /// A passage says it.
    Supported,
}

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// At least one sentence is tied to a passage.
    Answered,
    /// None is.
    NotInNotes,
}

/// An answer that was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Grounded {
    /// The answer, in Markdown, without markers. All offsets are UTF-8 bytes of it.
    pub answer: String,
    /// Whether anything in it comes from the notes.
    pub outcome: Outcome,
    /// Its sentences, items, rows and blocks of code that say something, in order. What only leads in, names what
    /// follows or says that nothing was found is left out.
    pub sentences: Vec<Sentence>,
    /// The passages that are cited, in the order in which they are first cited.
    pub chunks: Vec<Cited>,
    /// The sentences that are tied to passages, in order.
    pub supports: Vec<Support>,
    /// What was changed of the model's own markers.
    pub changes: Vec<Change>,
}

/// A sentence of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How well it is borne out.
    pub support: SupportLevel,
    /// The places in [`Grounded::chunks`] of the passages it is tied to.
    pub chunks: Vec<usize>,
    /// Whether it is a block of code, fences included.
    pub is_code: bool,
}

/// A passage that is cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cited {
    /// Its place among the passages that were given.
    pub passage: usize,
}

/// A sentence tied to passages, as Gemini's `groundingSupports` have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Support {
    /// The sentence's first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What it is tied to, the passage first that bears it out best.
    pub sources: Vec<Tie>,
}

/// The part of a cited passage that bears a sentence out.
#[derive(Clone, Debug, PartialEq)]
pub struct Tie {
    /// The place of the passage in [`Grounded::chunks`].
    pub chunk: usize,
    /// The bytes of the passage's text: the words themselves where the sentence quotes them, else the sentences that
    /// say it. [`Passage::narrowed`] makes lines and bytes of the file of it.
    pub place: Range<usize>,
    /// Whether the sentence stands there word for word: from its first word to its last the same letters, signs and
    /// capitals. Not compared are white space, marks of emphasis, the targets of links and tags of HTML, of which nothing
    /// is read, and signs before the first word and behind the last.
    pub is_quote: bool,
    /// How much of the sentence it bears out, from 0 to 1. It orders, and is no probability.
    pub score: f32,
}

/// Something about the model's markers that was not left as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A marker named a passage that was not given.
    NoSuchPassage {
        /// Where it stood in the answer.
        at: usize,
        /// The number it named.
        number: usize,
    },
    /// A marker named a passage that doesn't say it.
    Removed {
        /// Where it stood in the answer.
        at: usize,
        /// The passage's place among those that were given.
        passage: usize,
    },
    /// A sentence was tied to a passage that the model did not name.
    Added {
        /// The end of the sentence.
        at: usize,
        /// The passage's place among those that were given.
        passage: usize,
    },
}

/// From which score on a sentence counts as what.
///
/// The scores are shares of what a sentence says, weighted, less what it says otherwise than the passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bars {
    /// The least score of a supported sentence.
    pub supported: f32,
    /// The least score of a weakly supported one.
    pub weak: f32,
    /// The similarities that stand for those two scores, the lower one first. They depend on what tells them; the
    /// default fits the nearness of words by which the built-in model chooses among the sentences of a passage.
    pub similar: (f32, f32),
}

impl Default for Bars {
    fn default() -> Self {
        Self { supported: 0.7, weak: 0.45, similar: (0.55, 0.9) }
    }
}

/// What an answer is checked with.
#[derive(Clone, Copy, Default)]
pub struct Checks<'a> {
    /// The question that was asked.
    pub question: &'a str,
    /// What tells how near two texts are in meaning; asked only where words don't decide.
    pub similar: Option<&'a Similar<'a>>,
    /// The bars.
    pub bars: Bars,
}

/// Ties each sentence of a model's answer to the passages that were given to it.
///
/// Markers are claims: one that the passage doesn't bear out is dropped, and a sentence that a passage says is tied to
/// it also where the model forgot to. `passages` are counted from 1 in markers, from 0 in the result.
///
/// ```
/// use notekin_answer::{Checks, Passage, SupportLevel, ground};
/// use notekin_note::{Lines, Span};
///
/// let text = "# Soup\nBoil the leek for 20 minutes.\n".to_owned();
/// let passage = Passage {
///     vault: "kitchen".into(), path: "Soup.md".into(), title: "Soup".into(), heading: vec![],
///     lines: Lines { start: 1, end: 2 }, span: Span { start: 0, end: text.len() }, text, date: None, score: 0.9,
/// };
/// let answer = "The leek is boiled for 20 minutes [1]. It was invented in Paris [1].";
/// let grounded = ground(answer, &[passage], &Checks::default());
/// assert_eq!(grounded.sentences[0].support, SupportLevel::Supported);
/// assert_eq!(grounded.sentences[1].support, SupportLevel::Unsupported);
/// assert_eq!(grounded.marked(), "The leek is boiled for 20 minutes.[1] It was invented in Paris.");
/// ```
pub fn ground(answer: &str, passages: &[Passage], checks: &Checks<'_>) -> Grounded {
    let Some(answer) = without_refusal(answer) else { return Grounded::nothing() };
    let Unmarked { text, markers } = Unmarked::of(&answer);
    let segments = Segments::of(&text);
    let claims = Claims::read(&text, &segments.list, &markers, passages.len());
    let judge = Judge::new(passages, checks);
    let mut grounded = Grounded { changes: claims.unknown.clone(), ..Grounded::nothing() };
    for (segment, claims) in segments.list.iter().zip(&claims.of_segments) {
        let verdict = judge.judge(segment, &segments.literals(&text, segment), claims);
        grounded.changes.extend(changes(segment.span.end, claims, &verdict));
        if !verdict.is_frame {
            grounded.add(segment.span.clone(), segment.kind, verdict);
        }
    }
    grounded.changes.sort_by_key(Change::at);
    grounded.answer = text;
    grounded
}

/// Returns an answer without the phrase by which a model says that the notes don't hold it; `None` if that is all it
/// says, or if what it says comes after the phrase, from its own memory.
fn without_refusal(answer: &str) -> Option<String> {
    let bare = answer.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!bare.starts_with(NOT_IN_NOTES)).then(|| answer.replace(NOT_IN_NOTES, ""))
}

/// Returns what the verdict on a segment changes of its claims.
fn changes(end: usize, claims: &[claim::Claim], verdict: &Verdict) -> Vec<Change> {
    let is_tied = |passage: usize| verdict.ties.iter().any(|tie| tie.passage == passage);
    let is_claimed = |passage: usize| claims.iter().any(|claim| claim.passage == passage);
    let removed = claims.iter().filter(|claim| !is_tied(claim.passage));
    let removed = removed.map(|claim| Change::Removed { at: claim.at, passage: claim.passage });
    let added = verdict.ties.iter().filter(|tie| !is_claimed(tie.passage));
    removed.chain(added.map(|tie| Change::Added { at: end, passage: tie.passage })).collect()
}

impl Change {
    /// Returns where in the answer it is about.
    pub fn at(&self) -> usize {
        match self {
            Self::NoSuchPassage { at, .. } | Self::Removed { at, .. } | Self::Added { at, .. } => {
                *at
            }
        }
    }
}

impl Grounded {
    /// Returns the outcome that the notes say nothing.
    pub fn nothing() -> Self {
        Self {
            answer: String::new(),
            outcome: Outcome::NotInNotes,
            sentences: Vec::new(),
            chunks: Vec::new(),
            supports: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Adds a sentence with what it is tied to.
    fn add(&mut self, span: Range<usize>, kind: StretchKind, verdict: Verdict) {
        let sources: Vec<Tie> = verdict
            .ties
            .into_iter()
            .map(|tie| {
                let chunk = self.cite(tie.passage);
                Tie { chunk, place: tie.place, is_quote: tie.is_quote, score: tie.score }
            })
            .collect();
        let chunks = sources.iter().map(|tie| tie.chunk).collect();
        let (start, end, is_code) = (span.start, span.end, kind == StretchKind::Code);
        self.sentences.push(Sentence { start, end, support: verdict.level, chunks, is_code });
        if !sources.is_empty() {
            self.supports.push(Support { start, end, sources });
        }
    }

    /// Returns the place of a passage among the cited ones; a new one comes last.
    pub(crate) fn cite(&mut self, passage: usize) -> usize {
        self.outcome = Outcome::Answered;
        let known = self.chunks.iter().position(|cited| cited.passage == passage);
        known.unwrap_or_else(|| {
            self.chunks.push(Cited { passage });
            self.chunks.len() - 1
        })
    }

    /// Returns the answer with a marker such as `[1]` behind each sentence that is tied to a passage; the numbers are
    /// those of [`Grounded::chunks`], counted from 1. Behind a block of code they take a line of their own.
    pub fn marked(&self) -> String {
        let mut marked = String::with_capacity(self.answer.len() + 8 * self.sentences.len());
        let mut at = 0;
        for sentence in &self.sentences {
            marked.push_str(&self.answer[at..sentence.end]);
            at = sentence.end;
            if sentence.is_code && !sentence.chunks.is_empty() {
                marked.push_str("\n\n");
            }
            for chunk in &sentence.chunks {
                marked.extend(["[", &(chunk + 1).to_string(), "]"]);
            }
        }
        marked.push_str(&self.answer[at..]);
        marked
    }
}

#[cfg(test)]
mod tests;
