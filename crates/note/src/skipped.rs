//! Passing over an element: whoever reads events begins with its start and goes on behind its end.

use pulldown_cmark::Event;

/// Whether events are passed over, because they belong to an element that is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Skipped {
    /// How many starts have no end yet.
    depth: usize,
}

impl Skipped {
    /// Passes over all up to the end of the element that has just begun.
    pub(crate) fn begin(&mut self) {
        self.depth = 1;
    }

    /// Takes note of an event; returns whether it is passed over.
    pub(crate) fn takes(&mut self, event: &Event<'_>) -> bool {
        let is_inside = self.depth > 0;
        match event {
            Event::Start(_) if is_inside => self.depth += 1,
            Event::End(_) if is_inside => self.depth -= 1,
            _ => {}
        }
        is_inside
    }
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser, Tag};

    use super::Skipped;

    #[test]
    fn an_element_is_passed_over_with_all_inside_it() {
        let mut skipped = Skipped::default();
        let mut left = String::new();
        for event in Parser::new("one *two **three** four* five") {
            if skipped.takes(&event) {
                continue;
            }
            match event {
                Event::Start(Tag::Emphasis) => skipped.begin(),
                Event::Text(text) => left += &text,
                _ => {}
            }
        }
        assert_eq!(left, "one  five");
    }
}
