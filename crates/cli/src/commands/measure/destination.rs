//! Where results may be written.

use std::path::Path;
use std::{fs, io};

use super::export;
use crate::opened::Opened;
use crate::print::measure::PAGE_START;
use crate::report::Failure;

/// Fails before anything is measured when a page or results can't be written, or would lie in the vault or replace what
/// isn't ours.
pub(super) fn check(
    opened: &Opened,
    report: Option<&Path>,
    export: Option<&Path>,
) -> Result<(), Failure> {
    if let Some(folder) = export {
        // What is there of it tells where it would lie.
        let absolute =
            std::path::absolute(folder).map_err(|error| cannot("make", folder, &error))?;
        let there = absolute.ancestors().find(|part| part.exists()).unwrap_or(&absolute);
        outside(opened, there, folder)?;
        fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
        for name in export::FILES {
            is_ours(&folder.join(name))?;
        }
    }
    let Some(file) = report else { return Ok(()) };
    new_file(opened, file)?;
    if file.is_dir() {
        let message = format!("`{}` is a folder", file.display());
        return Err(Failure::invalid(message, Some("name a file in it")));
    }
    match fs::read(file) {
        Ok(bytes) if bytes.starts_with(PAGE_START.as_bytes()) => Ok(()),
        Ok(_) => {
            let message = format!("`{}` is there already, and no page of ours", file.display());
            Err(Failure::invalid(message, Some("name a new file")))
        }
        Err(_) => Ok(()),
    }
}

/// Fails when a file would lie in the vault.
pub(super) fn new_file(opened: &Opened, file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    outside(opened, folder.unwrap_or(Path::new(".")), file)
}

/// Fails when a file of results is there that no measurement wrote: one whose first line is no object with a vault.
fn is_ours(file: &Path) -> Result<(), Failure> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        text => text.unwrap_or_else(|_| "?".to_owned()),
    };
    let first = text.lines().next().map(serde_json::from_str::<serde_json::Value>);
    match first {
        None => Ok(()),
        Some(Ok(line)) if line.get("vault").is_some() => Ok(()),
        Some(_) => {
            let message = format!("`{}` is there already, and no results of ours", file.display());
            Err(Failure::invalid(message, Some("name another folder")))
        }
    }
}

/// Fails when a folder that is there lies in the vault.
fn outside(opened: &Opened, folder: &Path, named: &Path) -> Result<(), Failure> {
    let folder = folder.canonicalize().map_err(|error| cannot("write", named, &error))?;
    if !folder.starts_with(&opened.vault.path) {
        return Ok(());
    }
    let message = format!("`{}` lies in the vault, where nothing is ever written", named.display());
    Err(Failure::invalid(message, Some("name a place outside of it")))
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::io(format!("cannot {what} `{}`", path.display()), error)
}
