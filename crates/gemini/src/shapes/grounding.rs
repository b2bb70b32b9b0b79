//! What an answer relies on: passages, and which stretch of the answer each of them bears out.
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{CustomMetadata, Part, Rest, integer};

/// What an answer relies on; empty or absent where the model didn't search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GroundingMetadata {
    /// The passages.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grounding_chunks: Vec<GroundingChunk>,
    /// The stretches of the answer that they bear out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grounding_supports: Vec<GroundingSupport>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// Something an answer relies on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GroundingChunk {
    /// A passage of a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retrieved_context: Option<RetrievedContext>,
    /// Something of another kind.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A passage of a store. Nothing says which document it is from but its title and metadata.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RetrievedContext {
    /// The document's display name, if it has one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The passage.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Where the document lies; File Search mostly doesn't say.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub uri: String,
    /// The store's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file_search_store: String,
    /// What the document's owner keeps with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub custom_metadata: Vec<CustomMetadata>,
    /// The page, from 1, of a document that has pages.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub page_number: Option<u32>,
    /// The name of a picture, `fileSearchStores/ID/media/ID`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub media_id: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A stretch of an answer, and what bears it out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GroundingSupport {
    /// The stretch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<Segment>,
    /// The passages, by their places in the list, from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grounding_chunk_indices: Vec<u32>,
    /// How sure the server is of each of them, from 0 to 1; often absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confidence_scores: Vec<Number>,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

/// A stretch of one part of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Segment {
    /// Which part of the answer it is in, from 0; the first where it is absent.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub part_index: Option<u32>,
    /// Where it begins, in bytes of UTF-8 from the part's beginning; 0 where it is absent.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub start_index: Option<u32>,
    /// Where it ends, in bytes of UTF-8, itself not in it.
    #[serde(deserialize_with = "integer::maybe", skip_serializing_if = "Option::is_none")]
    pub end_index: Option<u32>,
    /// The stretch itself, as the server has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What else is told.
    #[serde(flatten)]
    pub rest: Rest,
}

impl Segment {
    /// Returns the segment of a stretch in bytes of a part.
    pub fn of(part: u32, bytes: Range<u32>, text: &str) -> Self {
        let (part_index, start_index) = (Some(part), Some(bytes.start));
        let (end_index, text) = (Some(bytes.end), text.to_owned());
        Self { part_index, start_index, end_index, text, rest: Rest::new() }
    }

    /// Returns which part it is in, and its bytes there, cut to the part and widened to whole characters; `None` where
    /// the part isn't there, or nothing of it is in the segment.
    pub fn bytes_in(&self, parts: &[Part]) -> Option<(usize, Range<usize>)> {
        let index = self.part_index.unwrap_or_default() as usize;
        let text = parts.get(index)?.text.as_deref()?;
        let start = text.floor_char_boundary(self.start_index.unwrap_or_default() as usize);
        let end = text.ceil_char_boundary(self.end_index.unwrap_or_default() as usize);
        (start < end).then_some((index, start..end))
    }

    /// Returns the stretch as it stands in the answer; see [`Segment::bytes_in`].
    pub fn text_in<'p>(&self, parts: &'p [Part]) -> Option<&'p str> {
        let (index, bytes) = self.bytes_in(parts)?;
        parts.get(index)?.text.as_deref()?.get(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(segment: &str, expected: Option<&str>) {
        let segment: Segment = serde_json::from_str(segment).unwrap();
        let parts = [Part::said("Café: 漢字 is fun."), Part::said("🙂 yes")];
        assert_eq!(segment.text_in(&parts), expected, "{segment:?}");
    }

    #[test]
    fn places_are_bytes_of_a_part() {
        check(r#"{"endIndex":5}"#, Some("Café"));
        check(r#"{"startIndex":7,"endIndex":13}"#, Some("漢字"));
        check(r#"{"partIndex":1,"startIndex":5,"endIndex":"8"}"#, Some("yes"));
    }

    #[test]
    fn places_that_are_off_are_brought_back_onto_characters() {
        check(r#"{"startIndex":8,"endIndex":9}"#, Some("漢"));
        check(r#"{"startIndex":14,"endIndex":900}"#, Some("is fun."));
        check(r#"{"startIndex":900,"endIndex":901}"#, None);
        check(r#"{"startIndex":5,"endIndex":2}"#, None);
        check(r#"{"partIndex":2,"endIndex":2}"#, None);
        check("{}", None);
    }
}
