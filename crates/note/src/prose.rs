//! The readable text of a note, with the way back to its source.

/// Text made of stretches of a source, in their order.
#[derive(Default)]
pub(crate) struct Prose {
    text: String,
    /// Ascending in both; from each on, text and source run in parallel until the next.
    anchors: Vec<Anchor>,
}

/// The text offset `text` was read at the source offset `source`.
#[derive(Clone, Copy)]
struct Anchor {
    text: usize,
    source: usize,
}

impl Prose {
    /// Returns the whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns its length in bytes.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds text that stands at `source`.
    pub(crate) fn push(&mut self, text: &str, source: usize) {
        self.anchor(source);
        self.text.push_str(text);
    }

    /// Adds text that stands nowhere, such as a separator.
    pub(crate) fn push_own(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Notes that what follows stands at `source`.
    pub(crate) fn anchor(&mut self, source: usize) {
        let here = Anchor { text: self.text.len(), source };
        let parallel = self.anchors.last().is_some_and(|last| {
            here.source.checked_sub(last.source).is_some_and(|ahead| ahead == here.text - last.text)
        });
        if !parallel {
            self.anchors.push(here);
        }
    }

    /// Takes back everything from text offset `len` on.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.text.truncate(len);
        let kept = self.anchors.partition_point(|anchor| anchor.text < len.max(1));
        self.anchors.truncate(kept);
    }

    /// Returns the source offset of the text offset `at`; exact where the text was taken over as it is.
    /// For text that stands nowhere it is never beyond where the next text was read.
    pub(crate) fn source_of(&self, at: usize) -> usize {
        let after = self.anchors.partition_point(|anchor| anchor.text <= at);
        let Some(anchor) = after.checked_sub(1).and_then(|index| self.anchors.get(index)) else {
            return 0;
        };
        let source = anchor.source + (at - anchor.text);
        self.anchors.get(after).map_or(source, |next| source.min(next.source))
    }
}

#[cfg(test)]
mod tests {
    use super::Prose;

    #[test]
    fn offsets_lead_back() {
        let mut prose = Prose::default();
        prose.push("bold", 2);
        prose.push_own(" | ");
        prose.push("cell", 20);
        assert_eq!(prose.source_of(1), 3);
        assert_eq!(prose.source_of(6), 8);
        assert_eq!(prose.source_of(9), 22);
        prose.truncate(7);
        prose.push("x", 30);
        assert_eq!(prose.source_of(7), 30);
        assert_eq!(prose.text(), "bold | x");
    }
}
