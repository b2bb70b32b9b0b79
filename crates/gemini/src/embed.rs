//! Embedding: texts to vectors, many in one call.
use std::sync::atomic::AtomicBool;

use notekin_net::Effort;
use notekin_net::served::tokens;
use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::error::Error;
use crate::name::ModelName;

/// The most texts of one call.
const MOST: usize = 100;

/// A text to be embedded.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The text itself.
    pub text: &'a str,
    /// What its vector is for; `None` for models that are told in the text.
    pub task: Option<Task>,
    /// The length of the vector, where it isn't the model's own.
    pub dimensions: Option<usize>,
}

/// What a vector is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Task {
    /// To be found.
    #[serde(rename = "RETRIEVAL_DOCUMENT")]
    Document,
    /// To find with.
    #[serde(rename = "RETRIEVAL_QUERY")]
    Query,
}

/// What came back for some texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// One vector for each text, in order, as the server gave it.
    pub vectors: Vec<Vec<f32>>,
    /// The tokens it counted in all of them, where it says so.
    pub tokens: Option<u64>,
}

impl Client {
    /// Embeds texts with the model called `model`, at most [`Client::most_texts`] at once.
    pub fn embed(
        &self,
        model: &str,
        texts: &[Text<'_>],
        effort: Effort,
        cancel: &AtomicBool,
    ) -> Result<Embedded, Error> {
        let name = ModelName::of(model)?;
        let requests = texts.iter().map(|text| OneRequest::new(name.as_str(), text)).collect();
        let path = format!("{name}:batchEmbedContents");
        let most: usize = texts.iter().map(|text| tokens::at_most(text.text)).sum();
        let how = ("embed texts", most as u64, effort);
        let reply: Reply = self.post(&path, &Request { requests }, how, cancel)?;
        let tokens = reply.usage_metadata.and_then(|usage| usage.prompt_token_count);
        let vectors = reply.embeddings.into_iter().map(|one| one.values).collect();
        Ok(Embedded { vectors, tokens })
    }

    /// Returns the most texts that [`Client::embed`] takes.
    pub fn most_texts(&self) -> usize {
        MOST
    }
}

#[derive(Serialize)]
struct Request<'a> {
    requests: Vec<OneRequest<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OneRequest<'a> {
    model: &'a str,
    content: Content<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_type: Option<Task>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_dimensionality: Option<usize>,
}

#[derive(Serialize)]
struct Content<'a> {
    parts: [Part<'a>; 1],
}

#[derive(Serialize)]
struct Part<'a> {
    text: &'a str,
}

impl<'a> OneRequest<'a> {
    fn new(model: &'a str, text: &Text<'a>) -> Self {
        Self {
            model,
            content: Content { parts: [Part { text: text.text }] },
            task_type: text.task,
            output_dimensionality: text.dimensions,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Reply {
    embeddings: Vec<Values>,
    usage_metadata: Option<Usage>,
}

#[derive(Deserialize)]
struct Values {
    values: Vec<f32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    prompt_token_count: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_googles_shape() {
        let text = Text { text: "x", task: Some(Task::Document), dimensions: Some(768) };
        let request = Request { requests: vec![OneRequest::new("models/m", &text)] };
        assert_eq!(
            serde_json::to_string(&request).unwrap(),
            r#"{"requests":[{"model":"models/m","content":{"parts":[{"text":"x"}]},"taskType":"RETRIEVAL_DOCUMENT","outputDimensionality":768}]}"#
        );
    }

    #[test]
    fn a_reply_is_read_with_and_without_its_count() {
        let reply: Reply = serde_json::from_str(r#"{"embeddings":[{"values":[0.5,1]}]}"#).unwrap();
        assert_eq!(reply.embeddings[0].values, [0.5, 1.0]);
        let counted = r#"{"embeddings":[],"usageMetadata":{"promptTokenCount":7}}"#;
        let reply: Reply = serde_json::from_str(counted).unwrap();
        assert_eq!(reply.usage_metadata.unwrap().prompt_token_count, Some(7));
    }
}
