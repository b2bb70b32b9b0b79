//! Claims: which sentence a marker is about.

use super::Change;
use crate::{Marker, Segment};

/// A model's word that a passage says a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// Where its marker stood in the answer.
    pub(super) at: usize,
    /// The passage's place among those that were given.
    pub(super) passage: usize,
}

/// The claims of an answer.
#[derive(Debug, Default)]
pub(super) struct Claims {
    /// Those of each segment, each passage once.
    pub(super) of_segments: Vec<Vec<Claim>>,
    /// Markers that name no passage.
    pub(super) unknown: Vec<Change>,
}

impl Claims {
    /// Reads the markers of an answer to `count` passages.
    pub(super) fn read(
        answer: &str,
        segments: &[Segment],
        markers: &[Marker],
        count: usize,
    ) -> Self {
        let mut claims =
            Self { of_segments: vec![Vec::new(); segments.len()], unknown: Vec::new() };
        for marker in markers {
            let of_segment = segment_of(answer, segments, marker.at)
                .and_then(|at| claims.of_segments.get_mut(at));
            let mut own = of_segment;
            for &number in &marker.numbers {
                let (at, passage) = (marker.at, number.wrapping_sub(1));
                if passage >= count {
                    claims.unknown.push(Change::NoSuchPassage { at, number });
                } else if let Some(own) = own.as_deref_mut() {
                    if own.iter().all(|claim| claim.passage != passage) {
                        own.push(Claim { at, passage });
                    }
                } else {
                    claims.unknown.push(Change::Removed { at, passage });
                }
            }
        }
        claims
    }
}

/// Returns the segment that a marker at the byte `at` is about: the one it stands in or behind, or before at the start
/// of a line.
fn segment_of(answer: &str, segments: &[Segment], at: usize) -> Option<usize> {
    let after = segments.partition_point(|segment| segment.span.start < at);
    let Some(before) = after.checked_sub(1) else { return (!segments.is_empty()).then_some(0) };
    if at <= segments[before].span.end {
        return Some(before);
    }
    let starts_line = answer[segments[before].span.end..at].contains('\n');
    let next = segments.get(after).filter(|next| !answer[at..next.span.start].contains('\n'));
    Some(if starts_line && next.is_some() { after } else { before })
}

#[cfg(test)]
mod tests {
    use super::Claims;
    use crate::{Segments, Unmarked};

    #[track_caller]
    fn check(answer: &str, expect: &[&[usize]]) {
        let unmarked = Unmarked::of(answer);
        let segments = Segments::of(&unmarked.text);
        let claims = Claims::read(&unmarked.text, &segments.list, &unmarked.markers, 9);
        let found: Vec<Vec<usize>> = claims
            .of_segments
            .iter()
            .map(|claims| claims.iter().map(|claim| claim.passage + 1).collect())
            .collect();
        assert_eq!(found, expect, "{answer}");
    }

    #[test]
    fn markers_belong_to_what_they_stand_at() {
        check("Peel [1]. Boil.[2] Eat.", &[&[1], &[2], &[]]);
        check("Peel. [1] Boil. [2]", &[&[1], &[2]]);
        check("- **Peel.** [1]\n- [2] Boil.\n- Eat [1, 1].", &[&[1], &[2], &[1]]);
        check("[1] Peel.\n\n[2]: Boil.md", &[&[1]]);
        check("Peel.\n\n[1]\n\nBoil.", &[&[1], &[]]);
        check("| a [1] | b [2] |\n|--|--|\n| c | d |\n", &[&[1, 2], &[]]);
        check("```\nls\n```\n[3]", &[&[3]]);
    }
}
