//! Segments: the sentences, headings, rows and pieces of code that a text is made of.

use std::ops::Range;

use notekin_note::{Stretch, StretchKind, sentences, stretches};

use crate::sentence_end::goes_on;

/// One sentence, row, heading or block of code of some Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// What it is a sentence of.
    pub kind: StretchKind,
    /// Its bytes in the Markdown, on character boundaries and outside of markup: without list markers, heading marks,
    /// the bars of a table, and without marks of emphasis that lie around all of it. Of code, the fences are part.
    ///
    /// So a block of code is a segment of its own: what a model made up may stand in code as well as in a sentence, and
    /// a reference to it can stand behind its fence.
    pub span: Range<usize>,
    /// What is read of it.
    pub text: String,
    /// The number of the paragraph, heading, row or block of code it belongs to.
    pub stretch: usize,
    /// Where it begins in the readable text of that stretch.
    pub(crate) offset: usize,
}

/// Some Markdown, cut into segments.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    /// The segments, in order and not overlapping.
    pub list: Vec<Segment>,
    stretches: Vec<Stretch>,
}

impl Segments {
    /// Cuts some Markdown.
    ///
    /// ```
    /// use notekin_answer::Segments;
    ///
    /// let markdown = "# Soup\n* **Leek**: peel it. *Boil it.*\n";
    /// let found = Segments::of(markdown);
    /// let pieces: Vec<&str> = found.list.iter().map(|found| &markdown[found.span.clone()]).collect();
    /// assert_eq!(pieces, ["Soup", "**Leek**: peel it.", "Boil it."]);
    /// ```
    pub fn of(markdown: &str) -> Self {
        let stretches = stretches(markdown);
        let mut list = Vec::new();
        for (number, stretch) in stretches.iter().enumerate() {
            for range in cut(stretch) {
                add(&mut list, number, stretch, range);
            }
        }
        Self { list, stretches }
    }

    /// Returns the pieces of code and formulas in a segment of this Markdown, with their marks.
    pub(crate) fn literals<'a>(&self, markdown: &'a str, segment: &Segment) -> Vec<&'a str> {
        if segment.kind == StretchKind::Code {
            return Vec::new();
        }
        let solid = self.stretches.get(segment.stretch).into_iter().flat_map(Stretch::solid);
        let inside = solid
            .filter(|place| segment.span.start <= place.start && place.end <= segment.span.end);
        inside
            .filter_map(|place| markdown.get(place))
            .filter(|piece| piece.starts_with(['`', '$']))
            .collect()
    }

    /// Returns the bytes of this Markdown that are code or a formula.
    pub(crate) fn code(&self, markdown: &str) -> Vec<Range<usize>> {
        let solid = self.stretches.iter().flat_map(Stretch::solid);
        solid.filter(|place| !markdown[place.clone()].starts_with(['[', '!', '<'])).collect()
    }

    /// Returns the bytes of the Markdown that a range of a segment's text was read from, markup that can't be parted from
    /// it included.
    pub fn source(&self, segment: &Segment, range: Range<usize>) -> Range<usize> {
        match self.stretches.get(segment.stretch) {
            Some(stretch) => {
                stretch.source(segment.offset + range.start..segment.offset + range.end)
            }
            None => segment.span.clone(),
        }
    }
}

/// Returns the pieces of a stretch's text that become segments.
fn cut(stretch: &Stretch) -> Vec<Range<usize>> {
    match stretch.kind {
        StretchKind::Text | StretchKind::Item => whole_sentences(&stretch.text),
        StretchKind::Heading | StretchKind::Header | StretchKind::Row | StretchKind::Code => {
            let text = &stretch.text;
            let start = text.len() - text.trim_start().len();
            std::iter::once(start..text.trim_end().len()).collect()
        }
    }
}

/// Returns the sentences of a text, those that were parted behind an abbreviation or the like joined again.
fn whole_sentences(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for sentence in sentences(text) {
        match found.last_mut().filter(|last| is_one(text, last, sentence.start)) {
            Some(last) => {
                let number = number_end(text, last.start, &sentence);
                last.end = number.unwrap_or(sentence.end);
                found.extend(number.map(|end| end + 1..sentence.end));
            }
            None => found.push(sentence),
        }
    }
    found
}

/// Returns whether a sentence goes on with the one that starts at `next`.
fn is_one(text: &str, last: &Range<usize>, next: usize) -> bool {
    !text[last.end..next].contains('\n') && goes_on(&text[last.clone()], &text[next..])
}

/// Returns where the number ends with which a sentence starts, if it ends the one that began at `start`: cut off from
/// `No.`, it was taken for the number of an item.
fn number_end(text: &str, start: usize, sentence: &Range<usize>) -> Option<usize> {
    let piece = &text[sentence.clone()];
    let digits = piece.bytes().take_while(u8::is_ascii_digit).count();
    let end = sentence.start + digits + 1;
    let ends = digits > 0 && piece[digits..].starts_with(". ");
    (ends && !goes_on(&text[start..end], &text[end..])).then_some(end)
}

/// Adds a piece as a segment, or to the last one where markup holds the two together.
fn add(list: &mut Vec<Segment>, number: usize, stretch: &Stretch, range: Range<usize>) {
    let place = |range: &Range<usize>| {
        if stretch.kind == StretchKind::Code {
            stretch.span.clone()
        } else {
            stretch.source(range.clone())
        }
    };
    let span = place(&range);
    if let Some(last) =
        list.last_mut().filter(|last| last.stretch == number && span.start < last.span.end)
    {
        let both = last.offset..range.end;
        last.span = place(&both);
        stretch.text[both].clone_into(&mut last.text);
        return;
    }
    let text = stretch.text[range.clone()].to_owned();
    list.push(Segment { kind: stretch.kind, span, text, stretch: number, offset: range.start });
}

#[cfg(test)]
mod tests {
    use notekin_note::character_start;
    use proptest::prelude::*;

    use super::Segments;

    #[track_caller]
    fn check(markdown: &str, expect: &[&str]) {
        let found = Segments::of(markdown);
        let found: Vec<_> =
            found.list.iter().map(|segment| &markdown[segment.span.clone()]).collect();
        assert_eq!(found, expect, "{markdown}");
    }

    #[test]
    fn marks_at_the_edges_are_left_out() {
        check("## *Soup*\n", &["Soup"]);
        check("**Boil it. Eat it.** Done.", &["Boil it.", "Eat it.", "Done."]);
        check("1. **Leek**: cut.\n2. Boil. Eat.", &["**Leek**: cut.", "Boil.", "Eat."]);
        check("> Cut it.\n> Boil", &["Cut it.", "Boil"]);
        check("- [x] Done. Now.", &["Done.", "Now."]);
    }

    #[test]
    fn links_and_code_are_not_cut() {
        check("See [One. Two](x.md). End.", &["See [One. Two](x.md).", "End."]);
        check("Use `a. B. c` now. End.", &["Use `a. B. c` now.", "End."]);
        check("So:\n\n```\na. b\nc\n```\nEnd", &["So:", "```\na. b\nc\n```", "End"]);
    }

    #[test]
    fn abbreviations_and_ordinals_end_no_sentence() {
        check("Mr. Okonkwo came. He left.", &["Mr. Okonkwo came.", "He left."]);
        check("Wir kamen am 4. Juni 2022 an. Dann.", &["Wir kamen am 4. Juni 2022 an.", "Dann."]);
        check("Le 5. M. Dupont vient.", &["Le 5.", "M. Dupont vient."]);
        check("Es gibt z. B. Lauch. Gut.", &["Es gibt z. B. Lauch.", "Gut."]);
        check("Por ej. Madrid. El Sr. Gil.", &["Por ej. Madrid.", "El Sr. Gil."]);
        check(
            "Smith Ltd. mended it, e.g. No. 5. Ok.",
            &["Smith Ltd. mended it, e.g. No. 5.", "Ok."],
        );
        check(
            "It weighs ca. 3 kg. It is red vs. Blue.",
            &["It weighs ca. 3 kg.", "It is red vs. Blue."],
        );
        check("Den 2. *Gang* nehmen.", &["Den 2. *Gang* nehmen."]);
    }

    #[test]
    fn rows_are_segments() {
        check("| a | b |\n|--|--|\n| c. D | **e** |\n", &["a | b", "c. D | **e**"]);
    }

    #[test]
    fn every_script_has_sentences() {
        check("猫が好き。「はい。」犬も。", &["猫が好き。", "「はい。」", "犬も。"]);
        check("שלום עולם. עוד משפט?", &["שלום עולם.", "עוד משפט?"]);
        check("Ok 👩‍🍳! Cafe\u{301}. E\u{301}", &["Ok 👩‍🍳!", "Cafe\u{301}.", "E\u{301}"]);
        check("", &[]);
        check("***", &[]);
    }

    proptest! {
        #[test]
        fn segments_lie_in_order_on_characters(
            markdown in "([a-bA.é猫。😀 \n*_`|>#\\[\\]()!-]|\\*\\*|e\u{301}|`{3}\n|- |\\| |👩‍🍳){0,60}",
        ) {
            let found = Segments::of(&markdown).list;
            prop_assert!(found.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "{:?}", found);
            for segment in found {
                prop_assert!(segment.span.start < segment.span.end && segment.span.end <= markdown.len());
                prop_assert_eq!(character_start(&markdown, segment.span.start), segment.span.start);
                prop_assert!(markdown.is_char_boundary(segment.span.end));
                prop_assert!(!segment.text.trim().is_empty());
            }
        }
    }
}
