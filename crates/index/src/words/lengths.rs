//! How long passages and notes are: what a word's frequency is weighed against.

use tantivy::columnar::Column;
use tantivy::{DocId, Searcher, SegmentReader};

use super::schema::{Fields, TextField};
use crate::ids::NoteId;

/// BM25's k1: no word counts more than this plus one.
pub(super) const SATURATION: f32 = 2.0;

/// BM25's b: how much a text's length counts against it.
const LENGTH_SHARE: f32 = 0.75;

/// The lengths in one snapshot of the words index, ready to be used: `k1 (1 - b + b * length / mean length)`.
///
/// A length is the number of words in all fields, each field weighted as its matches are. A deleted passage has no end,
/// so that nothing is found in it.
pub(crate) struct Lengths {
    pub(super) segments: Vec<SegmentLengths>,
    /// By note; infinite where there is no note.
    notes: Vec<f32>,
    /// The number of notes with passages.
    pub(super) note_count: usize,
}

/// The passages of one segment, by document.
pub(super) struct SegmentLengths {
    pub(super) passages: Vec<f32>,
    /// The note each belongs to.
    pub(super) notes: Vec<NoteId>,
}

impl Lengths {
    /// Reads all lengths; takes time linear in the number of passages.
    pub(crate) fn of(searcher: &Searcher) -> tantivy::Result<Self> {
        let fields = Fields::new();
        let mut notes: Vec<NoteLength> = Vec::new();
        let mut segments = Vec::new();
        let (mut sum, mut count) = (0.0, 0usize);
        for segment in searcher.segment_readers() {
            let read = SegmentLengths::read(segment, &fields, &mut notes)?;
            let alive = read.passages.iter().filter(|length| length.is_finite());
            count += alive.clone().count();
            sum += alive.sum::<f32>();
            segments.push(read);
        }
        for length in segments.iter_mut().flat_map(|segment| &mut segment.passages) {
            *length = damping(*length, sum / count.max(1) as f32);
        }
        let known = || notes.iter().filter(|length| length.passages > 0);
        let note_count = known().count();
        let mean = known().map(NoteLength::total).sum::<f32>() / note_count.max(1) as f32;
        let notes = notes.iter().map(|length| damping(length.total(), mean)).collect();
        Ok(Self { segments, notes, note_count })
    }

    /// Returns one past the greatest note id there is.
    pub(super) fn note_bound(&self) -> usize {
        self.notes.len()
    }

    /// Returns what a note's length takes off.
    pub(super) fn note(&self, note: NoteId) -> f32 {
        self.notes.get(note.0 as usize).copied().unwrap_or(f32::INFINITY)
    }
}

impl SegmentLengths {
    /// Reads plain lengths, and adds those of the passages to their notes'.
    fn read(
        segment: &SegmentReader,
        fields: &Fields,
        notes: &mut Vec<NoteLength>,
    ) -> tantivy::Result<Self> {
        let note_of: Column<u64> = segment.fast_fields().u64("note")?;
        let note_of = note_of.first_or_default_col(0);
        let shared = [fields.names, fields.tags].map(|field| lengths(segment, field));
        let own = [fields.heading, fields.body, fields.aside].map(|field| lengths(segment, field));
        let (shared, own) = (flat(shared)?, flat(own)?);
        let mut read = Self { passages: Vec::new(), notes: Vec::new() };
        for (document, (shared, own)) in shared.iter().zip(&own).enumerate() {
            let note = NoteId(note_of.get_val(document as DocId) as u32);
            read.notes.push(note);
            if segment.is_deleted(document as DocId) {
                read.passages.push(f32::INFINITY);
                continue;
            }
            read.passages.push(shared + own);
            let place = note.0 as usize;
            if place >= notes.len() {
                notes.resize(place + 1, NoteLength::default());
            }
            if let Some(length) = notes.get_mut(place) {
                length.add(*shared, *own);
            }
        }
        Ok(read)
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

    /// Returns its length; none has no end.
    fn total(&self) -> f32 {
        if self.passages == 0 { f32::INFINITY } else { self.shared + self.own }
    }
}

fn damping(length: f32, mean: f32) -> f32 {
    SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length / mean.max(1.0))
}

/// Returns the weighted length of a field in each document.
fn lengths(segment: &SegmentReader, field: TextField) -> tantivy::Result<Vec<f32>> {
    let norms = segment.get_fieldnorms_reader(field.field)?;
    Ok((0..segment.max_doc())
        .map(|document| field.weight * norms.fieldnorm(document) as f32)
        .collect())
}

/// Returns the sums over some fields, by document.
fn flat<const N: usize>(fields: [tantivy::Result<Vec<f32>>; N]) -> tantivy::Result<Vec<f32>> {
    let mut sums: Vec<f32> = Vec::new();
    for field in fields {
        let field = field?;
        sums.resize(field.len(), 0.0);
        sums.iter_mut().zip(field).for_each(|(sum, length)| *sum += length);
    }
    Ok(sums)
}
