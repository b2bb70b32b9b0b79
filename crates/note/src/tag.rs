//! Tags: `#topic/part` in the text, and those in the frontmatter.
//!
//! In the text a `#` starts a tag when it follows white space, an opening mark or a comma and the
//! like, and the name is neither all digits nor starts with `/`: `#2024` and `C#` are
//! none, nor is what stands in a web address.

use std::collections::HashSet;
use std::ops::Range;

use crate::{Frontmatter, fold};

/// A tag of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name without `#`; `/` divides nested parts.
    pub name: String,
}

/// Tags in the order found, each once whatever its case.
#[derive(Default)]
pub(crate) struct Tags {
    tags: Vec<Tag>,
    known: HashSet<String>,
}

impl Tags {
    /// Adds the tags of the frontmatter.
    pub(crate) fn add_properties(&mut self, frontmatter: &Frontmatter) {
        for name in frontmatter.tags() {
            self.add(name.trim_start_matches('#').trim_end_matches('/'));
        }
    }

    /// Adds the tags that stand in `run`, a stretch of `source` without any markup.
    pub(crate) fn add_inline(&mut self, source: &str, run: Range<usize>) {
        for tag in inline(source, run) {
            self.add(&source[tag.start + 1..tag.end]);
        }
    }

    /// Adds a tag unless it is known.
    fn add(&mut self, name: &str) {
        if !name.is_empty() && self.known.insert(fold(name)) {
            self.tags.push(Tag { name: name.to_owned() });
        }
    }

    /// Returns the tags in the order they were found.
    pub(crate) fn finish(self) -> Vec<Tag> {
        self.tags
    }
}

/// Returns where the tags stand in `run`, a stretch of `source` without any markup; each with its `#`.
pub(crate) fn inline(source: &str, run: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let text = source.get(run).unwrap_or_default();
    if !text.contains('#') {
        return found;
    }
    for word in text.split_whitespace().filter(|word| word.contains('#') && !is_address(word)) {
        let start = word.as_ptr() as usize - source.as_ptr() as usize;
        let before = source[..start].chars().next_back();
        in_word(word, before, |tag| found.push(start + tag.start..start + tag.end));
    }
    found
}

/// Reports the tags of a word that follows the character `before`.
fn in_word(word: &str, before: Option<char>, mut found: impl FnMut(Range<usize>)) {
    for (at, _) in word.match_indices('#') {
        let before = word[..at].chars().next_back().or(before);
        let rest = &word[at + 1..];
        let end = rest.find(|c| !belongs_to_tag(c)).unwrap_or(rest.len());
        let name = rest[..end].trim_end_matches('/');
        let is_rooted = name.starts_with('/');
        // `#1` is an issue or a rank, not a topic.
        let is_topic = name.contains(|c: char| !c.is_numeric() && c != '/');
        if before.is_none_or(may_precede_tag) && is_topic && !is_rooted {
            found(at..at + 1 + name.len());
        }
    }
}

/// Returns whether a `#` in the word belongs to a web address.
fn is_address(word: &str) -> bool {
    word.contains("://") || word.starts_with("www.")
}

/// Returns whether a tag may start right after the character.
fn may_precede_tag(c: char) -> bool {
    c.is_whitespace() || "([{\"',;:!.|*_~“‘「『（【，。、；：".contains(c)
}

/// Letters, digits, `_`, `-`, `/`, and everything beyond ASCII that is no punctuation.
fn belongs_to_tag(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || "_-/".contains(c);
    }
    let punctuation = matches!(c, '\u{80}'..='\u{BF}' | '\u{2000}'..='\u{200C}' | '\u{200E}'..='\u{206F}'
        | '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}'
        | '\u{FF5B}'..='\u{FF65}' | '\u{FFFD}');
    !punctuation && !c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::Tags;

    fn check(text: &str, expected: &[&str]) {
        let mut tags = Tags::default();
        tags.add_inline(text, 0..text.len());
        let names: Vec<_> = tags.finish().into_iter().map(|tag| tag.name).collect();
        assert_eq!(names, expected, "{text}");
    }

    #[test]
    fn what_is_a_tag() {
        check("#one (#two/sub/) #y1984, #1984 #1/2 # x #/root", &["one", "two/sub", "y1984"]);
        check("#Same #same #SAME", &["Same"]);
        check("a#b c/#d ##e &#39; #f#g", &["f"]);
        check("https://x.org/#a www.x.org/(#b)", &[]);
        check("#食谱/汤，#🍲soup。 #été", &["食谱/汤", "🍲soup", "été"]);
    }
}
