//! A tool: its name, what it takes and gives back, and what it does.
//!
//! A tool is a constant, a row of a table, and lies in a file of its own with its function. What a client is told of it
//! and what a call of it is checked against come from the same row, so that the two can't differ.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool as Described, ToolAnnotations};
use serde_json::Value;

use crate::arguments::Argument;
use crate::call::Call;
use crate::refusal::Refusal;
use crate::schema;

/// A tool that an assistant can call. All of them only read, and but for those that have a model write only here; clients
/// are told so by annotations, and some then call them without asking the user each time.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    /// What it is called by; stable, as users allow tools by name.
    pub(crate) name: &'static str,
    /// What a person is shown while it runs.
    pub(crate) title: &'static str,
    /// What it is for, to an assistant that has to choose. It is carried along in every conversation, so that each word is
    /// paid for again and again.
    pub(crate) about: &'static str,
    /// What it takes; anything else is refused.
    pub(crate) arguments: &'static [Argument],
    /// Returns the schema of what it gives back. Clients may check replies against it and drop those that don't fit.
    pub(crate) output: fn() -> Value,
    /// Whether it needs an index to answer from, and so waits a while for the first one.
    pub(crate) needs_index: bool,
    /// Whether a model may write what it gives back: never twice the same, and maybe elsewhere. Clients are told so whoever
    /// writes at the moment, as the list stays the same.
    pub(crate) writes: bool,
    /// Answers a call. It may take its time: it runs on a thread where that holds nobody up.
    pub(crate) run: fn(&Call<'_>) -> Result<Value, Refusal>,
}

impl Tool {
    /// Returns the tool as assistants are told of it.
    pub(crate) fn described(&self) -> Described {
        let annotations = ToolAnnotations::new()
            .read_only(true)
            .destructive(false)
            .idempotent(!self.writes)
            .open_world(self.writes);
        Described::new(self.name, self.about, schema::of_arguments(self.arguments))
            .with_title(self.title)
            .with_raw_output_schema(as_object((self.output)()))
            .with_annotations(annotations)
    }
}

fn as_object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(schema) => Arc::new(schema),
        _ => Arc::default(),
    }
}
