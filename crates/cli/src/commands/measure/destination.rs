//! Where results may be written.

use std::fs;
use std::path::Path;

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
    }
    let Some(file) = report else { return Ok(()) };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    outside(opened, folder.unwrap_or(Path::new(".")), file)?;
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
