//! Where a click on a hit leads.

use std::fmt::Write as _;
use std::path::PathBuf;

use notekin_config::Vault;
use notekin_engine::Hit;

/// A place in a note of a vault.
pub(crate) struct Place<'a> {
    /// The vault.
    pub(crate) vault: &'a Vault,
    /// The note's path in it.
    pub(crate) path: &'a str,
    /// The heading to scroll to.
    pub(crate) heading: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// Returns the place of a hit: the note at the innermost heading above the passage.
    pub(crate) fn of(vault: &'a Vault, hit: &'a Hit) -> Self {
        let heading = hit.heading.last().map(String::as_str);
        Self { vault, path: hit.path.as_str(), heading }
    }

    /// Returns the note's file.
    pub(crate) fn file(&self) -> PathBuf {
        self.vault.path.join(self.path)
    }

    /// Returns a link that opens the note: in Obsidian when the vault is one of its own, else the file.
    pub(crate) fn url(&self) -> String {
        if self.vault.is_obsidian() {
            let name = self.vault.path.file_name().unwrap_or_default().to_string_lossy();
            return format!(
                "obsidian://open?vault={}&file={}",
                encoded(&name, ""),
                encoded(&self.target(), "")
            );
        }
        let path = self.file().to_string_lossy().replace('\\', "/");
        let root = if path.starts_with('/') { "" } else { "/" };
        format!("file://{root}{}", encoded(&path, "/:"))
    }

    fn target(&self) -> String {
        let note = self.path.strip_suffix(".md").unwrap_or(self.path);
        match self.heading {
            // Obsidian takes these characters out of a heading before it looks for it.
            Some(heading) => {
                format!("{note}#{}", heading.replace(['#', '|', '^', ':', '[', ']'], " "))
            }
            None => note.to_owned(),
        }
    }
}

/// Returns `text` with everything percent-encoded but letters, digits, `-._~` and what `kept` lists.
fn encoded(text: &str, kept: &str) -> String {
    let mut url = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric()
            || b"-._~".contains(&byte)
            || kept.as_bytes().contains(&byte)
        {
            url.push(byte as char);
        } else {
            // Writing into a String never fails.
            let _ = write!(url, "%{byte:02X}");
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use notekin_config::Vault;

    use super::Place;

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
        Place { vault: &vault, path, heading }
            .url()
            .replace(&folder.path().display().to_string(), "…")
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
