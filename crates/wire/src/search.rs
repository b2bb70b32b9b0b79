//! A search's reply as JSON, and the lines of a batch.

use notekin_engine as engine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notice::Notice;
use crate::number::rounded;

/// What a search found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SearchReply {
    /// The query as asked.
    pub query: String,
    /// The mode that was used.
    pub mode: String,
    /// The index's generation that answered.
    pub generation: u64,
    /// How many notes were searched.
    pub coverage: Coverage,
    /// Passages, best first.
    pub hits: Vec<Hit>,
    /// How many notes match.
    pub total: usize,
    /// Whether anything that was found is likely to answer; left out when it is.
    #[serde(default = "yes", skip_serializing_if = "is_so")]
    pub relevant: bool,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// Whether the index moved since the page before; left out when it did not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

impl From<&engine::SearchReply> for SearchReply {
    fn from(reply: &engine::SearchReply) -> Self {
        Self {
            query: reply.query.clone(),
            mode: reply.mode.name().to_owned(),
            generation: reply.generation,
            coverage: Coverage::from(&reply.coverage),
            hits: reply.hits.iter().map(Hit::from).collect(),
            total: reply.total,
            relevant: reply.relevant,
            next_cursor: reply.next_cursor.clone(),
            changed: reply.changed,
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_so(is_so: &bool) -> bool {
    *is_so
}

/// How many notes a search could look at.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Coverage {
    /// Notes searched in the way the mode asks for.
    pub searched: usize,
    /// Notes in the vault that could be searched.
    pub total: usize,
    /// Notes not searchable in that way yet.
    pub pending: usize,
    /// Notes that couldn't be read.
    pub errored: usize,
    /// Of the notes searched those that the filter lets through; left out without a filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<usize>,
}

impl From<&engine::Coverage> for Coverage {
    fn from(coverage: &engine::Coverage) -> Self {
        Self {
            searched: coverage.searched,
            total: coverage.total,
            pending: coverage.pending,
            errored: coverage.errored,
            scope: coverage.scope,
        }
    }
}

/// A passage that was found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The vault's name.
    pub vault: String,
    /// The note's path in the vault.
    pub path: String,
    /// The note's title.
    pub title: String,
    /// The headings the passage stands under, outermost first.
    pub heading: Vec<String>,
    /// The passage's lines in the file.
    pub lines: Lines,
    /// The passage's bytes in the file.
    pub bytes: Bytes,
    /// The chance that the passage answers, from 0 to 1, as far as it can be told.
    pub score: f64,
    /// The part of the passage that shows why it was found.
    pub snippet: Snippet,
    /// What each part of the ranking says of it.
    pub why: Why,
    /// The passages that say nearly the same and are left out; left out itself when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also: Option<Also>,
}

impl From<&engine::Hit> for Hit {
    fn from(hit: &engine::Hit) -> Self {
        Self {
            vault: hit.vault.clone(),
            path: hit.path.as_str().to_owned(),
            title: hit.title.clone(),
            heading: hit.heading.clone(),
            lines: Lines { start: hit.lines.start, end: hit.lines.end },
            bytes: Bytes { start: hit.bytes.start, end: hit.bytes.end },
            score: rounded(hit.score),
            snippet: Snippet::from(&hit.snippet),
            why: Why::from(&hit.why),
            also: Some(Also::from(&hit.also)).filter(|also| also.passages > 0),
        }
    }
}

/// Passages left out because one like them is shown.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Also {
    /// How many there are.
    pub passages: usize,
    /// The first few of the other notes they stand in.
    pub paths: Vec<String>,
}

impl From<&engine::Also> for Also {
    fn from(also: &engine::Also) -> Self {
        let paths = also.paths.iter().map(|path| path.as_str().to_owned());
        Self { passages: also.passages, paths: paths.collect() }
    }
}

/// A range of lines, from 1, both ends included.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Lines {
    /// The first line.
    pub start: u32,
    /// The last line.
    pub end: u32,
}

/// A range of bytes of the raw file, from 0, the end left out.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Bytes {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl From<engine::Lines> for Lines {
    fn from(lines: engine::Lines) -> Self {
        Self { start: lines.start, end: lines.end }
    }
}

impl From<engine::Span> for Bytes {
    fn from(span: engine::Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

/// A short text with the places that match.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Snippet {
    /// The text.
    pub text: String,
    /// Byte ranges in `text`, in order.
    pub highlights: Vec<[usize; 2]>,
}

impl From<&engine::Snippet> for Snippet {
    fn from(snippet: &engine::Snippet) -> Self {
        let highlights = snippet.highlights.iter().map(|&(start, end)| [start, end]).collect();
        Self { text: snippet.text.clone(), highlights }
    }
}

/// The parts of a ranking; a part without an opinion is left out.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    /// By words in the passage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Part>,
    /// By meaning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<Part>,
    /// By words in the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Part>,
    /// By links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Part>,
}

impl From<&engine::Why> for Why {
    fn from(why: &engine::Why) -> Self {
        let part = |part: &Option<engine::Part>| part.as_ref().map(Part::from);
        Self {
            words: part(&why.words),
            meaning: part(&why.meaning),
            title: part(&why.title),
            links: part(&why.links),
        }
    }
}

/// One part's opinion.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// The place it gives, from 1.
    pub rank: usize,
    /// How much it adds, from 0 to 1.
    pub score: f64,
}

impl From<&engine::Part> for Part {
    fn from(part: &engine::Part) -> Self {
        Self { rank: part.rank, score: rounded(part.score) }
    }
}

/// One line of a file of queries; other keys are ignored.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct BatchQuery {
    /// What the reply is known by: any JSON value.
    pub id: serde_json::Value,
    /// The question.
    pub query: String,
}

/// The reply to one line of a file of queries.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BatchReply {
    /// The query's id, unchanged.
    pub id: serde_json::Value,
    /// Distinct note paths, best first.
    pub results: Vec<String>,
    /// Whether anything found is likely to answer.
    pub relevant: bool,
    /// The passages found, as many as were asked for.
    pub hits: Vec<Hit>,
}

impl BatchReply {
    /// Returns the reply to the query known as `id`, with all paths of a reply but no more than `limit` of its hits.
    pub fn new(id: serde_json::Value, reply: SearchReply, limit: Option<usize>) -> Self {
        let mut results: Vec<String> = Vec::new();
        for hit in &reply.hits {
            // A note that says the same is found as well, if only its like is shown.
            let alike = hit.also.iter().flat_map(|also| &also.paths);
            for path in std::iter::once(&hit.path).chain(alike) {
                if !results.contains(path) {
                    results.push(path.clone());
                }
            }
        }
        let limit = limit.unwrap_or(usize::MAX);
        let hits = reply.hits.into_iter().take(limit).collect();
        Self { id, results, relevant: reply.relevant, hits }
    }
}

#[cfg(test)]
mod tests;
