//! Hidden thoughts: what some models write before their text, between marks, for nobody to read.

/// The marks around thoughts.
const MARKS: [(&str, &str); 4] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
];

/// Takes thoughts out of a text that comes in parts, wherever it is cut.
///
/// Only thoughts before the text are taken out: marks within it are what somebody writes about.
#[derive(Debug, Default)]
pub(super) struct Thoughts {
    place: Place,
    /// What came and can't be judged yet.
    held: String,
}

/// Where in the text we are.
#[derive(Debug, Default)]
enum Place {
    /// Before its first word.
    #[default]
    Before,
    /// In a thought that this mark ends.
    Within(&'static str),
    /// In the text itself.
    After,
}

impl Thoughts {
    /// Takes a part of a text in, and returns what of it may be read.
    pub(super) fn push(&mut self, part: &str) -> String {
        self.held.push_str(part);
        loop {
            match self.place {
                Place::After => return std::mem::take(&mut self.held),
                Place::Within(mark) => {
                    let Some((_, rest)) = self.held.split_once(mark) else {
                        self.forget(mark.len());
                        return String::new();
                    };
                    self.held = rest.to_owned();
                    self.place = Place::Before;
                }
                Place::Before => {
                    self.held = self.held.trim_start().to_owned();
                    if MARKS.iter().any(|(opening, _)| opening.starts_with(&self.held)) {
                        // Nothing yet, or the beginning of a mark.
                        return String::new();
                    }
                    self.place = self.opened().map_or(Place::After, Place::Within);
                }
            }
        }
    }

    /// Returns what is left when nothing more comes.
    pub(super) fn end(&mut self) -> String {
        match self.place {
            Place::Within(_) => String::new(),
            Place::Before | Place::After => std::mem::take(&mut self.held),
        }
    }

    /// Returns the mark that ends the thought with which what is held begins, and lets go of the one before it.
    fn opened(&mut self) -> Option<&'static str> {
        let (opening, closing) = MARKS.iter().find(|(mark, _)| self.held.starts_with(mark))?;
        self.held.drain(..opening.len());
        Some(closing)
    }

    /// Lets go of what is held but for the end, in which a mark of that length may begin.
    fn forget(&mut self, mark: usize) {
        let end = self.held.floor_char_boundary(self.held.len().saturating_sub(mark));
        self.held.drain(..end);
    }
}

/// Returns a text without thoughts that were begun before it, by the server's own template, so that only the mark at
/// their end gives them away.
pub(super) fn without_orphan(text: String) -> String {
    match MARKS.iter().filter_map(|marks| end_of_orphan(&text, marks)).max() {
        Some(end) => text.get(end..).unwrap_or_default().trim_start().to_owned(),
        None => text,
    }
}

/// Returns the byte behind the last closing mark that nothing opened. One in a piece of code is written about.
fn end_of_orphan(text: &str, (opening, closing): &(&str, &str)) -> Option<usize> {
    let mut open = 0_usize;
    let mut end = None;
    for (at, _) in text.match_indices('<') {
        let line = text[..at].rsplit('\n').next().unwrap_or_default();
        if line.matches('`').count() % 2 == 1 {
            continue;
        }
        if text[at..].starts_with(opening) {
            open += 1;
        } else if text[at..].starts_with(closing) {
            end = if open == 0 { Some(at + closing.len()) } else { end };
            open = open.saturating_sub(1);
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
        let mut thoughts = Thoughts::default();
        let mut text: String = parts.into_iter().map(|part| thoughts.push(part)).collect();
        text.push_str(&thoughts.end());
        text
    }

    #[test]
    fn thoughts_before_a_text_are_taken_out() {
        assert_eq!(read(["<think>\nhm\n</think>\n\nLet it rise."]), "Let it rise.");
        assert_eq!(read(["\n<thinking>a</thinking><think>b</think> Yes. "]), "Yes. ");
        assert_eq!(read(["<think>never ", "ending"]), "");
        assert_eq!(read(["<thi"]), "<thi");
        assert_eq!(read([" ", "\n"]), "");
    }

    #[test]
    fn marks_within_a_text_stay() {
        let text = "Models write `<think>` first.\n<think>x</think>";
        assert_eq!(read([text]), text);
        assert_eq!(read(["<b>bold</b>"]), "<b>bold</b>");
    }

    #[test]
    fn thoughts_that_only_their_end_gives_away_are_taken_out_of_the_whole() {
        let cut = |text: &str| without_orphan(text.to_owned());
        assert_eq!(cut("hm, well\n</think>\n\nLet it rise."), "Let it rise.");
        assert_eq!(cut("it ends with `</think>`"), "it ends with `</think>`");
        assert_eq!(cut("hm, well</think>Let it rise."), "Let it rise.");
        assert_eq!(cut("hm</thinking>\nwell </thinking> Let it rise."), "Let it rise.");
        assert_eq!(cut("hm <b>so</b></thought> Let it."), "Let it.");
        assert_eq!(cut("hm.\n</reasoning>"), "");
        assert_eq!(cut("Marks: <think>x</think>"), "Marks: <think>x</think>");
    }

    proptest! {
        #[test]
        fn it_does_not_matter_where_a_text_is_cut(
            text in "( |\n)?(<(think|thinking|thought|reasoning)>[a猫<\\/]{0,9}</(think|thinking|thought|reasoning)>)?.{0,12}",
            cuts in prop::collection::vec(1_usize..6, 0..40),
        ) {
            let mut parts = Vec::new();
            let mut rest = text.as_str();
            for cut in cuts {
                let (part, left) = rest.split_at(rest.floor_char_boundary(cut.min(rest.len())));
                parts.push(part);
                rest = left;
            }
            parts.push(rest);
            prop_assert_eq!(read(parts), read([text.as_str()]));
        }
    }
}
