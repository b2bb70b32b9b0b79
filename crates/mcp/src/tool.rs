//! A tool: its name, what it takes and gives back, and what it does.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool as Described, ToolAnnotations};
use serde_json::Value;

use crate::arguments::Argument;
use crate::call::Call;
use crate::refusal::Refusal;
use crate::schema;

/// A tool that an assistant can call. All of them only read, and only here.
#[derive(Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// What it is for, to an assistant that has to choose.
    pub(crate) about: &'static str,
    pub(crate) arguments: &'static [Argument],
    /// Returns the schema of what it gives back.
    pub(crate) output: fn() -> Value,
    /// Whether it needs an index to answer from.
    pub(crate) needs_index: bool,
    pub(crate) run: fn(&Call<'_>) -> Result<Value, Refusal>,
}

impl Tool {
    /// Returns the tool as assistants are told of it.
    pub(crate) fn described(&self) -> Described {
        let annotations = ToolAnnotations::new()
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
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
