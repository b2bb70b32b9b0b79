//! Canvas files: JSON boards whose text cards hold Markdown.

use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::source::Source;

/// A card that says something.
pub(crate) enum Card {
    /// Markdown; the range is the inside of its JSON string.
    Text(Range<usize>),
    /// A file of the vault shown on the board; the path may end in `#heading`.
    File { range: Range<usize>, path: String },
}

/// The part of a canvas that is read.
#[derive(Deserialize)]
struct Board<'a> {
    #[serde(borrow, default)]
    nodes: Vec<Node<'a>>,
}

/// A card, a group, or something newer.
#[derive(Deserialize)]
struct Node<'a> {
    /// The words of a text card.
    #[serde(borrow)]
    text: Option<&'a RawValue>,
    /// The path of a file card.
    #[serde(borrow)]
    file: Option<&'a RawValue>,
    /// Where in the file it starts.
    subpath: Option<String>,
    /// The title of a group.
    #[serde(borrow)]
    label: Option<&'a RawValue>,
}

/// Returns the cards in the order of the file; the error is the parser's reason.
pub(crate) fn cards(source: &Source<'_>) -> Result<Vec<Card>, String> {
    let json = source.text();
    if json.trim().is_empty() {
        return Ok(Vec::new());
    }
    let board: Board<'_> = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut cards = Vec::new();
    for node in board.nodes {
        let texts = [node.label, node.text].into_iter().flatten();
        cards.extend(texts.filter_map(|raw| string_range(json, raw)).map(Card::Text));
        if let Some(range) = node.file.and_then(|raw| string_range(json, raw)) {
            let path = Source::json_string(source, range.clone()).text().to_owned();
            cards.push(Card::File { range, path: path + &node.subpath.unwrap_or_default() });
        }
    }
    Ok(cards)
}

/// Returns the inside of a JSON string in `json`, `None` for other values.
fn string_range(json: &str, raw: &RawValue) -> Option<Range<usize>> {
    let raw = raw.get();
    let start = raw.as_ptr() as usize - json.as_ptr() as usize;
    (raw.len() >= 2 && raw.starts_with('"')).then(|| start + 1..start + raw.len() - 1)
}
