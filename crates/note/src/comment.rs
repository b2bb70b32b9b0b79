//! Obsidian's `%%` comments: which parts of a note they hide.

use std::ops::Range;

/// The hidden ranges of a note, asked for in ascending order.
#[derive(Default)]
pub(crate) struct Comments {
    /// Each from its opening `%%` to after its closing one.
    ranges: Vec<Range<usize>>,
    /// The first range that does not end before the last question.
    next: usize,
}

impl Comments {
    /// Pairs the `%%` in `body` of `source` that don't stand in `code`, which is ascending.
    ///
    /// A pair that may not reach so far leaves its first mark as text, and the second opens anew.
    ///
    /// The second result is where a comment opens that never closes; it hides nothing.
    pub(crate) fn find(
        source: &str,
        body: Range<usize>,
        code: &[Range<usize>],
    ) -> (Self, Option<usize>) {
        let mut code = code.iter().peekable();
        let mut ranges = Vec::new();
        let mut open: Option<usize> = None;
        for (at, _) in source[body.clone()].match_indices("%%") {
            let at = body.start + at;
            while code.next_if(|range| range.end <= at).is_some() {}
            if code.peek().is_some_and(|range| range.start <= at) {
                continue;
            }
            open = match open {
                Some(start) if may_span(source, start, at) => {
                    ranges.push(start..at + 2);
                    None
                }
                _ => Some(at),
            };
        }
        let unclosed = open.filter(|&at| starts_line(source, at));
        (Self { ranges, next: 0 }, unclosed)
    }

    /// Makes comments of other ranges that are hidden, which are ascending.
    pub(crate) fn at(ranges: Vec<Range<usize>>) -> Self {
        Self { ranges, next: 0 }
    }

    /// Returns whether the note has no comments.
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns the hidden ranges, marks included.
    pub(crate) fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// Returns whether the byte at `at` is hidden.
    pub(crate) fn hides(&mut self, at: usize) -> bool {
        self.first_after(at).is_some_and(|range| range.start <= at)
    }

    /// Returns the parts of `range` that are not hidden.
    pub(crate) fn visible(&mut self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let hidden = self.first_after(at).filter(|hidden| hidden.start < range.end);
            let end = hidden.as_ref().map_or(range.end, |hidden| hidden.start.max(at));
            if end > at {
                parts.push(at..end);
            }
            at = hidden.map_or(range.end, |hidden| hidden.end);
        }
        parts
    }

    /// Returns the first hidden range that ends after `at`.
    fn first_after(&mut self, at: usize) -> Option<Range<usize>> {
        // Questions go forward but for a block's start asked after its text; then one step back is enough.
        while self.next > 0 && self.ranges[self.next - 1].end > at {
            self.next -= 1;
        }
        while self.ranges.get(self.next).is_some_and(|range| range.end <= at) {
            self.next += 1;
        }
        self.ranges.get(self.next).cloned()
    }
}

/// Returns whether a comment may reach from `open` to `close`: over a blank line only when it starts its own line.
fn may_span(source: &str, open: usize, close: usize) -> bool {
    starts_line(source, open) || !has_blank_line(&source[open..close])
}

/// Returns whether only white space stands before `at` on its line.
fn starts_line(source: &str, at: usize) -> bool {
    source[..at].trim_end_matches([' ', '\t']).chars().next_back().is_none_or(|c| c == '\n')
}

/// Returns whether one of the lines is blank.
fn has_blank_line(text: &str) -> bool {
    text.match_indices('\n')
        .any(|(at, _)| text[at + 1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n'))
}

#[cfg(test)]
mod tests {
    use super::Comments;

    fn check(source: &str, code: &[std::ops::Range<usize>], hidden: &[&str]) {
        let (comments, _) = Comments::find(source, 0..source.len(), code);
        let found: Vec<_> = comments.ranges().iter().map(|range| &source[range.clone()]).collect();
        assert_eq!(found, hidden, "{source}");
    }

    #[test]
    fn pairs_of_marks_hide() {
        check("a %%b%% c %%d", &[], &["%%b%%"]);
        check("%%\na\n\nb\n%%\nc", &[], &["%%\na\n\nb\n%%"]);
        check("50%% of\n\n%%x%%", &[], &["%%x%%"]);
        check("`%%` a `%%` %%b%%", &[1..3, 8..10], &["%%b%%"]);
    }

    #[test]
    fn visible_parts_leave_the_hidden_out() {
        let source = "ab%%cd%%ef%%g%%";
        let (mut comments, unclosed) = Comments::find(source, 0..source.len(), &[]);
        assert_eq!(unclosed, None);
        assert_eq!(comments.visible(0..15), [0..2, 8..10]);
        assert_eq!(comments.visible(1..9), [1..2, 8..9]);
        assert!(comments.hides(3) && !comments.hides(8));
    }
}
