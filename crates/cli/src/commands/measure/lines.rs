//! Files of known answers: a JSON object on each line, comments between them.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::jsonl::{BYTE_ORDER_MARK, malformed};
use crate::report::Failure;

/// Reads every line that is neither empty nor a comment; one that can't be understood is told by its number.
pub(super) fn read<T: DeserializeOwned>(file: &Path) -> Result<Vec<T>, Failure> {
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::io(format!("cannot read `{}`", file.display()), &error))?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
    let lines = (1..).zip(text.lines().map(str::trim));
    let said = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    said.map(|(number, line)| {
        serde_json::from_str(line).map_err(|error| wrong(file, number, &error))
    })
    .collect()
}

fn wrong(file: &Path, number: usize, error: &serde_json::Error) -> Failure {
    let what = malformed(error);
    let message = format!("line {number} of `{}` can't be understood: {what}", file.display());
    Failure::invalid(message, Some("`notekin measure --help` shows what a line looks like"))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn comments_and_empty_lines_are_left_out_and_a_wrong_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lines.jsonl");
        std::fs::write(&file, "\u{feff}# a comment\r\n\r\n[1, 2]\r\n  # another\n[3]").unwrap();
        assert_eq!(read::<Vec<u32>>(&file).unwrap(), [vec![1, 2], vec![3]]);
        std::fs::write(&file, "# a comment\n[1]\n[x]\n").unwrap();
        assert!(read::<Vec<u32>>(&file).unwrap_err().message().starts_with("line 3 of"));
        assert!(read::<Vec<u32>>(&folder.path().join("none")).is_err());
    }
}
