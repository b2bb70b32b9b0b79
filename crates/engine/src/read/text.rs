//! The text of a note, put together from its passages.

use std::ops::Range;

use notekin_index::{ChunkRow, NoteRow};
use notekin_note::{Format, Lines, Span, estimate_tokens};

/// A note's text and where it lies in the file.
///
/// Passages tile the body of a Markdown note, so that together with what stands before it they are the file, and a place
/// in the text is one in the file. The cards of a canvas lie apart in its file: their readable texts follow one another
/// here, places are counted in that text, and a card is the least part of the file that can be told.
pub(super) struct NoteText {
    pieces: Vec<Piece>,
}

/// A stretch of the text that is one stretch of the file: the head, a passage or a card.
struct Piece {
    /// Where the piece begins in the text.
    start: usize,
    /// The bytes of the file, or the readable text of a card.
    bytes: Vec<u8>,
    /// Where the piece lies in the file.
    span: Span,
    lines: Lines,
    is_card: bool,
}

/// What fits in a budget.
pub(super) struct Window {
    pub(super) text: String,
    /// Where the text lies in the file.
    pub(super) bytes: Span,
    /// The lines of the file it lies on.
    pub(super) lines: Lines,
    /// Where in the text more follows, if more follows: a byte, which isn't one of the file where there are cards.
    pub(super) next: Option<usize>,
}

impl NoteText {
    /// Puts a note's text together: what stands before the body, then its passages.
    pub(super) fn of(note: &NoteRow, head: &str, chunks: Vec<ChunkRow>) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        if !head.is_empty() {
            pieces.push(Piece::head(head));
        }
        for chunk in chunks {
            let end = pieces.last().map_or(0, Piece::end);
            pieces.push(match note.format {
                Format::Canvas => Piece::card(end, &chunk),
                Format::Markdown | Format::Excalidraw => Piece::raw(chunk),
            });
        }
        Self { pieces }
    }

    /// Returns where the whole text lies.
    pub(super) fn range(&self) -> Range<usize> {
        let start = self.pieces.first().map_or(0, |piece| piece.start);
        start..self.pieces.last().map_or(start, Piece::end)
    }

    /// Returns where in the text a range of the file's bytes lies; of a card all or nothing.
    pub(super) fn at_bytes(&self, range: &Range<usize>) -> Range<usize> {
        let touched = || {
            self.pieces
                .iter()
                .filter(|piece| piece.span.start < range.end && range.start < piece.span.end)
        };
        let (Some(first), Some(last)) = (touched().next(), touched().next_back()) else {
            let end = self.range().end;
            return end..end;
        };
        first.place_of(range.start, first.start)..last.place_of(range.end, last.end())
    }

    /// Returns where in the text whole lines of the file lie, as far as the note has them.
    pub(super) fn at_lines(&self, lines: Lines) -> Range<usize> {
        let end = self.range().end;
        let start = self.start_of_line(lines.start).unwrap_or(end);
        let after = self.start_of_line(lines.end.saturating_add(1)).unwrap_or(end);
        start..after.max(start)
    }

    /// Returns where a line begins; nothing when the text ends before it.
    fn start_of_line(&self, line: u32) -> Option<usize> {
        let piece = self.pieces.iter().find(|piece| piece.lines.end >= line)?;
        if line <= piece.lines.start || piece.is_card {
            return Some(piece.start);
        }
        let newlines = piece.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let (at, _) = newlines.clone().nth((line - piece.lines.start) as usize - 1)?;
        Some(piece.start + at + 1)
    }

    /// Returns the bytes of a range of the text.
    pub(super) fn bytes(&self, range: &Range<usize>) -> Vec<u8> {
        self.pieces.iter().flat_map(|piece| piece.slice(range)).copied().collect()
    }

    /// Returns the text of a range, whole lines until the budget of tokens is used up. One line that is longer alone is
    /// cut between two characters, so that something is always returned.
    pub(super) fn window(&self, range: &Range<usize>, budget: usize) -> Window {
        let bytes = self.bytes(range);
        let length = fitting(&bytes, budget.max(1));
        let shown = range.start..range.start + length;
        let (span, lines) = self.in_file(&shown);
        Window {
            text: String::from_utf8_lossy(&bytes[..length]).into_owned(),
            bytes: span,
            lines,
            next: (length < bytes.len()).then_some(shown.end),
        }
    }

    /// Returns the bytes and lines of the file that a range of the text stands for.
    fn in_file(&self, range: &Range<usize>) -> (Span, Lines) {
        let mut touched = self.pieces.iter().filter(|piece| piece.overlaps(range)).peekable();
        let Some(first) = touched.peek().copied() else {
            let last = self.pieces.last().map_or((0, 1), |piece| (piece.span.end, piece.lines.end));
            return (Span { start: last.0, end: last.0 }, Lines { start: last.1, end: last.1 });
        };
        let last = touched.last().unwrap_or(first);
        let (start, line) = first.in_file(range.start);
        let (end, last_line) = if last.is_card {
            (last.span.end, last.lines.end)
        } else {
            last.in_file(range.end - 1)
        };
        let end = if last.is_card { end } else { end + 1 };
        (Span { start, end }, Lines { start: line, end: last_line })
    }
}

impl Piece {
    /// Returns what stands before the body: the frontmatter with its fences, from the first byte of the file.
    fn head(head: &str) -> Self {
        let bytes = head.as_bytes();
        let last = newlines(bytes) + u32::from(!bytes.ends_with(b"\n"));
        Self {
            start: 0,
            bytes: bytes.to_vec(),
            span: Span { start: 0, end: bytes.len() },
            lines: Lines { start: 1, end: last },
            is_card: false,
        }
    }

    /// Returns a passage as it stands in the file; its place in the text is its place there.
    fn raw(chunk: ChunkRow) -> Self {
        Self {
            start: chunk.span.start,
            bytes: chunk.raw,
            span: chunk.span,
            lines: chunk.lines,
            is_card: false,
        }
    }

    /// Returns a card's text as a paragraph that begins at `start`.
    fn card(start: usize, chunk: &ChunkRow) -> Self {
        let bytes = format!("{}\n\n", chunk.text).into_bytes();
        Self { start, bytes, span: chunk.span, lines: chunk.lines, is_card: true }
    }

    fn end(&self) -> usize {
        self.start + self.bytes.len()
    }

    fn overlaps(&self, range: &Range<usize>) -> bool {
        self.start < range.end && range.start < self.end()
    }

    /// Returns the bytes of the piece that lie in a range of the text; none when the two don't meet.
    fn slice(&self, range: &Range<usize>) -> &[u8] {
        let within = |at: usize| at.clamp(self.start, self.end()) - self.start;
        self.bytes.get(within(range.start)..within(range.end)).unwrap_or_default()
    }

    /// Returns where in the text a byte of the file lies; of a card, that it lies at `whole`.
    fn place_of(&self, byte: usize, whole: usize) -> usize {
        if self.is_card { whole } else { byte.clamp(self.start, self.end()) }
    }

    /// Returns the byte of the file and the line that a place in the text stands for.
    fn in_file(&self, at: usize) -> (usize, u32) {
        if self.is_card {
            return (self.span.start, self.lines.start);
        }
        (at, self.lines.start + newlines(self.slice(&(self.start..at))))
    }
}

/// Returns how many bytes of whole lines fit in a budget of tokens, or of the first line when it doesn't fit.
fn fitting(bytes: &[u8], budget: usize) -> usize {
    let (mut left, mut end) = (budget, 0);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let tokens = estimate_tokens(&String::from_utf8_lossy(line));
        if tokens > left {
            return if end == 0 { fitting_of_line(line, budget) } else { end };
        }
        left -= tokens;
        end += line.len();
    }
    end
}

/// Returns how many bytes of a line that is too long fit, ending between two characters; at least one character.
fn fitting_of_line(line: &[u8], tokens: usize) -> usize {
    // In every script the estimate gives a token at least to every eight bytes or so; from there it is felt for.
    let mut end = (tokens * 8).min(line.len());
    while end > 1 && estimate_tokens(&String::from_utf8_lossy(&line[..end])) > tokens {
        end -= end.div_ceil(8);
    }
    let is_inside = |end: usize| line.get(end).is_some_and(|byte| byte & 0xC0 == 0x80);
    while end > 0 && is_inside(end) {
        end -= 1;
    }
    if end == 0 {
        end = (1..line.len()).find(|&end| !is_inside(end)).unwrap_or(line.len());
    }
    end
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.split(|byte| *byte == b'\n').count() as u32 - 1
}
