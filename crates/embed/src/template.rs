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
        }
    }

    /// Returns the template of these two patterns.
    pub(crate) const fn of(passage: &'static str, query: &'static str) -> Self {
        Self { passage: Cow::Borrowed(passage), query: Cow::Borrowed(query) }
    }

    /// Returns what is embedded for a passage.
    pub fn passage(&self, title: &str, text: &str) -> String {
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
}
