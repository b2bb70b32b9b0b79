//! The titles of a note: the one shown, and the others it goes by.

use crate::{Format, Note, NotePath, fold};

/// Which of a note's titles is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TitleRule {
    /// The file name, as in Obsidian.
    FileName,
    /// Frontmatter `title`, else the first H1, else the file name.
    Heading,
}

/// The titles of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Titles {
    /// The title to show.
    pub shown: String,
    /// The other titles that differ from it in more than case; aliases are not among them.
    pub others: Vec<String>,
}

impl Note {
    /// Returns the note's titles, given where it lies.
    pub fn titles(&self, path: &NotePath, rule: TitleRule) -> Titles {
        let name = Some(name(path, self.format));
        let (title, heading) = (self.frontmatter.title.as_deref(), self.heading_title.as_deref());
        let ranked = match rule {
            TitleRule::FileName => [name, title, heading],
            TitleRule::Heading => [title, heading, name],
        };
        let mut distinct: Vec<&str> = Vec::new();
        for title in ranked.into_iter().flatten().map(str::trim).filter(|title| !title.is_empty()) {
            if !distinct.iter().any(|known| fold(known) == fold(title)) {
                distinct.push(title);
            }
        }
        let mut distinct = distinct.into_iter().map(str::to_owned);
        Titles { shown: distinct.next().unwrap_or_default(), others: distinct.collect() }
    }
}

/// Returns the file name as a title: without its extension, nor `.excalidraw` before it.
fn name(path: &NotePath, format: Format) -> &str {
    let stem = path.stem();
    match (format, stem.len().checked_sub(".excalidraw".len())) {
        (Format::Excalidraw, Some(at)) => stem.get(..at).unwrap_or(stem),
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::{TitleRule, Titles};
    use crate::{Format, NotePath, Settings, parse};

    fn check(path: &str, raw: &str, rule: TitleRule, shown: &str, others: &[&str]) {
        let path = NotePath::parse(path).unwrap();
        let format = Format::of(&path).unwrap();
        let titles = parse(raw.as_bytes(), format, &Settings::default()).titles(&path, rule);
        let others = others.iter().map(|&title| title.to_owned()).collect();
        assert_eq!(titles, Titles { shown: shown.to_owned(), others });
    }

    #[test]
    fn every_title_is_known_once() {
        let raw = "---\ntitle: Soups\n---\n# All soups\n# SOUPS";
        check("a/Soups 1.md", raw, TitleRule::FileName, "Soups 1", &["Soups", "All soups"]);
        check("a/soups.md", raw, TitleRule::Heading, "Soups", &["All soups"]);
        check("a/b.md", "## Not first level", TitleRule::Heading, "b", &[]);
        check("Plan.excalidraw.md", "", TitleRule::FileName, "Plan", &[]);
    }
}
