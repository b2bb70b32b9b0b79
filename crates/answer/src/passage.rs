//! Passages: what an answer may be made from.

use std::ops::Range;

use notekin_note::{Lines, Span, estimate_tokens};

/// A part of a note that is given to a model, or quoted from.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The name of the vault.
    pub vault: String,
    /// The note's path in it.
    pub path: String,
    /// The note's title as it is shown.
    pub title: String,
    /// The titles of the sections around the passage, outermost first.
    pub heading: Vec<String>,
    /// The raw text of the span: Markdown as it is on disk. Places of quotes are bytes of this.
    pub text: String,
    /// The lines of the span.
    pub lines: Lines,
    /// The bytes of the file that `text` stands for.
    pub span: Span,
    /// The date of the note as the model is to see it, such as `2026-11-30`.
    pub date: Option<String>,
    /// The calibrated chance that the passage answers, from 0 to 1.
    pub score: f32,
}

impl Passage {
    /// Returns whether `other` is of the same note.
    pub fn is_of_same_note(&self, other: &Self) -> bool {
        self.vault == other.vault && self.path == other.path
    }

    /// Returns about how many tokens a model's prompt takes for it, its head included.
    pub fn tokens(&self) -> usize {
        let head: usize = self.heading.iter().map(|title| estimate_tokens(title) + 1).sum();
        estimate_tokens(&self.text) + estimate_tokens(&self.title) + head + HEAD_TOKENS
    }

    /// Returns the passage with one of the same note joined that follows it without a gap or overlaps it.
    ///
    /// What is joined keeps the heading path that both have in common, and the better score.
    pub fn joined(&self, next: &Self) -> Option<Self> {
        let shared = self.span.end.checked_sub(next.span.start)?;
        let follows = self.is_of_same_note(next) && self.span.start <= next.span.start;
        let rest = next.text.get(shared.min(next.text.len())..)?;
        let same = |(own, theirs): &(&String, &String)| own == theirs;
        follows.then(|| Self {
            heading: self
                .heading
                .iter()
                .zip(&next.heading)
                .take_while(same)
                .map(|(own, _)| own.clone())
                .collect(),
            text: format!("{}{rest}", self.text),
            lines: Lines { start: self.lines.start, end: self.lines.end.max(next.lines.end) },
            span: Span { start: self.span.start, end: self.span.end.max(next.span.end) },
            score: self.score.max(next.score),
            ..self.clone()
        })
    }

    /// Returns a part of the passage, given as bytes of its text, with its own lines and bytes of the file.
    ///
    /// A place that is not in the text gives the whole passage.
    #[must_use]
    pub fn narrowed(&self, place: &Range<usize>) -> Self {
        let Some(text) = self.text.get(place.clone()) else { return self.clone() };
        let breaks = |text: &str| text.bytes().filter(|&byte| byte == b'\n').count() as u32;
        let start = self.lines.start + breaks(&self.text[..place.start]);
        let lines = Lines { start, end: start + breaks(text.trim_end_matches('\n')) };
        let span = Span { start: self.span.start + place.start, end: self.span.start + place.end };
        Self { text: text.to_owned(), lines, span, ..self.clone() }
    }

    /// Returns the passage cut to about `tokens` tokens, at the end of a sentence or line where one is near.
    ///
    /// Of the text at least one sentence stays.
    #[must_use]
    pub fn shortened(&self, tokens: usize) -> Self {
        let room = tokens.saturating_sub(self.tokens() - estimate_tokens(&self.text));
        let mut end = 0;
        for sentence in notekin_note::sentences(&self.text) {
            if end > 0 && estimate_tokens(&self.text[..sentence.end]) > room {
                break;
            }
            end = sentence.end;
        }
        self.narrowed(&(0..end))
    }
}

/// What the marks around a passage take in a prompt.
const HEAD_TOKENS: usize = 40;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Makes a passage that begins at the byte `start` of its note, with ten bytes to a line.
    pub(crate) fn passage(path: &str, start: usize, text: &str) -> Passage {
        Passage {
            vault: "kitchen".to_owned(),
            path: path.to_owned(),
            title: path.trim_end_matches(".md").to_owned(),
            heading: vec!["Soups".to_owned()],
            text: text.to_owned(),
            lines: Lines {
                start: 1 + start as u32 / 10,
                end: 1 + start as u32 / 10 + text.trim_end().matches('\n').count() as u32,
            },
            span: Span { start, end: start + text.len() },
            date: None,
            score: 0.5,
        }
    }

    #[test]
    fn neighbours_are_joined_without_gap_or_repeat() {
        let first = passage("a.md", 0, "Peel it. Cut it.\n");
        let second = passage("a.md", 9, "Cut it.\nBoil it.\n");
        let both = first.joined(&second).unwrap();
        assert_eq!(both.text, "Peel it. Cut it.\nBoil it.\n");
        assert_eq!(both.span, Span { start: 0, end: 26 });
        assert_eq!(first.joined(&passage("a.md", 18, "Boil it.")), None, "a byte lies between");
        assert_eq!(first.joined(&passage("b.md", 17, "Boil it.")), None, "another note");
        assert_eq!(second.joined(&first), None);
    }

    #[test]
    fn a_passage_is_cut_between_sentences() {
        let long = passage("a.md", 5, "Peel the leek.\nCut it small. Boil it.\nServe it.");
        let short = long.shortened(long.tokens() - 2);
        assert_eq!(short.text, "Peel the leek.\nCut it small. Boil it.");
        assert_eq!((short.lines.end, short.span.end), (2, 42));
        assert_eq!(long.shortened(0).text, "Peel the leek.");
        assert_eq!(long.shortened(1000), long);
    }
}
