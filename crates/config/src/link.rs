//! Where a click on a note leads.

use std::path::{Path, PathBuf};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::Vault;

/// What stays as it is in a part of a link.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What stays as it is in a path, whose parts the slashes keep apart.
const PATH: &AsciiSet = &PART.remove(b'/').remove(b':');

impl Vault {
    /// Returns the file of the note at `path`.
    pub fn file(&self, path: &str) -> PathBuf {
        self.path.join(path)
    }

    /// Returns a link that opens the note at `path`, under `heading` if there is one: in Obsidian when the vault is one
    /// of its own, else the file.
    pub fn link(&self, path: &str, heading: Option<&str>) -> String {
        if self.is_obsidian() {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy();
            return format!(
                "obsidian://open?vault={}&file={}",
                utf8_percent_encode(&name, PART),
                utf8_percent_encode(&target(path, heading), PART)
            );
        }
        file_link(&self.file(path))
    }
}

fn file_link(file: &Path) -> String {
    let path = file.to_string_lossy().replace('\\', "/");
    let root = if path.starts_with('/') { "" } else { "/" };
    format!("file://{root}{}", utf8_percent_encode(&path, PATH))
}

fn target(path: &str, heading: Option<&str>) -> String {
    let note = path.strip_suffix(".md").unwrap_or(path);
    match heading {
        // Obsidian takes these characters out of a heading before it looks for it.
        Some(heading) => {
            format!("{note}#{}", heading.replace(['#', '|', '^', ':', '[', ']'], " "))
        }
        None => note.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::Vault;

    fn url(obsidian: bool, path: &str, heading: Option<&str>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("My notes");
        std::fs::create_dir_all(if obsidian { root.join(".obsidian") } else { root.clone() })
            .unwrap();
        let vault = Vault {
            path: root,
            id: String::new(),
            name: "My notes".to_owned(),
            exclude: Vec::new(),
            registered: true,
            declined_model: false,
        };
        vault.link(path, heading).replace(&folder.path().display().to_string(), "…")
    }

    #[test]
    fn a_plain_vault_links_to_the_file() {
        assert_eq!(
            url(false, "tea/Grün #1.md", Some("Brewing")),
            "file://…/My%20notes/tea/Gr%C3%BCn%20%231.md"
        );
    }

    #[test]
    fn an_obsidian_vault_links_into_obsidian() {
        assert_eq!(
            url(true, "tea/Green.md", Some("A & B: c")),
            "obsidian://open?vault=My%20notes&file=tea%2FGreen%23A%20%26%20B%20%20c"
        );
        assert_eq!(
            url(true, "board.canvas", None),
            "obsidian://open?vault=My%20notes&file=board.canvas"
        );
    }
}
