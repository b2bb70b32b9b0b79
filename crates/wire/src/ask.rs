//! An answer and what it stands on, as JSON. Names of the shape of Gemini's grounding are written as Gemini writes them.

use notekin_engine as engine;
use notekin_engine::ask;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::notice::Notice;
use crate::number::rounded;
use crate::search::{Bytes, Coverage, Lines};

/// An answer whose every sentence was checked.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AskReply {
    /// The answer, in Markdown, without markers; empty when there is none. All offsets are UTF-8 bytes of it.
    pub answer: String,
    /// What came of the question: `answered`, `not_in_notes` or `partial_index`.
    pub outcome: String,
    /// The sentences that say something, in order.
    pub sentences: Vec<AnswerSentence>,
    /// The passages that are cited, in the order in which they are first cited.
    #[serde(rename = "groundingChunks")]
    pub grounding_chunks: Vec<GroundingChunk>,
    /// What bears out the sentences that anything does, in order.
    #[serde(rename = "groundingSupports")]
    pub grounding_supports: Vec<GroundingSupport>,
    /// What was searched for.
    pub query: String,
    /// The notes that came nearest, where none of them answers; left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<NearestNote>,
    /// The model that wrote the answer; `null` where sentences were quoted.
    pub model: Option<String>,
    /// How much of the vault was searched.
    pub coverage: Coverage,
    /// The number of the conversation that question and answer are kept in; left out where they aren't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<u32>,
    /// What limits the reply; left out when nothing does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

/// A sentence, list item, row or block of code of an answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AnswerSentence {
    /// Its first byte in the answer.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How well it is borne out: `supported`, `weak` or `unsupported`.
    pub support: String,
    /// The places in `groundingChunks` of the passages it is tied to.
    pub chunks: Vec<usize>,
}

/// A cited passage.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GroundingChunk {
    /// The vault's name.
    pub vault: String,
    /// The note's path.
    pub path: String,
    /// The headings it stands under, outermost first.
    pub heading: Vec<String>,
    /// Its lines in the file.
    pub lines: Lines,
    /// Its bytes in the file.
    pub bytes: Bytes,
    /// The SHA-256 of these bytes, in hexadecimal digits.
    pub quote_hash: String,
    /// The passage as Gemini has it.
    #[serde(rename = "retrievedContext")]
    pub retrieved_context: RetrievedContext,
}

/// A passage as Gemini has it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RetrievedContext {
    /// The note's title.
    pub title: String,
    /// The passage's bytes, as text.
    pub text: String,
}

/// A sentence with what bears it out.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GroundingSupport {
    /// The sentence.
    pub segment: Segment,
    /// The places in `groundingChunks` of the passages that bear it out, the best first.
    #[serde(rename = "groundingChunkIndices")]
    pub grounding_chunk_indices: Vec<usize>,
    /// How much each bears out, from 0 to 1.
    #[serde(rename = "confidenceScores")]
    pub confidence_scores: Vec<f64>,
    /// The very lines that do, in the same order.
    pub places: Vec<SupportPlace>,
}

/// A part of the answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Segment {
    /// Its first byte.
    #[serde(rename = "startIndex")]
    pub start_index: usize,
    /// The byte after its last.
    #[serde(rename = "endIndex")]
    pub end_index: usize,
    /// Its text.
    pub text: String,
}

/// Lines of a note that bear a sentence out.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SupportPlace {
    /// The lines of the file.
    pub lines: Lines,
    /// The bytes of the file.
    pub bytes: Bytes,
    /// Whether the sentence stands there word for word.
    pub quote: bool,
}

/// A note that came near to a question.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NearestNote {
    /// The vault's name.
    pub vault: String,
    /// The note's path.
    pub path: String,
    /// Its title.
    pub title: String,
}

impl From<&ask::AskReply> for AskReply {
    fn from(reply: &ask::AskReply) -> Self {
        Self {
            answer: reply.answer.clone(),
            outcome: reply.outcome.name().to_owned(),
            sentences: reply.sentences.iter().map(AnswerSentence::from).collect(),
            grounding_chunks: reply.sources.iter().map(GroundingChunk::from).collect(),
            grounding_supports: reply
                .supports
                .iter()
                .map(|support| GroundingSupport::new(support, &reply.answer))
                .collect(),
            query: reply.query.clone(),
            nearest: reply.nearest.iter().map(NearestNote::from).collect(),
            model: reply.model.clone(),
            coverage: Coverage::from(&reply.coverage),
            conversation: None,
            notices: reply.notices.iter().map(Notice::from).collect(),
        }
    }
}

impl From<&ask::AnswerSentence> for AnswerSentence {
    fn from(sentence: &ask::AnswerSentence) -> Self {
        Self {
            start: sentence.span.start,
            end: sentence.span.end,
            support: match sentence.support {
                ask::SupportLevel::Supported => "supported".to_owned(),
                ask::SupportLevel::Weak => "weak".to_owned(),
                ask::SupportLevel::Unsupported => "unsupported".to_owned(),
            },
            chunks: sentence.sources.clone(),
        }
    }
}

impl From<&ask::Source> for GroundingChunk {
    fn from(source: &ask::Source) -> Self {
        Self {
            vault: source.vault.clone(),
            path: source.path.as_str().to_owned(),
            heading: source.heading.clone(),
            lines: Lines::from(source.lines),
            bytes: Bytes::from(source.bytes),
            quote_hash: source.quote_hash.clone(),
            retrieved_context: RetrievedContext {
                title: source.title.clone(),
                text: source.text.clone(),
            },
        }
    }
}

impl GroundingSupport {
    fn new(support: &ask::Support, answer: &str) -> Self {
        let engine::Span { start, end } = support.span;
        let text = answer.get(start..end).unwrap_or_default().to_owned();
        Self {
            segment: Segment { start_index: start, end_index: end, text },
            grounding_chunk_indices: support.places.iter().map(|place| place.source).collect(),
            confidence_scores: support.places.iter().map(|place| rounded(place.score)).collect(),
            places: support.places.iter().map(SupportPlace::from).collect(),
        }
    }
}

impl From<&ask::Place> for SupportPlace {
    fn from(place: &ask::Place) -> Self {
        Self {
            lines: Lines::from(place.lines),
            bytes: Bytes::from(place.bytes),
            quote: place.is_quote,
        }
    }
}

impl From<&engine::NearNote> for NearestNote {
    fn from(note: &engine::NearNote) -> Self {
        Self {
            vault: note.vault.clone(),
            path: note.path.as_str().to_owned(),
            title: note.title.clone(),
        }
    }
}
