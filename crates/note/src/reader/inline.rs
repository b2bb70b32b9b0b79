//! Inline text: what goes into the prose, and how lines are joined.

use std::ops::Range;

use pulldown_cmark::Event;

use super::{Gap, Reader};
use crate::draft::LeafKind;
use crate::{callout, data_uri};

impl Reader<'_> {
    /// Takes an event inside a paragraph, a cell or the like.
    pub(super) fn inline(&mut self, event: Event<'_>, range: Range<usize>) {
        if let Event::Text(text) = event {
            self.text(&text, range);
            return;
        }
        self.flush_tags();
        match event {
            Event::SoftBreak => self.line_break(Gap::Soft),
            Event::HardBreak => self.line_break(Gap::Hard),
            Event::InlineHtml(html) => self.inline_html(&html, range),
            Event::TaskListMarker(done) => self.push(if done { "[x] " } else { "[ ] " }, range),
            _ if self.comments.hides(range.start) => {}
            Event::Code(code) => {
                let fence = range.len().saturating_sub(code.len()) / 2;
                self.push(&code, range.start + fence..range.end);
            }
            Event::InlineMath(math) => self.push(&format!("${math}$"), range),
            Event::DisplayMath(math) => self.push(&format!("$${math}$$"), range),
            _ => {}
        }
    }

    /// Takes plain text, or a part of code.
    fn text(&mut self, text: &str, range: Range<usize>) {
        if self.query {
            if let Some(aside) = self.draft.asides.last_mut() {
                aside.text.push_str(text);
            }
            return;
        }
        if self.is_open(LeafKind::Code) {
            self.push_without_data(text, range);
            return;
        }
        if range.start != self.run.end {
            self.flush_tags();
            self.run.start = range.start;
        }
        self.run.end = range.end;
        self.push_visible(text, range);
    }

    /// Adds what no comment hides.
    pub(super) fn push_visible(&mut self, text: &str, range: Range<usize>) {
        if self.comments.is_empty() {
            self.push_without_data(text, range);
            return;
        }
        for part in self.comments.visible(range.clone()) {
            if part == range {
                self.push_without_data(text, part);
            } else {
                self.push_without_data(&self.text[part.clone()], part);
            }
        }
    }

    /// Adds text without the data URIs in it.
    fn push_without_data(&mut self, text: &str, range: Range<usize>) {
        if text.len() < 20 || !text.contains(";base64,") {
            self.push(text, range);
            return;
        }
        for part in data_uri::without(text) {
            self.push(&text[part.clone()], range.start + part.start..range.start + part.end);
        }
    }

    /// Adds text that stands at `range`, in a paragraph of its own if no leaf is open.
    pub(super) fn push(&mut self, text: &str, range: Range<usize>) {
        if text.is_empty() {
            return;
        }
        self.open_leaf(LeafKind::Paragraph, range.start);
        self.push_gap(text);
        self.draft.prose.push(text, range.start);
    }

    /// Writes the separators and the line break that are owed before `next`.
    fn push_gap(&mut self, next: &str) {
        if let Some(owed) = self.separators.as_mut() {
            self.draft.prose.push_own(&" | ".repeat(std::mem::take(owed)));
        }
        let gap = match self.gap {
            Gap::None => return,
            Gap::Hard => "\n",
            // Wrapped Chinese and Japanese has no space where the line breaks.
            Gap::Soft
                if joins(self.draft.prose.text().chars().next_back())
                    && joins(next.chars().next()) =>
            {
                ""
            }
            Gap::Soft => " ",
        };
        self.gap = Gap::None;
        self.draft.prose.push_own(gap);
    }

    /// Owes a line break; the title of a callout always ends its line.
    fn line_break(&mut self, gap: Gap) {
        let is_title = self.open.is_some() && self.title_callout();
        self.gap = if is_title { Gap::Hard } else { gap };
    }

    /// Rewrites the line `[!type] Title` that begins a callout; returns whether it was one.
    pub(super) fn title_callout(&mut self) -> bool {
        let Some(content) = self.open.as_ref().filter(|_| self.quotes > 0).map(|leaf| leaf.content)
        else {
            return false;
        };
        let Some(title) = callout::title(&self.draft.prose.text()[content..]) else { return false };
        let source = self.draft.prose.source_of(content);
        self.draft.prose.truncate(content);
        self.draft.prose.push(&title, source);
        true
    }

    /// Puts a comment aside and takes `<br>` as a line break; other tags say nothing.
    fn inline_html(&mut self, html: &str, range: Range<usize>) {
        let comment =
            html.strip_prefix("<!--").map(|inside| inside.strip_suffix("-->").unwrap_or(inside));
        if let Some(comment) = comment {
            self.aside(range.start, comment);
        } else if html.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("<br"))
            && self.open.is_some()
        {
            self.gap = if self.is_open(LeafKind::Table) { Gap::Soft } else { Gap::Hard };
        }
    }

    /// Searches the plain text since the last markup for tags.
    pub(super) fn flush_tags(&mut self) {
        let run = std::mem::replace(&mut self.run, 0..0);
        if run.is_empty() {
            return;
        }
        if self.comments.is_empty() {
            self.draft.tags.add_inline(self.text, run);
            return;
        }
        for part in self.comments.visible(run) {
            self.draft.tags.add_inline(self.text, part);
        }
    }
}

/// Returns whether the character's script is written without spaces.
pub(crate) fn joins(c: Option<char>) -> bool {
    matches!(
        c,
        Some(
            '\u{3001}'..='\u{30ff}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{ff00}'..='\u{ffef}'
            | '\u{20000}'..='\u{3ffff}',
        )
    )
}
