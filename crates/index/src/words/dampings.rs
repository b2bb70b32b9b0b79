//! How much the length of a text takes off what its words are worth.

use tantivy::{DocId, Searcher, SegmentReader};

use super::schema::{Fields, TextField};
use crate::ids::NoteId;

/// BM25's k1: no word counts more than this plus one.
pub(super) const SATURATION: f32 = 2.0;

/// BM25's b: how much a text's length counts against it.
const LENGTH_SHARE: f32 = 0.75;

/// `k1 (1 - b + b * length / mean length)` of all passages and notes in one snapshot of the words index.
///
/// A length is the number of words in all fields, each field weighted as its matches are. Nothing is found in what has no
/// end, which is how deleted passages are left out.
pub(crate) struct Dampings {
    pub(super) segments: Vec<SegmentDampings>,
    /// By note; infinite where there is no note.
    notes: Vec<f32>,
    /// The number of notes with passages.
    pub(super) note_count: usize,
}

/// The passages of one segment, by document.
pub(super) struct SegmentDampings {
    pub(super) passages: Vec<f32>,
    /// The note each belongs to; nobody's where it was deleted, which is listed until its segment is merged.
    pub(super) notes: Vec<NoteId>,
}

/// The note of a passage that was deleted.
const NOBODY: NoteId = NoteId(u32::MAX);

impl SegmentDampings {
    /// Returns the note of a passage, unless it was deleted.
    pub(super) fn note(&self, document: DocId) -> Option<NoteId> {
        self.notes.get(document as usize).copied().filter(|note| *note != NOBODY)
    }
}

impl Dampings {
    /// Reads all lengths; takes time linear in the number of passages.
    ///
    /// A note whose id is not below `bound` is none: nobody made it.
    pub(crate) fn of(searcher: &Searcher, bound: u32) -> tantivy::Result<Self> {
        let fields = Fields::new();
        let mut notes = vec![NoteLength::default(); bound as usize];
        let mut segments = Vec::new();
        for segment in searcher.segment_readers() {
            segments.push(SegmentLengths::read(segment, &fields, &mut notes)?);
        }
        let alive = || segments.iter().flat_map(|segment| &segment.lengths).flatten();
        let mean = mean(alive().copied());
        let note_mean = self::mean(notes.iter().filter_map(NoteLength::total));
        let note_count = notes.iter().filter(|note| note.passages > 0).count();
        let notes = notes.iter().map(|note| damping(note.total(), note_mean)).collect();
        let segments = segments.into_iter().map(|segment| segment.dampings(mean)).collect();
        Ok(Self { segments, notes, note_count })
    }

    /// Returns one past the greatest note id there may be.
    pub(super) fn note_bound(&self) -> usize {
        self.notes.len()
    }

    /// Returns what a note's length takes off.
    pub(super) fn of_note(&self, note: NoteId) -> f32 {
        self.notes.get(note.0 as usize).copied().unwrap_or(f32::INFINITY)
    }
}

/// The lengths of one segment's passages, by document; none where a passage is deleted.
struct SegmentLengths {
    lengths: Vec<Option<f32>>,
    notes: Vec<NoteId>,
}

impl SegmentLengths {
    /// Reads lengths, and adds them to those of the notes.
    fn read(
        segment: &SegmentReader,
        fields: &Fields,
        notes: &mut [NoteLength],
    ) -> tantivy::Result<Self> {
        let note_of = segment.fast_fields().u64("note")?.first_or_default_col(0);
        let shared = summed(segment, [fields.names, fields.tags])?;
        let own = summed(segment, [fields.heading, fields.body, fields.aside])?;
        let mut read = Self { lengths: Vec::new(), notes: Vec::new() };
        for (document, (shared, own)) in shared.iter().zip(&own).enumerate() {
            let note = u32::try_from(note_of.get_val(document as DocId)).unwrap_or(u32::MAX);
            let length = notes.get_mut(note as usize);
            let length = length.filter(|_| !segment.is_deleted(document as DocId));
            read.notes.push(if length.is_some() { NoteId(note) } else { NOBODY });
            read.lengths.push(length.map(|length| {
                length.add(*shared, *own);
                shared + own
            }));
        }
        Ok(read)
    }

    fn dampings(self, mean: f32) -> SegmentDampings {
        let passages = self.lengths.into_iter().map(|length| damping(length, mean)).collect();
        SegmentDampings { passages, notes: self.notes }
    }
}

/// The length of a note, from its passages.
#[derive(Clone, Copy, Default)]
struct NoteLength {
    /// Of names and tags, which each of its passages carries, but which count once.
    shared: f32,
    own: f32,
    passages: u32,
}

impl NoteLength {
    fn add(&mut self, shared: f32, own: f32) {
        self.shared = self.shared.max(shared);
        self.own += own;
        self.passages += 1;
    }

    /// Returns its length, if it has any passage.
    fn total(&self) -> Option<f32> {
        (self.passages > 0).then_some(self.shared + self.own)
    }
}

fn damping(length: Option<f32>, mean: f32) -> f32 {
    let of_mean = |length: f32| SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length / mean);
    length.map_or(f32::INFINITY, of_mean)
}

/// Returns the mean, at least 1, so that it can be divided by.
fn mean(lengths: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) =
        lengths.fold((0.0, 0.0), |(sum, count), length| (sum + f64::from(length), count + 1.0));
    (sum / f64::max(count, 1.0)).max(1.0) as f32
}

/// Returns the weighted lengths of some fields together, by document.
fn summed<const N: usize>(
    segment: &SegmentReader,
    fields: [TextField; N],
) -> tantivy::Result<Vec<f32>> {
    let mut sums = vec![0.0; segment.max_doc() as usize];
    for field in fields {
        let norms = segment.get_fieldnorms_reader(field.field)?;
        for (document, sum) in (0..).zip(&mut sums) {
            *sum += field.weight * norms.fieldnorm(document) as f32;
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ChunkId;
    use crate::notes::{Queued, Wording};
    use crate::words::{WordWriter, open_searcher};

    /// The note, the title and the text of each passage; a title counts double.
    const PASSAGES: [(u32, &str, &str); 3] =
        [(1, "tea", "green leaves"), (1, "tea", "steep water slowly again"), (2, "kin", "loom")];

    fn queued(at: usize, wording: Option<Wording>) -> Queued {
        Queued { seq: at as i64, chunk: ChunkId(at as u64), fresh: wording.is_some(), wording }
    }

    /// Returns the dampings of the passages, once the one at `gone` is deleted.
    fn dampings(bound: u32, gone: Option<usize>) -> Dampings {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = WordWriter::open(folder.path()).unwrap();
        let wording = |&(note, name, text): &(u32, &str, &str)| Wording {
            names: vec![name.to_owned()],
            text: text.to_owned(),
            ..Wording::of(NoteId(note))
        };
        let passages = PASSAGES.iter().map(|passage| Some(wording(passage))).enumerate();
        let all: Vec<Queued> = passages.map(|(at, wording)| queued(at, wording)).collect();
        writer.apply(&all).unwrap();
        writer.commit("").unwrap();
        if let Some(gone) = gone {
            writer.apply(&[queued(gone, None)]).unwrap();
            writer.commit("").unwrap();
        }
        Dampings::of(&open_searcher(folder.path()).unwrap(), bound).unwrap()
    }

    fn check(found: f32, length: f32, mean: f32) {
        let expected = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length / mean);
        assert!((found - expected).abs() < 1e-6, "{found} of {length} / {mean}");
    }

    #[test]
    fn a_text_as_long_as_the_mean_is_damped_by_k1() {
        check(SATURATION, 5.0, 5.0);
        assert!((damping(Some(5.0), 5.0) - SATURATION).abs() < 1e-6);
        assert!(damping(Some(6.0), 5.0) > SATURATION && damping(Some(4.0), 5.0) < SATURATION);
        assert!(damping(None, 5.0).is_infinite());
    }

    #[test]
    fn a_mean_can_be_divided_by() {
        for lengths in [vec![], vec![0.0], vec![0.5, 0.0]] {
            assert!((mean(lengths.iter().copied()) - 1.0).abs() < f32::EPSILON, "{lengths:?}");
        }
        assert!((mean([3.0, 4.0].into_iter()) - 3.5).abs() < f32::EPSILON);
    }

    #[test]
    fn names_count_once_in_a_note_and_in_each_of_its_passages() {
        let dampings = dampings(3, None);
        let mean = (4.0 + 6.0 + 3.0) / 3.0;
        let [segment] = dampings.segments.as_slice() else { panic!("one segment") };
        for (found, length) in segment.passages.iter().zip([4.0, 6.0, 3.0]) {
            check(*found, length, mean);
        }
        assert_eq!(segment.notes, [NoteId(1), NoteId(1), NoteId(2)]);
        let mean = 5.5;
        check(dampings.of_note(NoteId(1)), 8.0, mean);
        check(dampings.of_note(NoteId(2)), 3.0, mean);
        assert_eq!((dampings.note_count, dampings.note_bound()), (2, 3));
    }

    #[test]
    fn what_is_deleted_or_no_ones_has_no_end_and_no_part_in_the_mean() {
        let without = dampings(3, Some(1));
        let passages = &without.segments[0].passages;
        assert!(passages[1].is_infinite());
        check(passages[0], 4.0, 3.5);
        check(without.of_note(NoteId(1)), 4.0, 3.5);
        assert_eq!(without.note_count, 2);
        let without = dampings(3, Some(2));
        assert_eq!((without.of_note(NoteId(2)).is_infinite(), without.note_count), (true, 1));
        let bounded = dampings(2, None);
        assert!(bounded.segments[0].passages[2].is_infinite());
        check(bounded.segments[0].passages[0], 4.0, 5.0);
        for note in [0, 2, u32::MAX] {
            assert!(bounded.of_note(NoteId(note)).is_infinite(), "{note}");
        }
    }
}
