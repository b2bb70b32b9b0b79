//! The settings of parsing.

use std::collections::BTreeSet;

use crate::fold;

/// Titles of sections that only list links, in some thirty languages, folded and divided by `;` and lines.
const LINK_SECTIONS: &str = include_str!("link_sections.txt");

/// What a user can set about how notes are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Folded titles of sections that only list links; such a section is never embedded.
    pub link_sections: BTreeSet<String>,
    /// The size a chunk should have, in estimated tokens; none is larger than four thirds of it.
    pub chunk_tokens: usize,
    /// Whether the display text of links to notes is left out of what is read, as measuring wants it: it names where the
    /// link leads. The links themselves are found all the same.
    pub without_links: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let titles = LINK_SECTIONS.split([';', '\n']).map(str::trim);
        let link_sections = titles.filter(|title| !title.is_empty()).map(str::to_owned).collect();
        Self { link_sections, chunk_tokens: 300, without_links: false }
    }
}

impl Settings {
    /// Returns the most tokens a chunk may have.
    pub fn chunk_cap(&self) -> usize {
        self.chunk_tokens.max(1).saturating_mul(4).div_ceil(3)
    }

    /// Returns whether a section with this title only lists links.
    pub(crate) fn lists_links(&self, title: &str) -> bool {
        let bare = bare_title(title);
        !bare.is_empty() && self.link_sections.contains(&bare)
    }
}

/// Returns the folded title without the emoji, numbers and colons around it, which don't change what it says.
pub(crate) fn bare_title(title: &str) -> String {
    // Folded first: on its own, an accent at the end of a word is no letter.
    fold(title).trim_matches(|c: char| !c.is_alphabetic()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::fold;

    #[test]
    fn link_sections_are_known_by_their_bare_title() {
        let settings = Settings::default();
        for title in [
            "Related",
            "🔗 See also:",
            "4. References",
            "参考文献",
            "Ver também",
            "SIEHE AUCH",
            "Souviseji\u{301}ci\u{301}",
        ] {
            assert!(settings.lists_links(title), "{title}");
        }
        for title in ["", "7", "Related work in detail", "Linked lists"] {
            assert!(!settings.lists_links(title), "{title}");
        }
    }

    #[test]
    fn shipped_titles_are_folded() {
        for title in Settings::default().link_sections {
            assert_eq!(title, fold(&title));
        }
    }
}
