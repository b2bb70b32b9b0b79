//! The fields of the words index.

use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};

/// The name our way to cut text is registered under.
pub(super) const TOKENIZER: &str = "notekin";

/// A field that is searched, and how much a match in it counts.
///
/// The weights were compared on three sets of hand-written queries (`docs/decisions/021-words.md`).
#[derive(Clone, Copy)]
pub(super) struct TextField {
    pub(super) field: Field,
    pub(super) weight: f32,
}

/// All fields.
#[derive(Clone)]
pub(super) struct Fields {
    pub(super) schema: Schema,
    /// The chunk's id.
    pub(super) chunk: Field,
    /// The note's id.
    pub(super) note: Field,
    /// Titles, aliases and file name.
    pub(super) names: TextField,
    /// The headings above.
    pub(super) heading: TextField,
    pub(super) tags: TextField,
    pub(super) body: TextField,
    /// What is not embedded: comments, queries, addresses.
    pub(super) aside: TextField,
}

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let chunk = schema.add_u64_field("chunk", INDEXED | FAST);
        let note = schema.add_u64_field("note", FAST);
        let mut text = |name: &str, weight: f32| TextField {
            field: schema.add_text_field(name, options()),
            weight,
        };
        let (names, heading, tags) = (text("names", 2.0), text("heading", 1.0), text("tags", 1.0));
        let (body, aside) = (text("body", 1.0), text("aside", 0.3));
        Self { schema: schema.build(), chunk, note, names, heading, tags, body, aside }
    }

    pub(super) fn texts(&self) -> [TextField; 5] {
        [self.names, self.heading, self.tags, self.body, self.aside]
    }
}

fn options() -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_fieldnorms(true)
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    TextOptions::default().set_indexing_options(indexing)
}
