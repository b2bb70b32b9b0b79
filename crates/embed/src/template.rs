//! A template: what a model wants to be written around a text.
use std::borrow::Cow;

/// Where the title and headings go.
const TITLE: &str = "{title}";
/// Where the text goes.
const TEXT: &str = "{text}";

/// The texts around a passage and around a query.
///
/// `{text}` stands for the text itself and, around a passage, `{title}` for the line with its title and headings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    passage: Cow<'static, str>,
    query: Cow<'static, str>,
    /// What stands for the title where there is none.
    untitled: &'static str,
}

impl Template {
    /// Returns the template of a model that wants nothing: title, line break, text.
    pub(crate) fn plain() -> Self {
        Self::of("{title}\n{text}", TEXT)
    }

    /// Returns the template of a model that wants words before a passage and before a query.
    pub(crate) fn prefixed(passage: &str, query: &str) -> Self {
        Self {
            passage: format!("{passage}{{title}}\n{{text}}").into(),
            query: format!("{query}{{text}}").into(),
            untitled: "",
        }
    }

    /// Returns the template of these two patterns.
    pub(crate) const fn of(passage: &'static str, query: &'static str) -> Self {
        Self { passage: Cow::Borrowed(passage), query: Cow::Borrowed(query), untitled: "" }
    }

    /// Returns the same with words for a passage without a title.
    pub(crate) const fn untitled(mut self, untitled: &'static str) -> Self {
        self.untitled = untitled;
        self
    }

    /// Returns the same with the user's patterns in place of its own; `None` when one of them has no place for the text.
    pub(crate) fn changed(&self, passage: Option<&str>, query: Option<&str>) -> Option<Self> {
        let pattern = |own: &Cow<'static, str>, users: Option<&str>| match users {
            None => Some(own.clone()),
            Some(users) => users.contains(TEXT).then(|| users.to_owned().into()),
        };
        let (passage, query) = (pattern(&self.passage, passage)?, pattern(&self.query, query)?);
        Some(Self { passage, query, untitled: self.untitled })
    }

    /// Returns what is embedded for a passage.
    pub fn passage(&self, title: &str, text: &str) -> String {
        let title = if title.is_empty() { self.untitled } else { title };
        fill(&self.passage, title, text)
    }

    /// Returns what is embedded for a query.
    pub fn query(&self, text: &str) -> String {
        fill(&self.query, "", text)
    }
}

/// Puts title and text in their places; what looks like a place in them stays as it is.
fn fill(pattern: &str, title: &str, text: &str) -> String {
    let mut filled = String::with_capacity(pattern.len() + title.len() + text.len());
    let mut rest = pattern;
    while let Some((before, place, after)) = next_place(rest) {
        filled += before;
        filled += if place == TITLE { title } else { text };
        rest = after;
    }
    filled + rest
}

fn next_place(pattern: &str) -> Option<(&str, &'static str, &str)> {
    let place = [TITLE, TEXT].into_iter().filter_map(|place| Some((pattern.find(place)?, place)));
    let (at, place) = place.min()?;
    Some((pattern.get(..at)?, place, pattern.get(at + place.len()..)?))
}

#[cfg(test)]
mod tests {
    use super::Template;

    const GEMMA: Template = Template::of("title: {title} | text: {text}", "query: {text}");

    #[test]
    fn places_are_filled_once() {
        assert_eq!(
            GEMMA.passage("Bread", "Let {title} rise"),
            "title: Bread | text: Let {title} rise"
        );
        assert_eq!(GEMMA.passage("{text}", "x"), "title: {text} | text: x");
        assert_eq!(GEMMA.query("{text}?"), "query: {text}?");
    }

    #[test]
    fn a_passage_without_title_has_the_models_word_for_it() {
        assert_eq!(GEMMA.untitled("none").passage("", "x"), "title: none | text: x");
        assert_eq!(Template::plain().passage("", "x"), "\nx");
    }

    #[test]
    fn the_users_patterns_need_a_place_for_the_text() {
        let changed = GEMMA.changed(Some("p: {text}"), None).unwrap();
        assert_eq!(
            (changed.passage("t", "x"), changed.query("y")),
            ("p: x".to_owned(), "query: y".to_owned())
        );
        assert_eq!(GEMMA.changed(None, Some("no place")), None);
    }
}
