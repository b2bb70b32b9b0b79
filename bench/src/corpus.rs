//! Real text to resample: the paragraphs of the sample vaults.

use std::fs;
use std::path::Path;

use crate::Failure;

/// Bytes a paragraph must have to be worth taking.
const LEAST: usize = 80;

/// Returns the paragraphs of all notes under the given folders, in the order of paths; missing folders are passed over.
pub(crate) fn paragraphs(folders: &[&Path]) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        collect(folder, &mut found)?;
    }
    if found.is_empty() { Err("no text to resample".into()) } else { Ok(found) }
}

fn collect(folder: &Path, found: &mut Vec<String>) -> Result<(), Failure> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = String::from_utf8_lossy(&fs::read(&path)?).replace('\r', "");
            found.extend(text.split("\n\n").filter(|block| is_prose(block)).map(str::to_owned));
        }
    }
    Ok(())
}

fn is_prose(block: &str) -> bool {
    block.len() >= LEAST && !block.contains("```") && !block.starts_with(['#', '|', '-'])
}
