//! Examples of questions whose answers are known, for the user to change.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use notekin_engine::{Audience, Filter, ListRequest};

use crate::opened::Opened;
use crate::report::Failure;

/// How many examples are written.
const COUNT: usize = 12;

const HEAD: &str = "\
# Questions whose answers you know, for `notekin measure --queries`.
#
# Each line is a JSON object: what you would ask, and the notes that answer it. Any of these counts as right.
# Ask as you would after half a year: without the words of the title. A line that begins with # is left out, so take
# it away from those you have changed.

";

/// Writes examples over notes of a vault to a new file. Fails when there are no notes, or the file is there.
pub(super) fn write(opened: &Opened, file: &Path) -> Result<(), Failure> {
    if file.exists() {
        let message = format!("`{}` is there already", file.display());
        let hint = "name a new file, or ask its questions with `--queries`";
        return Err(Failure::invalid(message, Some(hint)));
    }
    let filter = Filter::default();
    let all = ListRequest { filter, limit: 1000, cursor: None, update: true };
    let notes = opened.engine.list(&all, Audience::Owner)?.notes;
    if notes.is_empty() {
        let message = format!("`{}` has no notes to ask about", opened.vault.name);
        return Err(Failure::invalid(message, None));
    }
    let mut text = HEAD.to_owned();
    // From all over the list, so that not all are of one folder or day.
    let step = (notes.len() / COUNT).max(1);
    for note in notes.iter().step_by(step).take(COUNT) {
        let query = format!("what do you want to know of {}?", note.title);
        let (query, path) = (quoted(&query)?, quoted(note.path.as_str())?);
        // Writing to a text can't fail.
        let _ = writeln!(text, "# {{\"query\": {query}, \"answers\": [{path}]}}");
    }
    let unwritable =
        |error: &std::io::Error| Failure::io(format!("cannot write `{}`", file.display()), error);
    let mut new = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .map_err(|error| unwritable(&error))?;
    new.write_all(text.as_bytes()).map_err(|error| unwritable(&error))
}

/// Returns a text as JSON.
fn quoted(text: &str) -> Result<String, Failure> {
    serde_json::to_string(text).map_err(|error| Failure::io("cannot write JSON", &error.into()))
}
