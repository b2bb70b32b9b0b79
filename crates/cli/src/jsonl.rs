//! Files with an object of JSON on each line.

/// What some programs begin a file with.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Returns what is wrong with a line; its place is known by the line's own number.
pub(crate) fn malformed(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let what = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(what, _)| what);
    format!("{what} at column {}", error.column())
}
