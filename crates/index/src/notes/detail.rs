//! The detail of a note: what is seldom asked, stored as one JSON text.

use notekin_note::{Format, Lines, Span, Value};
use serde::{Deserialize, Serialize};

use crate::draft::NoteDraft;
use crate::rows::{BlockRow, NoteDetail, SectionRow};

type Object = serde_json::Map<String, serde_json::Value>;

/// The stored twin of [`NoteDetail`].
///
/// The names of its fields are the stored keys: to rename or add one is another format. What is empty, as most is in most
/// notes, is not stored. Of properties with the same name the last is kept.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Detail {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) others: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) aliases: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) tags: Vec<String>,
    #[serde(skip_serializing_if = "Object::is_empty")]
    pub(crate) properties: Object,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<String>,
    /// What stands before the body.
    #[serde(skip_serializing_if = "String::is_empty")]
    head: String,
    /// Level, title, span, lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<(u8, String, [usize; 2], [u32; 2])>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocks: Vec<(String, [usize; 2])>,
}

impl Detail {
    pub(crate) fn new(draft: &NoteDraft<'_>) -> Self {
        let NoteDraft { note, titles, .. } = draft;
        let matter = &note.frontmatter;
        let section = |s: &notekin_note::Section| {
            (s.level, s.title.clone(), [s.span.start, s.span.end], [s.lines.start, s.lines.end])
        };
        Self {
            others: titles.others.clone(),
            aliases: matter.aliases.clone(),
            tags: note.tags.iter().map(|tag| tag.name.clone()).collect(),
            properties: object(
                matter.properties.iter().map(|property| (&property.key, &property.value)),
            ),
            head: head(draft),
            warnings: note.warnings.iter().map(ToString::to_string).collect(),
            sections: note.sections.iter().map(section).collect(),
            blocks: note
                .block_ids
                .iter()
                .map(|b| (b.id.clone(), [b.span.start, b.span.end]))
                .collect(),
        }
    }
}

/// Returns the text before the body, the frontmatter as a rule. Where it is no UTF-8, or the body is only a part of the
/// file, it is left out: places in it would not be places in the file.
fn head(draft: &NoteDraft<'_>) -> String {
    let is_whole = draft.note.format == Format::Markdown;
    let bytes = draft.raw.get(..draft.note.body.start).filter(|_| is_whole).unwrap_or_default();
    str::from_utf8(bytes).unwrap_or_default().to_owned()
}

impl From<Detail> for NoteDetail {
    fn from(detail: Detail) -> Self {
        let section = |(level, title, span, lines)| SectionRow {
            level,
            title,
            span: to_span(span),
            lines: to_lines(lines),
        };
        Self {
            other_titles: detail.others,
            aliases: detail.aliases,
            tags: detail.tags,
            properties: serde_json::Value::from(detail.properties).to_string(),
            warnings: detail.warnings,
            head: detail.head,
            sections: detail.sections.into_iter().map(section).collect(),
            blocks: detail
                .blocks
                .into_iter()
                .map(|(id, span)| BlockRow { id, span: to_span(span) })
                .collect(),
        }
    }
}

fn to_span([start, end]: [usize; 2]) -> Span {
    Span { start, end }
}

fn to_lines([start, end]: [u32; 2]) -> Lines {
    Lines { start, end }
}

fn object<'a>(entries: impl Iterator<Item = (&'a String, &'a Value)>) -> Object {
    entries.map(|(key, value)| (key.clone(), json(value))).collect()
}

/// Whole numbers are written as such; numbers JSON cannot hold become null.
fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            (*number as i64).into()
        }
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::List(values) => values.iter().map(json).collect::<Vec<_>>().into(),
        Value::Map(entries) => object(entries.iter().map(|(key, value)| (key, value))).into(),
    }
}
