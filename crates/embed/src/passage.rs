//! A passage of a note: the unit that becomes one vector, or several when it is long.

/// A passage as the note gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage<'a> {
    /// The shown title of the note.
    pub title: &'a str,
    /// The headings above the text, outermost first, its own included.
    pub heading: &'a [String],
    /// The readable text.
    pub text: &'a str,
}

/// The vectors of one passage: one or more of unit length, one for each part of an over-long text.
pub type Parts = Vec<Vec<f32>>;

impl Passage<'_> {
    /// Returns the line that says where the text stands: `Title. Heading > Subheading`.
    ///
    /// A first heading that only repeats the title is left out.
    pub(crate) fn header(&self) -> String {
        let title = self.title.trim();
        let path = self.path_below(title).join(" > ");
        match (title.is_empty(), path.is_empty()) {
            (_, true) => title.to_owned(),
            (true, false) => path,
            (false, false) => format!("{title}. {path}"),
        }
    }

    fn path_below(&self, title: &str) -> Vec<&str> {
        let path = self.heading.iter().map(|heading| heading.trim());
        let mut path: Vec<_> = path.filter(|heading| !heading.is_empty()).collect();
        if path.first().is_some_and(|first| first.to_lowercase() == title.to_lowercase()) {
            path.remove(0);
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::Passage;

    #[track_caller]
    fn check(title: &str, heading: &[&str], expect: &str) {
        let heading: Vec<_> = heading.iter().map(|&part| part.to_owned()).collect();
        assert_eq!(Passage { title, heading: &heading, text: "" }.header(), expect);
    }

    #[test]
    fn header_joins_title_and_path() {
        check("Bread", &["Dough", "Rest"], "Bread. Dough > Rest");
        check("Bread", &[], "Bread");
        check("", &["Dough"], "Dough");
        check(" ", &["", "  "], "");
    }

    #[test]
    fn header_says_the_title_once() {
        check("Bread", &["bread ", "Rest"], "Bread. Rest");
        check("Bread", &["BREAD"], "Bread");
        check("Bread", &["Bread", "Bread"], "Bread. Bread");
        check("Bread", &["Breads"], "Bread. Breads");
    }
}
